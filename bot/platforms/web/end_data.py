"""Gathers what the page of a finished game shows besides its board: the curve, its turning points, what waits next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.messages.picture_request import told
from bot.platforms.web.page_data import PageData
from bot.service.history import Moment, Standing
from bot.service.queries import GameLine
from bot.service.table_service import TableService
from bot.table.score_curve import turning_points
from engines.kit import Text, seat_ref


@dataclass(frozen=True, slots=True)
class Round:
    """A round looked back on: the position at its end, everybody's points then, and its dearest sentence."""

    number: int
    last: Moment
    points: tuple[int, ...]
    dearest: tuple[Text, int | None] | None = None
    is_turning: bool = False


@dataclass(frozen=True, slots=True)
class EndData:
    """All that is told of a finished game: its rounds after the deal, and the end with the final scores."""

    sight: PageData
    rounds: Sequence[Round]
    moments: Sequence[Moment]
    """Every move that this reader can see."""
    chosen: int = 0
    """Whose board is shown, by its place."""
    next: GameLine | None = None
    """A table of this reader that waits."""
    shared: str = ""
    """The link under which this reader has shared the position shown."""

    @property
    def round(self) -> Round:
        return self.rounds[self.chosen]

    @property
    def rows(self) -> list[tuple[int, ...]]:
        """Everybody's points: nothing at first, then after each round, and at the end."""
        return [each.points for each in self.rounds]


async def ended(service: TableService, sight: PageData, wanted: int | None) -> EndData:
    """The end of a game as one seat may know it; `wanted` is the round whose board is shown, by its place."""
    user = None if sight.seat is None else sight.look.table.seats[sight.seat].user
    moments = await service.history.moments(sight.code, user)
    assert sight.look.result is not None
    rounds = rounds_of(await service.history.standings(sight.code, user), moments, sight.look.result.scores)
    chosen = len(rounds) - 1 if wanted is None else min(wanted, len(rounds) - 1)
    lines = await service.queries.games_of(sight.browser.user)
    following = next((line for line in lines if line.waiting is not None and line.table.code != sight.code), None)
    return EndData(sight, rounds, moments, chosen, following)


def rounds_of(stands: Sequence[Standing], moments: Sequence[Moment], scores: Sequence[int]) -> list[Round]:
    """The deal, each round, the end with its scores; what is chosen before the first round belongs to the deal."""
    groups: dict[int, list[Standing]] = {}
    for each in stands[:-1]:
        groups.setdefault(each.round, []).append(each)
    if stands[1:]:
        groups.setdefault(stands[-1].round, [stands[-2]])
    found, before = list[Round](), tuple[int, ...]()
    for number, group in sorted(groups.items()):
        if number:
            found.append(Round(number, group[-1].moment, group[-1].points, dearest(group, before)))
        before = group[-1].points
    nothing = (0,) * len(scores)
    turning = turning_points([nothing, *[each.points for each in found]])
    marked = [
        Round(each.number, each.last, each.points, each.dearest, place in turning)
        for place, each in enumerate(found, 1)
    ]
    return [Round(0, moments[0], nothing), *marked, Round(0, moments[-1], tuple(scores))]


def dearest(group: Sequence[Standing], before: Sequence[int]) -> tuple[Text, int | None] | None:
    """The sentence of the move that brought most points in a round: the one about that seat, with that number."""
    best, found = 0, None
    for each in group:
        gains = [now - then for then, now in zip(before or (0,) * len(each.points), each.points, strict=True)]
        most = max(gains, default=0)
        if most > best and (said := told([each.moment.line])):
            best, found = most, _fitting(said, gains.index(most), most)
        before = each.points
    return found


def _fitting(said: Sequence[tuple[Text, int | None]], seat: int, points: int) -> tuple[Text, int | None]:
    def rank(text: Text) -> tuple[bool, bool]:
        facts = text.facts.values()
        return seat_ref(seat) in facts, points in facts

    return max(said, key=lambda each: rank(each[0]))

"""A club: what a room that stays together keeps. Seasons, leagues, who wants to play what, records. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pydantic import BaseModel, ConfigDict, Field

from bot.table.results import Outcome, is_forgotten, names_in, standings
from bot.table.time_control import Pace
from config.languages import fallback

LEAST_LEAGUE, MOST_LEAGUE = 3, 5


class _Kept(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Season(_Kept):
    """A stretch of time whose games count together. `until` is None while it goes on."""

    name: str
    host: str
    since: float
    until: float | None = None
    language: str = ""
    """In which the room hears of it of its own accord."""

    def holds(self, outcome: Outcome) -> bool:
        return self.since <= outcome.ended and (self.until is None or outcome.ended < self.until)


class Wish(_Kept):
    """Somebody would play a game at a pace."""

    user: str
    name: str
    game: str
    pace: Pace
    since: float


class Member(_Kept):
    """`language`: in which somebody is spoken to at the tables of the league."""

    user: str
    name: str
    language: str = Field(default_factory=fallback)


class League(_Kept):
    """Three to five people who meet in turn. `opened` are the codes of its tables, in the order of the fixtures; empty
    where one was left out, as too few of its people are still there."""

    game: str
    members: list[Member] = []
    begun: float | None = None
    language: str = ""
    """Of its tables."""
    opened: list[str] = []

    @property
    def tables(self) -> list[str]:
        """The tables that were opened."""
        return [code for code in self.opened if code]

    def next_meeting(self, least: int, most: int) -> list[Member]:
        """Who meets at the next table, without those who were forgotten; what too few are left for is left out.
        Nobody: there is none to come."""
        for fixture in self.fixtures(most)[len(self.opened) :]:
            there = [self.members[number] for number in fixture if not is_forgotten(self.members[number].user)]
            if len(there) >= least:
                return there
            self.opened.append("")
        return []

    def fixtures(self, most: int) -> list[tuple[int, ...]]:
        """Who meets in turn, by number; the first opens the table. `most`: seats that the game has.

        Where all can sit at one table they meet as often as they are many, each once in the first seat; else each
        meets each.
        """
        count = len(self.members)
        if most >= count:
            return [tuple([(first + seat) % count for seat in range(count)]) for first in range(count)]
        return _spread(list(combinations(range(count), most)))


def _spread(meetings: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Whoever has waited longest plays next, and the first seat goes round."""
    left, order, last = list(meetings), list[tuple[int, ...]](), dict[int, int]()
    began = dict[int, int]()
    while left:
        chosen = min(left, key=lambda each: (max(last.get(one, -1) for one in each), each))
        left.remove(chosen)
        last |= dict.fromkeys(chosen, len(order))
        first = min(chosen, key=lambda one: (began.get(one, 0), one))
        began[first] = began.get(first, 0) + 1
        order.append((first, *[one for one in chosen if one != first]))
    return order


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table of results."""

    place: int
    user: str
    name: str
    played: int
    won: int
    points: int
    rating: int


def table_of(outcomes: Sequence[Outcome]) -> list[Row]:
    """Everybody who played, by rating; equal ratings share a place. Those who were forgotten have no line."""
    records, names = standings(outcomes), names_in(outcomes)
    rows: list[Row] = []
    known = [(user, record) for user, record in records.items() if not is_forgotten(user)]
    for number, (user, record) in enumerate(sorted(known, key=lambda pair: (-pair[1].rating, -pair[1].won, pair[0]))):
        shares = rows and rows[-1].rating == record.rating
        place = rows[-1].place if shares else number + 1
        rows.append(Row(place, user, names[user], record.played, record.won, record.points, record.rating))
    return rows


def leaders(rows: Sequence[Row]) -> list[str]:
    """Who shares the first place; a name may be empty, where somebody was forgotten."""
    return [row.name for row in rows if row.place == 1]


def league_table(outcomes: Sequence[Outcome], league: League) -> list[Row]:
    """Points of a league: for each rival left behind one, for each equal one half; told in halves as whole numbers."""
    records = {member.user: [0, 0, 0] for member in league.members}
    for outcome in [each for each in outcomes if each.code in league.tables]:
        for user, place in zip(outcome.users, outcome.places, strict=True):
            if user in records:
                behind = sum(2 if other > place else 1 for other in outcome.places if other >= place) - 1
                played, won, points = records[user]
                records[user] = [played + 1, won + (place == 1), points + behind]
    names = {member.user: member.name for member in league.members}
    order = sorted(records, key=lambda user: (-records[user][2], -records[user][1], names[user]))
    rows: list[Row] = []
    for number, user in enumerate(order):
        played, won, points = records[user]
        shares = rows and (rows[-1].points, rows[-1].won) == (points, won)
        place = rows[-1].place if shares else number + 1
        rows.append(Row(place, user, names[user], played, won, points, 0))
    return rows


@dataclass(frozen=True, slots=True)
class Feat:
    """A record of a room: what kind, in which game, whose (empty: everybody's at the table), how much, which table."""

    kind: str
    game: str
    name: str
    amount: int
    code: str


def feats(outcomes: Sequence[Outcome]) -> list[Feat]:
    """For each game its highest score, its quickest victory and its longest game; the first to do it keeps it."""
    found: list[Feat] = []
    ordered = sorted(outcomes, key=lambda each: (each.ended, each.code))
    for game in dict.fromkeys([each.game for each in ordered]):
        played = [each for each in ordered if each.game == game]
        scored = [(outcome, seat) for outcome in played for seat, user in enumerate(outcome.users) if user]
        if not scored:
            continue
        best, seat = max(scored, key=lambda pair: pair[0].scores[pair[1]])
        found.append(Feat("highest", game, _name(best, seat), best.scores[seat], best.code))
        won = [(outcome, seat) for outcome, seat in scored if outcome.places[seat] == 1 and outcome.moves]
        if won:
            quick, seat = min(won, key=lambda pair: pair[0].moves)
            found.append(Feat("quickest", game, _name(quick, seat), quick.moves, quick.code))
        long = max(played, key=lambda each: each.moves)
        found.append(Feat("longest", game, "", long.moves, long.code))
    return found


def _name(outcome: Outcome, seat: int) -> str:
    user = outcome.users[seat]
    return "" if user is None or is_forgotten(user) else outcome.names[seat]


def meetings(wishes: Sequence[Wish], least: Mapping[str, int]) -> dict[tuple[str, Pace], list[Wish]]:
    """The games for which enough people are there at one pace, those who have waited longest first."""
    found: dict[tuple[str, Pace], list[Wish]] = {}
    for wish in sorted(wishes, key=lambda each: each.since):
        found.setdefault((wish.game, wish.pace), []).append(wish)
    return {key: those for key, those in found.items() if len(those) >= least.get(key[0], len(those) + 1)}

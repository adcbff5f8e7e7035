"""Taps that a deed takes on the page and with the chats' buttons, over whole games: `signoria bench taps`.

A game names its deeds in its `game.toml` (`[taps]`): each a list of the answers that begin its parts (`step`, or
`step:key`), the first of which is counted. On the page a tap is a lit thing, a chip, a verb or the lead. In the chats
it is a button, an entry of a list, the sending of a form; each question is answered by itself.

Who taps is a plain player that leaves numbers and pieces as they are filled in, but for every fourth time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.choices.controls import DISCORD, TELEGRAM
from bot.choices.offers import amount_of, draft_of, one_tap_away, proposed
from bot.choices.partial_choice import counts_of
from bot.choices.plan import Planned, Planner, Step
from bot.cli.chat_taps import taps_to
from bot.language.speaker import Speaker
from bot.messages.picture_request import Namer
from bot.platforms.web.move_data import Item, MoveData, MoveTeller
from bot.platforms.web.parts.bar import beside
from bot.platforms.web.parts.elements import Words
from bot.platforms.web.things import is_of
from bot.table.change import Loaded
from bot.table.model import Status, Table
from bot.table.press import Press
from config import rooms
from config.settings import LANGUAGE
from engines import ENGINES
from engines.kit import Amount, Bundle, Dice, Engine, Pick, Place, Text
from engines.kit.asks import Value
from engines.kit.outcome import Answer
from engines.kit.scripted import answer_of, shipped
from render import Picture, holding
from render.dispatch import paint, regions

HOW = "Taps for each deed, on average, by the plain player's choices."
MOST_MOVES = 2000
LOST = 20
EVERY = "*"
EVERY_FOURTH = 4
SEEDS = ("taps", "more taps", "other taps")
CHATS = (DISCORD, TELEGRAM)
Counted = tuple[str, tuple[int, int, int]]
"""How a move begins, and its taps on the page, on Discord and on Telegram."""


def measure() -> dict[str, Any]:
    """Average taps of each deed of each game, on each platform."""
    found: dict[str, Any] = {"page": {}, "discord": {}, "telegram": {}}
    for game in ENGINES:
        deeds: Mapping[str, Sequence[str]] = rooms.about(game).get("taps", {})
        if not deeds:
            continue
        parts = [part for each in deeds.values() for part in each]
        moves = [move for seed in SEEDS for move in _told(game, seed, parts)]
        for place, platform in enumerate(found):
            counted = [(begins, taps[place]) for begins, taps in moves]
            found[platform][game] = {deed: _average(parts, counted) for deed, parts in deeds.items()}
    return found


def _told(game: str, seed: str, parts: Sequence[str]) -> list[Counted]:
    """The moves of one game that are counted, and how far it has come, for whoever waits."""
    moves: list[Counted] = []
    for made, move in enumerate(_moves(ENGINES[game], seed, parts), 1):
        moves += [move] if move else []
        print(f"\r{game}, {seed}: {made} moves, {len(moves)} counted ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return moves


def _average(parts: Sequence[str], moves: Sequence[tuple[str, int]]) -> float:
    begun = sum([_fits(parts[0], begins) for begins, _ in moves])
    taps = sum([taps for begins, taps in moves if any(_fits(part, begins) for part in parts)])
    return round(taps / begun, 2) if begun else 0.0


def _fits(pattern: str, begins: str) -> bool:
    return pattern == EVERY or begins == pattern or begins.startswith(f"{pattern}:")


def _moves(engine: Engine[Any], seed: str, parts: Sequence[str]) -> Iterator[Counted | None]:
    """A game by plain players: how each whole move begins and the taps it takes; none where it is part of no deed."""
    state, chance = engine.setup(engine.info.seats[0], seed=seed).state, Dice(seed)
    for _ in range(MOST_MOVES):
        if state.ending:
            return
        seat = next(each.seat for each in engine.pending(state) if each.owed)
        planner = Planner(engine, state, seat, engine.submit)
        planned = _chosen(engine, planner, chance)
        first = planned.chosen[0]
        key = first.value[0] if isinstance(first.value, list) and first.value else ""
        begins = f"{first.pending.step}:{key}"
        if any(_fits(part, begins) for part in parts):
            page = Phone(engine, state, seat).taps(planned)
            chats = [sum([taps_to(engine, planned, step, limits) for step in planned.steps]) for limits in CHATS]
            yield begins, (page, chats[0], chats[1])
        else:
            yield None
        for ask_id, value in planned.given:
            state = engine.submit(state, Answer(seat, ask_id, value)).state


def _chosen(engine: Engine[Any], planner: Planner, chance: Dice) -> Planned:
    planned, sides = planner.run(), 0
    for _ in range(LOST):
        asked = [each for each in planned.asks if each.owed or each.is_side]
        found = answer_of(engine, planned.state, asked, shipped(engine, planned.state), chance.below, sides)
        assert found is not None
        pending, value = found
        sides = sides + 1 if pending.is_side else 0
        filled = proposed(pending)
        if filled is not None and not isinstance(pending.ask, Place) and chance.below(EVERY_FOURTH):
            value = filled
        planned = planner.run(planned.choosing(pending, value))
        if planned.is_whole:
            return planned
        if (done := planner.finished(planned)) is not None:
            return done
    return planned


class Phone:
    """The page of one seat at one position; the board stays the same whatever is planned on it."""

    def __init__(self, engine: Engine[Any], state: Any, seat: int) -> None:
        self.engine, self.names = engine, tuple([str(number) for number in range(state.seats)])
        self.speaker = Speaker(LANGUAGE, engine.info.key, self.names)
        table = Table.model_construct(code="TAPS", game=engine.info.key, room="", host="", status=Status.RUNNING)
        self.teller = MoveTeller(Loaded(1, table, engine, state), seat, self.speaker, Words(LANGUAGE))
        self.picture = Picture(
            engine.info.key,
            engine.view(state, seat),
            lambda key, facts: self.speaker.say(Text(key, {**facts})),
            self.names,
            viewer=seat,
            bare=True,
            named=Namer(self.speaker),
            rings=False,
            chronicle=False,
        )
        self.regions = regions(paint(self.picture))
        self.hand = [card.ref for card in holding(self.picture).cards if card.ref]

    def taps(self, wanted: Planned) -> int:
        """Taps until exactly these answers are played."""
        parts, plan, taps = wanted.text.split("~"), "", 0
        while taps < LOST:
            data = self.teller.tell(self.teller.choosing(plan), self.picture, None, self.regions)
            lead = data.choosing.lead
            if lead is not None and lead.planned.given == wanted.given:
                return taps + 1
            plays = [item for item in (*data.present, *beside(data)) if item.press in (Press.ACTS, Press.SHOWS)]
            if not plan and any(item.offer.plan == wanted.text for item in plays):
                return taps + 1
            onward = [item.offer.plan for item in data.items if item.offer.depth < 2 or self._is_seen(item)]
            place = len(plan.split("~")) if plan else 0
            begun = ["~".join(parts[:end]) for end in range(len(parts), place, -1)]
            further = next((each for each in begun if each in onward), None)
            taps += 1 if further else self._by_steps(data, wanted.chosen[place])
            plan = further or begun[-1]
        return taps

    def _by_steps(self, data: MoveData, step: Step) -> int:
        """Taps for a number, for pieces or for several things."""
        ask, wanted = step.pending.ask, step.value
        if isinstance(ask, Pick):
            return len(wanted) if isinstance(wanted, list) else 1
        planned = data.choosing.planned
        now: Value = wanted
        if isinstance(ask, Amount):
            now = amount_of(planned, step.pending, ask)
        if isinstance(ask, Bundle):
            now = counts_of(ask, draft_of(planned, step.pending))
        reached, taps = [_plain(now)], 0
        while _plain(wanted) not in reached and taps < LOST:
            reached += [_plain(each) for value in reached for each in one_tap_away(ask, _value(value))]
            reached, taps = list(dict.fromkeys(reached)), taps + 1
        return taps

    def _is_seen(self, item: Item) -> bool:
        return bool(item.regions) or any(is_of(item, ref) for ref in self.hand)


def _plain(value: Value) -> Any:
    """The value so that two of them can be compared."""
    return tuple(sorted([(kind, n) for kind, n in value.items() if n])) if isinstance(value, dict) else value


def _value(plain: Any) -> Value:
    return dict(plain) if isinstance(plain, tuple) else plain

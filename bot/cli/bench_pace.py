"""How often play stops for a person: plainly, and with standing orders and forced moves played by the bot.

Computer seats stand in for people. A stop is a question to somebody other than the last to act. Plainly every question
stops play, those with a single answer too. With orders a person who is asked for the first time in a round gives limits
for what is coming (`/orders jester 700, builder 500`) and says once for all how what comes again is answered (*Always
like this*), so that the bot goes on alone.

A hand-over is a question to somebody other than the last to act, once the turns have begun; without orders a game of
two needs one a turn. What nobody waits for is answered when it is waited for, and what has a single answer is no
hand-over: nobody is asked.

Days are reckoned, not waited for: people answer after `MEAN` waking hours on average, several who are asked at once
side by side. With plans every other person plans the own next turn, which goes on where another was asked in between,
gives limits before they are asked where a game lets them (`GameInfo.ahead`), and so many plans of a hundred hold
(`HOLDS`).

Beside it stand the days of the same games in the simulated fortnight, played out by the service and its workers:
there people sleep, go on holiday and forget, and the plans and instructions of the eased ones are real ones.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import Any

from bot.cli.deck import Deck
from bot.cli.fortnight import PLAIN, Fortnight
from bot.cli.progress import bar
from bot.store import Store
from bot.store.rig import Single
from bot.table.standing_orders import can_stand, lasting
from engines import ENGINES
from engines.kit import Amount, Answer, Dice, Engine, Event, Options, Pending, way_out
from engines.kit.play import Walk
from engines.kit.scripted import answer_of, shipped

SEATS = 180
"""So many seats are played in every way: 90 games of two, 36 of five. Of fewer, chance decides the second digit."""
TABLES = 3
"""So many tables of the simulated fortnight play each game and module."""
LONGEST = 180
"""Days after which a game that is not over counts as if it were."""
AUCTION = "auction."
HOUR, DAY = 1.0, 24.0
MEAN = 3.0
"""Waking hours from a question to its answer, on average."""
AWAKE = (8.0, 23.0)
HOLDS = 70
"""Of a hundred plans so many can be played when the turn comes, at no higher cost."""
PLAYED = 55 / 3600
"""Hours until a plan that holds is played."""


@dataclass(slots=True)
class Days:
    """The calendar of one game, in hours: when each seat answers what it is asked. The same question takes a seat as
    long with plans as without."""

    chance: str
    plans: bool = False
    orders: bool = True
    first: int = 0
    """The first seat that plans; then every other one."""
    now: float = 9.0
    last: int = -1
    answers_at: dict[int, float] = field(default_factory=dict)
    decks: dict[tuple[str, int], Deck] = field(default_factory=dict)

    def asked(self, seats: dict[int, bool]) -> None:
        """Who is waited for now, and whether for what can be planned. Whoever acted last is there, others come."""
        for seat in [each for each in self.answers_at if each not in seats]:
            del self.answers_at[seat]
        for seat, is_turn in seats.items():
            if seat in self.answers_at or seat == self.last:
                continue
            holds = is_turn and self._drawn("plans", seat, 100) < HOLDS
            is_planned = self.plans and holds and seat % 2 == self.first
            wait = -MEAN * math.log((self._drawn("hours", seat, 10_000) + 1) / 10_001)
            self.answers_at[seat] = self.now + PLAYED if is_planned else waking(self.now, wait)

    def _drawn(self, what: str, seat: int, bound: int) -> int:
        deck = self.decks.setdefault((what, seat), Deck(f"{self.chance}/{what}/{seat}"))
        return deck.below(bound)

    def answered(self, seat: int, by_order: bool) -> None:
        """The seat answers: when it comes to it, or at once where an order says what."""
        if self.orders and by_order:
            self.answers_at.pop(seat, None)  # it was never asked: what comes next is
            return
        self.now = max(self.now, self.answers_at.pop(seat, self.now))
        self.last = seat


def waking(now: float, hours: float) -> float:
    """So many waking hours later."""
    first, last = AWAKE
    while True:
        clock = now % DAY
        if clock < first or clock >= last:
            now += (first - clock) % DAY
            continue
        if hours <= last - clock:
            return now + hours
        hours -= last - clock
        now += last - clock


@dataclass(slots=True)
class Patient(Walk[Any]):
    """Nobody answers before the game waits for it; what stands beside a question is used where it is worth it."""

    sides: int = 0

    def next(self, state: Any, pending: tuple[Pending, ...], chance: Dice) -> tuple[Pending, Any]:
        owed = next(each for each in pending if each.owed)
        asked = [each for each in pending if each is owed or (each.is_side and each.seat == owed.seat)]
        found = answer_of(self.engine, state, asked, shipped(self.engine, state), chance.below, self.sides)
        assert found is not None
        self.sides = self.sides + 1 if found[0].is_side else 0
        return found


def measure() -> dict[str, Any]:
    """Per game and variant: hand-overs and answers a turn; stops a game plainly and eased, and the part saved; where
    there are auctions also in these alone; days reckoned and lived."""
    ways = [(key, name) for key, engine in ENGINES.items() for name in (PLAIN, *engine.info.variants)]
    reckoned = {f"{key} {name}": _measured(ENGINES[key], name) for key, name in bar(ways, len(ways), "pace")}
    lived = asyncio.run(_lived(ENGINES, TABLES * len(ways)))
    return {way: figures | lived[way] for way, figures in reckoned.items()}


async def _lived(engines: Mapping[str, Engine[Any]], tables: int) -> dict[str, dict[str, float]]:
    """How many days the games of the simulated fortnight take, plainly and eased: the same people with the same habits,
    the same deals, the same chance to be late. The spread is the standard error of the part saved."""
    days: dict[str, dict[str, list[float]]] = {}
    found: dict[str, dict[str, float]] = {}
    logging.getLogger("bot.workers").setLevel(logging.ERROR)  # lost deliveries are part of it
    for name in bar(("plain", "eased"), 2, "days"):
        server = Single("--save", "", "--appendonly", "no")
        store = await Store.open(server.url)
        with TemporaryDirectory() as folder:
            eased = name == "eased"
            fortnight = Fortnight(
                store, Path(folder), engines, tables, LONGEST, modules=True, eased=eased, until_over=True
            )
            figures = await fortnight.play()
        await store.close()
        server.close()
        for way in dict.fromkeys(fortnight.ways.values()):
            codes = [code for code, each in fortnight.ways.items() if each == way]
            spent = [figures.lengths.get(code, LONGEST) for code in codes]
            days.setdefault(way, {})[name] = spent
            wrongs = [wrong for wrong in figures.wrongs if wrong.startswith(tuple(codes))]
            found.setdefault(way, {}).update(
                {f"fortnight_days_{name}": round(fmean(spent), 1), f"fortnight_wrongs_{name}": len(wrongs)}
            )
    return {way: figures | _saved(days[way]["plain"], days[way]["eased"]) for way, figures in found.items()}


def _saved(plain: Sequence[float], eased: Sequence[float]) -> dict[str, float]:
    """The part of the days that is saved at the same tables, and how far chance may have moved it."""
    saved = 1 - sum(eased) / sum(plain)
    apart = [after - (1 - saved) * before for before, after in zip(plain, eased, strict=True)]
    spread = stdev(apart) / fmean(plain) / math.sqrt(len(plain)) if len(plain) > 1 else 0.0
    return {"fortnight_saved": round(saved, 3), "fortnight_spread": round(spread, 3)}


def _measured(engine: Engine[Any], variant: str, games: int = 0) -> dict[str, float]:
    games = games or SEATS // engine.info.seats[1]
    counts: Counter[str] = Counter()
    hours: Counter[str] = Counter()
    options = engine.info.options.model_validate(engine.info.variants.get(variant, {}))
    for number in range(games):
        found, days = _played(engine, options, number)
        counts += found
        hours.update({name: each.now for name, each in days.items()})
    turns = max(1, counts["turns"])
    return (
        {
            "hand_overs_per_turn": round(counts["hand-overs"] / turns, 2),
            "answers_per_turn": round(counts["answers"] / turns, 2),
        }
        | _figures(counts, games, "plain", "eased")
        | {f"days_{name}": round(spent / DAY / games, 1) for name, spent in hours.items()}
        | {"days_saved_by_plans": round(1 - hours["eased_with_plans"] / hours["eased"], 3)}
        | (_figures(counts, games, "plain auction", "eased auction", "auction_") if counts["plain auction"] else {})
    )


def _figures(counts: Counter[str], games: int, plain: str, eased: str, prefix: str = "") -> dict[str, float]:
    return {
        f"{prefix}stops_plain": round(counts[plain] / games, 1),
        f"{prefix}stops_eased": round(counts[eased] / games, 1),
        f"{prefix}saved": round(1 - counts[eased] / counts[plain], 3) if counts[plain] else 0.0,
    }


def _played(engine: Engine[Any], options: Options, number: int) -> tuple[Counter[str], dict[str, Days]]:
    """One game with plain players; every question counted both ways, and its days with and without orders and plans."""
    counts: Counter[str] = Counter()
    seed = f"pace {number}"
    days = {
        name: Days(f"{seed}/days", name.endswith("plans"), name.startswith("eased"), number % 2)
        for name in ("plain", "eased", "plain_with_plans", "eased_with_plans")
    }
    walk = Patient(engine, engine.info.seats[1], options, seed, wild=0)
    turn_step = next(stop.step for stop in engine.info.stops if stop.step)
    planned = {turn_step, *[step for question in engine.info.ahead for step in (question.step, *question.naming)]}
    home = ""
    last = plain_last = eased_last = on_turn = -1
    said: set[tuple[Any, ...]] = set()
    before, rounds = None, 0
    ends = tuple(question.stop for question in engine.info.ahead if question.stop)
    for position in walk.positions():
        answer = position.answer
        if answer is not None and before is not None:
            pending = next(each for each in engine.pending(before) if each.ask_id == answer.ask_id)
            in_auction = position.step.startswith(AUCTION)
            if position.step == turn_step and answer.seat != on_turn:
                counts["turns"] += 1
                on_turn = answer.seat
            if on_turn >= 0:
                counts["answers"] += 1
                counts["hand-overs"] += answer.seat != last
            last = answer.seat
            if answer.seat != plain_last:
                counts["plain"] += 1
                counts["plain auction"] += in_auction
                plain_last = answer.seat
            order = _order(engine, pending, answer, rounds)
            for each in days.values():
                each.answered(answer.seat, order is not None and order in said)
            if order is not None and order in said:
                counts["by order"] += 1
            elif answer.seat != eased_last:
                counts["eased"] += 1
                counts["eased auction"] += in_auction
                eased_last = answer.seat
            if order is not None:
                said.add(order)
        for seat in _forced(position.outcome.events):
            if seat != plain_last:
                counts["plain"] += 1
                plain_last = seat
        rounds += sum(event.key.startswith(ends) for event in position.outcome.events) if ends else 0
        before = position.state
        if not home and on_turn >= 0 and (imagined := engine.as_if(before, 0)) is not None:
            home = next(each.step for each in engine.pending(imagined) if each.owed)
            planned.add(home)
        owed = [each for each in engine.pending(before) if each.owed]
        for calendar in days.values():
            calendar.asked({each.seat: each.step in planned for each in owed})
    return counts, days


def _order(engine: Engine[Any], pending: Pending, answer: Answer, rounds: int) -> tuple[Any, ...] | None:
    """What an order is bound to: a question answered ahead until the event that ends that, or one that recurs."""
    seat = answer.seat
    for question in engine.info.ahead:
        if pending.step in question.naming and not question.passes and answer.value == way_out(pending.ask):
            return None  # nothing that was named is left: its owner is asked
        if pending.step == question.step or pending.step in question.naming:
            return seat, question.step, rounds
    if pending.step in engine.info.recurring and can_stand(pending):
        return seat, pending.step
    if isinstance(pending.ask, Amount) and pending.ask.instead:
        return seat, pending.step, tuple(sorted(lasting(pending).items()))
    return None


def _forced(events: tuple[Event, ...]) -> list[int]:
    """Whose questions with a single answer the kit answered."""
    return [event.only[0] for event in events if event.key == "kit.event.forced" and event.only]

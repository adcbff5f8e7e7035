"""Hints: whether two seeds advise the same, what one takes, and what is lost by following it, beside the script."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from bot.cli.contest import SURE, spread
from bot.cli.progress import bar, stoppable
from engines import ENGINES
from engines.kit import Dice, Engine
from engines.kit.coaching import Advice, advise
from engines.kit.scripted import play_out, shipped
from engines.kit.thinking import Move, begun_with, lead_of, think

POSITIONS = 24
EACH = 6
"""Positions of one game."""
DEEP = 1_600
"""Playouts of the thought that hint and script are measured by."""
DEALS = 100
"""Fresh deals from which all three answers are played on."""
HOW = (
    "agreeing: positions at which two seeds advise the same (or answers from which the same comes), one of them calls "
    "the two best about equal, or sets the points of one against the chances of what the other advises; same: at which "
    "they advise the same. seconds_p95: CPU time of a hint on one core. regret_hint, regret_script: points of "
    f"the final lead by which the advised answer and the script's stay behind that of a thought of {DEEP} playouts, on "
    f"{DEALS} deals that none of them knew, on the average of all positions with a choice, and its 95 % interval. "
    "beyond_half: by how much the hint's is more than half of the script's, position by position. Stopped (Ctrl-C, "
    "kill), it tells what it saw until then."
)


@dataclass(slots=True)
class Seen:
    """What came of the hints at some positions."""

    same: int = 0
    agreeing: int = 0
    seconds: list[float] = field(default_factory=list)
    hints: list[float] = field(default_factory=list)
    scripts: list[float] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        number = len(self.hints)
        if not number:
            return {"positions": 0}
        beyond = [hint - script / 2 for hint, script in zip(self.hints, self.scripts, strict=True)]
        return {
            "positions": number,
            "agreeing": round(self.agreeing / number, 3),
            "same": round(self.same / number, 3),
            "seconds_p95": round(sorted(self.seconds)[int(0.95 * (len(self.seconds) - 1))], 2),
            "regret_hint": _mean(self.hints),
            "regret_script": _mean(self.scripts),
            "beyond_half": _mean(beyond),
        }


def measure(positions: int = POSITIONS, game: str | None = None) -> dict[str, Any]:
    """Per game, or of one, with the fewest seats."""
    found = {key: Seen() for key in sorted(ENGINES) if game in (None, key)}
    with stoppable():
        for key, seen in found.items():
            _look(ENGINES[key], positions, seen)
    return {key: seen.figures() for key, seen in found.items()}


def _look(engine: Engine[Any], number: int, seen: Seen) -> None:
    for seed, state, seat in bar(_choices(engine, number), number, engine.info.key):
        seconds, advices = [], []
        for name in ("one", "other"):
            began = time.process_time()
            advices.append(advise(engine, state, seat, f"{seed} {name}"))
            seconds.append(time.process_time() - began)
        one, other = advices
        deep = think(engine, state, seat, DEEP, f"{seed} deep")
        assert one is not None
        assert other is not None
        assert deep is not None
        best, hint, script = _leads(engine, state, seat, (deep.best, one.move, deep.moves[0]), seed)
        is_same = any(_same(a, b) for a in (one.move, *one.alike) for b in (other.move, *other.alike))
        seen.same += is_same
        seen.agreeing += is_same or one.is_equal or other.is_equal or _leaves_open(one, other)
        seen.seconds += seconds
        seen.hints.append(best - hint)
        seen.scripts.append(best - script)


def _choices(engine: Engine[Any], number: int) -> Iterator[tuple[str, Any, int]]:
    """Positions at which there is something to choose."""
    found, game = 0, 0
    while found < number:
        game += 1
        for at, (state, asked) in enumerate(spread(engine, engine.info.seats[0], f"hints {game}", EACH)):
            thought = think(engine, state, asked[0].seat, 1, "look")
            if found < number and thought is not None and len(thought.moves) > 1:
                found += 1
                yield f"hints {game} {at}", state, asked[0].seat


def _same(one: Move, other: Move) -> bool:
    return (one.step, one.is_side, one.value) == (other.step, other.is_side, other.value)


def _leaves_open(one: Advice, other: Advice) -> bool:
    """Whether one that sets points against chances names what the other advises."""
    named = [(a.other, b.move) for a, b in ((one, other), (other, one)) if a.is_mixed]
    return any(first is not None and _same(first, second) for first, second in named)


def _leads(engine: Engine[Any], state: Any, seat: int, moves: tuple[Move, ...], seed: str) -> list[float]:
    """The mean final lead after each of these answers, from the same deals."""
    style = shipped(engine, state)
    apart = [move for number, move in enumerate(moves) if not any(_same(move, each) for each in moves[:number])]
    found = [list[float]() for _ in apart]
    for deal in range(DEALS if len(apart) > 1 else 0):
        dealt = engine.resample(state, seat, f"{seed} deal {deal}")
        for leads, move in zip(found, apart, strict=True):
            game = begun_with(engine, dealt, seat, move)
            result = play_out(engine, game, [style] * state.seats, Dice(f"{seed} luck {deal}").below)
            leads.append(0.0 if result is None else lead_of(result, seat))
    means = [fmean(leads) if leads else 0.0 for leads in found]
    return [means[next(n for n, each in enumerate(apart) if _same(each, move))] for move in moves]


def _mean(numbers: Sequence[float]) -> tuple[float, float, float]:
    """The mean, and its 95 % interval over the positions."""
    middle = fmean(numbers)
    half = SURE * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return round(middle, 2), round(middle - half, 2), round(middle + half, 2)

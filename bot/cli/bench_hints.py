"""Hints: whether two seeds advise the same, what one takes, and what is lost by following it, beside the script."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import fmean
from typing import Any

from bot.cli.contest import spread
from bot.cli.progress import bar
from engines import ENGINES
from engines.kit import Dice, Engine
from engines.kit.coaching import advise
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
    "agreeing: positions at which two seeds advise the same, or one of them calls the two best about equal. "
    "seconds_p95: CPU time of a hint on one core. regret_hint, regret_script: points of the final lead by which the "
    f"advised answer and the script's stay behind that of a thought of {DEEP} playouts, on {DEALS} deals that none of "
    "them knew, on the average of all positions with a choice."
)


def measure(positions: int = POSITIONS) -> dict[str, Any]:
    """Per game, with the fewest seats."""
    return {key: _hints(ENGINES[key], positions) for key in sorted(ENGINES)}


def _hints(engine: Engine[Any], number: int) -> dict[str, float]:
    agreeing, seconds = 0, list[float]()
    hints, scripts = list[float](), list[float]()
    for seed, state, seat in bar(_choices(engine, number), number, engine.info.key):
        began = time.process_time()
        ones, others = advise(engine, state, seat, f"{seed} one"), advise(engine, state, seat, f"{seed} other")
        seconds.append((time.process_time() - began) / 2)
        deep = think(engine, state, seat, DEEP, f"{seed} deep")
        assert ones is not None
        assert others is not None
        assert deep is not None
        agreeing += _same(ones.move, others.move) or ones.is_equal or others.is_equal
        best, hint, script = _leads(engine, state, seat, (deep.best, ones.move, deep.moves[0]), seed)
        hints.append(best - hint)
        scripts.append(best - script)
    return {
        "positions": len(seconds),
        "agreeing": round(agreeing / len(seconds), 3),
        "seconds_p95": round(sorted(seconds)[int(0.95 * (len(seconds) - 1))], 2),
        "regret_hint": round(fmean(hints), 2),
        "regret_script": round(fmean(scripts), 2),
    }


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


def _leads(engine: Engine[Any], state: Any, seat: int, moves: tuple[Move, ...], seed: str) -> list[float]:
    """The mean final lead after each of these answers, from the same deals."""
    style, found = shipped(engine, state), [list[float]() for _ in moves]
    for deal in range(DEALS):
        dealt = engine.resample(state, seat, f"{seed} deal {deal}")
        for leads, move in zip(found, moves, strict=True):
            game = begun_with(engine, dealt, seat, move)
            result = play_out(engine, game, [style] * state.seats, Dice(f"{seed} luck {deal}").below)
            leads.append(0.0 if result is None else lead_of(result, seat))
    return [fmean(leads) for leads in found]

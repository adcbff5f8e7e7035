"""Computer seats: what an answer of each level takes, and whether a quick one waits for a deep thought."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from bot.cli.progress import bar
from bot.table.model import Level
from bot.workers.computer_players import Computers
from bot.workers.levels import choose, playouts_of
from engines import ENGINES
from engines.kit import Answer, Dice, Engine, Pending
from engines.kit.scripted import answer_of, play_out, shipped

POSITIONS = 6
PLAYOUTS = 12
QUICK = 20
HOW = (
    f"playout_milliseconds: a whole game of scripts from the first move, the mean of {PLAYOUTS}. steady_milliseconds "
    f"and sharp_seconds: the dearest of {POSITIONS} positions spread over a game, CPU time of one core. waiting: "
    f"milliseconds from question to answer of a steady seat, all but one in twenty of {QUICK}, while a master thinks "
    "at two other tables, and while nobody does."
)


def measure() -> dict[str, Any]:
    """Per game what levels take; for the processes together how long a quick seat waits."""
    found: dict[str, Any] = {}
    for key in bar(sorted(ENGINES), len(ENGINES), "seats"):
        found[key] = _levels(ENGINES[key])
    return found | {"waiting": asyncio.run(_waiting())}


def _levels(engine: Engine[Any]) -> dict[str, float]:
    seats = engine.info.seats[0]
    began = time.process_time()
    for number in range(PLAYOUTS):
        state = engine.setup(seats, None, f"bench {number}").state
        play_out(engine, engine.rollout(state), [shipped(engine, state)] * seats, Dice("bench").below)
    playout = (time.process_time() - began) / PLAYOUTS
    steady = sharp = 0.0
    played = 0
    for state, asked in _positions(engine, seats):
        steady = max(steady, _seconds(engine, state, asked, Level.STEADY))
        sharp = max(sharp, _seconds(engine, state, asked, Level.SHARP))
        played = playouts_of(engine, state, Level.SHARP)
    return {
        "playout_milliseconds": round(1000 * playout, 2),
        "steady_milliseconds": round(1000 * steady, 2),
        "sharp_seconds": round(sharp, 3),
        "sharp_playouts": played,
    }


def _seconds(engine: Engine[Any], state: Any, asked: list[Pending], level: str) -> float:
    began = time.process_time()
    choose(engine, state, asked, level, "bench")
    return time.process_time() - began


def _positions(engine: Engine[Any], seats: int) -> list[tuple[Any, list[Pending]]]:
    """Positions spread over a game of scripts, with all that is asked of the seat that is waited for."""
    state = engine.setup(seats, None, "bench").state
    style, chance = shipped(engine, state), Dice("bench")
    found = []
    while not state.ending:
        seat = next(each.seat for each in engine.pending(state) if each.owed)
        asked = [each for each in engine.pending(state) if each.seat == seat]
        found.append((state, asked))
        move = answer_of(engine, state, asked, style, chance.below)
        if move is None:
            break
        state = engine.submit(state, Answer(seat, move[0].ask_id, move[1])).state
    return found[:: max(1, len(found) // POSITIONS)][:POSITIONS]


async def _waiting() -> dict[str, float]:
    """How long a steady seat waits for its answer."""
    engine = ENGINES[sorted(ENGINES)[0]]
    state = engine.setup(engine.info.seats[0], None, "bench").state
    seat = next(each.seat for each in engine.pending(state) if each.owed)
    computers = Computers()
    try:
        await computers.answer(engine, state, seat, Level.STEADY, "warm")
        alone = [await _asked(computers, engine, state, seat, number) for number in range(QUICK)]
        deep = [asyncio.create_task(computers.answer(engine, state, seat, Level.MASTER, f"{n}")) for n in range(2)]
        beside = [await _asked(computers, engine, state, seat, number) for number in range(QUICK)]
        await asyncio.gather(*deep)
    finally:
        computers.close()
    return {"alone": _p95(alone), "beside_a_master": _p95(beside)}


async def _asked(computers: Computers, engine: Engine[Any], state: Any, seat: int, number: int) -> float:
    began = time.perf_counter()
    await computers.answer(engine, state, seat, Level.STEADY, f"quick {number}")
    return time.perf_counter() - began


def _p95(seconds: list[float]) -> float:
    return round(1000 * sorted(seconds)[int(0.95 * (len(seconds) - 1))], 2)

"""Computer seats: what an answer of each level takes, and whether a quick one waits for a deep thought."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from bot.cli.contest import spread
from bot.cli.progress import bar
from bot.table.model import Level
from bot.workers.computer_players import Computers
from bot.workers.levels import choose, playouts_of
from engines import ENGINES
from engines.kit import Dice, Engine, Pending
from engines.kit.scripted import play_out, shipped

POSITIONS = 10
PLAYOUTS = 12
QUICK = 20
TABLES, SHARP_SEATS = 12, 3
TICK = 0.005
PATIENCE, STALL = 2.0, 0.05
HOW = (
    f"playouts_per_second: whole games of scripts from the first move, {PLAYOUTS} of them. steady_, sharp_ and "
    f"master_seconds_p95: CPU time of one core, {POSITIONS} positions spread over a game (of the master three). "
    f"crowd: {TABLES} tables at which {SHARP_SEATS} sharp seats think one after the other, while a steady seat at "
    "another table asks again and again: seconds until it is answered, the longest time that the event loop stood "
    "still, and the most that it worked itself in such a time (the rest is a machine that is busy elsewhere). failed: "
    f"an answer took over {PATIENCE:g} s, or the loop itself worked for over {STALL:g} s."
)


def measure() -> dict[str, Any]:
    """Per game what levels take; for the processes together how long a quick seat waits."""
    found: dict[str, Any] = {}
    for key in bar(sorted(ENGINES), len(ENGINES), "seats"):
        found[key] = _levels(ENGINES[key])
    crowd = asyncio.run(_crowd())
    late = crowd["steady_seconds_most"] > PATIENCE or crowd["loop_worked_seconds"] > STALL
    return found | {"crowd": crowd} | ({"failed": 1} if late else {})


def _levels(engine: Engine[Any]) -> dict[str, float]:
    seats = engine.info.seats[0]
    began = time.process_time()
    for number in range(PLAYOUTS):
        state = engine.setup(seats, None, f"bench {number}").state
        play_out(engine, engine.rollout(state), [shipped(engine, state)] * seats, Dice("bench").below)
    playouts = PLAYOUTS / (time.process_time() - began)
    positions = spread(engine, seats, "bench", POSITIONS)
    figures = {"playouts_per_second": round(playouts, 1)}
    for level in (Level.STEADY, Level.SHARP, Level.MASTER):
        shown = positions[::4] if level is Level.MASTER else positions
        seconds = [_seconds(engine, state, asked, level) for state, asked in shown]
        figures[f"{level.value}_seconds_p95"] = round(_p95(seconds), 4)
        figures[f"{level.value}_playouts"] = playouts_of(engine, positions[0][0], level)
    return figures


def _seconds(engine: Engine[Any], state: Any, asked: list[Pending], level: str) -> float:
    began = time.process_time()
    choose(engine, state, asked, level, "bench")
    return time.process_time() - began


async def _crowd() -> dict[str, float]:
    """A steady seat among tables full of sharp ones."""
    engine = ENGINES[sorted(ENGINES)[0]]
    states = [engine.setup(engine.info.seats[0], None, f"crowd {number}").state for number in range(TABLES + 1)]
    seats = [next(each.seat for each in engine.pending(state) if each.owed) for state in states]
    computers, stalls = Computers(), list[tuple[float, float]]()
    watch = asyncio.create_task(_watch(stalls))
    try:
        await asyncio.gather(*[computers.answer(engine, states[-1], seats[-1], Level.STEADY, "warm")])
        await computers.answer(engine, states[0], seats[0], Level.SHARP, "warm")
        stalls.clear()
        sharp = [asyncio.create_task(_table(computers, engine, states[n], seats[n])) for n in range(TABLES)]
        waits = []
        for number in range(QUICK):
            began = time.perf_counter()
            await computers.answer(engine, states[-1], seats[-1], Level.STEADY, f"quick {number}")
            waits.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)
        await asyncio.gather(*sharp)
    finally:
        watch.cancel()
        computers.close()
    return {
        "steady_seconds_p95": round(_p95(waits), 4),
        "steady_seconds_most": round(max(waits), 4),
        "loop_stall_seconds": round(max([each[0] for each in stalls], default=0.0), 4),
        "loop_worked_seconds": round(max([each[1] for each in stalls], default=0.0), 4),
    }


async def _table(computers: Computers, engine: Engine[Any], state: Any, seat: int) -> None:
    for number in range(SHARP_SEATS):
        await computers.answer(engine, state, seat, Level.SHARP, f"sharp {number}")


async def _watch(stalls: list[tuple[float, float]]) -> None:
    """How much later than wished for the loop comes back, again and again, and how much it worked in that time."""
    while True:
        began, worked = time.perf_counter(), time.thread_time()
        await asyncio.sleep(TICK)
        stalls.append((time.perf_counter() - began - TICK, time.thread_time() - worked))


def _p95(seconds: list[float]) -> float:
    return sorted(seconds)[int(0.95 * (len(seconds) - 1))]

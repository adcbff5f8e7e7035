"""Computer players: gentle, steady, sharp. They think in a process of their own, on re-dealt states only.

A computer seat is handed a state in which everything it may not know has been dealt anew, so it cannot cheat.
Gentle plays the game's plain player with a slip now and then, steady plays it as it is, sharp weighs each likely
answer by playing the game on from there with plain players.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from bot.table.model import Level
from engines import ENGINES
from engines.kit import Amount, Bundle, Engine, Pick, Place, data_in_use, use_data
from engines.kit.asks import Value
from engines.kit.dice import Dice
from engines.kit.engine import Pending

SLIPS = 25
"""Of a hundred answers of a gentle seat, so many are drawn by chance."""
THINKING = 1.5
"""Seconds that a sharp seat takes at most."""
CANDIDATES = 8
ROUNDS = 3
"""Deals between two looks at who is behind."""
LONGEST_PLAYOUT = 600
"""Answers after which a playout is given up."""


def choose(engine: Engine[Any], state: Any, pending: Pending, level: str, chance: Dice) -> Value:
    """The answer of a computer seat to its ask. What the seat may not know plays no part in it."""
    known = engine.resample(state, pending.seat, _seed(chance))
    plain = engine.policy(known, pending.seat, pending.step, pending.ask, chance.below)
    if level == Level.GENTLE and chance.below(100) < SLIPS and pending.owed:
        return pending.ask.sample(chance.below)
    if level == Level.SHARP:
        return _weighed(engine, state, pending, plain, chance)
    return plain


def _seed(chance: Dice) -> str:
    return f"computer {chance.below(1 << 30)}"


def _weighed(engine: Engine[Any], state: Any, pending: Pending, plain: Value, chance: Dice) -> Value:
    """The candidate that is clearly better than the plain answer in playouts from re-dealt states.

    All play on from the same deals with the same luck; after every few deals the worse half drops out.
    """
    candidates = _candidates(pending, plain, chance)
    leads: list[list[float]] = [[] for _ in candidates]
    racing = list(range(len(candidates)))
    ends = time.monotonic() + THINKING
    while len(racing) > 1 and time.monotonic() < ends:
        for _ in range(ROUNDS):
            known, seed = engine.resample(state, pending.seat, _seed(chance)), _seed(chance)
            for index in racing:
                leads[index].append(_playout(engine, known, pending, candidates[index], Dice(seed)))
        racing.sort(key=lambda index: (index != 0, -fmean(leads[index])))
        racing = racing[: 1 + max(1, (len(racing) - 1) // 2)]
    best = racing[-1] if len(racing) == 2 else 0
    return candidates[best] if best and _is_clear(leads[best], leads[0]) else plain


def _is_clear(leads: list[float], plain: list[float]) -> bool:
    """Better on the average by more than the playouts scatter."""
    gains = [lead - other for lead, other in zip(leads, plain, strict=False)]
    return fmean(gains) > pstdev(gains) / sqrt(len(gains))


def _candidates(pending: Pending, plain: Value, chance: Dice) -> list[Value]:
    """The plain player's answer, the suggestions, then others by chance."""
    ask = pending.ask
    found: list[Value] = [plain, *[ask.check(value) for value in ask.suggested]]
    match ask:
        case Pick(least=1, most=1) if len(ask.options) <= CANDIDATES:
            found += [[option.key] for option in ask.options]
        case Amount() if ask.count() + len(ask.instead) <= CANDIDATES:
            found += [ask.low + ask.step * index for index in range(ask.count())]
            found += [option.key for option in ask.instead]
        case Pick() | Amount() | Bundle() | Place():
            found += [ask.sample(chance.below) for _ in range(CANDIDATES)]
    unique = [value for index, value in enumerate(found) if value not in found[:index]]
    return unique[:CANDIDATES]


def _playout(engine: Engine[Any], state: Any, pending: Pending, value: Value, chance: Dice) -> float:
    """How far this seat is ahead when plain players have played on to the end."""
    game = engine.rollout(state)
    open_ = next((each for each in game.pending() if (each.seat, each.step) == (pending.seat, pending.step)), None)
    if open_ is None:
        return 0.0
    game.answer(open_, value)
    for _ in range(LONGEST_PLAYOUT):
        asked = _next(game.pending())
        if asked is None:
            break
        game.answer(asked, engine.policy(game.state, asked.seat, asked.step, asked.ask, chance.below))
    result = game.result()
    if result is None:
        return 0.0
    others = [score for seat, score in enumerate(result.scores) if seat != pending.seat]
    lead = result.scores[pending.seat] - max(others)
    return lead + (20.0 if pending.seat in result.winners else 0.0)


def _next(pending: list[Pending]) -> Pending | None:
    return next((each for each in pending if each.owed), None)


def _think(game: str, tables: Any, raw: bytes, seat: int, ask_id: str, level: str, seed: str) -> Value | None:
    """In the other process: None if the ask is not open."""
    engine = ENGINES[game]
    engine.tables.from_raw(tables)
    state = engine.load(raw)
    pending = next((each for each in engine.pending(state) if (each.seat, each.ask_id) == (seat, ask_id)), None)
    return None if pending is None else choose(engine, state, pending, level, Dice(seed))


def _begin_worker(data: Path | None) -> None:
    """Ctrl-C is for the main process, which ends its workers in order; without it nobody needs them."""
    use_data(data)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class Computers:
    """The processes in which computer seats think, apart from the event loop."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, engine: Engine[Any], state: Any, pending: Pending, level: str, seed: str) -> Value | None:
        """What a computer seat answers; None if its process died or the ask is not open: try again later."""
        tables = engine.tables_of(state).raw
        job = (engine.info.key, tables, engine.dump(state), pending.seat, pending.ask_id, level, seed)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._started(), _think, *job)
        except BrokenProcessPool:
            self._pool = None
            return None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, _begin_worker, (data_in_use(),))
        return self._pool

    def close(self) -> None:
        """Let nobody think any more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

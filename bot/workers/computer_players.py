"""The processes in which computer seats think, apart from the event loop and from the workers of tables.

One process answers what takes a script only, the others think; deep thoughts leave one of those to the quicker ones. So
nobody waits for the deep thought of another table. Whoever waits is served by depth, then in turn.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from bot.ops import metrics
from bot.service.mind import Mind
from bot.table.model import Level
from bot.workers.levels import choose
from engines import ENGINES
from engines.kit import Engine, Value
from engines.kit.processes import processes

T = TypeVar("T")

Given = tuple[str, Value]
"""The ask's id, and the answer to it."""


class Depth(IntEnum):
    """How long a level thinks."""

    SCRIPT = 0
    SHARP = 1
    """Of a sharp seat, or of the coach: somebody waits."""
    DEEP = 2
    IDLE = 3
    """For a story of a finished game: bit by bit, when nobody else wants to think."""


NICE = 10
"""Thoughts take what is left of the processors: neither the event loop nor a script waits for them."""
DEPTHS = {Level.SHARP: Depth.SHARP, Level.MASTER: Depth.DEEP}


def _at(game: str, tables: Any, raw: bytes, thought: Callable[..., T], *given: Any) -> T:
    """In the other process: the game and the state as they are here, and what is thought about them."""
    engine = ENGINES[game]
    if tables is not None:
        engine.tables.from_raw(tables)
    return thought(engine, engine.load(raw), *given)


def _think(
    engine: Engine[Any], state: Any, seat: int, level: str, seed: str, sides: int
) -> tuple[Given | None, int, bool]:
    """The answer, its playouts, and whether time cut them short. No answer: nothing is owed."""
    asked = [each for each in engine.pending(state) if each.seat == seat]
    found = choose(engine, state, asked, level, seed, sides)
    return (None, 0, False) if found is None else ((found.pending.ask_id, found.value), found.playouts, found.is_cut)


def _begun(deepest: Depth) -> ProcessPoolExecutor:
    """A pool of one process, which is there when this returns. One that thinks steps back for everything else."""
    pool = processes(1)
    pool.submit(_step_back, 0 if deepest is Depth.SCRIPT else NICE).result()
    return pool


def _step_back(by: int) -> int:
    """In the other process: how much it leaves to others, where the system knows such a thing."""
    return os.nice(by) if hasattr(os, "nice") else 0


@dataclass(eq=False)
class Thinker:
    """One process: how deep it may think, and the tables of numbers that it has been sent."""

    deepest: Depth
    is_busy: bool = False
    known: set[str] = field(default_factory=set)
    _pool: ProcessPoolExecutor | None = None

    async def started(self) -> ProcessPoolExecutor:
        """The process, begun when it is first needed: that takes a moment, in which the event loop goes on."""
        if self._pool is None:
            self._pool = await asyncio.to_thread(_begun, self.deepest)
            self.known = set()
        return self._pool

    def end(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class Queue:
    """Who thinks next: the quick before the deep, each in turn."""

    def __init__(self, thinkers: list[Thinker]) -> None:
        self._thinkers = thinkers
        self._waiting: list[tuple[Depth, asyncio.Future[Thinker]]] = []

    async def taken(self, depth: Depth) -> Thinker:
        """A process that is free for a thought so deep; the caller gives it back."""
        for thinker in self._thinkers:
            if not thinker.is_busy and depth <= thinker.deepest and not self._is_before(depth, thinker):
                thinker.is_busy = True
                return thinker
        future: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        self._waiting.append((depth, future))
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give_back(future.result())
            raise
        finally:
            self._waiting = [each for each in self._waiting if each[1] is not future]

    def _is_before(self, depth: Depth, thinker: Thinker) -> bool:
        """Whether somebody waits already who comes first here."""
        return any(other <= depth and other <= thinker.deepest for other, _ in self._waiting)

    def give_back(self, thinker: Thinker) -> None:
        """The process is free: whoever waits first of those it may serve has it."""
        for depth, future in sorted(self._waiting, key=lambda each: each[0]):
            if depth <= thinker.deepest and not future.done():
                future.set_result(thinker)
                return
        thinker.is_busy = False


class Computers(Mind):
    """Answers of computer seats, each worked out in one of our processes."""

    def __init__(self, processes: int | None = None) -> None:
        number = max(2, processes or os.cpu_count() or 1)
        deep = [Thinker(Depth.SHARP if index == 0 else Depth.IDLE) for index in range(number)]
        self._thinkers = [Thinker(Depth.SCRIPT), *deep]
        self._queue = Queue(self._thinkers)

    async def answer(
        self, engine: Engine[Any], state: Any, seat: int, level: str, seed: str, sides: int = 0
    ) -> Given | None:
        """What a computer seat answers, and to which of its asks; None if its process died or it owes nothing."""
        depth = DEPTHS.get(Level(level), Depth.SCRIPT) if level in list(Level) else Depth.SCRIPT
        began = time.perf_counter()
        found = await self._thought(depth, engine, state, _think, seat, level, seed, sides)
        if found is None:
            return None
        answer, playouts, is_cut = found
        metrics.THOUGHT_SECONDS.labels(level).observe(time.perf_counter() - began)
        metrics.PLAYOUTS.inc(playouts)
        metrics.THOUGHTS_CUT.inc(int(is_cut))
        return answer

    async def had(
        self, is_idle: bool, engine: Engine[Any], state: Any, thought: Callable[..., T], *given: Any
    ) -> T | None:
        """What is thought for people comes after the scripts; for a story, when nobody else wants to think."""
        return await self._thought(Depth.IDLE if is_idle else Depth.SHARP, engine, state, thought, *given)

    async def _thought(
        self, depth: Depth, engine: Engine[Any], state: Any, thought: Callable[..., T], *given: Any
    ) -> T | None:
        """Think something through in the first process that is free for it; None if that died."""
        thinker = await self._queue.taken(depth)
        try:
            tables = engine.tables_of(state)
            pool = await thinker.started()
            sent = None if tables.digest in thinker.known else tables.raw
            job = (engine.info.key, sent, engine.dump(state), thought, *given)
            found: T = await asyncio.get_running_loop().run_in_executor(pool, _at, *job)
            thinker.known.add(tables.digest)
            return found
        except BrokenProcessPool:
            thinker.end()
            return None
        finally:
            self._queue.give_back(thinker)

    def close(self) -> None:
        """Let nobody think any more."""
        for thinker in self._thinkers:
            thinker.end()

"""Background tasks that are to run for as long as the program: what ends is logged, counted and started again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.ops import metrics
from bot.ops.cancellation import end, is_ending

log = logging.getLogger(__name__)

SHORTEST_PAUSE, LONGEST_PAUSE = 0.25, 15.0
"""Seconds until a task that ended is started again: twice as long each time, until it has run well for a while."""
WELL_AFTER = 20.0
"""Seconds after which a task that was started again counts as well."""

_WATCHED: list[Watched] = []


@dataclass(eq=False)
class Watched:
    """One task that must not end."""

    name: str
    work: Callable[[], Awaitable[None]]
    shortest: float = SHORTEST_PAUSE
    fault: str = ""
    """Why it last ended; empty while it is well."""
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = time.monotonic()

    async def run(self) -> None:
        """Do the work, again and again, until cancelled."""
        pause = self.shortest
        metrics.TASKS_UP.labels(self.name).set(1)
        while not is_ending():
            self.started = time.monotonic()
            try:
                await self.work()
            except Exception as fault:
                self.fault = f"{type(fault).__name__}: {fault}"
                log.exception("%s stopped by a fault and will be started again", self.name)
            else:
                if is_ending():
                    break
                self.fault = "it ended by itself"
                log.error("%s ended, which it must not, and will be started again", self.name)
            if time.monotonic() - self.started > WELL_AFTER:
                pause = self.shortest
            metrics.RESTARTS.labels(self.name).inc()
            metrics.TASKS_UP.labels(self.name).set(0)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
            metrics.TASKS_UP.labels(self.name).set(1)

    @property
    def problem(self) -> str:
        """What the operator should know; empty when it is well, or has been for a while."""
        if self.fault and time.monotonic() - self.started > WELL_AFTER:
            self.fault = ""
        return f"{self.name} had to be started again: {self.fault}" if self.fault else ""


@asynccontextmanager
async def supervised(
    name: str, work: Callable[[], Awaitable[None]], pause: float = SHORTEST_PAUSE
) -> AsyncIterator[asyncio.Task[None]]:
    """Keep some work going while the block runs."""
    watched = Watched(name, work, pause)
    _WATCHED.append(watched)
    task = asyncio.create_task(watched.run(), name=name)
    try:
        yield task
    finally:
        _WATCHED.remove(watched)
        await end([task])


def problems() -> list[str]:
    """A sentence for each task that stopped not long ago."""
    return [watched.problem for watched in _WATCHED if watched.problem]

"""A virtual clock: an event loop whose time leaps to the next timer, in one thread, with a network in memory.

Nothing here waits for anything real, so a run takes as long as its computing, and the same seed gives the same run:
tasks and futures hash by their number (sets of them have an order), threads are calls, and chance comes from the seed.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import selectors
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from aiohttp import connector

from tests.sim.network import Network

EPOCH = 1_900_000_000.0
"""What time it is when a run begins."""
PROCESS: ContextVar[str] = ContextVar("process", default="world")
"""Which process of the simulation a task belongs to; the world is everything that is no process of ours."""


class Stuck(Exception):
    """Nothing will ever happen again, and the run has not ended."""


class _Timers(selectors.SelectSelector):
    """Waits for no socket: the time until the next timer has passed at once."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck("everything waits for something that nobody does")
        self.now += max(0.0, timeout)
        return []


class _Numbered:
    """Hashes by a number of its own, not by its place in memory."""

    _numbers = itertools.count()

    _number = -1

    def __hash__(self) -> int:
        if self._number < 0:
            self._number = next(_Numbered._numbers)
        return self._number

    def __eq__(self, other: object) -> bool:
        return self is other


class _Future(_Numbered, asyncio.Future[Any]):
    pass


class _Task(_Numbered, asyncio.Task[Any]):
    pass


class VirtualLoop(asyncio.SelectorEventLoop):
    """Also knows of each task which process it belongs to, so that a process can be killed."""

    def __init__(self, network: Network) -> None:
        self.timers = _Timers()
        self.network = network
        self.rounds = 0
        """How often it has gone round: each time every task stands at an await."""
        self.at_round: dict[int, Callable[[], None]] = {}
        """What happens between two rounds, such as a crash."""
        self.faults: list[str] = []
        """What no task of the program has caught."""
        self.tasks: dict[str, dict[_Task, None]] = {}
        super().__init__(self.timers)
        self._clock_resolution = 1e-6
        self.set_task_factory(_made)  # type: ignore[arg-type]
        self.set_exception_handler(_noted)

    def time(self) -> float:
        return self.timers.now

    def create_future(self) -> asyncio.Future[Any]:
        return _Future(loop=self)

    def _run_once(self) -> None:
        self.rounds += 1
        if (act := self.at_round.pop(self.rounds, None)) is not None:
            self.call_soon(act)
        super()._run_once()  # type: ignore[misc]

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """There are no threads: it is done here and now, and its answer comes a little later."""
        future = self.create_future()

        def answer() -> None:
            if not future.done():
                future.set_result(found) if fault is None else future.set_exception(fault)

        found, fault = None, None
        try:
            found = func(*args)
        except Exception as error:
            fault = error
        self.call_soon(answer)
        return future

    async def getaddrinfo(self, host: Any, port: Any, **_: Any) -> list[Any]:
        return self.network.addresses(host, port)

    async def create_server(self, factory: Callable[[], Any], host: Any = None, port: Any = 0, **_: Any) -> Any:  # type: ignore[override]
        return self.network.listen(self, PROCESS.get(), factory, int(port or 0))

    async def create_connection(  # type: ignore[override]
        self, factory: Callable[[], Any], host: Any = None, port: Any = None, **more: Any
    ) -> Any:
        to = more["sock"].port if more.get("sock") is not None else port
        return await self.network.connect(self, PROCESS.get(), factory, int(to))

    def kill(self, process: str) -> None:
        """End every task of a process; what they do on their way out reaches nobody, since the caller cut it off."""
        for task in list(self.tasks.pop(process, ())):
            task.cancel()


def _made(loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, Any], **more: Any) -> asyncio.Task[Any]:
    assert isinstance(loop, VirtualLoop)
    task, mine = _Task(coroutine, loop=loop, **more), loop.tasks.setdefault(PROCESS.get(), {})
    mine[task] = None
    task.add_done_callback(lambda done: mine.pop(done, None))
    return task


def _noted(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    assert isinstance(loop, VirtualLoop)
    if "exception" in context:
        loop.faults.append(f"{context.get('message')}: {context.get('exception')!r}")


@contextmanager
def virtual(loop: VirtualLoop, seed: str) -> Iterator[None]:
    """All time is the loop's, and all chance the seed's: no run may depend on how quick or busy the machine is."""
    chance = random.Random(f"{seed}/bytes")
    patched: list[tuple[Any, str, Any]] = [
        (time, "time", lambda: EPOCH + loop.timers.now),
        (time, "monotonic", lambda: loop.timers.now),
        (connector, "monotonic", lambda: loop.timers.now),
        (os, "urandom", chance.randbytes),
        (random, "_urandom", chance.randbytes),
    ]
    before = [(module, name, getattr(module, name)) for module, name, _ in patched]
    state = random.getstate()
    random.seed(f"{seed}/random")
    _Numbered._numbers = itertools.count()
    for module, name, stand_in in patched:
        setattr(module, name, stand_in)
    try:
        yield
    finally:
        for module, name, real in before:
            setattr(module, name, real)
        random.setstate(state)

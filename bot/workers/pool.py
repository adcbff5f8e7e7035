"""The workers of one process: they find what is due, take it, attend to it. Any number of processes share the work."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from contextlib import suppress
from functools import partial

from bot.ops import metrics
from bot.ops.cancellation import end, is_ending
from bot.ops.supervision import supervised
from bot.store import StoreAway, StoreFault
from bot.store.keys import partition_of
from bot.workers.table_worker import HOLD, TableWorker
from engines.kit import Refusal

log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between looks at the due sets."""
BEAT_EVERY = 10.0
BEAT_PATIENCE = 60.0
"""So long without a heartbeat of any process, and the clocks stood still."""
APART = 1e-5
"""Makes every claim's expiry unique, so that a retried claim recognises its own lease."""
AFTER_FAULT = 30.0
"""Seconds until a table at which something went wrong is tried again."""


class WorkerPool:
    """`run` works until `cancellation.end` cancels it; `step` is one round of it, for a clock that tests turn."""

    def __init__(self, worker: TableWorker, count: int = 4, patience: float = BEAT_PATIENCE) -> None:
        self._attendant = worker
        self._service = worker.service
        self._store = worker.service.work.store
        self._count = count
        self._patience = patience
        self._woken = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._service.work.listeners.append(self._hear)
        self._hot: set[int] = set()
        self._looked = 0.0
        self._unsure: dict[int, float] = {}
        """Until when claims hold of which nobody knows whether they were made, by partition."""
        self._left: set[str] = set()
        """Tables that were in hand when the storage went away."""
        self._claims = itertools.count()

    def _hear(self, code: str) -> None:
        """A table changed in this process: do not wait for the next look."""
        self._hot.add(partition_of(code))
        self._woken.set()

    async def step(self) -> int:
        """Attend to everything that is due now, and to what comes of it; how many tables that were."""
        await self.beat()
        self._hot.clear()
        done, partitions = 0, await self._due()
        while codes := await self._claim(partitions):
            await asyncio.gather(*(self._attend(code) for code in codes))
            done += len(codes)
            partitions, self._hot = self._hot, set()
        return done

    async def beat(self) -> None:
        """A process is alive."""
        now = self._service.work.clock()
        if await self._store.beat(now, self._patience):
            log.info("no process was alive for a while: no clock ran in that time")
        metrics.LAST_BEAT.set(time.time())
        metrics.STORE_RETRIES.set(self._store.link.retries)
        metrics.UNREPLICATED.set(self._store.link.unreplicated)
        metrics.REPEATED.set(self._store.link.repeated)
        metrics.LOST.set(self._store.link.lost)

    async def run(self) -> None:
        """Work until cancelled; while the storage is away, wait for it."""
        if self._hear not in self._service.work.listeners:
            self._service.work.listeners.append(self._hear)
        async with supervised("the heartbeat", self._beat_on):
            try:
                while not is_ending():
                    try:
                        await self._round()
                    except StoreAway as away:
                        log.warning("workers wait for the storage: %s", away)
                        await asyncio.sleep(LOOK_EVERY)
            finally:
                await self._stop()

    async def _round(self) -> None:
        """Wait for a hint or a second, then start on what is due as far as there are hands free."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_EVERY):
                await self._woken.wait()
        self._woken.clear()
        free = self._count - len(self._tasks)
        if free == 0:
            await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED)
            self._woken.set()
            return
        found, self._hot = self._hot, set()
        if time.monotonic() - self._looked >= LOOK_EVERY:
            self._looked = time.monotonic()
            found |= await self._due()
            await self._give_back_left()
        for code in await self._claim(found, free):
            self._tasks[code] = asyncio.create_task(self._attend(code))
            self._tasks[code].add_done_callback(partial(self._free, code))

    async def _give_back_left(self) -> None:
        """The storage answers again: nobody should wait for the end of a hold."""
        while self._left:
            code = self._left.pop()
            if code in self._tasks:
                continue
            try:
                await self._attendant.give_back(code, 0.0)
            except StoreFault:
                log.exception("table %s could not be given back", code)
            except StoreAway:
                self._left.add(code)
                raise
            self._hot.add(partition_of(code))
            self._woken.set()

    def _free(self, code: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(code) is task:
            del self._tasks[code]
        self._hot.add(partition_of(code))
        self._woken.set()

    async def _beat_on(self) -> None:
        while True:
            with suppress(StoreAway):
                await self._store.set_clock()
                await self.beat()
            await asyncio.sleep(BEAT_EVERY)

    async def _due(self) -> set[int]:
        """The partitions in which something is due."""
        now = self._service.work.clock()
        heads = await self._store.due_heads()
        metrics.LATE_SECONDS.set(max(0.0, now - min(heads.values(), default=now)))
        return {partition for partition, when in heads.items() if when <= now}

    async def _claim(self, partitions: set[int], most: int = 1000) -> list[str]:
        """A claim whose reply was lost is made again, with the same hold; what was claimed before it is given back."""
        codes: list[str] = []
        for partition in sorted(partitions | self._unsure.keys()):
            if len(codes) < most:
                now = self._service.work.clock()
                until = self._unsure.pop(partition, 0.0)
                if until <= now:
                    until = now + HOLD + next(self._claims) % 10_000 * APART
                try:
                    codes += await self._store.claim(partition, self._attendant.worker, now, until, most - len(codes))
                except StoreAway:
                    self._unsure[partition] = until
                    self._left.update(codes)
                    raise
        return codes

    async def _attend(self, code: str) -> None:
        try:
            await self._attendant.attend(code)
        except Exception as fault:
            if isinstance(fault, StoreAway) and not isinstance(fault, StoreFault):
                log.warning("table %s is left to be attended again: %s", code, fault)
                self._left.add(code)
                return
            if isinstance(fault, Refusal):
                log.info("table %s is left alone: %s", code, fault)
            else:
                metrics.ATTENDED.labels("fault").inc()
                log.exception("table %s could not be attended to", code)
            with suppress(StoreAway):
                await self._attendant.give_back(code, AFTER_FAULT)

    async def _stop(self) -> None:
        """Give back what is in hand, so that another process goes on at once."""
        self._service.work.listeners.remove(self._hear)
        codes = list(self._tasks)
        await end(self._tasks.values())
        with suppress(StoreAway):
            for code in codes:
                await self._attendant.give_back(code, 0.0)

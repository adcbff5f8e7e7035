"""Studio: draws pictures outside the event loop, each picture once; at work in processes, so that every core draws."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

from engines.kit.processes import processes
from render.cache import Cache, key
from render.dispatch import draw
from render.picture import Drawn, Picture

WORKERS = 2
MOST_WAITING = 64


class Studio:
    """A bounded pool with a cache; the same picture asked for twice at once is drawn once."""

    def __init__(
        self,
        workers: int = WORKERS,
        cache: Cache | None = None,
        most_waiting: int = MOST_WAITING,
        pool: Callable[[int], Executor] = ThreadPoolExecutor,
    ) -> None:
        self.cache = cache or Cache()
        self._open = partial(pool, workers)
        self._pool = self._open()
        self._room = asyncio.Semaphore(most_waiting)
        self._under_way: dict[str, asyncio.Task[Drawn]] = {}

    @classmethod
    def at_work(cls, workers: int | None = None) -> "Studio":
        """Draws in processes, one a core up to a few, begun at once: the first picture should not wait for that."""
        count = workers or min(WORKERS, os.cpu_count() or 1)
        studio = cls(count, pool=processes)
        for _ in range(count):
            studio._pool.submit(_ready)
        return studio

    async def draw(self, picture: Picture) -> Drawn:
        name = key(picture)
        found = self.cache.get(name)
        if found is not None:
            return found
        task = self._under_way.get(name)
        if task is None:
            task = asyncio.create_task(self._make(name, picture))
            self._under_way[name] = task
            task.add_done_callback(lambda _: self._under_way.pop(name, None))
        return await asyncio.shield(task)

    async def _make(self, name: str, picture: Picture) -> Drawn:
        async with self._room:
            drawn = await self._drawn(picture)
        self.cache.put(name, drawn)
        return drawn

    async def _drawn(self, picture: Picture) -> Drawn:
        """Once more if the process died under it; a picture that ends two is a fault."""
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, draw, picture)
        except BrokenProcessPool:
            if self._pool is pool:
                pool.shutdown(wait=False)
                self._pool = self._open()
            return await asyncio.get_running_loop().run_in_executor(self._pool, draw, picture)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def _ready() -> None:
    """Nothing to do but to have begun."""

"""Studio: draws pictures outside the event loop, in few threads, each picture once."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from render.cache import Cache, key
from render.dispatch import draw
from render.picture import Drawn, Picture

WORKERS = 2
MOST_WAITING = 64


class Studio:
    """A bounded pool with a cache; the same picture asked for twice at once is drawn once."""

    def __init__(self, workers: int = WORKERS, cache: Cache | None = None, most_waiting: int = MOST_WAITING) -> None:
        self.cache = cache or Cache()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="render")
        self._room = asyncio.Semaphore(most_waiting)
        self._under_way: dict[str, asyncio.Task[Drawn]] = {}

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
            drawn = await asyncio.get_running_loop().run_in_executor(self._pool, draw, picture)
        self.cache.put(name, drawn)
        return drawn

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

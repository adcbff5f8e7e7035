"""Turns: many at once, but what belongs to one name is done in the order in which it came."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Turns:
    """A queue for each name, which ends with the last who waits in it."""

    def __init__(self) -> None:
        self._queues: dict[Hashable, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def of(self, name: Hashable) -> AsyncIterator[None]:
        """Wait for everybody of this name who came before."""
        lock, waiting = self._queues.get(name, (asyncio.Lock(), 0))
        self._queues[name] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._queues.pop(name)
            if waiting > 1:
                self._queues[name] = lock, waiting - 1

    def __len__(self) -> int:
        """How many names have a queue."""
        return len(self._queues)

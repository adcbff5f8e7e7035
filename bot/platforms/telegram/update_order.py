"""Update order: many people at once, but what one person does is handled in the order in which it was done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

from telegram import Update
from telegram.ext import BaseUpdateProcessor

AT_ONCE = 256
"""Updates in hand; those that wait for an earlier one of the same person count too."""


class UpdateOrder(BaseUpdateProcessor):
    """A queue for each person, which ends with its last update."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        super().__init__(at_once)
        self._queues: dict[int, tuple[asyncio.Lock, int]] = {}

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        user = update.effective_user if isinstance(update, Update) else None
        if user is None:
            await coroutine
            return
        async with self._turn(user.id):
            await coroutine

    @asynccontextmanager
    async def _turn(self, person: int) -> AsyncIterator[None]:
        lock, waiting = self._queues.get(person, (asyncio.Lock(), 0))
        self._queues[person] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._queues.pop(person)
            if waiting > 1:
                self._queues[person] = lock, waiting - 1

    async def initialize(self) -> None:
        """Nothing is opened."""

    async def shutdown(self) -> None:
        """Nothing is closed."""

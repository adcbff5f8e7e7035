"""Update order: many people at once, but what one person does is handled in the order in which it was done."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.ops.turns import Turns

AT_ONCE = 256
"""Updates in hand; those that wait for an earlier one of the same person count too."""


class UpdateOrder(BaseUpdateProcessor):
    """A queue for each person, which ends with its last update."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        super().__init__(at_once)
        self._turns = Turns()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        user = update.effective_user if isinstance(update, Update) else None
        if user is None:
            await coroutine
            return
        async with self._turns.of(user.id):
            await coroutine

    async def initialize(self) -> None:
        """Nothing is opened."""

    async def shutdown(self) -> None:
        """Nothing is closed."""

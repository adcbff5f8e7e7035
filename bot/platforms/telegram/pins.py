"""Pins: a board that is pinned is found however much is written below it, where the bot may do that."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from telegram import Bot
from telegram.error import TelegramError

from bot.platforms.telegram.message_ref import MessageRef

log = logging.getLogger(__name__)
AGAIN = 6 * 3600.0
"""Seconds until a group that does not allow it is asked again."""


class Pins:
    """Pins without a sound, and takes pins away."""

    def __init__(self, bot: Bot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._clock = clock
        self._refused: dict[int, float] = {}

    async def pin(self, name: MessageRef) -> MessageRef:
        """The message, pinned if that is allowed; it stays where it is then."""
        if self._clock() < self._refused.get(name.chat, 0.0) + AGAIN:
            return name
        try:
            await self._bot.pin_chat_message(name.chat, name.message, disable_notification=True)
        except TelegramError as refused:
            log.info("the board in %s is not pinned: %s", name.chat, refused)
            self._refused[name.chat] = self._clock()
            return name
        return replace(name, is_pinned=True)

    async def unpin(self, name: MessageRef) -> MessageRef:
        """The message without its pin: a finished game need not be at hand."""
        try:
            await self._bot.unpin_chat_message(name.chat, name.message)
        except TelegramError as refused:
            log.info("the board in %s stays pinned: %s", name.chat, refused)
        return replace(name, is_pinned=False)

"""Answers to people: sent at once, a second time where Telegram asks for a little patience or did not confirm."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from telegram import Message

from bot.messages.post import Post
from bot.platforms.telegram.errors import Unconfirmed
from bot.platforms.telegram.flood_limits import FloodLimits
from bot.platforms.telegram.message_ref import MessageRef, name_of
from bot.platforms.telegram.scroll import Scroll
from bot.platforms.telegram.sending import Sending
from bot.store import Read
from bot.workers.platform import PlatformTrouble

PATIENCE = 20.0
"""Seconds that an answer may be late."""


class Delivery:
    """What a person waits for is never held back by our own pacing; it only counts."""

    def __init__(self, sending: Sending, pacing: FloodLimits, scroll: Scroll) -> None:
        self._sending = sending
        self._pacing = pacing
        self._scroll = scroll

    async def send(
        self, chat: int, topic: int | None, post: Post, is_room: bool = False, later: list[Read[None]] | None = None
    ) -> MessageRef:
        """A message, a photo or a file; its name. Raises what `understood` makes of Telegram's refusals."""
        try:
            sent = await self._send(chat, topic, post, is_room, later)
        except PlatformTrouble as trouble:
            if trouble.retry_after is None or trouble.retry_after > PATIENCE:
                raise
            if not isinstance(trouble, Unconfirmed):
                await asyncio.sleep(trouble.retry_after)
            sent = await self._send(chat, topic, post, is_room, later)
        place = await self._scroll.saw(chat, topic, sent.message_id) if is_room else 0
        return replace(name_of(sent), place=place)

    async def _send(
        self, chat: int, topic: int | None, post: Post, is_room: bool, later: list[Read[None]] | None
    ) -> Message:
        await self._pacing.count(chat)
        return await self._sending.send(chat, topic, post, is_room, later=later)

"""Answers to people: sent at once, a second time where Telegram asks for a little patience."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from telegram import Bot, Message

from bot.platforms.base import PlatformTrouble
from bot.platforms.telegram.draw import keyboard, text_of
from bot.platforms.telegram.names import Name, name_of
from bot.platforms.telegram.pacing import Pacing
from bot.platforms.telegram.scroll import Scroll
from bot.platforms.telegram.trouble import understood
from bot.posts import Post

PATIENCE = 20.0
"""Seconds that an answer may be late."""


class Delivery:
    """What a person waits for is never held back by our own pacing; it only counts."""

    def __init__(self, bot: Bot, pacing: Pacing, scroll: Scroll) -> None:
        self.bot = bot
        self._pacing = pacing
        self._scroll = scroll

    async def send(self, chat: int, topic: int | None, post: Post, is_room: bool = False) -> Name:
        """A message, a photo or a file; its name. Raises what `understood` makes of Telegram's refusals."""
        try:
            sent = await self._send(chat, topic, post, is_room)
        except PlatformTrouble as trouble:
            if trouble.retry_after is None or trouble.retry_after > PATIENCE:
                raise
            await asyncio.sleep(trouble.retry_after)
            sent = await self._send(chat, topic, post, is_room)
        place = await self._scroll.saw(chat, topic, sent.message_id) if is_room else 0
        return replace(name_of(sent), place=place)

    async def _send(self, chat: int, topic: int | None, post: Post, is_room: bool) -> Message:
        markup, text = keyboard(post, self.bot.username, is_room), text_of(post)
        self._pacing.count(chat)
        with understood(is_private=chat > 0):
            if post.file is not None:
                return await self.bot.send_document(
                    chat, post.file.data, text, filename=post.file.name, parse_mode="HTML", message_thread_id=topic,
                    reply_markup=markup,
                )  # fmt: skip
            if post.picture is not None:
                return await self.bot.send_photo(
                    chat, post.picture.png, text, parse_mode="HTML", message_thread_id=topic, reply_markup=markup
                )
            return await self.bot.send_message(
                chat, text, parse_mode="HTML", message_thread_id=topic, reply_markup=markup
            )

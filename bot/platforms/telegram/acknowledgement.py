"""Acknowledgement: the wheel on a tapped button ends with a few words where the finger is, or without any."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from telegram import CallbackQuery
from telegram.error import BadRequest, TelegramError

from bot.messages.post import Post
from bot.platforms.telegram.html_limits import length, plain

log = logging.getLogger(__name__)
LATEST = 2.5
"""Seconds after which the wheel ends, whether or not there is something to say."""
LONGEST = 200


class Acknowledgement:
    """Given once."""

    def __init__(self, query: CallbackQuery) -> None:
        self._query = query
        self._is_given = False

    async def say(self, words: str = "", urgent: bool = False) -> bool:
        """End the wheel with these words; false: it has ended already. `urgent`: they stay until they are closed."""
        if self._is_given:
            return False
        self._is_given = True
        try:
            await self._query.answer(words or None, show_alert=urgent or None)
        except BadRequest as late:
            log.info("a tap was acknowledged too late: %s", late)
            return False
        except TelegramError as error:
            log.warning("a tap could not be acknowledged: %s", error)
            return False
        return True


@asynccontextmanager
async def acknowledging(query: CallbackQuery, latest: float = LATEST) -> AsyncIterator[Acknowledgement]:
    """A tap is being handled: acknowledged with what is said meanwhile, after a while or at the end without words."""
    given = Acknowledgement(query)

    async def end_in_time() -> None:
        await asyncio.sleep(latest)
        await given.say()

    timer = asyncio.create_task(end_in_time())
    try:
        yield given
    finally:
        await given.say()
        timer.cancel()
        with suppress(asyncio.CancelledError):
            await timer


def toast_of(post: Post) -> str:
    """The words of a post that is nothing but a short sentence; else none."""
    if post.rows or post.picture is not None or post.file is not None or length(post.text) > LONGEST:
        return ""
    return plain(post.text)

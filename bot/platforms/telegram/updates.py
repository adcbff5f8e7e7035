"""Updates in hand: many people at once, what one person does in its order, and Telegram keeps each until it is done.

An update counts as heard only when it has been handled: what was in hand when a process was killed comes to the next.
Coming twice is no harm, since an update's number names the request, and a request is carried out once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from telegram import Bot, Update
from telegram.error import RetryAfter, TelegramError

from bot.ops.cancellation import end, is_ending
from bot.ops.turns import Turns
from bot.platforms.telegram.errors import seconds_to_wait

log = logging.getLogger(__name__)
ALLOWED = ["message", "callback_query", "inline_query", "my_chat_member"]
AT_ONCE = 256
"""Updates in hand; those that wait for an earlier one of the same person count too."""
AT_A_TIME = 100
"""How many updates Telegram shows at once, from the first that it was not told to forget."""
AGAIN = 0.3
"""Seconds between two looks while something is in hand: Telegram then answers at once, with what it showed before."""
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds until Telegram is asked again after it could not be reached, longer each time."""
LAST = 5.0
"""Seconds for what is in hand when the program is to stop."""
REMEMBERED = 1000
"""How many updates are known as done."""

Handle = Callable[[Update], Awaitable[None]]


class Updates:
    """What this process has in hand, and has done lately."""

    def __init__(self, handle: Handle) -> None:
        self._handle = handle
        self._turns = Turns()
        self._in_hand: dict[int, asyncio.Task[None]] = {}
        self._done: dict[int, None] = {}
        self._next = 0
        """The number after the highest that was ever taken."""
        self._given_up = 0
        """Below this number Telegram forgets what is still in hand: else it would show nothing newer."""
        self._told = 0
        """Up to here Telegram was told to forget."""

    @property
    def first(self) -> int:
        """The first update that Telegram is to keep."""
        return max(self._given_up, min(self._in_hand, default=self._next))

    def take(self, update: Update) -> asyncio.Task[None] | None:
        """Begin with an update, unless that was done; None: it is done already."""
        number = update.update_id
        if number not in self._in_hand and number not in self._done:
            self._next = max(self._next, number + 1)
            self._in_hand[number] = asyncio.create_task(self._handled(update), name=f"update {number}")
        return self._in_hand.get(number)

    async def _handled(self, update: Update) -> None:
        number, user = update.update_id, update.effective_user
        try:
            async with self._turns.of(number if user is None else f"user {user.id}"):
                await self._handle(update)
        except Exception:
            log.exception("an update could not be handled")
        finally:
            del self._in_hand[number]
        self._done[number] = None
        if len(self._done) > REMEMBERED:
            del self._done[next(iter(self._done))]

    # --- long polling ---

    async def poll(self, bot: Bot, seconds: int) -> None:
        """Ask for updates as long as this task lives."""
        pause = SHORTEST_PAUSE
        while not is_ending():
            try:
                await self._look(bot, seconds)
                pause = SHORTEST_PAUSE
            except RetryAfter as limited:
                await asyncio.sleep(seconds_to_wait(limited))
            except TelegramError as error:
                log.warning("Telegram does not say what is new: %s", error)
                await asyncio.sleep(pause)
                pause = min(1.5 * pause, LONGEST_PAUSE)

    async def _look(self, bot: Bot, seconds: int) -> None:
        """Take what is new. With something in hand, stay no longer than until that is done."""
        if self._in_hand:
            is_full = len(self._in_hand) >= AT_ONCE
            await asyncio.wait(
                self._in_hand.values(),
                timeout=None if is_full else AGAIN,
                return_when=asyncio.FIRST_COMPLETED,
            )
        first, highest = self.first, self._next
        found = await bot.get_updates(
            offset=first, limit=AT_A_TIME, timeout=0 if self._in_hand else seconds, allowed_updates=ALLOWED
        )
        self._told = first
        for update in found:
            self.take(update)
        if len(found) == AT_A_TIME and self._next == highest:
            self._given_up = highest

    async def finish(self, bot: Bot | None = None) -> None:
        """Let what is in hand come to its end, as long as that does not take long, and tell Telegram (if polled) so."""
        if self._in_hand:
            await asyncio.wait(self._in_hand.values(), timeout=LAST)
        first = self.first
        await end(list(self._in_hand.values()))
        if bot is not None and first > self._told:
            with suppress(TelegramError):
                await bot.get_updates(offset=first, limit=1, timeout=0, allowed_updates=ALLOWED)

"""Telegram's flood limits, kept before Telegram has to: per chat, per group and overall, for all processes together."""

from __future__ import annotations

from collections.abc import Callable

from bot.ops.rate_window import RateWindow
from bot.store import Store, StoreAway
from bot.workers.platform import NotNow

PER_CHAT = (3, 3.0)
"""Messages in so many seconds: one a second, short bursts pass."""
PER_GROUP = (18, 60.0)
OVERALL = (28, 1.0)


class FloodLimits:
    """Says no before a message goes out too early; the table simply stays due.

    The store counts for all processes. While it is away each keeps the limits for itself.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self.is_on = True
        self._store = store
        self._clock = clock
        self._chats = RateWindow[int](*PER_CHAT, clock)
        self._groups = RateWindow[int](*PER_GROUP, clock)
        self._overall = RateWindow[None](*OVERALL, clock)

    async def allow(self, chat: int) -> None:
        """Count a message to this chat, or raise the trouble that says when to try again."""
        if not self.is_on:
            return
        wait = max(self._chats.wait(chat), self._overall.wait(None), self._groups.wait(chat) if chat < 0 else 0.0)
        wait = wait or await self._shared(chat, is_certain=False)
        if wait > 0:
            raise NotNow("Telegram's flood limit", wait)
        self._count(chat)

    async def count(self, chat: int) -> None:
        """A message goes out, allowed or not: what a person waits for is never held back."""
        if self.is_on:
            await self._shared(chat, is_certain=True)
            self._count(chat)

    def _count(self, chat: int) -> None:
        self._chats.count(chat)
        self._overall.count(None)
        if chat < 0:
            self._groups.count(chat)

    async def _shared(self, chat: int, is_certain: bool) -> float:
        """Seconds to wait by what all processes have sent; 0: it is counted there."""
        windows = {"telegram": OVERALL, f"telegram:{chat}": PER_CHAT}
        if chat < 0:
            windows[f"telegram:{chat}/minute"] = PER_GROUP
        try:
            return await self._store.pace(windows, self._clock(), is_certain)
        except StoreAway:
            return 0.0

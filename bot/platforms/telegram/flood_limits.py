"""Telegram's flood limits, kept by us before Telegram has to: per chat, per group and overall."""

from __future__ import annotations

from collections.abc import Callable

from bot.ops.rate_window import RateWindow
from bot.workers.platform import NotNow

PER_CHAT = (3, 3.0)
"""Messages in so many seconds: one a second, short bursts pass."""
PER_GROUP = (18, 60.0)
OVERALL = (28, 1.0)


class FloodLimits:
    """Says no before a message goes out too early; the table simply stays due."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.is_on = True
        self._chats = RateWindow[int](*PER_CHAT, clock)
        self._groups = RateWindow[int](*PER_GROUP, clock)
        self._overall = RateWindow[None](*OVERALL, clock)

    def allow(self, chat: int) -> None:
        """Count a message to this chat, or raise the trouble that says when to try again."""
        wait = max(self._chats.wait(chat), self._overall.wait(None), self._groups.wait(chat) if chat < 0 else 0.0)
        if self.is_on and wait > 0:
            raise NotNow("Telegram's flood limit", wait)
        self.count(chat)

    def count(self, chat: int) -> None:
        """A message goes out, allowed or not: what a person waits for is never held back."""
        self._chats.count(chat)
        self._overall.count(None)
        if chat < 0:
            self._groups.count(chat)

"""Request budget: what Discord allows a bot in a second, shared by all processes, kept before Discord has to."""

from __future__ import annotations

from collections.abc import Callable

from bot.platforms.discord.errors import Limited
from bot.store import Store, StoreAway

SHARE = 5
"""Requests that a process takes at a time: so the store is asked once for several."""
SHARES = (9, 1.0)
"""Shares in so many seconds, for all together: 45 of the 50 requests. Answers to interactions do not count."""


class RequestBudget:
    """Says no before a request goes out too early; the table simply stays due. Nobody sleeps."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._left = 0
        self._until = 0.0

    async def spend(self) -> None:
        """Count a request, or raise the trouble that says when to try again. Without the storage each goes on alone."""
        now = self._clock()
        if self._left > 0 and now < self._until:
            self._left -= 1
            return
        try:
            wait = await self._store.pace({"discord": SHARES}, now)
        except StoreAway:
            wait = 0.0
        if wait > 0:
            raise Limited("Discord's limit of requests", wait)
        self._left, self._until = SHARE - 1, now + SHARES[1]

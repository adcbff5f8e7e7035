"""Request budget: what Discord allows a bot in a second, shared by all processes, kept before Discord has to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import discord

from bot.platforms.discord.errors import Limited
from bot.store import Store, StoreAway

SHARE = 5
"""Requests that a process takes at a time: so the store is asked once for several."""
SHARES = (8, 1.0)
"""Shares in so many seconds, for all together: 40 of the 50 requests. Answers to interactions do not count."""
OWN = 5
"""Requests beside these, in the same time, of the one process that listens: an answer to a line asks no storage."""


class RequestBudget:
    """Says no before a request goes out too early. A worker's table stays due; whoever answers a person waits."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._left = 0
        self._until = 0.0
        self._own = deque[float](maxlen=OWN)
        """When the last of them were sent."""

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

    async def wait(self) -> None:
        """Count a request as soon as there is room for it, among our own or in the common budget."""
        now = self._clock()
        if len(self._own) < OWN or now - self._own[0] >= SHARES[1]:
            self._own.append(now)
            return
        while True:
            try:
                await self.spend()
                return
            except Limited as limited:
                await asyncio.sleep(limited.retry_after or SHARES[1])


def keep_within(client: discord.Client, budget: RequestBudget) -> None:
    """Let a client wait for its share before every request that counts: greetings, private chats, lines, threads.

    Answers to interactions go another way, and need none.
    """
    request = client.http.request

    async def counted(*asked: Any, **more: Any) -> Any:
        await budget.wait()
        return await request(*asked, **more)

    client.http.request = counted  # type: ignore[method-assign]

"""Rate limits without sleeping: whoever posts for many tables must not stand still for one."""

from __future__ import annotations

import asyncio

import discord
from discord.http import Ratelimit

SHORTEST = 0.001
"""Any wait at all is an error (the library takes 0 for "wait as long as it takes")."""


class Impatient(Ratelimit):
    """A limit that is used up is an error that says how long to wait; the library would sleep."""

    __slots__ = ()

    @property
    def wait(self) -> float:
        """Seconds until there may be another request; 0: at once, as far as is known."""
        if self.expires is None or self.remaining > 0:
            return 0.0
        return max(0.0, self.expires - asyncio.get_running_loop().time())

    async def acquire(self) -> None:
        if wait := self.wait:
            raise discord.RateLimited(wait)
        await super().acquire()

    async def _refresh(self) -> None:
        """The last request that was allowed is through: those that wait for it are told how long."""
        if wait := self.wait:
            self._wake(len(self._pending_requests), exception=discord.RateLimited(wait))
        else:
            await super()._refresh()


def never_sleep(client: discord.Client) -> None:
    """Let a client raise `discord.RateLimited` at once, before a request and after one that was refused."""
    http = client.http
    http.max_ratelimit_timeout = SHORTEST
    known = http.get_ratelimit

    def impatient(key: str) -> Ratelimit:
        if key not in http._buckets:
            http._try_clear_expired_ratelimits()
            http._buckets[key] = Impatient(None)
        return known(key)

    http.get_ratelimit = impatient  # type: ignore[method-assign]

"""The bot's own clock on a stage: it leaps only while no worker has a table in hand.

A worker reads the clock several times while it shows a table; a leap between would make of "in five minutes" an hour.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from bot.store import Store, keys


@dataclass(eq=False)
class Leaping:
    """A stage whose clock can be put forward."""

    store: Store
    skew: float = 0.0
    """Seconds by which the bot's clock is ahead."""

    def clock(self) -> float:
        return time.time() + self.skew

    async def later(self, seconds: float) -> None:
        """So many seconds pass at once."""
        await self.at_rest()
        self.skew += seconds

    async def at_rest(self) -> None:
        """Until no table is due and none is in a worker's hands."""
        async with asyncio.timeout(60):
            while await self._is_busy():  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def _is_busy(self) -> bool:
        """What is due now is looked for before what is held: a table goes from the one to the other."""
        if min((await self.store.due_heads()).values(), default=0) <= self.clock():
            return True
        names = [keys.held(partition) for partition in range(keys.PARTITIONS)]
        return any(await self.store.link.many([(name, ("HLEN", name)) for name in names]))

"""Only one process listens to a platform: whoever holds its lease in the store."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass, field

from bot.store import Store, StoreAway

SECONDS = 15.0
"""After so long another process listens in place of one that died."""


@dataclass(frozen=True, slots=True)
class Lease:
    """One process's claim to listen."""

    store: Store
    name: str
    seconds: float = field(default_factory=lambda: SECONDS)
    holder: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def pause(self) -> float:
        """Seconds between two looks."""
        return self.seconds / 3

    async def take(self) -> bool:
        """Whether to begin: not while the storage is away, since nobody knows who else listens."""
        try:
            return await self.store.lease(self.name, self.holder, self.seconds)
        except StoreAway:
            return False

    async def keep(self) -> bool:
        """Whether to go on: while the storage is away, somebody must be there to tell people so."""
        try:
            return await self.store.lease(self.name, self.holder, self.seconds)
        except StoreAway:
            return True

    async def give_up(self) -> None:
        """Let another process listen at once."""
        with suppress(StoreAway):
            await self.store.lease(self.name, self.holder, 0)

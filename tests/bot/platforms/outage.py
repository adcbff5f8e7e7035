"""A storage that goes away and comes back, for a bot that holds a short lease."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.store import Store, StoreAway
from bot.workers import leases
from tests.bot.store.servers import Single, eventually, patiently


@dataclass
class Outage:
    """`begin` returns when the bot has missed its lease more than once, `end` when the storage answers again."""

    store: Store
    server: Single
    missed: int = field(default=0, init=False)

    async def lease(self, *given: Any) -> bool:
        """What the bot asks for, with the misses counted."""
        try:
            return await Store.lease(self.store, *given)
        except StoreAway:
            self.missed += 1
            raise

    async def begin(self) -> None:
        self.server.node.kill()
        await eventually(lambda: self.missed > 2)

    async def end(self) -> None:
        self.server.node.start()
        await patiently(lambda: self.store.ping())


@asynccontextmanager
async def outage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Outage]:
    """A store of its own, and the power over it."""
    monkeypatch.setattr(leases, "SECONDS", 0.3)
    server = Single("--appendonly", "no", "--save", "")
    store = await Store.open(server.url, patience=0.1)
    found = Outage(store, server)
    monkeypatch.setattr(store, "lease", found.lease)
    yield found
    await store.close()
    server.close()

"""What a person sees after doing something at a table: no worker takes a receipt or a half-made choice away.

Kept in the store with the person, since the process that hears a tap need not be the one that redraws.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from bot.platforms.telegram.names import Name
from bot.posts import Shows
from bot.store import Store, StoreAway

LONGEST_TAP = 15.0
"""Seconds after which a tap that was not finished is forgotten: its process has died."""
ANY = "*"
"""In place of a table: which one is meant will be seen."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The message that shows a table to a person, what it shows, and when that person last did something there."""

    name: Name
    shows: Shows
    touched: float


class Panels:
    """Notes about the private messages of each table."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, user: str, table: str) -> tuple[Seen | None, bool]:
        """What the person sees; and whether a tap is being answered at this moment."""
        kept = await self._store.user(user)
        is_busy = any(self._clock() - float(kept.get(f"busy:{each}", 0)) < LONGEST_TAP for each in (table, ANY))
        raw = kept.get(f"panel:{table}")
        if not raw:
            return None, is_busy
        name, standing, draft, touched = json.loads(raw)
        parsed = Name.parse(name)
        return Seen(parsed, Shows(table, standing, draft), touched) if parsed else None, is_busy

    async def note(self, user: str, name: Name, shows: Shows, touched: float | None = None) -> None:
        """The person sees this now; unless a time is named, because of something done just now."""
        when = self._clock() if touched is None else touched
        raw = json.dumps([str(name), shows.standing, shows.draft, when])
        await self._store.set_user(user, {f"panel:{shows.table}": raw})

    async def forget(self, user: str, table: str) -> None:
        await self._store.unset_user(user, [f"panel:{table}", f"busy:{table}"])

    @asynccontextmanager
    async def answering(self, user: str, table: str = ANY) -> AsyncIterator[None]:
        """While a tap or a line is answered the workers leave the message of its table alone."""
        with suppress(StoreAway):
            await self._store.set_user(user, {f"busy:{table}": f"{self._clock():.3f}"})
        try:
            yield
        finally:
            with suppress(StoreAway):
                await self._store.unset_user(user, [f"busy:{table}"])

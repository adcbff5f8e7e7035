"""What a person sees after doing something at a table: no worker takes a receipt or a half-made choice away.

Kept in the store with the person, since the process that hears a tap need not be the one that redraws.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Generic

from bot.messages.post import Shows
from bot.store import Read, Shown, Store, StoreAway, reads
from bot.workers.noted_ref import N
from bot.workers.surfaces import Place

LONGEST_TAP = 15.0
"""Seconds after which a tap that was not finished is forgotten: its process has died."""
LOOKING = "looking"
"""Kept with a person: when the page said last that it is before their eyes."""
ANY = "*"
"""In place of a table: which one is meant will be seen."""


@dataclass(frozen=True, slots=True)
class Seen(Generic[N]):
    """The message that shows a table to a person, what it shows, and when that person last did something there."""

    name: N
    shows: Shows
    touched: float


@dataclass(slots=True)
class Answering:
    """That a tap or a line is being answered: a note with the person, which travels with other reads and writes."""

    user: str
    name: str
    clock: Callable[[], float]
    is_on: bool = False

    def begins(self) -> Read[None]:
        self.is_on = True
        return reads.note(self.user, {self.name: f"{self.clock():.3f}"})

    def ends(self) -> Read[None]:
        self.is_on = False
        return reads.unnote(self.user, [self.name])


class PanelStore(Generic[N]):
    """Notes about the private messages of each table. `parse` reads the names of a platform's messages."""

    def __init__(self, store: Store, clock: Callable[[], float], parse: Callable[[str], N | None]) -> None:
        self._store = store
        self.clock = clock
        self._parse = parse

    async def of(self, user: str, table: str) -> tuple[Seen[N] | None, bool]:
        """What the person sees; and whether a tap is being answered at this moment."""
        return self.read(await self._store.user(user), table)

    async def kept(self, user: str) -> dict[str, str]:
        """Everything that is kept about somebody."""
        return await self._store.user(user)

    def read(self, kept: Mapping[str, str], table: str) -> tuple[Seen[N] | None, bool]:
        """The same from what is kept about the person."""
        is_busy = any(self.clock() - float(kept.get(f"busy:{each}", 0)) < LONGEST_TAP for each in (table, ANY))
        raw = kept.get(f"panel:{table}")
        if not raw:
            return None, is_busy
        name, standing, draft, touched = json.loads(raw)
        parsed = self._parse(name)
        return Seen(parsed, Shows(table, standing, draft), touched) if parsed else None, is_busy

    async def note(self, user: str, name: N, shows: Shows, touched: float | None = None) -> None:
        """The person sees this now; unless a time is named, because of something done just now."""
        await self._store.together(self.noting(user, name, shows, touched))

    def noting(self, user: str, name: N, shows: Shows, touched: float | None = None) -> Read[None]:
        """The same as a write that travels with others."""
        when = self.clock() if touched is None else touched
        raw = json.dumps([str(name), shows.standing, shows.draft, when])
        return reads.note(user, {f"panel:{shows.table}": raw})

    def names(self, user: str, table: str, kept: Mapping[str, str], shown: Mapping[str, Shown]) -> list[N]:
        """The private messages that show a table to somebody: what a worker posted, then what the person has seen."""
        places = {place: each for name, each in shown.items() if (place := Place.parse(name))}
        posted = [
            self._parse(each.message) for place, each in places.items() if place.is_table and place.address == user
        ]
        seen, _ = self.read(kept, table)
        found = [*posted, seen.name if seen else None]
        return [each for each in found if each is not None]

    async def forget(self, user: str, table: str) -> None:
        await self._store.unset_user(user, [f"panel:{table}", f"busy:{table}"])

    @asynccontextmanager
    async def answering(self, user: str, table: str = "") -> AsyncIterator[Answering]:
        """While a tap or a line is answered the workers leave the message of its table alone."""
        answering = Answering(user, f"busy:{table or ANY}", self.clock)
        try:
            yield answering
        finally:
            if answering.is_on:
                with suppress(StoreAway):
                    await self._store.together(answering.ends())

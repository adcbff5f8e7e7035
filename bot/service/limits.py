"""How often people may do what costs others something: open tables, try out codes. Every limit lapses by itself.

Counted in the store, for all processes together.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from bot.store import Store
from engines.kit import Refusal

OPENED, OPENED_ROOM, OPENED_WITHIN = 12, 30, 600.0
"""Tables that one person, and all of one room, open within so many seconds."""
GUESSES, GUESSED_WITHIN = 20, 600.0
"""Codes that one person names of tables that are not there, or to which that person has nothing to do."""


class Limits:
    """Counts by person and by room."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock

    async def require_opening(self, person: str, room: str) -> None:
        """One more table is opened, unless there were too many."""
        windows = {f"opened:{person}": (OPENED, OPENED_WITHIN)}
        if room:
            windows[f"opened in:{room}"] = (OPENED_ROOM, OPENED_WITHIN)
        if wait := await self._store.pace(windows, self._clock()):
            raise Refusal("table.refusal.too_many_tables", minutes=ceil(wait / 60))

    async def require_guess(self, person: str) -> None:
        """One more code is named that may have been guessed, unless there were too many."""
        if wait := await self._store.pace({f"guessed:{person}": (GUESSES, GUESSED_WITHIN)}, self._clock()):
            raise Refusal("table.refusal.too_many_codes", minutes=ceil(wait / 60))

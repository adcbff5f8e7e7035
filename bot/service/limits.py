"""How often people may do what costs others something: open tables, try out codes. Every limit lapses by itself."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from time import monotonic

from bot.ops.rate_window import RateWindow
from engines.kit import Refusal

OPENED, OPENED_ROOM, OPENED_WITHIN = 12, 30, 600.0
"""Tables that one person, and all of one room, open within so many seconds."""
WRONG_CODES, WRONG_WITHIN = 20, 600.0
"""Codes of tables that are not there, of one person."""


class Limits:
    """Counts by person and by room, in this process."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._opened = RateWindow[str](OPENED, OPENED_WITHIN, clock)
        self._opened_in = RateWindow[str](OPENED_ROOM, OPENED_WITHIN, clock)
        self._wrong = RateWindow[str](WRONG_CODES, WRONG_WITHIN, clock)

    def require_opening(self, person: str, room: str) -> None:
        """One more table is opened, unless there were too many."""
        if wait := max(self._opened.wait(person), self._opened_in.wait(room) if room else 0.0):
            raise Refusal("table.refusal.too_many_tables", minutes=ceil(wait / 60))
        self._opened.count(person)
        if room:
            self._opened_in.count(room)

    def require_guess(self, person: str) -> None:
        """Codes may be named, unless too many were wrong."""
        if wait := self._wrong.wait(person):
            raise Refusal("table.refusal.too_many_codes", minutes=ceil(wait / 60))

    def count_wrong(self, person: str) -> None:
        self._wrong.count(person)

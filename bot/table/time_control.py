"""How long a player may take, when to remind, and when the time is up. Time is an argument; hours say what counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from bot.table.calendar import Calendar

MINUTE = 60.0
HOUR = 3600.0
DAY = 24 * HOUR


class Pace(StrEnum):
    BLITZ = "blitz"
    DAY = "day"
    RELAXED = "relaxed"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Terms:
    """A move may take the grace for nothing; what it takes beyond is paid from a bank, which grows with every move."""

    grace: float
    bank: float
    increment: float

    def allowed(self, bank: float | None) -> float:
        """Seconds of counted time for the next move, with so much in the bank (None: all of it)."""
        return self.grace + (self.bank if bank is None else bank)

    def bank_after(self, bank: float | None, spent: float) -> float | None:
        """The bank after a move that took so much counted time; full is None."""
        before = self.bank if bank is None else bank
        after = max(0.0, before - max(0.0, spent - self.grace)) + self.increment
        return None if after >= self.bank else after


TERMS: dict[Pace, Terms | None] = {
    Pace.BLITZ: Terms(5 * MINUTE, 20 * MINUTE, 1 * MINUTE),
    Pace.DAY: Terms(24 * HOUR, 48 * HOUR, 2 * HOUR),
    Pace.RELAXED: Terms(72 * HOUR, 168 * HOUR, 6 * HOUR),
    Pace.NONE: None,
}


class Stage(IntEnum):
    """How far a wait has gone: a notice at once, reminders at half and at nine tenths of the time."""

    FIRST = 0
    HALF = 1
    LAST = 2
    LAPSED = 3


ROUNDING = 1e-3
"""Seconds by which sums of times may be off."""
SHARES = {Stage.FIRST: 0.0, Stage.HALF: 0.5, Stage.LAST: 0.9, Stage.LAPSED: 1.0}


def time_of(stage: Stage, since: float, allowed: float, calendar: Calendar) -> float:
    """When a stage is reached; time that does not count for this person moves it on."""
    return calendar.after(since, allowed * SHARES[stage])


def stage_at(now: float, since: float, allowed: float | None, calendar: Calendar) -> Stage:
    """The stage that a wait has reached."""
    if allowed is None or now <= since:
        return Stage.FIRST
    counted = calendar.counted(since, now) + ROUNDING
    return max(stage for stage in Stage if allowed * SHARES[stage] <= counted)


def next_time(now: float, since: float, allowed: float | None, calendar: Calendar) -> float | None:
    """When this wait reaches its next stage."""
    stage = stage_at(now, since, allowed, calendar)
    if allowed is None or stage is Stage.LAPSED:
        return None
    return max(now + ROUNDING, time_of(Stage(stage + 1), since, allowed, calendar))

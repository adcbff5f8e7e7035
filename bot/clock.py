"""How long a player may take, when to remind, and when the time is up. Time is an argument; hours say what counts."""

from __future__ import annotations

from enum import IntEnum, StrEnum

from bot.hours import Calendar

HOUR = 3600.0


class Pace(StrEnum):
    BLITZ = "blitz"
    DAY = "day"
    RELAXED = "relaxed"
    NONE = "none"


ALLOWED: dict[Pace, float | None] = {
    Pace.BLITZ: 0.25 * HOUR,
    Pace.DAY: 24 * HOUR,
    Pace.RELAXED: 72 * HOUR,
    Pace.NONE: None,
}
"""Seconds of counted time for one move."""


class Stage(IntEnum):
    """How far a wait has gone: a notice at once, reminders at half and at nine tenths of the time."""

    FIRST = 0
    HALF = 1
    LAST = 2
    LAPSED = 3


SHARES = {Stage.FIRST: 0.0, Stage.HALF: 0.5, Stage.LAST: 0.9, Stage.LAPSED: 1.0}


def time_of(stage: Stage, since: float, allowed: float, calendar: Calendar) -> float:
    """When a stage is reached; time that does not count for this person moves it on."""
    return calendar.after(since, allowed * SHARES[stage])


def stage_at(now: float, since: float, allowed: float | None, calendar: Calendar) -> Stage:
    """The stage that a wait has reached."""
    if allowed is None:
        return Stage.FIRST
    reached = [stage for stage in Stage if time_of(stage, since, allowed, calendar) <= now]
    return max(reached, default=Stage.FIRST)


def next_time(now: float, since: float, allowed: float | None, calendar: Calendar) -> float | None:
    """When this wait next wants attention."""
    if allowed is None:
        return None
    times = [time_of(stage, since, allowed, calendar) for stage in Stage]
    return min((moment for moment in times if moment > now), default=None)

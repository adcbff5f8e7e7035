"""How long a player may take, when to remind, and that no clock runs while the bot is down. Time is an argument."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum

HOUR = 3600.0
Gap = tuple[float, float]


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
"""Seconds for one move."""


class Stage(IntEnum):
    """How far a wait has gone: a notice at once, reminders at half and at nine tenths of the time."""

    FIRST = 0
    HALF = 1
    LAST = 2
    LAPSED = 3


SHARES = {Stage.HALF: 0.5, Stage.LAST: 0.9, Stage.LAPSED: 1.0}


def deadline(pace: Pace, now: float) -> float | None:
    """Until when a move that is owed from now on must be made."""
    allowed = ALLOWED[pace]
    return None if allowed is None else now + allowed


def time_of(stage: Stage, since: float, until: float, gaps: Iterable[Gap] = ()) -> float:
    """When a stage is reached; each gap in our service that overlaps the wait moves it on."""
    if stage is Stage.FIRST:
        return since
    moment = since + (until - since) * SHARES[stage]
    for start, end in sorted(gaps):
        if start < moment and end > since:
            moment += end - max(start, since)
    return moment


def stage_at(now: float, since: float, until: float | None, gaps: Iterable[Gap] = ()) -> Stage:
    """The stage that a wait has reached."""
    if until is None:
        return Stage.FIRST
    known = list(gaps)
    return max(stage for stage in Stage if stage is Stage.FIRST or time_of(stage, since, until, known) <= now)


def next_time(now: float, since: float, until: float | None, gaps: Iterable[Gap] = ()) -> float | None:
    """When this wait next wants attention."""
    if until is None:
        return None
    known = list(gaps)
    times = [time_of(stage, since, until, known) for stage in Stage if stage is not Stage.FIRST]
    return min((moment for moment in times if moment > now), default=None)

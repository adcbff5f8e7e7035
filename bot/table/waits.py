"""How long people usually take, from their own earlier waits, which are kept with the tables they played at."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from bot.table.time_control import DAY, HOUR

MOST = 20
"""So many of the last waits at a table are kept."""
FEWEST = 3
"""With fewer nothing is foretold."""
NEAR = 4
"""Hours of the day by which a question is like another."""
Wait = tuple[int, int]
"""Asked then, and so many seconds until the answer."""


def noted(waits: Sequence[Wait], since: float, now: float) -> list[Wait]:
    """The waits with one more."""
    return [*waits, (int(since), int(now - since))][-MOST:]


def usual(waits: Sequence[Wait], asked: float) -> float | None:
    """How long an answer takes that is asked for at such a time of day; None: not known yet."""
    near = [took for then, took in waits if _apart(then, asked) <= NEAR * HOUR]
    found = near if len(near) >= FEWEST else [took for _, took in waits]
    return median(found) if len(found) >= FEWEST else None


def _apart(first: float, second: float) -> float:
    """How far two moments are apart by the clock."""
    apart = abs(first - second) % DAY
    return min(apart, DAY - apart)

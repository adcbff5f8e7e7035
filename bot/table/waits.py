"""How long people usually take, from their own earlier waits at this table: pure, kept nowhere but in its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from bot.table.time_control import DAY, HOUR

MOST = 50
"""So many of the last waits count."""
FEWEST = 3
"""With fewer nothing is foretold."""
NEAR = 4
"""Hours of the day by which a question is like another."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Asked then, and so many seconds until the answer."""

    asked: float
    took: float


def waits_of(answers: Sequence[tuple[float, int | None]], seat: int) -> list[Wait]:
    """The waits of a seat in a log of answers (time, seat): from another's answer to its own."""
    found = [(first, second) for first, second in pairwise(answers) if second[1] == seat != first[1]]
    return [Wait(asked, time - asked) for (asked, _), (time, _) in found[-MOST:]]


def usual(waits: Sequence[Wait], asked: float) -> float | None:
    """How long an answer takes that is asked for at such a time of day; None: not known yet."""
    near = [wait.took for wait in waits if _apart(wait.asked, asked) <= NEAR * HOUR]
    found = near if len(near) >= FEWEST else [wait.took for wait in waits]
    return median(found) if len(found) >= FEWEST else None


def _apart(first: float, second: float) -> float:
    """How far two moments are apart by the clock."""
    apart = abs(first - second) % DAY
    return min(apart, DAY - apart)

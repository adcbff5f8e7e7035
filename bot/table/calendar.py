"""Time that counts and time that does not: quiet hours in a zone, days away, pauses, our own outages. All pure.

A moment is a POSIX timestamp; a span is a pair of them. Quiet hours follow the wall clock, so they are right across a
change to or from daylight saving.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import TypeAlias
from zoneinfo import ZoneInfo

Span: TypeAlias = tuple[float, float]
DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Quiet:
    """Every day from one wall-clock time to another, perhaps past midnight; equal times mean never.

    Where a change of the clocks leaves open what is meant, the longer quiet holds.
    """

    start: time
    end: time
    zone: ZoneInfo

    @classmethod
    def parse(cls, text: str, zone: ZoneInfo) -> Quiet:
        """From "22:00-07:30"."""
        start, end = text.split("-")
        return cls(time.fromisoformat(start.strip()), time.fromisoformat(end.strip()), zone)

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M}"

    def spans(self, since: float, until: float) -> Iterator[Span]:
        """The quiet spans that touch a stretch of time, in order."""
        if self.start == self.end:
            return
        day = datetime.fromtimestamp(since, self.zone).date() - timedelta(days=1)
        last = datetime.fromtimestamp(until, self.zone).date()
        while day <= last:
            ending = day if self.start < self.end else day + timedelta(days=1)
            start, end = _moments(day, self.start, self.zone)[0], _moments(ending, self.end, self.zone)[1]
            if start < until and end > since:
                yield start, end
            day += timedelta(days=1)


@lru_cache(maxsize=4096)
def _moments(day: date, at: time, zone: ZoneInfo) -> Span:
    """The first and the last that a wall-clock time may mean: two where a change doubles it or leaves it out."""
    first, second = [datetime.combine(day, at.replace(fold=fold), zone).timestamp() for fold in (0, 1)]
    return min(first, second), max(first, second)


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same stretches of time, in order and without overlaps."""
    found: list[Span] = []
    for start, end in sorted(span for span in spans if span[1] > span[0]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


@dataclass(frozen=True, slots=True)
class Calendar:
    """What does not count for one person: quiet hours, days away, pauses of the table, gaps of our service."""

    quiet: Quiet | None = None
    spans: tuple[Span, ...] = ()

    def closed(self, since: float, until: float) -> list[Span]:
        """The stretches between two moments that do not count."""
        quiet = self.quiet.spans(since, until) if self.quiet else ()
        touching = [span for span in self.spans if span[0] < until and span[1] > since]
        return [(max(start, since), min(end, until)) for start, end in merged([*quiet, *touching])]

    def counted(self, since: float, until: float) -> float:
        """How much time counts between two moments."""
        if until <= since:
            return 0.0
        return until - since - sum(end - start for start, end in self.closed(since, until))

    def after(self, since: float, seconds: float) -> float:
        """The moment when so much counted time has passed. Looks a year ahead; beyond that all time counts."""
        if self.quiet is None and not self.spans:
            return since + seconds
        ahead = seconds + 3 * DAY
        while True:
            horizon = since + min(ahead, seconds + 366 * DAY)
            moment = self._walk(since, seconds, horizon)
            if moment <= horizon or ahead > seconds + 366 * DAY:
                return moment
            ahead *= 2

    def _walk(self, since: float, seconds: float, horizon: float) -> float:
        moment, left = since, seconds
        for start, end in self.closed(since, horizon):
            if moment + left <= start:
                return moment + left
            left -= max(0.0, start - moment)
            moment = end
        return moment + left

    def is_closed(self, moment: float) -> bool:
        """Whether this is a time to leave the person alone."""
        return bool(self.closed(moment, moment + 0.001))

    def opens(self, moment: float) -> float:
        """The next moment, this one perhaps, at which the person may be disturbed."""
        ahead = 2 * DAY
        while True:
            closed = self.closed(moment, moment + ahead)
            if not closed or closed[0][0] > moment:
                return moment
            if closed[0][1] < moment + ahead or ahead > 366 * DAY:
                return closed[0][1]
            ahead *= 4

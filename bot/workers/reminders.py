"""When a person is alerted: at once, at half, at nine tenths; or every so many hours; or once a day. All pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from bot.language.dates import moment_of
from bot.messages.brief import Occasion, Why
from bot.table.calendar import Calendar
from bot.table.model import Waiting
from bot.table.preferences import Person
from bot.table.time_control import HOUR, Stage, next_time, stage_at

LAST_NUMBER = 1000
"""The number of the last reminder, whatever came before."""


@dataclass(frozen=True, slots=True)
class Notice:
    """`number` changes when the person is to be alerted anew; without a stage nobody is alerted (yet)."""

    number: int
    stage: Stage | None
    is_digest: bool = False
    """The person wants one message a day for all tables."""
    is_next: bool = False
    """A warning: the seat is next, not yet asked."""

    @property
    def key(self) -> str:
        """Part of a panel's content key: another key, another alert."""
        return str(Occasion(Why.NEXT) if self.is_next else Occasion(Why.WAIT, self.number))


NO_NOTICE = Notice(0, None)


def notice_at(person: Person, waiting: Waiting, calendar: Calendar, now: float) -> Notice:
    """The alert that stands for this wait now."""
    moment = min(now, max(waiting.since, person.snoozed_from)) if now < person.snoozed else now
    stage = min(stage_at(moment, waiting.since, waiting.allowed, calendar), Stage.LAST)
    if stage is Stage.LAST and (person.digest or person.interval):
        return Notice(LAST_NUMBER, Stage.LAST)
    if person.digest:
        number = len(_digests(person, waiting.since, moment))
        return Notice(number, Stage.FIRST if number else None, is_digest=True)
    if person.interval:
        number = int(calendar.counted(waiting.since, moment) // (person.interval * HOUR))
        return Notice(number, Stage.HALF if number else Stage.FIRST)
    return Notice(int(stage), stage)


def digest_of(person: Person, waits: Sequence[Waiting | None], now: float) -> list[int]:
    """Of several waits in their order those that the last daily message told of; nothing where none is wished for."""
    if not person.digest:
        return []
    notices = [None if wait is None else notice_at(person, wait, person.calendar(), now) for wait in waits]
    return [place for place, notice in enumerate(notices) if notice is not None and notice.stage is not None]


def next_notice(person: Person, waiting: Waiting, calendar: Calendar, now: float) -> float | None:
    """When the next alert for this wait may be due."""
    times = [moment for moment in [next_time(now, waiting.since, waiting.allowed, calendar)] if moment is not None]
    if now < person.snoozed:
        times.append(person.snoozed)
    if person.digest:
        times.append(_next_digest(person, now))
    elif person.interval:
        passed = int(calendar.counted(waiting.since, now) // (person.interval * HOUR))
        times.append(calendar.after(waiting.since, (passed + 1) * person.interval * HOUR))
    return min((moment for moment in times if moment > now), default=None)


def _digests(person: Person, since: float, until: float) -> list[float]:
    """The moments of the daily message between two others."""
    found: list[float] = []
    moment = _next_digest(person, since)
    while moment <= until:
        found.append(moment)
        moment = _next_digest(person, moment)
    return found


def _next_digest(person: Person, now: float) -> float:
    """The next daily message by the wall clock, once a day on the days of 23 and of 25 hours too."""
    at, zone = time.fromisoformat(person.digest), person.zone_info
    day = datetime.fromtimestamp(now, zone).date()
    moment = moment_of(day, at, zone)
    while moment <= now:
        day += timedelta(days=1)
        moment = moment_of(day, at, zone)
    return moment

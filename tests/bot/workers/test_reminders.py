"""When people are alerted: stages, intervals, one message a day, snoozing."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.table.model import Waiting
from bot.table.preferences import Person
from bot.table.time_control import HOUR, Stage
from bot.workers.reminders import LAST_NUMBER, next_notice, notice_at

ZONE = "Europe/Amsterdam"


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ZONE)).timestamp()


SINCE = at("2026-11-16 12:00")
WAIT = Waiting(since=SINCE, allowed=72 * HOUR)


def number(person: Person, hours: float) -> int:
    return notice_at(person, WAIT, person.calendar(), SINCE + hours * HOUR).number


def test_by_default_people_are_alerted_at_once_at_half_and_at_nine_tenths() -> None:
    person = Person(zone=ZONE)
    assert [number(person, hours) for hours in (0, 35.9, 36, 64, 64.8, 80)] == [0, 0, 1, 1, 2, 2]
    assert next_notice(person, WAIT, person.calendar(), SINCE) == SINCE + 36 * HOUR


def test_who_wants_it_is_reminded_every_six_hours_of_the_own_time() -> None:
    person = Person(zone=ZONE, interval=6, quiet="22:00-08:00")
    assert [number(person, hours) for hours in (5.9, 6, 10, 21.9, 22)] == [0, 1, 1, 1, 2]
    assert next_notice(person, WAIT, person.calendar(), SINCE + 7 * HOUR) == at("2026-11-17 10:00")


def test_the_last_reminder_comes_whatever_was_wished_for() -> None:
    for person in (Person(interval=24), Person(digest="18:00")):
        notice = notice_at(person, WAIT, person.calendar(), SINCE + 65 * HOUR)
        assert (notice.number, notice.stage) == (LAST_NUMBER, Stage.LAST)


def test_one_message_a_day_comes_at_the_wished_time() -> None:
    person = Person(zone=ZONE, digest="18:00")
    early = notice_at(person, WAIT, person.calendar(), at("2026-11-16 17:59"))
    assert early.stage is None
    evening = notice_at(person, WAIT, person.calendar(), at("2026-11-16 18:00"))
    assert (evening.number, evening.stage, evening.is_digest) == (1, Stage.FIRST, True)
    assert next_notice(person, WAIT, person.calendar(), SINCE) == at("2026-11-16 18:00")


def test_while_snoozed_nothing_new_comes_and_nothing_old_comes_again() -> None:
    person = Person(zone=ZONE, interval=1, snoozed_from=SINCE + 2.5 * HOUR, snoozed=SINCE + 5.5 * HOUR)
    assert [number(person, hours) for hours in (2, 3, 5, 5.5)] == [2, 2, 2, 5]
    assert next_notice(person, WAIT, person.calendar(), SINCE + 3 * HOUR) == pytest.approx(SINCE + 4 * HOUR)


@pytest.mark.parametrize(("noon", "comes"), [("2027-03-27 12:00", "03:30"), ("2026-10-24 12:00", "02:30")])
def test_one_message_a_day_comes_once_in_the_nights_when_the_clocks_change(noon: str, comes: str) -> None:
    """At 02:30: in spring there is no such time, in autumn there are two."""
    person, wait = Person(zone=ZONE, digest="02:30"), Waiting(since=at(noon), allowed=None)
    calendar = person.calendar()
    first = next_notice(person, wait, calendar, wait.since)
    assert first is not None
    assert datetime.fromtimestamp(first, ZoneInfo(ZONE)).strftime("%H:%M") == comes
    numbers = [notice_at(person, wait, calendar, wait.since + quarter * HOUR / 4).number for quarter in range(4 * 48)]
    assert numbers == sorted(numbers)
    assert max(numbers) == 2, "two nights, two messages"


def test_a_time_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError):
        Person(digest="18:75")

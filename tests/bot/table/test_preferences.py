"""What a person has chosen: language, zone, quiet hours, reminders, days away."""

from __future__ import annotations

import json
from zoneinfo import ZoneInfo

import pytest
from pydantic import ValidationError

from bot.table.calendar import Quiet
from bot.table.preferences import Person, Where, find_zone
from tests.bot.table.builders import refused

pytestmark = pytest.mark.no_server


def test_everything_has_a_default() -> None:
    person = Person()
    assert json.loads(person.model_dump_json(exclude_defaults=True)) == {}
    assert (person.language, person.zone, person.quiet, person.interval, person.digest) == ("en", "UTC", "", 0, "")
    assert (person.snoozed, person.snoozed_from, person.where, person.name) == (0.0, 0.0, Where.DM, "")
    assert (person.warn_next, person.teach, person.away) == (False, True, ())
    assert [each.value for each in Where] == ["dm", "room"]


def test_what_another_release_has_chosen_beside_is_passed_over() -> None:
    assert Person.model_validate({"unheard_of": 1, "language": "nl"}).language == "nl"


def test_times_are_written_plainly() -> None:
    person = Person(quiet=" 22:00 - 07:30", digest="08:00:00", zone="Europe/Amsterdam")
    assert (person.quiet, person.digest, person.zone_info) == ("22:00-07:30", "08:00", ZoneInfo("Europe/Amsterdam"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Mars/Olympus"},
        {"zone": "../etc/passwd"},
        {"quiet": "late"},
        {"digest": "noon"},
        {"interval": -1},
        {"interval": 169},
        {"language": "la"},
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Person.model_validate(wrong)


def test_a_zone_that_is_none_is_named() -> None:
    with pytest.raises(ValidationError, match="no time zone 'Mars/Olympus'"):
        Person(zone="Mars/Olympus")


def test_reminders_may_be_a_week_apart() -> None:
    assert [Person(interval=hours).interval for hours in (0, 168)] == [0, 168]


def test_the_clock_stands_still_in_quiet_hours_while_away_and_when_the_table_says_so() -> None:
    person = Person(quiet="22:00-07:00", zone="Asia/Kolkata", away=((1.0, 2.0),))
    calendar = person.calendar((5.0, 6.0))
    assert calendar.quiet == Quiet.parse("22:00-07:00", ZoneInfo("Asia/Kolkata"))
    assert calendar.spans == ((1.0, 2.0), (5.0, 6.0))
    assert Person().calendar().quiet is None


def test_days_away_add_up_and_past_ones_are_forgotten() -> None:
    person = Person().with_away(100.0, 200.0, now=50.0).with_away(300.0, 400.0, now=199.0)
    assert person.away == ((100.0, 200.0), (300.0, 400.0))
    assert person.with_away(500.0, 600.0, now=200.0).away == ((300.0, 400.0), (500.0, 600.0))


def test_days_away_have_an_order_and_lie_ahead() -> None:
    for start, end, now in ((200.0, 200.0, 50.0), (200.0, 100.0, 50.0), (10.0, 50.0, 50.0)):
        with refused("bot.refusal.away_order"):
            Person().with_away(start, end, now)
    assert Person().with_away(10.0, 51.0, now=50.0).away == ((10.0, 51.0),)


def test_who_is_back_is_away_no_more_but_was() -> None:
    person = Person(away=((100.0, 200.0), (300.0, 400.0), (10.0, 20.0)))
    assert person.back(150.0).away == ((100.0, 150.0), (10.0, 20.0))
    assert person.back(100.0).away == ((10.0, 20.0),)


def test_a_zone_is_found_by_its_name_or_its_city_whatever_the_case() -> None:
    assert find_zone(" europe/amsterdam ") == "Europe/Amsterdam"
    assert find_zone("new york") == "America/New_York"
    assert find_zone("UTC") == "UTC"
    with refused("bot.refusal.no_such_zone", words="Atlantis"):
        find_zone("Atlantis")


def test_a_whole_name_goes_before_a_city_of_that_name() -> None:
    assert find_zone("Singapore") == "Singapore"


def test_a_language_that_was_taken_away_becomes_the_fallback_and_all_else_still_holds() -> None:
    person = Person.stored('{"language": "xx", "interval": 3}')
    assert (person.language, person.interval) == ("en", 3)
    assert Person.stored('{"language": "nl"}').language == "nl"
    assert Person.stored("{}") == Person()

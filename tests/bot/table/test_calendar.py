"""Time that counts: quiet hours by the wall clock, days away, gaps; right across daylight saving."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.language.dates import absolute, day_after, parse_day, span
from bot.table.calendar import Calendar, Quiet, merged
from bot.table.preferences import Person, find_zone
from config.languages import languages
from engines.kit.errors import Refusal

pytestmark = pytest.mark.no_server

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
HOUR = 3600.0


def at(text: str, zone: ZoneInfo = AMSTERDAM) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


NIGHT = Calendar(Quiet.parse("22:00-07:00", AMSTERDAM))


def test_an_evening_move_may_wait_until_after_breakfast() -> None:
    assert NIGHT.after(at("2026-11-16 21:00"), 2 * HOUR) == at("2026-11-17 08:00")


def test_time_that_begins_in_the_night_counts_from_the_morning() -> None:
    assert NIGHT.after(at("2026-11-16 23:30"), HOUR) == at("2026-11-17 08:00")
    assert NIGHT.opens(at("2026-11-16 23:30")) == at("2026-11-17 07:00")
    assert NIGHT.opens(at("2026-11-16 12:00")) == at("2026-11-16 12:00")


def test_the_long_night_of_autumn_is_an_hour_longer() -> None:
    evening, morning = at("2026-10-24 21:00"), at("2026-10-25 08:00")
    assert morning - evening == 12 * HOUR
    assert NIGHT.counted(evening, morning) == 2 * HOUR


def test_the_short_night_of_spring_is_an_hour_shorter() -> None:
    evening, morning = at("2027-03-27 21:00"), at("2027-03-28 08:00")
    assert morning - evening == 10 * HOUR
    assert NIGHT.counted(evening, morning) == 2 * HOUR


@pytest.mark.parametrize("quiet", ["22:00-02:30", "02:30-07:00", "02:15-02:45", "02:30-03:00"])
@pytest.mark.parametrize("night", ["2026-10-25", "2027-03-28"])
def test_what_the_wall_clock_calls_quiet_is_quiet_in_the_nights_when_it_changes(quiet: str, night: str) -> None:
    calendar = Calendar(Quiet.parse(quiet, AMSTERDAM))
    start, end = quiet.split("-")
    for minute in range(0, 9 * 60, 5):
        moment = at(f"{night} 00:00") - 3 * HOUR + minute * 60
        wall = datetime.fromtimestamp(moment, AMSTERDAM).strftime("%H:%M")
        is_quiet = start <= wall < end if start < end else wall >= start or wall < end
        if is_quiet:
            assert calendar.is_closed(moment), wall
    assert calendar.counted(at(f"{night} 00:00") - 12 * HOUR, at(f"{night} 00:00") + 36 * HOUR) > 24 * HOUR


def test_a_holiday_and_a_gap_of_ours_do_not_count_and_do_not_count_twice() -> None:
    away = (at("2026-11-17 00:00"), at("2026-11-20 00:00"))
    gap = (at("2026-11-19 22:00"), at("2026-11-20 10:00"))
    calendar = Calendar(None, (away, gap))
    assert calendar.after(at("2026-11-16 23:00"), 2 * HOUR) == at("2026-11-20 11:00")


def test_equal_quiet_times_mean_never() -> None:
    assert Calendar(Quiet.parse("07:00-07:00", AMSTERDAM)).after(0, 5) == 5


zones = st.sampled_from(["Europe/Amsterdam", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"])
hours = st.integers(0, 23)


@settings(max_examples=150, deadline=None)
@given(zones, hours, hours, st.floats(1.75e9, 1.85e9), st.floats(0, 5 * 86400))
def test_the_moment_after_so_much_counted_time_has_exactly_so_much_before_it(
    zone: str, start: int, end: int, since: float, seconds: float
) -> None:
    calendar = Calendar(Quiet.parse(f"{start:02}:00-{end:02}:00", ZoneInfo(zone)))
    moment = calendar.after(since, seconds)
    assert moment >= since + seconds - 1e-3
    assert calendar.counted(since, moment) == pytest.approx(seconds, abs=1e-2)


def test_overlapping_spans_become_one() -> None:
    assert merged([(5, 6), (1, 3), (2, 4), (9, 9)]) == [(1, 4), (5, 6)]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Tue 17 Nov, 18:00"), ("nl", "di 17 nov, 18:00"), ("de", "Di., 17. Nov., 18:00")]
)
def test_dates_are_said_in_the_readers_way(language: str, said: str) -> None:
    assert absolute(at("2026-11-17 18:00"), language, AMSTERDAM) == said


def test_the_same_deadline_reads_right_on_both_sides_of_the_clock_change() -> None:
    before, after = at("2026-10-25 00:30"), at("2026-10-25 00:30") + 4 * HOUR
    assert absolute(before, "en", AMSTERDAM).endswith("00:30")
    assert absolute(after, "en", AMSTERDAM).endswith("03:30")


@pytest.mark.parametrize("language", languages())
def test_in_the_hour_that_comes_twice_the_time_is_named(language: str) -> None:
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC).timestamp()
    assert absolute(first, language, AMSTERDAM).endswith("02:30 (CEST)")
    assert absolute(first + HOUR, language, AMSTERDAM).endswith("02:30 (CET)")
    assert absolute(first + 2 * HOUR, language, AMSTERDAM).endswith("03:30")
    assert absolute(at("2027-03-28 03:30"), language, AMSTERDAM).endswith("03:30")


def test_a_day_ends_at_midnight_though_it_has_25_or_23_hours() -> None:
    for day, following in (("25 Oct", "2026-10-26 00:00"), ("28 Mar", "2027-03-29 00:00")):
        assert day_after(parse_day(day, AMSTERDAM, at("2026-10-20 12:00")), AMSTERDAM) == at(following)


def test_spans_are_said_in_the_readers_language() -> None:
    assert [span(3 * HOUR, language) for language in ("en", "nl", "de")] == ["3 hours", "3 uur", "3 Stunden"]


def test_a_zone_is_found_by_its_city() -> None:
    assert find_zone("amsterdam") == "Europe/Amsterdam"
    assert find_zone("New York") == "America/New_York"
    with pytest.raises(Refusal, match="no_such_zone"):
        find_zone("Atlantis")


def test_being_away_ends_when_one_is_back() -> None:
    person = Person(zone="Europe/Amsterdam").with_away(100.0, 200.0, now=50.0)
    assert person.calendar().is_closed(150.0)
    assert not person.back(150.0).calendar().is_closed(160.0)
    assert person.back(150.0).calendar().counted(100.0, 160.0) == 10.0
    with pytest.raises(Refusal, match="away_order"):
        person.with_away(10.0, 20.0, now=50.0)


def test_settings_that_make_no_sense_are_refused() -> None:
    for wrong in ({"zone": "Mars/Olympus"}, {"quiet": "late"}, {"interval": -1}, {"language": "la"}):
        with pytest.raises(ValueError):
            Person.model_validate(wrong)


def test_quiet_hours_within_one_day_and_past_midnight_are_given_day_by_day() -> None:
    utc = ZoneInfo("UTC")
    noon = Quiet.parse(" 12:00 - 13:30 ", utc)
    assert str(noon) == "12:00-13:30"
    start = at("2026-11-16 00:00", utc)
    assert list(noon.spans(start, start + 2 * 24 * HOUR)) == [
        (start + 12 * HOUR, start + 13.5 * HOUR),
        (start + 36 * HOUR, start + 37.5 * HOUR),
    ]
    night = Quiet.parse("22:00-07:00", utc)
    assert list(night.spans(start + HOUR, start + 22 * HOUR)) == [(start - 2 * HOUR, start + 7 * HOUR)]
    assert list(night.spans(start + 7 * HOUR, start + 22 * HOUR)) == [], "what only touches is no part of it"
    assert list(night.spans(start + 7 * HOUR, start + 22 * HOUR + 1)) == [(start + 22 * HOUR, start + 31 * HOUR)]
    assert list(Quiet.parse("07:00-07:00", utc).spans(start, start + 99 * HOUR)) == []


def test_spans_that_touch_become_one_and_empty_ones_vanish() -> None:
    assert merged([(1, 2), (2, 3), (5, 5), (7, 6)]) == [(1, 3)]
    assert merged([(1, 9), (2, 3), (4, 12)]) == [(1, 12)]
    assert merged([(1, 2), (3, 4)]) == [(1, 2), (3, 4)]
    assert merged([(1, 2), (5, 9), (6, 7)]) == [(1, 2), (5, 9)]


def test_what_does_not_count_is_cut_to_the_stretch_that_is_asked_for() -> None:
    calendar = Calendar(None, ((0.0, 10.0), (20.0, 30.0), (40.0, 50.0)))
    assert calendar.closed(5.0, 45.0) == [(5.0, 10.0), (20.0, 30.0), (40.0, 45.0)]
    assert calendar.closed(10.0, 20.0) == []
    assert calendar.counted(5.0, 45.0) == 20.0
    assert calendar.counted(45.0, 5.0) == 0.0
    assert calendar.counted(15.0, 15.0) == 0.0
    assert Calendar().counted(1.0, 3.0) == 2.0


def test_counted_time_runs_up_to_a_stretch_that_does_not_count_and_on_after_it() -> None:
    calendar = Calendar(None, ((10.0, 20.0),))
    assert calendar.after(0.0, 5.0) == 5.0
    assert calendar.after(0.0, 10.0) == 10.0, "what is up just before it is up then"
    assert calendar.after(0.0, 11.0) == 21.0
    assert calendar.after(15.0, 1.0) == 21.0
    assert calendar.after(25.0, 1.0) == 26.0
    assert Calendar().after(7.0, 3.0) == 10.0


def test_a_year_ahead_is_looked_at_and_beyond_it_all_time_counts() -> None:
    day = 24 * HOUR
    long = Calendar(None, ((0.0, 200 * day),))
    assert long.after(0.0, HOUR) == 200 * day + HOUR
    months = Calendar(None, tuple((30.0 * day * n, (30.0 * n + 29) * day) for n in range(12)))
    assert months.after(0.0, 5.5 * day) == (5 * 30 + 29.5) * day
    endless = Calendar(None, ((0.0, float("inf")),))
    assert endless.after(0.0, HOUR) == 366 * day + HOUR + HOUR


def test_somebody_is_left_alone_from_the_first_moment_to_the_last() -> None:
    calendar = Calendar(None, ((10.0, 20.0),))
    assert [calendar.is_closed(moment) for moment in (9.0, 9.9985, 10.0, 19.9, 20.0)] == [
        False,
        False,
        True,
        True,
        False,
    ]


def test_the_next_open_moment_may_be_days_ahead() -> None:
    day = 24 * HOUR
    calendar = Calendar(None, ((10.0, 20.0), (100.0, 9 * day), (9 * day, 60 * day)))
    assert [calendar.opens(moment) for moment in (5.0, 10.0, 15.0, 20.0)] == [5.0, 20.0, 20.0, 20.0]
    assert calendar.opens(100.0) == 60 * day
    assert Calendar().opens(3.0) == 3.0
    assert Calendar(None, ((0.0, float("inf")),)).opens(0.0) == 512 * day

"""How long a player may take, when reminders come, and when the time is up."""

from __future__ import annotations

import pytest

from bot.table.calendar import Calendar
from bot.table.time_control import (
    DAY,
    HOUR,
    MINUTE,
    TERMS,
    Pace,
    Stage,
    Terms,
    next_time,
    stage_at,
    time_of,
)
from tests.bot.table.builders import NOW

pytestmark = pytest.mark.no_server
ALWAYS = Calendar()
NAP = Calendar(None, ((NOW + 10, NOW + 60),))


def test_an_hour_has_sixty_minutes_and_a_day_twenty_four_hours() -> None:
    assert (60 * MINUTE, 24 * HOUR) == (HOUR, DAY) == (3600.0, 86_400.0)


def test_the_paces_are_as_the_handbook_says() -> None:
    assert {pace.value: terms for pace, terms in TERMS.items()} == {
        "blitz": Terms(300.0, 1200.0, 60.0),
        "day": Terms(86_400.0, 172_800.0, 7200.0),
        "relaxed": Terms(259_200.0, 604_800.0, 21_600.0),
        "none": None,
    }
    assert [each.value for each in Pace] == ["blitz", "day", "relaxed", "none"]


def test_the_grace_is_free_and_the_bank_pays_for_the_rest() -> None:
    terms = Terms(grace=10, bank=20, increment=2)
    assert (terms.allowed(None), terms.allowed(0), terms.allowed(5)) == (30, 10, 15)
    assert terms.bank_after(None, spent=9) is None
    assert terms.bank_after(None, spent=12) is None, "the increment pays for it"
    assert terms.bank_after(None, spent=15) == 17
    assert terms.bank_after(17, spent=5) == 19
    assert terms.bank_after(18, spent=0) is None
    assert terms.bank_after(1, spent=30) == 2
    assert terms.bank_after(0, spent=10) == 2


def test_stages_come_at_half_at_nine_tenths_and_at_the_end() -> None:
    moments = {0: 0, 49: 0, 50: 1, 89: 1, 90: 2, 99: 2, 100: 3, 500: 3}
    assert {after: int(stage_at(NOW + after, NOW, 100.0, ALWAYS)) for after in moments} == moments
    assert [time_of(stage, NOW, 100.0, ALWAYS) - NOW for stage in Stage] == [0, 50, 90, 100]
    assert list(map(int, Stage)) == [0, 1, 2, 3]


def test_time_that_does_not_count_moves_every_stage_on() -> None:
    assert time_of(Stage.HALF, NOW, 100.0, NAP) == NOW + 100
    assert stage_at(NOW + 60, NOW, 100.0, NAP) is Stage.FIRST
    assert stage_at(NOW + 100, NOW, 100.0, NAP) is Stage.HALF


def test_sums_of_times_may_be_off_by_a_thousandth_of_a_second_and_no_more() -> None:
    assert stage_at(NOW + 50 - 0.0005, NOW, 100.0, ALWAYS) is Stage.HALF
    assert stage_at(NOW + 50 - 0.01, NOW, 100.0, ALWAYS) is Stage.FIRST


def test_without_a_clock_or_before_it_runs_it_is_always_the_first_stage() -> None:
    assert stage_at(NOW + 9e9, NOW, None, ALWAYS) is Stage.FIRST
    assert stage_at(NOW, NOW, 0.0, ALWAYS) is Stage.FIRST
    assert stage_at(NOW - 5, NOW, 0.0, ALWAYS) is Stage.FIRST
    assert stage_at(NOW + 1, NOW, 0.0, ALWAYS) is Stage.LAPSED


def test_the_next_stage_is_known_until_the_last_has_come() -> None:
    assert next_time(NOW, NOW, 100.0, ALWAYS) == NOW + 50
    assert next_time(NOW + 60, NOW, 100.0, ALWAYS) == NOW + 90
    assert next_time(NOW + 95, NOW, 100.0, ALWAYS) == NOW + 100
    assert next_time(NOW + 100, NOW, 100.0, ALWAYS) is None
    assert next_time(NOW, NOW, None, ALWAYS) is None


def test_the_next_stage_is_never_now() -> None:
    late = NOW + 50 - 0.002
    assert next_time(late, NOW, 100.0, ALWAYS) == pytest.approx(NOW + 50, abs=1e-4)
    assert next_time(NOW - 100, NOW - 200, 200.0 + 1e-4, ALWAYS) > NOW - 100  # type: ignore[operator]

"""What people usually take: from their own earlier waits, by the time of day."""

from __future__ import annotations

import pytest

from bot.table.time_control import DAY, HOUR
from bot.table.waits import MOST, Wait, usual, waits_of


def test_a_wait_is_from_anothers_answer_to_the_own() -> None:
    answers = [(0.0, 0), (10.0, 1), (15.0, 1), (20.0, 0), (50.0, 1)]
    assert waits_of(answers, 1) == [Wait(0.0, 10.0), Wait(20.0, 30.0)]
    assert waits_of(answers, 0) == [Wait(15.0, 5.0)]
    assert len(waits_of([(float(n), n % 2) for n in range(300)], 1)) == MOST


@pytest.mark.parametrize(("hour", "takes"), [(9, 1), (22, 10), (2, 10)])
def test_what_is_asked_in_the_evening_takes_longer(hour: int, takes: int) -> None:
    morning = [Wait(day * DAY + 9 * HOUR, HOUR) for day in range(5)]
    evening = [Wait(day * DAY + 23 * HOUR, 10 * HOUR) for day in range(5)]
    assert usual([*morning, *evening], 30 * DAY + hour * HOUR) == takes * HOUR


def test_little_is_known_of_somebody_new() -> None:
    assert usual([Wait(0, 1), Wait(1, 1)], 0) is None

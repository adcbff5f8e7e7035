"""What people usually take: from their own earlier waits, by the time of day."""

from __future__ import annotations

import pytest

from bot.table.time_control import DAY, HOUR
from bot.table.waits import MOST, Wait, noted, usual


def test_the_last_waits_are_kept() -> None:
    waits: list[Wait] = []
    for number in range(50):
        waits = noted(waits, number * DAY, number * DAY + 90.5)
    assert len(waits) == MOST
    assert waits[-1] == (49 * DAY, 90)


@pytest.mark.parametrize(("hour", "takes"), [(9, 1), (22, 10), (2, 10)])
def test_what_is_asked_in_the_evening_takes_longer(hour: int, takes: int) -> None:
    morning: list[Wait] = [(int(day * DAY + 9 * HOUR), int(HOUR)) for day in range(5)]
    evening: list[Wait] = [(int(day * DAY + 23 * HOUR), int(10 * HOUR)) for day in range(5)]
    assert usual([*morning, *evening], 30 * DAY + hour * HOUR) == takes * HOUR


def test_little_is_known_of_somebody_new() -> None:
    assert usual([(0, 1), (1, 1)], 0) is None

"""At most so many times within so many seconds; and a name that has been still is forgotten."""

from __future__ import annotations

import pytest

from bot.ops.rate_window import RateWindow


class Watch:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_each_name_has_its_own_count_within_the_window(watch: Watch) -> None:
    rate = RateWindow[str](2, 10.0, watch)
    for _ in range(2):
        assert rate.allows("a")
        rate.count("a")
    assert not rate.allows("a")
    assert rate.allows("b")
    watch.now += 10.0
    assert rate.allows("a")


def test_the_window_slides_and_says_when_one_more_fits(watch: Watch) -> None:
    rate = RateWindow[str](2, 10.0, watch)
    rate.count("a")
    watch.now += 4.0
    rate.count("a")
    assert rate.wait("a") == 6.0
    watch.now += 6.0
    assert rate.wait("a") == 0.0
    rate.count("a")
    assert rate.wait("a") == 4.0, "the second of the three is still in the window"


def test_what_goes_out_in_spite_of_the_limit_counts_too(watch: Watch) -> None:
    rate = RateWindow[str](2, 10.0, watch)
    for _ in range(5):
        rate.count("a")
        watch.now += 1.0
    assert rate.wait("a") == 8.0, "the last but one must leave the window"


def test_names_that_have_been_still_are_forgotten_and_busy_ones_are_not(watch: Watch) -> None:
    rate = RateWindow[int](3, 10.0, watch)
    for name in range(10_000):
        watch.now += 0.01
        rate.count(name)
        rate.count(-1)
    assert len(rate) < 1010, "a hundred seconds have passed, a window has ten"
    assert not rate.allows(-1)
    watch.now += 11.0
    rate.count(5)
    assert len(rate) == 1

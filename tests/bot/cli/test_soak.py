"""A slice of the soak: the same as `signoria soak`, with few faults."""

import pytest

from bot.cli.soak import ROUTES, STILL, measure


@pytest.mark.parametrize("route", ROUTES)
def test_while_servers_are_harmed_nothing_is_lost_and_nobody_stands_still(route: str) -> None:
    found = measure(route, faults=3)
    assert found["acknowledged"] > 20
    assert (found["lost"], found["doubled"], found["error_pages"]) == (0, 0, 0), found["errors"]
    assert found["workers_dead"] == 0
    assert found["longest_standstill_s"] <= STILL
    assert not found["failed"]

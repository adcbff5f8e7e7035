"""The clocks of a table: pause, resume, more time, another pace."""

from __future__ import annotations

from math import inf

import pytest

from bot.table import clocks
from bot.table.model import Waiting
from bot.table.time_control import DAY, HOUR, Pace
from tests.bot.table.builders import NOW, lobby_of, person, refused, running, told, waited

pytestmark = pytest.mark.no_server


def test_a_paused_table_stands_still_until_it_goes_on() -> None:
    table = running()
    assert clocks.still(table) == []
    assert told(clocks.pause(table, NOW)) == ("table.event.paused", {})
    assert clocks.still(table) == [(NOW, inf)]
    with refused("table.refusal.paused"):
        clocks.pause(table, NOW + 1)
    assert told(clocks.resume(table, NOW + 60)) == ("table.event.resumed", {})
    assert (table.paused, clocks.still(table)) == (None, [(NOW, NOW + 60)])
    with refused("table.refusal.not_paused"):
        clocks.resume(table, NOW + 61)


def test_every_pause_is_remembered() -> None:
    table = running(pauses=[(1.0, 2.0)])
    clocks.pause(table, NOW)
    assert clocks.still(table) == [(1.0, 2.0), (NOW, inf)]


def test_only_a_running_game_has_clocks() -> None:
    for change in (clocks.pause, clocks.resume):
        with refused("table.refusal.not_running"):
            change(lobby_of(person("Anna")), NOW)
    with refused("table.refusal.not_running"):
        clocks.extend(lobby_of(person("Anna"), waiting={0: Waiting(since=NOW, allowed=1.0)}), 0, 1)


def test_more_time_is_given_to_one_move_of_one_seat() -> None:
    table = waited(allowed=DAY)
    assert told(clocks.extend(table, 1, 48)) == ("table.event.extended", {"seat": "seat/1", "hours": 48})
    assert (table.waiting[1].allowed, table.waiting[1].extended) == (3 * DAY, 2 * DAY)
    assert (table.waiting[0].allowed, table.waiting[0].extended) == (DAY, 0)


def test_a_week_in_all_is_the_most() -> None:
    table = waited(allowed=DAY)
    clocks.extend(table, 0, 100)
    with refused("table.refusal.extension", hours=68):
        clocks.extend(table, 0, 69)
    clocks.extend(table, 0, 68)
    assert table.waiting[0].allowed == DAY + 168 * HOUR
    for none in (0, -1, 1):
        with refused("table.refusal.extension", hours=0):
            clocks.extend(table, 0, none)


def test_an_hour_is_the_least() -> None:
    table = waited(allowed=DAY)
    for wrong in (0, -5):
        with refused("table.refusal.extension"):
            clocks.extend(table, 0, wrong)
    clocks.extend(table, 0, 1)
    assert table.waiting[0].extended == HOUR


def test_where_no_clock_runs_there_is_nothing_to_extend() -> None:
    with refused("table.refusal.no_clock"):
        clocks.extend(waited(allowed=None), 0, 1)
    with refused("table.refusal.no_clock"):
        clocks.extend(running(), 0, 1)


def test_another_pace_fills_every_bank_and_leaves_promised_time_alone() -> None:
    table = waited(allowed=77.0)
    table.seats[0].bank = 5.0
    assert told(clocks.change_pace(table, Pace.RELAXED)) == ("table.event.pace", {"pace": "pace/relaxed"})
    assert (table.pace, table.seats[0].bank, table.waiting[0].allowed) == (Pace.RELAXED, None, 77.0)

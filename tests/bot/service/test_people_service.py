"""People and their hours: who comes next, whose settings matter, how much of a move's time has counted."""

from __future__ import annotations

import pytest

from bot.service.people_service import is_next, next_seat
from bot.service.table_service import TableService
from bot.store.trips import counted
from bot.table.model import Vote, Waiting
from bot.table.preferences import Person
from bot.table.time_control import DAY, HOUR, Pace
from tests.bot.table.builders import NOW, computer, running, waited
from tests.bot.toy_service import ANNA, Clock, begin


@pytest.mark.no_server
def test_next_is_who_sits_after_the_one_that_is_waited_for() -> None:
    table = running(3, waiting={1: Waiting(since=NOW)})
    assert next_seat(table) == 2
    assert [is_next(table, seat) for seat in range(3)] == [False, False, True]
    assert next_seat(running(3, waiting={2: Waiting(since=NOW)})) == 0
    assert next_seat(running(2, waiting={0: Waiting(since=NOW)})) == 1


@pytest.mark.no_server
def test_nobody_is_next_where_several_are_waited_for_or_one_plays_alone() -> None:
    both = waited(2)
    assert next_seat(both) is None
    assert [is_next(both, seat) for seat in range(2)] == [False, False]
    assert next_seat(running(2)) is None
    alone = waited(1)
    assert next_seat(alone) is None
    assert not is_next(alone, 0)


async def test_settings_are_kept_and_found_again(desk: TableService) -> None:
    assert await desk.people.preferences(ANNA.ref) == Person()
    await desk.people.keep(ANNA.ref, Person(language="nl", interval=3))
    assert await desk.people.preferences(ANNA.ref) == Person(language="nl", interval=3)
    assert (await desk.work.store.user(ANNA.ref))["person"] == '{"language":"nl","interval":3}'


async def test_the_settings_of_those_who_are_waited_for_next_or_asked_to_vote_are_looked_up(desk: TableService) -> None:
    table = running(4, computer(), waiting={0: Waiting(since=NOW)})
    assert sorted(await desk.people.at(table)) == [0, 1]
    table.vote = Vote(by=0, asked=NOW, kind="kick", seat=2)
    assert sorted(await desk.people.at(table)) == [0, 1, 3]
    table.seats[1].absent = NOW
    assert sorted(await desk.people.at(table)) == [0, 3]
    assert await desk.people.at(running(2)) == {}


async def test_each_seat_has_the_settings_of_its_own_person(desk: TableService) -> None:
    await desk.people.keep("local:bram", Person(language="de"))
    found = await desk.people.at(waited(3))
    assert [found[seat].language for seat in range(3)] == ["en", "de", "en"]


async def test_a_clock_stands_still_while_its_person_or_the_table_or_the_service_rests(desk: TableService) -> None:
    await desk.people.keep("local:anna", Person(away=((1.0, 2.0),)))
    await desk.work.store.beat(3.0, 0.5)
    await desk.work.store.beat(4.0, 0.5)
    table = waited(2, pauses=[(5.0, 6.0)])
    calendars = await desk.people.calendars(table)
    assert [calendars[seat].spans for seat in range(2)] == [
        ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0)),
        ((3.0, 4.0), (5.0, 6.0)),
    ]
    with counted() as trips:
        await desk.people.calendars(table)
    assert len(trips) == 1, "settings and outages come together"
    assert set(await desk.people.calendars(table, {1: Person()})) == {1}
    assert await desk.people.calendars(table, {}) == {}


async def test_within_the_grace_a_move_costs_nothing_and_after_it_what_has_counted(
    desk: TableService, clock: Clock
) -> None:
    code = await begin(desk)
    table = await desk.queries.table(code)
    clock.sleep(DAY)
    assert await desk.people.spent(table, 0) == 0.0
    clock.sleep(HOUR)
    assert await desk.people.spent(table, 0) == 25 * HOUR
    await desk.people.keep(ANNA.ref, Person(away=((clock.now - HOUR, clock.now),)))
    assert await desk.people.spent(table, 0) == 24 * HOUR
    assert await desk.people.spent(table, 1) == 25 * HOUR


async def test_who_is_not_waited_for_or_away_or_without_a_clock_spends_nothing(
    desk: TableService, clock: Clock
) -> None:
    clock.sleep(9 * DAY)
    table = waited(2, allowed=100.0)
    assert await desk.people.spent(table, 0) == 9 * DAY
    table.seats[0].absent = NOW
    assert await desk.people.spent(table, 0) == 0.0
    assert await desk.people.spent(running(2), 0) == 0.0
    assert await desk.people.spent(waited(2, pace=Pace.NONE), 0) == 0.0

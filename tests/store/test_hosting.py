"""Clocks with a bank, pauses, votes, and the ladder for those who do not come."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clock import DAY, HOUR, Pace, Terms
from bot.documents import Absence, Status
from bot.people import Person
from bot.store import Store
from bot.tables import TableService, User
from engines.kit import Refusal
from tests.store.crew import crew
from tests.store.desk import ANNA, BRAM, CARO, Clock, begin, owed, service

DORA = User("local:dora", "Dora")
PEOPLE = (ANNA, BRAM, CARO)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(one: Store, tmp_path: Path, clock: Clock) -> TableService:
    return service(one, tmp_path, clock, seed="hosting")


async def first_owed(desk: TableService, code: str) -> tuple[int, str, str]:
    pending = (await owed(desk, code))[0]
    return pending.seat, PEOPLE[pending.seat].ref, pending.ask_id


async def answer_as(desk: TableService, code: str, seat: int, request: str) -> None:
    pending = next(each for each in await owed(desk, code) if each.seat == seat)
    await desk.answer(request, code, PEOPLE[seat].ref, [(pending.ask_id, pending.ask.fallback())])


def test_the_grace_is_free_and_the_bank_pays_for_the_rest() -> None:
    terms = Terms(grace=10, bank=20, increment=2)
    assert terms.allowed(None) == 30
    assert terms.bank_after(None, spent=9) is None
    assert terms.bank_after(None, spent=15) == 17
    assert terms.bank_after(17, spent=5) == 19
    assert terms.bank_after(1, spent=30) == 2
    assert terms.bank_after(19, spent=0) is None


async def test_a_slow_move_shortens_the_next_one_and_quick_ones_fill_the_bank_again(
    desk: TableService, clock: Clock
) -> None:
    code = await begin(desk)
    clock.sleep(34 * HOUR)
    await answer_as(desk, code, 0, "slow")
    assert (await desk.table(code)).seats[0].bank == 40 * HOUR
    await answer_as(desk, code, 1, "other")
    table = await desk.table(code)
    assert table.seats[1].bank == 40 * HOUR
    seat = next(iter(table.waiting))
    assert table.waiting[seat].allowed == 24 * HOUR + 40 * HOUR


async def test_while_the_table_is_paused_no_clock_runs(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    before = (await desk.deadlines(await desk.table(code)))[0]
    clock.sleep(HOUR)
    await desk.pause("pause", code, ANNA.ref)
    clock.sleep(10 * DAY)
    assert (await desk.table(code)).paused is not None
    await desk.resume("resume", code, ANNA.ref)
    after = (await desk.deadlines(await desk.table(code)))[0]
    assert after == pytest.approx(before + 10 * DAY)


async def test_who_is_not_the_host_pauses_by_vote(desk: TableService) -> None:
    code = await begin(desk, people=3)
    await desk.pause("ask", code, BRAM.ref)
    table = await desk.table(code)
    assert table.paused is None
    assert table.vote is not None
    await desk.vote("yes", code, CARO.ref, True)
    assert (await desk.table(code)).paused is not None


async def test_the_host_gives_more_time_within_a_cap(desk: TableService) -> None:
    code = await begin(desk)
    before = (await desk.deadlines(await desk.table(code)))[1]
    await desk.extend("more", code, ANNA.ref, 1, 48)
    assert (await desk.deadlines(await desk.table(code)))[1] == before + 48 * HOUR
    with pytest.raises(Refusal, match="extension"):
        await desk.extend("far more", code, ANNA.ref, 1, 121)
    with pytest.raises(Refusal, match="host_only"):
        await desk.extend("mine", code, BRAM.ref, 1, 1)


async def test_the_pace_of_a_game_that_is_on_changes_by_vote_and_takes_no_time_away(desk: TableService) -> None:
    code = await begin(desk)
    before = await desk.deadlines(await desk.table(code))
    await desk.change_pace("ask", code, ANNA.ref, Pace.BLITZ)
    assert (await desk.table(code)).pace is Pace.DAY
    await desk.vote("yes", code, BRAM.ref, True)
    table = await desk.table(code)
    assert table.pace is Pace.BLITZ
    assert await desk.deadlines(table) == before


async def test_when_time_is_up_a_computer_plays_until_the_person_is_back(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk)
    await answer_as(desk, code, 1, "in time")
    clock.sleep(73 * HOUR)
    await team.workers.step()
    table = await desk.table(code)
    assert table.seats[0].absent is not None
    assert table.seats[0].user == ANNA.ref
    played = [line for line in await desk.log(code, ANNA.ref) if line.by == "computer"]
    assert {line.seat for line in played} == {0}
    await desk.come_back("back", code, ANNA.ref)
    table = await desk.table(code)
    assert table.seats[0].absent is None
    assert table.plays(0)


async def test_with_everybody_away_the_game_waits_for_the_first_to_come_back(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk)
    for _ in range(10):
        clock.sleep(5 * DAY)
        await team.workers.step()
    table = await desk.table(code)
    assert (table.status, table.moves) == (Status.RUNNING, 1)
    assert sum(table.plays(seat) for seat in range(2)) == 1


async def test_one_tap_of_the_absent_person_takes_the_seat_back(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    clock.sleep(73 * HOUR)
    table = await desk.table(code)
    await desk.climb("up", code, (await desk.load(code)).version, "computer", 0)
    await answer_as(desk, code, 0, "tap")
    table = await desk.table(code)
    assert table.plays(0)


async def test_nothing_is_decided_against_somebody_within_time(desk: TableService, clock: Clock) -> None:
    code = await begin(desk, people=3)
    await desk.set_absence("vote", code, ANNA.ref, Absence.VOTE)
    clock.sleep(71 * HOUR)
    for kind in ("computer", "kick"):
        with pytest.raises(Refusal, match="within_time"):
            await desk.propose(f"too early {kind}", code, ANNA.ref, kind, seat=1)
    with pytest.raises(Refusal, match="within_time"):
        await desk.open_seat("open", code, ANNA.ref, 1)


async def test_by_vote_the_greater_part_of_the_others_decides(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk, people=3)
    await desk.set_absence("vote", code, ANNA.ref, Absence.VOTE)
    await answer_as(desk, code, 0, "anna")
    await answer_as(desk, code, 2, "caro")
    clock.sleep(73 * HOUR)
    await team.workers.step()
    assert (await desk.table(code)).plays(1), "the game waits for the vote"
    await desk.propose("ask", code, ANNA.ref, "computer", seat=1)
    assert (await desk.table(code)).plays(1)
    with pytest.raises(Refusal, match="no_vote"):
        await desk.vote("own", code, BRAM.ref, False)
    await desk.vote("yes", code, CARO.ref, True)
    assert not (await desk.table(code)).plays(1)


async def test_a_refused_vote_changes_nothing(desk: TableService) -> None:
    code = await begin(desk)
    await desk.change_pace("ask", code, ANNA.ref, Pace.NONE)
    await desk.vote("no", code, BRAM.ref, False)
    table = await desk.table(code)
    assert (table.vote, table.pace) == (None, Pace.DAY)


async def test_after_a_day_a_substitute_may_take_the_seat_with_the_code(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk)
    await answer_as(desk, code, 1, "in time")
    with pytest.raises(Refusal):
        await desk.join("early", code, DORA)
    clock.sleep(73 * HOUR)
    await team.workers.step()
    clock.sleep(25 * HOUR)
    await team.workers.step()
    assert (await desk.table(code)).seats[0].is_open
    await desk.join("in", code, DORA)
    table = await desk.table(code)
    assert (table.seats[0].user, table.seats[0].absent) == (DORA.ref, None)
    assert code in [line.table.code for line in await desk.games_of(DORA.ref)]


async def test_after_two_weeks_the_written_drop_rule_holds(desk: TableService, clock: Clock) -> None:
    team = crew(desk)
    code = await begin(desk)
    await desk.keep_person(BRAM.ref, Person(away=((0.0, 9e9),)))
    await answer_as(desk, code, 1, "in time")
    clock.sleep(73 * HOUR)
    await team.workers.step()
    for _ in range(15):
        clock.sleep(DAY)
        await team.workers.step()
    table = await desk.table(code)
    assert (table.status, table.plays(1)) == (Status.RUNNING, True)
    assert (table.seats[0].kind, table.seats[0].user) == ("computer", "")

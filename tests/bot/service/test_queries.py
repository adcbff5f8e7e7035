"""Looking at tables: whose games there are, in which order, what came of them, until when."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service.table_service import TableService
from bot.table.calendar import Calendar
from bot.table.model import Waiting
from bot.table.preferences import Person
from bot.table.time_control import DAY, HOUR
from bot.table.verification import Verification
from engines.kit import Refusal
from tests.bot.table.builders import NOW, waited
from tests.bot.toy_service import ANNA, BRAM, CARO, ROOM, Clock, begin, owed, play_on
from tests.toy import Peek


async def test_a_person_looks_from_the_own_seat_and_a_stranger_from_none(desk: TableService) -> None:
    code = await begin(desk)
    for user, seat in ((ANNA.ref, 0), (BRAM.ref, 1), (CARO.ref, None), (None, None)):
        assert (await desk.queries.look(code, user)).seat == seat


async def test_a_log_can_be_read_in_part_and_as_one_person(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 3)
    whole = await desk.queries.log(code, ANNA.ref)
    assert [line.version for line in await desk.queries.log(code, ANNA.ref, 1, 3)] == [2, 3]
    assert [line.version for line in await desk.queries.log(code, ANNA.ref, 2)] == [
        line.version for line in whole if line.version > 2
    ]
    assert len(whole) > len(await desk.queries.log(code, None)), "the own silent answer is in it"


async def test_what_happened_since_my_move_begins_after_it(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    (bid,) = await owed(desk, code)
    mine = await desk.moves.answer("a", code, ANNA.ref, [(bid.ask_id, 2)])
    (bid,) = await owed(desk, code)
    await desk.moves.answer("b", code, BRAM.ref, [(bid.ask_id, 3)])
    assert [line.version for line in await desk.queries.since_my_move(code, ANNA.ref)] == [mine.version + 1]
    assert await desk.queries.since_my_move(code, BRAM.ref) == []
    with pytest.raises(Refusal, match="not_in"):
        await desk.queries.since_my_move(code, CARO.ref)


async def test_my_games_are_those_i_sit_at_that_go_on(desk: TableService, clock: Clock) -> None:
    code = await begin(desk)
    line = (await desk.queries.games_of(BRAM.ref))[0]
    assert (line.table.code, line.version, line.seat) == (code, 3, 1)
    assert line.waiting == Waiting(since=clock.now, allowed=3 * DAY)
    await desk.moves.resign("r", code, BRAM.ref)
    assert await desk.queries.games_of(BRAM.ref) == [], "found, but not mine any more"
    await desk.moderation.call_off("c", code, ANNA.ref)
    assert await desk.queries.games_of(ANNA.ref) == []


async def test_games_that_wait_for_me_come_first_and_the_longest_wait_on_top(desk: TableService, clock: Clock) -> None:
    idle = (await desk.lobby.create("idle", "toy", ANNA, ROOM)).table.code
    clock.sleep(10)
    new = await begin(desk, request="new")
    clock.sleep(-5)
    old = await begin(desk, request="old")
    assert [line.table.code for line in await desk.queries.games_of(ANNA.ref)] == [old, new, idle]


async def test_a_room_lists_its_live_tables_newest_first(desk: TableService, clock: Clock) -> None:
    codes = []
    for number in range(3):
        codes.append((await desk.lobby.create(f"n{number}", "toy", ANNA, ROOM)).table.code)
        clock.sleep(1)
    await desk.lobby.cancel("c", codes[1], ANNA.ref)
    await desk.lobby.create("elsewhere", "toy", ANNA, "discord:9")
    assert [table.code for table in await desk.queries.games_in(ROOM)] == [codes[2], codes[0]]
    await desk.lobby.move_to("m", codes[2], ANNA.ref, "discord:9")
    assert [table.code for table in await desk.queries.games_in(ROOM)] == [codes[0]]


async def test_a_finished_game_is_noted_for_room_and_people_and_others_are_not(desk: TableService) -> None:
    code = await begin(desk)
    await desk.queries.keep_outcome(await desk.work.load(code))
    assert await desk.queries.outcomes(ROOM) == []
    await play_on(desk, code)
    await desk.queries.keep_outcome(await desk.work.load(code))
    for place in (ROOM, ANNA.ref, BRAM.ref):
        assert [outcome.code for outcome in await desk.queries.outcomes(place)] == [code]
    await desk.moves.erase("e", code, BRAM.ref, "gone:1")
    assert await desk.queries.outcomes("gone:1") == [], "nobody is found under nobody's account"
    lobby = (await desk.lobby.create("lobby", "toy", CARO, ROOM)).table.code
    await desk.queries.keep_outcome(await desk.work.load(lobby))
    assert len(await desk.queries.outcomes(ROOM)) == 1


async def test_only_a_game_that_is_over_is_proved_in_public_and_a_lobby_checks_well(desk: TableService) -> None:
    lobby = (await desk.lobby.create("lobby", "toy", CARO, ROOM)).table.code
    assert await desk.queries.check(lobby) == Verification(True, True, 0)
    code = await begin(desk)
    await play_on(desk, code, 2)
    check = await desk.queries.check(code)
    assert (check.holds, check.moves) == (True, 2)
    for live in (code, lobby):
        with pytest.raises(Refusal, match="not_over"):
            await desk.queries.verify(live)
    await desk.moderation.call_off("c", code, ANNA.ref)
    await desk.moderation.vote("yes", code, BRAM.ref, True)
    await desk.lobby.cancel("d", lobby, CARO.ref)
    assert (await desk.queries.verify(code)).holds
    with pytest.raises(Refusal, match="not_over"):
        await desk.queries.verify(lobby)


async def test_a_deadline_is_known_for_every_running_clock(desk: TableService) -> None:
    table = waited(3, allowed=10 * HOUR)
    table.waiting[1].allowed = None
    await desk.people.keep("local:caro", Person(away=((NOW, NOW + HOUR),)))
    assert await desk.queries.deadlines(table) == {0: NOW + 10 * HOUR, 2: NOW + 11 * HOUR}
    assert await desk.queries.deadlines(table, {2: Calendar()}) == {2: NOW + 10 * HOUR}
    assert await desk.queries.deadlines(table, {}) == {}


# --- what cannot be taken back ---


async def at_peek(desk: TableService) -> tuple[str, Any]:
    """A table whose winner looks at a card, and may keep it, leave it or show it."""
    code = await begin(desk)
    for number in range(40):
        pending = (await owed(desk, code))[0]
        if pending.step == "round.peek":
            return code, pending
        user = (ANNA, BRAM)[pending.seat].ref
        await desk.moves.answer(f"p{number}", code, user, [(pending.ask_id, pending.ask.fallback())])
    raise AssertionError("nobody looks at a card")


async def test_a_tap_that_can_be_taken_back_or_gives_nothing_away_does_not_ask(desk: TableService) -> None:
    code, peek = await at_peek(desk)
    seen = await desk.queries.look(code, (ANNA, BRAM)[peek.seat].ref)
    assert [await desk.queries.asks_first(seen, peek, [key]) for key in ("keep", "leave", "show")] == [None, None, None]


async def test_a_tap_that_spends_for_good_asks_first_and_says_what_it_does(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, peek = await at_peek(desk)
    monkeypatch.setattr(Peek, "grave", True)
    user = (ANNA, BRAM)[peek.seat].ref
    seen = await desk.queries.look(code, user)
    assert await desk.queries.asks_first(seen, peek, ["keep"]) is None
    assert await desk.queries.asks_first(seen, peek, ["show"]) == []
    await desk.moves.order("o", code, user, [])
    assert await desk.queries.asks_first(seen, peek, ["show"]) is None, "the table has moved on"


async def test_a_game_that_moves_on_while_it_is_checked_checks_well(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """State and log are read one after the other."""
    code = await begin(desk)
    await play_on(desk, code, 2)
    entries = desk.work.entries

    async def late(*asked: Any, **also: Any) -> Any:
        monkeypatch.undo()
        await play_on(desk, code, 1, seed="late")
        return await entries(*asked, **also)

    monkeypatch.setattr(desk.work, "entries", late)
    check = await desk.queries.check(code)
    assert (check.holds, check.moves) == (True, 2)
    assert (await desk.queries.check(code)).moves == 3

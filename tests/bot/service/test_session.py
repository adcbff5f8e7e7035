"""The session of one request: each thing is read once, what is committed replaces it, what may be old is dropped."""

from __future__ import annotations

import asyncio
import contextvars
from pathlib import Path

import pytest

from bot.service.session import Session, current, session
from bot.service.table_service import TableService
from bot.store import Store, reads
from bot.store.keys import of_game
from bot.store.trips import counted
from bot.table.change import Change
from bot.table.model import code_for
from bot.table.preferences import Person
from engines.kit import Answer, Refusal
from tests.bot.toy_service import ANNA, BRAM, ROOM, begin, owed, play_on, service


@pytest.fixture
def desk(kept: Store, tmp_path: Path) -> TableService:
    return service(kept, tmp_path)


@pytest.mark.no_server
def test_a_session_lasts_as_long_as_its_request_and_one_within_is_the_same() -> None:
    assert current() is None
    with session() as outer:
        with session() as inner:
            assert inner is outer is current()
        assert current() is outer
    assert current() is None


@pytest.mark.no_server
def test_what_is_kept_is_found_by_its_very_read_until_its_key_is_dropped() -> None:
    own = Session()
    first, second = reads.entries("K7QF", 0), reads.entries("K7QF", 3)
    own.keep(first, [b"a"])
    assert (own.has(first), own.has(second), own.get(first)) == (True, False, [b"a"])
    own.keep(second, [b"b"])
    own.drop("another key")
    assert own.has(first)
    own.drop(*of_game("K7QF"))
    assert (own.has(first), own.has(second)) == (False, False)


async def test_several_reads_come_in_one_round_trip_and_only_what_is_missing(desk: TableService) -> None:
    code = await begin(desk)
    with session() as own, counted() as trips:
        await desk.work.fetch([reads.game(code), reads.gaps(), reads.game(code)])
        assert trips == ["HMGET LRANGE"]
        await desk.work.fetch([reads.game(code), reads.user(ANNA.ref)])
        await desk.work.load(code)
        assert trips == ["HMGET LRANGE", "HGETALL"]
        assert own.has(reads.game(code))
    with counted() as trips:
        await desk.work.fetch([reads.gaps()])
        assert trips == [], "without a session nothing is kept, so nothing is fetched ahead"
        await desk.work.load(code)
        await desk.work.load(code)
        assert len(trips) == 2


async def test_after_a_commit_the_table_is_at_hand_as_it_stands_now(desk: TableService) -> None:
    code = await begin(desk)
    with session() as own:
        await desk.queries.log(code, ANNA.ref)
        await desk.moves.order("o", code, ANNA.ref, [])
        assert not own.has(reads.entries(code)), "the log has grown"
        with counted() as trips:
            loaded = await desk.work.load(code)
        assert trips == []
        row = await desk.work.store.load(code)
        assert own.get(reads.game(code)) == row
        assert row is not None
        assert (loaded.version, loaded.state is not None) == (row.version, True)
        (first, *_) = await owed(desk, code)
        await desk.moves.answer("a", code, ANNA.ref, [(first.ask_id, first.ask.fallback())])
        assert own.get(reads.game(code)) == await desk.work.store.load(code)


async def test_a_table_that_was_opened_in_this_request_is_at_hand(desk: TableService) -> None:
    with session() as own:
        code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
        assert own.get(reads.game(code)) == await desk.work.store.load(code)


async def test_a_row_without_the_state_is_not_taken_for_a_whole_one(desk: TableService) -> None:
    code = await begin(desk)
    with session() as own:
        loaded = await desk.work.load(code)
        own.drop(*of_game(code))
        await desk.work.write(loaded, "w", Change("noted"))
        assert not own.has(reads.game(code))
    assert (await desk.work.load(code)).state is not None


async def test_what_others_did_meanwhile_is_seen_when_a_request_is_refused_or_comes_too_late(
    desk: TableService, kept: Store, tmp_path: Path
) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    other = service(kept, tmp_path)
    with session():
        await desk.work.load(code)
        await _apart(other.lobby.join("j", code, BRAM))
        done = await desk.lobby.leave("l", code, BRAM.ref)
        assert done.version == 3, "by what was at hand nobody of that name sat there"
        await _apart(other.lobby.join("k", code, BRAM))
        late = await desk.lobby.configure("c", code, ANNA.ref, language="de")
        assert (late.version, late.table.seat_of(BRAM.ref)) == (5, 1)
        with pytest.raises(Refusal, match="not_in"):
            await desk.lobby.leave("m", code, "local:nobody")


async def _apart(doing: object) -> None:
    """In a request of its own."""
    context = contextvars.Context()
    await asyncio.get_running_loop().create_task(doing, context=context)  # type: ignore[arg-type]


async def test_a_request_that_came_before_is_told_from_the_store_and_not_from_what_is_at_hand(
    desk: TableService, kept: Store, tmp_path: Path
) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    with session():
        await desk.work.load(code)
        await _apart(service(kept, tmp_path).lobby.join("j", code, BRAM))
        again = await desk.lobby.join("j", code, BRAM)
        assert (again.repeated, again.version, again.table.seat_of(BRAM.ref)) == (True, 2, 1)


async def test_a_table_that_is_missing_is_looked_for_again(desk: TableService, kept: Store, tmp_path: Path) -> None:
    code = code_for("r", 0)
    with session():
        with pytest.raises(Refusal, match="no_table"):
            await desk.work.load(code)
        await _apart(service(kept, tmp_path).lobby.create("r", "toy", ANNA, ROOM))
        assert (await desk.work.load(code)).table.code == code


async def test_settings_that_were_changed_in_this_request_hold_at_once(desk: TableService) -> None:
    with session():
        assert (await desk.people.preferences(ANNA.ref)).language == "en"
        await desk.people.keep(ANNA.ref, Person(language="nl"))
        assert (await desk.people.preferences(ANNA.ref)).language == "nl"


async def test_of_few_tables_the_states_come_along_and_of_many_the_documents_alone(desk: TableService) -> None:
    codes = [(await desk.lobby.create(f"n{number}", "toy", ANNA, ROOM)).table.code for number in range(7)]
    with session() as own, counted() as trips:
        found = await desk.work.documents([*codes[:5], "ZZZZ"])
        assert {table.code for table, _ in found} == set(codes[:5])
        assert all(own.has(reads.game(code)) for code in codes[:5])
        assert len(trips) == 1
        assert len(await desk.work.documents(codes)) == 7
        assert not own.has(reads.game(codes[5]))
        assert own.has(reads.document(codes[6]))
    with session() as own:
        await desk.work.documents(codes)
        assert not any(own.has(reads.game(code)) for code in codes)


async def test_games_of_a_person_and_a_room_take_two_round_trips(desk: TableService) -> None:
    codes = [(await desk.lobby.create(f"n{number}", "toy", ANNA, ROOM)).table.code for number in range(3)]
    with session(), counted() as trips:
        await desk.queries.prepare_games(ANNA.ref, ROOM)
        assert len(trips) == 2
        assert {line.table.code for line in await desk.queries.games_of(ANNA.ref)} == set(codes)
        assert {table.code for table in await desk.queries.games_in(ROOM)} == set(codes)
        assert len(trips) == 2


async def test_what_a_panel_tells_besides_comes_in_one_round_trip(desk: TableService) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    look = await desk.queries.look(code, ANNA.ref)
    with session() as own, counted() as trips:
        await desk.queries.prepare(look, [0, 3], ANNA.ref)
        assert len(trips) == 1
        assert own.has(reads.entries(code, 0, look.version))
        assert own.has(reads.entries(code, 3, look.version))
        await desk.people.calendars(look.table)
        assert await desk.queries.outcomes(ANNA.ref) == []
        assert len(trips) == 1
    with session() as own:
        await desk.queries.prepare(look, [])
        assert not own.has(reads.results(ANNA.ref))
        assert own.has(reads.gaps())


async def test_an_answer_that_was_tried_is_not_worked_out_again_in_its_request(desk: TableService) -> None:
    code = await begin(desk)
    (first, *_) = await owed(desk, code)
    answer = Answer(first.seat, first.ask_id, first.ask.fallback())
    with session():
        one, two = await desk.work.load(code), await desk.work.load(code)
        outcome = one.submit(one.running(), answer)
        assert two.submit(two.running(), answer) is outcome
        other = Answer(first.seat, first.ask_id, first.ask.sample(lambda below: below - 1))
        assert two.submit(two.running(), other) is not outcome
    fresh = await desk.work.load(code)
    assert fresh.submit(fresh.running(), answer) is not outcome

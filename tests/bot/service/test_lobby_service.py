"""Use cases before the game, each as one commit: who may, what is written, who finds the table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.service.table_service import TableService
from bot.store import Store
from bot.table.lobby import User
from bot.table.model import Status, code_for
from bot.table.time_control import DAY, Pace
from engines.kit import commitment
from tests.bot.toy_service import ANNA, BRAM, CARO, ROOM, Clock, begin, last, play_on, refused


async def found(desk: TableService, user: User) -> list[str]:
    return [line.table.code for line in await desk.queries.games_of(user.ref)]


async def test_an_opened_table_has_all_that_was_chosen(desk: TableService, clock: Clock) -> None:
    done = await desk.lobby.create("r", "toy", BRAM, ROOM, {"rounds": 2}, Pace.BLITZ, seats=3)
    table = done.table
    assert (table.code, done.version, done.repeated) == (code_for("r", 0), 1, False)
    assert (table.game, table.room, table.host, table.request) == ("toy", ROOM, BRAM.ref, "r")
    assert (table.options, table.pace, table.language) == ({"rounds": 2}, Pace.BLITZ, "nl")
    assert (table.created, table.touched, table.rules_version) == (clock.now, clock.now, 1)
    assert [seat.kind for seat in table.seats] == ["person", "free", "free"]
    assert [(text.key, text.facts) for text in done.texts] == [("table.event.opened", {"name": "Bram"})]
    entry = await last(desk, table.code)
    assert (entry.kind, entry.user, entry.seat, entry.time) == ("opened", BRAM.ref, 0, clock.now)


async def test_a_table_has_as_many_seats_as_the_game_and_a_day_a_move_unless_said(desk: TableService) -> None:
    table = (await desk.lobby.create("r", "toy", ANNA, ROOM, language="de")).table
    assert (len(table.seats), table.pace, table.language, table.options) == (4, Pace.DAY, "de", {"rounds": 3})


async def test_an_unknown_game_is_named(desk: TableService) -> None:
    refusal = await refused("table.refusal.no_game", desk.lobby.create("r", "che/ss", ANNA, ROOM))
    assert refusal.facts == {"game": "che⁄ss"}


async def test_the_table_is_found_by_its_host_and_in_its_room(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    assert await found(desk, ANNA) == [code]
    assert [table.code for table in await desk.queries.games_in(ROOM)] == [code]


async def test_a_request_whose_answer_was_lost_before_the_index_was_written_is_made_good(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    await desk.work.store.unindex(code, [ANNA.ref], [ROOM])
    again = await desk.lobby.create("r", "toy", ANNA, ROOM)
    assert (again.repeated, again.version) == (True, 1)
    assert await found(desk, ANNA) == [code]


async def test_a_request_that_is_no_longer_remembered_still_opens_one_table(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    commit = desk.work.store.commit

    async def forgetful(change: Any, now: float) -> Any:
        return await commit(replace(change, request=f"{change.request} again"), now)

    monkeypatch.setattr(desk.work.store, "commit", forgetful)
    again = await desk.lobby.create("r", "toy", ANNA, ROOM)
    assert (again.table.code, again.version, again.repeated) == (code, 1, True)


async def test_where_every_code_is_taken_no_table_can_be_opened(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.lobby_service.code_for", lambda request, attempt: "K7QF")
    await desk.lobby.create("r", "toy", ANNA, ROOM)
    await refused("table.refusal.no_code", desk.lobby.create("another", "toy", ANNA, ROOM))


async def test_a_hundred_codes_are_tried(desk: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    monkeypatch.setattr("bot.service.lobby_service.code_for", lambda request, attempt: tried.append(attempt) or "K7QF")
    await desk.lobby.create("r", "toy", ANNA, ROOM)
    await refused("table.refusal.no_code", desk.lobby.create("another", "toy", ANNA, ROOM))
    assert tried[3:] == list(range(100)), "after one look for a table of a former build"


async def test_who_joins_is_told_and_finds_the_table(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    done = await desk.lobby.join("j", code, BRAM, seat=2)
    assert [text.key for text in done.texts] == ["table.event.joined"]
    assert done.table.seat_of(BRAM.ref) == 2
    entry = await last(desk, code)
    assert (entry.kind, entry.user) == ("joined", BRAM.ref)
    assert await found(desk, BRAM) == [code]


async def test_who_leaves_finds_it_no_more(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    await desk.lobby.join("j", code, BRAM)
    done = await desk.lobby.leave("l", code, BRAM.ref)
    assert [text.key for text in done.texts] == ["table.event.left"]
    entry = await last(desk, code)
    assert (entry.kind, entry.user) == ("left", BRAM.ref)
    assert await desk.work.store.games_of_user(BRAM.ref) == []


async def test_only_the_host_seats_computers_and_sends_them_away(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    await desk.lobby.join("j", code, BRAM)
    await refused("table.refusal.host_only", desk.lobby.add_computer("x", code, BRAM.ref))
    done = await desk.lobby.add_computer("c", code, ANNA.ref)
    assert (done.table.seats[2].name, done.table.seats[2].level) == ("Lorenzo", "steady")
    entry = await last(desk, code)
    assert (entry.kind, entry.user, [text.key for text in done.texts]) == (
        "computer_added",
        ANNA.ref,
        ["table.event.computer_added"],
    )
    await refused("table.refusal.host_only", desk.lobby.remove_computer("x", code, BRAM.ref, 2))
    gone = await desk.lobby.remove_computer("d", code, ANNA.ref, 2)
    assert gone.table.seats[2].kind == "free"
    entry = await last(desk, code)
    assert (entry.kind, entry.user, [text.key for text in gone.texts]) == (
        "computer_removed",
        ANNA.ref,
        ["table.event.computer_removed"],
    )


async def test_only_the_host_configures(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    await refused("table.refusal.host_only", desk.lobby.configure("x", code, BRAM.ref, pace=Pace.NONE))
    done = await desk.lobby.configure("c", code, ANNA.ref, {"rounds": 9}, Pace.NONE, 2, "de")
    assert (done.table.options, done.table.pace, len(done.table.seats)) == ({"rounds": 9}, Pace.NONE, 2)
    assert done.table.language == "de"
    entry = await last(desk, code)
    assert (entry.kind, entry.user, [text.key for text in done.texts]) == (
        "configured",
        ANNA.ref,
        ["table.event.configured"],
    )


async def test_the_start_is_sealed_dated_and_told(desk: TableService, clock: Clock) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    await desk.lobby.join("j", code, BRAM)
    clock.sleep(60)
    await refused("table.refusal.host_only", desk.lobby.start("x", code, BRAM.ref))
    done = await desk.lobby.start("s", code, ANNA.ref, "joined")
    table = done.table
    assert (table.status, table.started, table.commitment) == (Status.RUNNING, clock.now, commitment("seed 0"))
    assert (table.rules_version, table.seed, table.ended) == (1, "", None)
    assert {seat: (each.since, each.allowed) for seat, each in table.waiting.items()} == {
        0: (clock.now, 3 * DAY),
        1: (clock.now, 3 * DAY),
    }
    assert [(text.key, text.facts) for text in done.texts[:1]] == [
        ("table.event.started", {"order": ["seat/0", "seat/1"]})
    ]
    entry = await last(desk, code)
    assert (entry.kind, entry.user) == ("started", ANNA.ref)
    assert entry.facts == {"seats": 2, "options": {"rounds": 3}, "seed": "seed 0"}
    kept = await desk.work.store.tables(table.tables)
    assert kept is not None
    loaded = await desk.work.load(code)
    assert json.loads(kept) == loaded.engine.tables_of(loaded.running()).raw
    assert await desk.work.store.earlier(code) is None


async def test_a_table_moves_to_another_room_and_is_found_there(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    await refused("table.refusal.host_only", desk.lobby.move_to("x", code, BRAM.ref, "discord:9"))
    done = await desk.lobby.move_to("m", code, ANNA.ref, "discord:9")
    assert (done.table.room, [text.key for text in done.texts]) == ("discord:9", ["table.event.moved"])
    entry = await last(desk, code)
    assert (entry.kind, entry.user) == ("moved", ANNA.ref)
    assert [table.code for table in await desk.queries.games_in("discord:9")] == [code]
    assert await desk.queries.games_in(ROOM) == []


async def test_a_room_that_has_another_address_takes_its_tables_along(desk: TableService) -> None:
    own = (await desk.lobby.create("a", "toy", ANNA, "telegram:1")).table.code
    guest = (await desk.lobby.create("b", "toy", BRAM, ROOM)).table.code
    await desk.lobby.show_also("also", guest, "discord:5")
    await desk.lobby.show_also("also too", guest, "telegram:1")
    await desk.lobby.move_room("telegram:1", "telegram:-100")
    assert (await desk.queries.table(own)).rooms == ["telegram:-100"]
    assert (await desk.queries.table(guest)).rooms == [ROOM, "discord:5", "telegram:-100"]
    assert {table.code for table in await desk.queries.games_in("telegram:-100")} == {own, guest}
    assert (await last(desk, own)).kind == "moved"
    await desk.lobby.move_room("telegram:1", "telegram:-100")
    assert (await desk.work.load(own)).version == 2, "once"


async def test_a_table_is_shown_in_one_more_room_once(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    done = await desk.lobby.show_also("s", code, "telegram:5")
    assert done.table.rooms == [ROOM, "telegram:5"]
    assert (await last(desk, code)).kind == "shown_also"
    assert [table.code for table in await desk.queries.games_in("telegram:5")] == [code]
    for room in (ROOM, "telegram:5"):
        await refused("table.refusal.over", desk.lobby.show_also(f"again {room}", code, room))
    await desk.lobby.cancel("c", code, ANNA.ref)
    await refused("table.refusal.over", desk.lobby.show_also("late", code, "telegram:6"))


async def test_the_host_calls_a_table_off_before_the_game(desk: TableService, clock: Clock) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    await refused("table.refusal.host_only", desk.lobby.cancel("x", code, BRAM.ref))
    done = await desk.lobby.cancel("c", code, ANNA.ref)
    assert (done.table.status, done.table.ended, done.table.waiting) == (Status.CANCELLED, clock.now, {})
    entry = await last(desk, code)
    assert (entry.kind, entry.user, [text.key for text in done.texts]) == (
        "cancelled",
        ANNA.ref,
        ["table.event.cancelled"],
    )
    await refused("table.refusal.over", desk.lobby.cancel("again", code, ANNA.ref))


async def test_a_forgotten_lobby_is_closed_and_a_game_never(desk: TableService, clock: Clock) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    done = await desk.lobby.close_idle("idle", code)
    assert (done.table.status, done.table.ended) == (Status.CANCELLED, clock.now)
    assert [text.key for text in done.texts] == ["table.event.closed"]
    assert (await last(desk, code)).kind == "cancelled"
    game = await begin(desk, request="game")
    await refused("table.refusal.begun", desk.lobby.close_idle("x", game))


async def test_at_a_running_game_one_joins_as_a_substitute_only(desk: TableService) -> None:
    code = await begin(desk)
    await refused("table.refusal.begun", desk.lobby.join("early", code, CARO))
    loaded = await desk.work.load(code)
    await desk.moderation.climb("up", code, loaded.version, "computer", 0)
    await desk.moderation.open_seat("open", code, ANNA.ref, 0)
    done = await desk.lobby.join("in", code, CARO)
    assert (done.table.seats[0].user, (await last(desk, code)).kind) == (CARO.ref, "replaced")
    await play_on(desk, code)
    await refused("table.refusal.begun", desk.lobby.join("late", code, User("local:z", "Zoe")))


async def test_a_seed_has_128_bits_of_chance(kept: Store, tmp_path: Path) -> None:
    seeds = {TableService(kept, tmp_path).lobby.seeds() for _ in range(20)}
    assert (len(seeds), {len(seed) for seed in seeds}) == (20, {32})

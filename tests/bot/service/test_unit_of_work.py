"""The unit of work: once per request, one at a time, frozen at the last good version."""

from __future__ import annotations

import asyncio
import json
import logging
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.ops.metrics import REGISTRY
from bot.service import unit_of_work
from bot.service.table_service import TableService
from bot.store import Store, StoreAway, Verdict
from bot.table.change import BrokenMove, Change, Loaded
from bot.table.model import Move, Status
from bot.table.standing_orders import Limit
from engines.kit import EngineBug, Event, Refusal, UnknownTables
from tests.bot.toy_service import ANNA, BRAM, ROOM, Clock, begin, owed, play_on, service


def figure(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def nothing(loaded: Loaded) -> Change:
    return Change("noted", (Event("toy.event.traded", {}),), ANNA.ref)


async def test_a_table_that_is_not_there_is_named_briefly(desk: TableService) -> None:
    with pytest.raises(Refusal, match="no_table") as caught:
        await desk.work.load("a/bcdefghijk")
    assert caught.value.facts == {"table": "a⁄bcdefg"}


async def test_a_commit_is_dated_counted_and_heard(desk: TableService, clock: Clock) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    heard: list[str] = []
    desk.work.listeners.append(heard.append)
    clock.sleep(7)
    before = figure("signoria_steps_total", kind="noted")
    took = figure("signoria_step_seconds_count")
    done = await desk.work.commit(code, "n", nothing)
    assert (done.version, done.repeated, [text.key for text in done.texts]) == (2, False, ["toy.event.traded"])
    assert ((await desk.queries.table(code)).touched, heard) == (clock.now, [code])
    assert figure("signoria_steps_total", kind="noted") == before + 1
    assert figure("signoria_step_seconds_count") == took + 1
    again = await desk.work.commit(code, "n", nothing)
    assert (again.version, again.repeated, again.texts, heard) == (2, True, done.texts, [code])


async def test_a_commit_is_kept_with_the_state_it_was_based_on(one: Store, tmp_path: Path) -> None:
    """A server may take over with another last step in its place: then that state is put back first."""
    desk = service(one, tmp_path)
    code = await begin(desk)
    for number in range(2):  # read anew, and from what is at hand
        row = await one.load(code)
        assert row is not None
        assert row.state
        await desk.work.commit(code, f"n{number}", nothing)
        assert one.link.journal._kept[-1].again.command[-1] == row.state


async def test_a_commit_that_comes_too_late_is_made_again_on_what_is_there_now(
    desk: TableService, kept: Store, tmp_path: Path
) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    other, seen, conflicts = service(kept, tmp_path), [], figure("signoria_conflicts_total")

    async def slow(loaded: Loaded) -> Change:
        seen.append(loaded.version)
        if len(seen) == 1:
            await other.lobby.join("meanwhile", code, BRAM)
        return await nothing(loaded)

    assert (await desk.work.commit(code, "n", slow)).version == 3
    assert seen == [1, 2]
    assert figure("signoria_conflicts_total") == conflicts + 1


async def test_a_refused_request_that_was_carried_out_before_is_answered_as_it_was(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    done = await desk.lobby.join("j", code, BRAM)
    counted = figure("signoria_refused_total")
    again = await desk.lobby.join("j", code, BRAM)
    assert (again.version, again.texts, again.repeated) == (done.version, done.texts, True)
    assert figure("signoria_refused_total") == counted
    with pytest.raises(Refusal, match="already_in"):
        await desk.lobby.join("another", code, BRAM)
    assert figure("signoria_refused_total") == counted + 1
    assert await desk.work.before(code, "never") is None


async def test_one_at_a_time_at_a_table_in_one_process(desk: TableService) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    inside, most = 0, 0

    async def slow(loaded: Loaded) -> Change:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0.001)
        inside -= 1
        return await nothing(loaded)

    await asyncio.gather(*(desk.work.commit(code, f"n{number}", slow) for number in range(5)))
    assert most == 1
    assert (await desk.work.load(code)).version == 6


async def test_who_waits_too_long_behind_others_is_told(desk: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (await desk.lobby.create("r", "toy", ANNA, ROOM)).table.code
    stuck = asyncio.Event()

    async def hang(loaded: Loaded) -> Change:
        await stuck.wait()
        return await nothing(loaded)

    first = asyncio.create_task(desk.work.commit(code, "hang", hang))
    await asyncio.sleep(0.01)

    @contextmanager
    def no_patience() -> Iterator[float]:
        yield asyncio.get_running_loop().time() + 0.02

    monkeypatch.setattr(desk.work.store.link, "one_patience", no_patience)
    with pytest.raises(StoreAway, match=f"others wait at table {code} too"):
        await desk.work.commit(code, "late", nothing)
    stuck.set()
    assert (await first).version == 2
    assert (await desk.work.commit(code, "free again", nothing)).version == 3


async def test_a_state_at_hand_is_not_read_again_until_the_table_has_moved(
    desk: TableService, kept: Store, tmp_path: Path
) -> None:
    code = await begin(desk)
    first = (await desk.work.load(code)).state
    assert (await desk.work.load(code)).state is first
    await play_on(service(kept, tmp_path), code, 1)
    assert (await desk.work.load(code)).state != first


async def test_the_states_at_hand_are_the_newest_and_not_too_many(
    desk: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unit_of_work, "CACHED", 2)
    codes = [await begin(desk, request=f"n{number}") for number in range(3)]
    states = [(await desk.work.load(code)).state for code in codes[1:]]
    again = [(await desk.work.load(code)).state for code in codes[1:]]
    assert all(state is before for state, before in zip(again, states, strict=True))
    forgotten = (await desk.work.load(codes[0])).state
    assert (await desk.work.load(codes[0])).state is forgotten
    assert (await desk.work.load(codes[1])).state is not states[0], "the oldest made room"


async def test_tables_that_nobody_kept_cannot_be_read(desk: TableService) -> None:
    class Forgetful:
        def load(self, raw: bytes) -> Any:
            raise UnknownTables("lost")

    with pytest.raises(UnknownTables):
        await desk.work.state(Forgetful(), b"{}")  # type: ignore[arg-type]


async def test_a_frozen_table_stands_at_its_last_good_version_and_leaves_a_file(
    desk: TableService, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    code = await begin(desk)
    await play_on(desk, code, 2)
    await desk.moderation.pause("vote", code, BRAM.ref)
    before, counted = await desk.work.load(code), figure("signoria_frozen_total")
    broken = Move(seat=0, step="round.bid", ask_id="x", value=3)
    with caplog.at_level(logging.ERROR):
        await desk.work.freeze(code, before.version, BrokenMove([broken], EngineBug("planted")))
    after = await desk.work.load(code)
    assert (after.version, after.table.status) == (before.version + 1, Status.FROZEN)
    assert (after.table.waiting, after.table.vote, after.state) == ({}, None, before.state)
    entry = (await desk.work.entries(code))[-1]
    assert (entry.kind, entry.happened()) == ("frozen", [Event("table.event.frozen", {"moves": 2})])
    file = tmp_path / "replays" / f"{code}-{before.version}.json"
    content = json.loads(file.read_text())
    assert "planted" in content["fault"]
    assert content["answers"][-1] == [0, "round.bid", 3]
    assert content["table"]["code"] == code
    assert (len(content["log"]), content["seed"]) == (before.version, "seed 0")
    assert content["state"] == json.loads(before.engine.dump(before.running()))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert figure("signoria_frozen_total") == counted + 1
    assert str(file) in caplog.text


async def test_a_table_that_has_moved_on_is_not_frozen_any_more(desk: TableService) -> None:
    code = await begin(desk)
    version = (await desk.work.load(code)).version
    await desk.work.freeze(code, version - 1, EngineBug("late"))
    await desk.work.freeze("ZZZZ", 1, EngineBug("gone"))
    assert (await desk.queries.table(code)).status is Status.RUNNING


async def test_a_fault_in_a_request_that_was_carried_out_before_freezes_nothing(desk: TableService) -> None:
    code = await begin(desk)
    await desk.moves.order("o", code, ANNA.ref, [])

    async def broken(loaded: Loaded) -> Change:
        raise EngineBug("planted")

    assert (await desk.work.commit(code, "o", broken)).repeated
    assert (await desk.queries.table(code)).status is Status.RUNNING
    with pytest.raises(EngineBug):
        await desk.work.commit(code, "p", broken)
    assert (await desk.queries.table(code)).status is Status.FROZEN


async def test_a_change_of_the_document_alone_keeps_the_state_at_hand(desk: TableService) -> None:
    code = await begin(desk)
    state = (await desk.work.load(code)).state
    await desk.work.commit(code, "n", nothing)
    assert (await desk.work.load(code)).state is state


async def test_a_write_says_what_became_of_it(desk: TableService) -> None:
    code = await begin(desk)
    loaded = await desk.work.load(code)
    assert await desk.work.write(loaded, "w", Change("noted")) == (Verdict.OK, loaded.version + 1)
    assert await desk.work.write(loaded, "w", Change("noted")) == (Verdict.DUPLICATE, loaded.version + 1)
    assert await desk.work.write(loaded, "v", Change("noted")) == (Verdict.CONFLICT, loaded.version + 1)
    (first, *_) = await owed(desk, code)
    assert first.step == "setup.keep"


async def test_documents_of_many_tables_come_without_anybodys_orders(desk: TableService) -> None:
    code = await begin(desk)
    await desk.moves.order("o", code, ANNA.ref, [Limit(step="x", limit=1)])
    ((table, version),) = await desk.work.documents([code, "ZZZZ"])
    assert (table.code, version, table.seats[0].orders) == (code, 4, [])
    assert (await desk.work.load(code)).table.seats[0].orders


async def test_a_game_is_played_with_the_numbers_it_began_with_and_a_lobby_has_none(desk: TableService) -> None:
    code = await begin(desk)
    loaded = await desk.work.load(code)
    tables = await desk.work.tables(loaded)
    assert tables is not None
    assert tables.digest == loaded.table.tables
    lobby = (await desk.lobby.create("lobby", "toy", ANNA, ROOM)).table.code
    assert await desk.work.tables(await desk.work.load(lobby)) is None

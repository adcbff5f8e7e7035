"""The store on every kind of server: commits, undo, attention, surfaces, people, processes."""

import asyncio

import pytest

from bot.store import Change, Row, Shown, Store, Undo, Verdict
from bot.store.keys import PARTITIONS, GameKeys, partition_of


def step(game: str, expected: int, request: str = "", **rest: object) -> Change:
    name = request or f"r{expected}"
    return Change(game, expected, name, f"doc{expected + 1}".encode(), f"entry{expected + 1}".encode(), **rest)  # type: ignore[arg-type]


def test_partitions_are_stable_and_all_in_use() -> None:
    assert partition_of("K7QF") == 5
    assert {partition_of(f"G{n}") for n in range(2000)} == set(range(PARTITIONS))
    assert GameKeys.of("K7QF").seen("x") == "{p05}:seen:K7QF:x"


async def test_a_commit_makes_state_log_and_version_true_together(store: Store) -> None:
    assert await store.load("K7QF") is None
    assert await store.commit(step("K7QF", 0, state=b"s1"), 1.0) == (Verdict.OK, 1)
    assert await store.commit(step("K7QF", 1), 2.0) == (Verdict.OK, 2)
    row = await store.load("K7QF")
    assert row is not None
    assert (row.version, row.doc, row.state) == (2, b"doc2", b"s1")
    assert await store.entries("K7QF") == [b"entry1", b"entry2"]
    assert await store.entries("K7QF", since=1) == [b"entry2"]
    assert await store.entries("K7QF", since=0, to=1) == [b"entry1"]


async def test_a_commit_on_an_old_version_changes_nothing(store: Store) -> None:
    await store.commit(step("K7QF", 0), 1.0)
    assert await store.commit(step("K7QF", 0, "other"), 1.0) == (Verdict.CONFLICT, 1)
    assert await store.entries("K7QF") == [b"entry1"]
    assert await store.seen("K7QF", "other") is None


async def test_a_request_delivered_twice_is_carried_out_once(store: Store) -> None:
    await store.commit(step("K7QF", 0, "tap"), 1.0)
    await store.commit(step("K7QF", 1), 1.0)
    assert await store.commit(step("K7QF", 2, "tap"), 1.0) == (Verdict.DUPLICATE, 1)
    assert await store.seen("K7QF", "tap") == 1
    assert len(await store.entries("K7QF")) == 2


async def test_of_fifty_commits_on_one_version_one_lands(store: Store) -> None:
    verdicts = await asyncio.gather(*(store.commit(step("K7QF", 0, f"r{n}"), 1.0) for n in range(50)))
    assert sorted(verdict for verdict, _ in verdicts) == [Verdict.CONFLICT] * 49 + [Verdict.OK]


async def test_undo_brings_back_what_was_pushed_until_the_pile_is_cleared(store: Store) -> None:
    await store.commit(step("K7QF", 0, state=b"s1"), 1.0)
    assert await store.earlier("K7QF") is None
    await store.commit(step("K7QF", 1, state=b"s:2", undo=Undo.PUSH, seat=3), 1.0)
    await store.commit(step("K7QF", 2, state=b"s3", undo=Undo.PUSH, seat=3), 1.0)
    found = await store.earlier("K7QF")
    assert found is not None
    assert (found.version, found.seat, found.state) == (2, 3, b"s:2")
    await store.commit(step("K7QF", 3, state=found.state, undo=Undo.POP), 1.0)
    found = await store.earlier("K7QF")
    assert found is not None
    assert (found.version, found.state) == (1, b"s1")
    await store.commit(step("K7QF", 4, state=b"s5", undo=Undo.CLEAR), 1.0)
    assert await store.earlier("K7QF") is None


async def test_a_commit_makes_the_game_due_and_one_worker_gets_it(store: Store) -> None:
    await store.commit(step("K7QF", 0), 100.0)
    assert await store.due_heads() == {5: 100.0}
    assert await store.claim(5, "a", now=99.0, until=159.0) == []
    assert await store.claim(5, "a", now=101.0, until=161.0) == ["K7QF"]
    assert await store.claim(5, "b", now=101.0, until=161.0) == []
    assert await store.live() == ["K7QF"]


async def test_a_claim_whose_reply_was_lost_may_be_repeated(store: Store) -> None:
    await store.commit(step("K7QF", 0), 100.0)
    assert await store.claim(5, "a", now=101.0, until=161.00001) == ["K7QF"]
    assert await store.claim(5, "a", now=101.0, until=161.00001) == ["K7QF"]
    assert await store.claim(5, "b", now=101.0, until=161.00001) == []
    assert await store.claim(5, "a", now=101.0, until=161.00002) == []


async def test_a_game_that_moves_while_held_is_due_again_when_let_go(store: Store) -> None:
    await store.commit(step("K7QF", 0), 100.0)
    await store.claim(5, "a", now=101.0, until=161.0)
    await store.commit(step("K7QF", 1), 102.0)
    assert await store.due_heads() == {5: 161.0}
    assert await store.rest("K7QF", "a", version=1, now=103.0, then=500.0)
    assert await store.due_heads() == {5: 103.0}
    await store.claim(5, "a", now=104.0, until=164.0)
    assert await store.rest("K7QF", "a", version=2, now=105.0, then=500.0)
    assert await store.due_heads() == {5: 500.0}


async def test_a_game_with_nothing_left_to_do_is_never_due_again(store: Store) -> None:
    await store.commit(step("K7QF", 0), 100.0)
    await store.claim(5, "a", now=101.0, until=161.0)
    assert await store.rest("K7QF", "a", version=1, now=103.0, then=None)
    assert await store.due_heads() == {}


async def test_a_dead_worker_loses_its_hold_and_cannot_write_any_more(store: Store) -> None:
    await store.commit(step("K7QF", 0), 100.0)
    await store.claim(5, "a", now=101.0, until=161.0)
    assert await store.hold("K7QF", "a", until=170.0)
    assert await store.claim(5, "b", now=169.0, until=229.0) == []
    assert await store.claim(5, "b", now=171.0, until=231.0) == ["K7QF"]
    assert not await store.hold("K7QF", "a", until=300.0)
    assert not await store.rest("K7QF", "a", version=1, now=172.0, then=None)
    assert await store.due_heads() == {5: 231.0}


async def test_a_surface_is_recorded_under_the_hold_only(store: Store) -> None:
    await store.commit(step("K7QF", 0), 100.0)
    await store.claim(5, "a", now=101.0, until=161.0)
    first, second = Shown("1", "message 9"), Shown("2", "message 9")
    assert await store.record("K7QF", "a", 102.0, "room", None, first)
    assert await store.record("K7QF", "a", 102.0, "room", None, first), "a lost reply may be asked for again"
    assert await store.shown("K7QF") == {"room": first}
    assert not await store.record("K7QF", "b", 102.0, "room", first, second)
    assert await store.shown("K7QF") == {"room": Shown("-1", "message 9")}, "shown again by whoever comes next"
    assert await store.record("K7QF", "a", 102.0, "room", Shown("-1", "message 9"), None)
    assert await store.shown("K7QF") == {}


async def test_a_lost_hold_makes_the_game_due(store: Store) -> None:
    await store.commit(step("K7QF", 0), 100.0)
    await store.claim(5, "a", now=101.0, until=161.0)
    await store.rest("K7QF", "a", version=1, now=102.0, then=900.0)
    assert not await store.record("K7QF", "a", 103.0, "room", None, Shown("1", "m"))
    assert await store.due_heads() == {5: 103.0}


async def test_people_and_rooms_find_their_games(store: Store) -> None:
    await store.index("K7QF", ["discord:1", "local:a"], ["discord:99"], 5.0)
    await store.index("M2XT", ["discord:1"], [], 4.0)
    assert await store.games_of_user("discord:1") == ["M2XT", "K7QF"]
    assert await store.games_of_room("discord:99") == ["K7QF"]
    await store.unindex("K7QF", ["discord:1"])
    assert await store.games_of_user("discord:1") == ["M2XT"]
    await store.retire("M2XT", ["discord:1"], [], 9.0)
    assert await store.games_of_user("discord:1") == []
    assert await store.past_of_user("discord:1") == ["M2XT"]
    await store.set_user("discord:1", {"language": "nl", "name": "Léna"})
    assert await store.user("discord:1") == {"language": "nl", "name": "Léna"}
    await store.forget_user("discord:1")
    assert await store.user("discord:1") == {}


async def test_documents_of_many_games_come_in_one_go(store: Store) -> None:
    names = [f"G{n}" for n in range(40)]
    for name in names:
        await store.commit(step(name, 0, state=b"long"), 1.0)
    rows = await store.load_docs([*names, "NONE"])
    assert set(rows) == set(names)
    assert all(row.state == b"" for row in rows.values())


async def test_an_answer_of_another_seat_empties_the_pile_first(store: Store) -> None:
    await store.commit(step("K7QF", 0, state=b"s1"), 1.0)
    await store.commit(step("K7QF", 1, state=b"s2", undo=Undo.PUSH, seat=0), 1.0)
    await store.commit(step("K7QF", 2, state=b"s3", undo=Undo.ONLY, seat=1), 1.0)
    await store.commit(step("K7QF", 3, state=b"s2", undo=Undo.POP), 1.0)
    assert await store.earlier("K7QF") is None


async def test_a_whole_game_is_put_in_place_once(store: Store) -> None:
    entries = [f"e{n}".encode() for n in range(300)]
    assert await store.restore("K7QF", Row(300, b"doc", b"state"), entries, 9.0)
    assert not await store.restore("K7QF", Row(1, b"other", b""), [b"x"], 9.0)
    assert await store.load("K7QF") == Row(300, b"doc", b"state")
    assert await store.entries("K7QF") == entries
    assert await store.due_heads() == {5: 9.0}


async def test_printed_numbers_are_kept_beside_the_games(store: Store) -> None:
    await store.keep_tables("ab12", b"{}")
    await store.keep_tables("ab12", b"changed")
    assert await store.tables("ab12") == b"{}"
    assert await store.tables("none") is None


async def test_a_deleted_game_leaves_nothing_to_attend_to(store: Store) -> None:
    await store.commit(step("K7QF", 0, state=b"s"), 1.0)
    await store.delete("K7QF")
    assert await store.load("K7QF") is None
    assert await store.live() == []
    assert await store.entries("K7QF") == []


async def test_a_lease_has_one_holder_until_it_is_given_up(store: Store) -> None:
    assert await store.lease("discord", "a", 30)
    assert not await store.lease("discord", "b", 30)
    assert await store.lease("discord", "a", 30)
    assert await store.lease("discord", "a", 0)
    assert await store.lease("discord", "b", 30)


async def test_a_time_without_any_heartbeat_is_noted_once(store: Store) -> None:
    assert not await store.beat(1000.0, patience=30)
    assert not await store.beat(1010.0, patience=30)
    assert await store.beat(1100.5, patience=30)
    assert not await store.beat(1100.5, patience=30)
    assert await store.gaps() == [(1010.0, 1100.5)]


@pytest.mark.parametrize("size", [10, 50_000])
async def test_states_of_any_bytes_survive(one: Store, size: int) -> None:
    state = bytes(range(256)) * (size // 256 + 1)
    await one.commit(step("K7QF", 0, state=state), 1.0)
    row = await one.load("K7QF")
    assert row is not None
    assert row.state == state

"""The store on every kind of server: commits, undo, attention, surfaces, people, processes.

The store in memory is held to the same assertions, so that what is proved over it holds of the real one.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from bot.store import Row, Shown, Store, Verdict, Write, keys, reads
from bot.store.keys import PARTITIONS, GameKeys, partition_of
from bot.store.store import TAKE
from bot.store.trips import counted
from bot.table.change import Undo
from tests.bot.memory_store import MemoryStore
from tests.bot.store.servers import put


@pytest.fixture(params=["memory", "embedded", "cluster", "watched"])
def place(request: pytest.FixtureRequest) -> Any:
    """Memory, then each kind of server, emptied."""
    if request.param == "memory":
        return None
    servers = request.getfixturevalue(request.param)
    servers.flush()
    return servers


@pytest.fixture
async def store(place: Any) -> AsyncIterator[Store]:
    opened = MemoryStore() if place is None else await Store.open(place.url)
    yield opened
    await opened.close()


def step(game: str, expected: int, request: str = "", **rest: object) -> Write:
    name = request or f"r{expected}"
    return Write(game, expected, name, f"doc{expected + 1}".encode(), f"entry{expected + 1}".encode(), **rest)  # type: ignore[arg-type]


def test_partitions_are_stable_and_all_in_use() -> None:
    assert partition_of("K7QF") == 5
    assert {partition_of(f"G{n}") for n in range(2000)} == set(range(PARTITIONS))
    assert GameKeys.of("K7QF").seen("x") == "{p05}:seen:K7QF:x"


async def test_reads_of_any_kind_and_key_travel_together(store: Store) -> None:
    await put(store, step("K7QF", 0, state=b"s1"), 1.0)
    await put(store, step("B2CD", 0, state=b"s2"), 1.0)
    await store.set_user("discord:1", {"name": "Lena"})
    await store.keep_result("K7QF", ["discord:1"], "won")
    with counted() as trips:
        row, entries, person, results = await store.together(
            reads.game("K7QF"), reads.entries("B2CD"), reads.user("discord:1"), reads.results("discord:1")
        )
    assert len(trips) == 1, trips
    assert row == Row(1, b"doc1", b"s1")
    assert (entries, person, results) == ([b"entry1"], {"name": "Lena"}, ["won"])


async def test_a_note_about_somebody_is_read_by_what_travels_behind_it(store: Store) -> None:
    _, kept, _ = await store.together(
        reads.note("discord:1", {"busy": "1"}), reads.user("discord:1"), reads.unnote("discord:1", ["busy"])
    )
    assert kept == {"busy": "1"}
    assert await store.user("discord:1") == {}


async def test_a_commit_makes_state_log_and_version_true_together(store: Store) -> None:
    assert await store.load("K7QF") is None
    assert await put(store, step("K7QF", 0, state=b"s1"), 1.0) == (Verdict.OK, 1)
    assert await put(store, step("K7QF", 1), 2.0) == (Verdict.OK, 2)
    row = await store.load("K7QF")
    assert row is not None
    assert (row.version, row.doc, row.state) == (2, b"doc2", b"s1")
    assert await store.entries("K7QF") == [b"entry1", b"entry2"]
    assert await store.entries("K7QF", since=1) == [b"entry2"]
    assert await store.entries("K7QF", since=0, to=1) == [b"entry1"]


async def test_a_commit_on_an_old_version_changes_nothing(store: Store) -> None:
    await put(store, step("K7QF", 0), 1.0)
    assert await put(store, step("K7QF", 0, "other"), 1.0) == (Verdict.CONFLICT, 1)
    assert await store.entries("K7QF") == [b"entry1"]
    assert await store.seen("K7QF", "other") is None


async def test_a_commit_based_on_another_past_changes_nothing_though_its_number_fits(store: Store) -> None:
    first, other = step("K7QF", 0, "mine"), step("K7QF", 0, "theirs")
    await store.commit(first, 1.0)
    assert await store.commit(step("K7QF", 1, mark=other.next_mark), 1.0) == (Verdict.CONFLICT, 1)
    assert await store.commit(step("K7QF", 1), 1.0) == (Verdict.CONFLICT, 1)
    assert await store.commit(step("K7QF", 1, mark=first.next_mark), 1.0) == (Verdict.OK, 2)
    row = await store.load("K7QF")
    assert row is not None
    assert row.mark == step("K7QF", 1, mark=first.next_mark).next_mark


async def test_a_game_that_was_stored_without_a_mark_goes_on(store: Store) -> None:
    key = GameKeys.of("K7QF").game
    await store.commit(step("K7QF", 0, state=b"s1"), 1.0)
    await store.link.run(key, "HDEL", key, "mark")
    for version in (1, 2):
        row = await store.load("K7QF")
        assert row is not None
        assert bool(row.mark) == (version > 1)
        assert await store.commit(step("K7QF", version, mark=row.mark), 1.0) == (Verdict.OK, version + 1)


async def test_a_request_delivered_twice_is_carried_out_once(store: Store) -> None:
    await put(store, step("K7QF", 0, "tap"), 1.0)
    await put(store, step("K7QF", 1), 1.0)
    assert await put(store, step("K7QF", 2, "tap"), 1.0) == (Verdict.DUPLICATE, 1)
    assert await store.seen("K7QF", "tap") == 1
    assert len(await store.entries("K7QF")) == 2


async def test_of_fifty_commits_on_one_version_one_lands(store: Store) -> None:
    verdicts = await asyncio.gather(*(put(store, step("K7QF", 0, f"r{n}"), 1.0) for n in range(50)))
    assert sorted(verdict for verdict, _ in verdicts) == [Verdict.CONFLICT] * 49 + [Verdict.OK]


async def test_undo_brings_back_what_was_pushed_until_the_pile_is_cleared(store: Store) -> None:
    await put(store, step("K7QF", 0, state=b"s1"), 1.0)
    assert await store.earlier("K7QF") is None
    await put(store, step("K7QF", 1, state=b"s:2", undo=Undo.PUSH, seat=3), 1.0)
    await put(store, step("K7QF", 2, state=b"s3", undo=Undo.PUSH, seat=3), 1.0)
    found = await store.earlier("K7QF")
    assert found is not None
    assert (found.version, found.seat, found.state) == (2, 3, b"s:2")
    await put(store, step("K7QF", 3, state=found.state, undo=Undo.POP), 1.0)
    found = await store.earlier("K7QF")
    assert found is not None
    assert (found.version, found.state) == (1, b"s1")
    await put(store, step("K7QF", 4, state=b"s5", undo=Undo.CLEAR), 1.0)
    assert await store.earlier("K7QF") is None


async def test_a_commit_makes_the_game_due_and_one_worker_gets_it(store: Store) -> None:
    await put(store, step("K7QF", 0), 100.0)
    assert await store.due_heads() == {5: 100.0}
    assert await store.claim(5, "a", now=99.0, until=159.0) == []
    assert await store.claim(5, "a", now=101.0, until=161.0) == ["K7QF"]
    assert await store.claim(5, "b", now=101.0, until=161.0) == []
    assert await store.live() == ["K7QF"]


async def test_a_claim_whose_reply_was_lost_may_be_repeated(store: Store) -> None:
    await put(store, step("K7QF", 0), 100.0)
    assert await store.claim(5, "a", now=101.0, until=161.00001) == ["K7QF"]
    assert await store.claim(5, "a", now=101.0, until=161.00001) == ["K7QF"]
    assert await store.claim(5, "b", now=101.0, until=161.00001) == []
    assert await store.claim(5, "a", now=101.0, until=161.00002) == []


async def test_a_game_that_moves_while_held_is_due_again_when_let_go(store: Store) -> None:
    await put(store, step("K7QF", 0), 100.0)
    await store.claim(5, "a", now=101.0, until=161.0)
    await put(store, step("K7QF", 1), 102.0)
    assert await store.due_heads() == {5: 161.0}
    assert await store.rest("K7QF", "a", version=1, now=103.0, then=500.0)
    assert await store.due_heads() == {5: 103.0}
    await store.claim(5, "a", now=104.0, until=164.0)
    assert await store.rest("K7QF", "a", version=2, now=105.0, then=500.0)
    assert await store.due_heads() == {5: 500.0}


async def test_a_game_with_nothing_left_to_do_is_never_due_again(store: Store) -> None:
    await put(store, step("K7QF", 0), 100.0)
    await store.claim(5, "a", now=101.0, until=161.0)
    assert await store.rest("K7QF", "a", version=1, now=103.0, then=None)
    assert await store.due_heads() == {}


async def test_a_dead_worker_loses_its_hold_and_cannot_write_any_more(store: Store) -> None:
    await put(store, step("K7QF", 0), 100.0)
    await store.claim(5, "a", now=101.0, until=161.0)
    assert await store.hold("K7QF", "a", until=170.0)
    assert await store.claim(5, "b", now=169.0, until=229.0) == []
    assert await store.claim(5, "b", now=171.0, until=231.0) == ["K7QF"]
    assert not await store.hold("K7QF", "a", until=300.0)
    assert not await store.rest("K7QF", "a", version=1, now=172.0, then=None)
    assert await store.due_heads() == {5: 231.0}


async def test_a_surface_is_recorded_under_the_hold_only(store: Store) -> None:
    await put(store, step("K7QF", 0), 100.0)
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
    await put(store, step("K7QF", 0), 100.0)
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
        await put(store, step(name, 0, state=b"long"), 1.0)
    rows = await store.load_docs([*names, "NONE"])
    assert set(rows) == set(names)
    assert all(row.state == b"" for row in rows.values())


async def test_an_answer_of_another_seat_empties_the_pile_first(store: Store) -> None:
    await put(store, step("K7QF", 0, state=b"s1"), 1.0)
    await put(store, step("K7QF", 1, state=b"s2", undo=Undo.PUSH, seat=0), 1.0)
    await put(store, step("K7QF", 2, state=b"s3", undo=Undo.ONLY, seat=1), 1.0)
    await put(store, step("K7QF", 3, state=b"s2", undo=Undo.POP), 1.0)
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
    await put(store, step("K7QF", 0, state=b"s"), 1.0)
    await store.delete("K7QF")
    assert await store.load("K7QF") is None
    assert await store.live() == []
    assert await store.entries("K7QF") == []


async def test_a_window_counts_for_all_and_says_how_long_to_wait(store: Store) -> None:
    windows = {"all": (3, 1.0), "one": (2, 10.0)}
    assert [await store.pace(windows, 100.0 + step) for step in (0, 0.5, 1.0)] == [0, 0, 9]
    assert [await store.pace({"all": (3, 1.0)}, 101.0) for _ in range(3)] == [0, 0, 0.5]
    assert await store.pace(windows, 101.0, is_certain=True) == 0, "what happens in any case counts too"
    assert await store.pace(windows, 110.0) == 0.5
    assert await store.pace(windows, 111.0) == 0


async def test_what_was_laid_is_taken_once_though_the_reply_may_be_lost(store: Store) -> None:
    await store.lay("link", "secret", 60)
    names = (keys.laid("link"), keys.taken("link"))
    assert [await store.link.script(TAKE, names, ("mine", 60_000)) for _ in range(2)] == [b"secret"] * 2
    assert await store.link.script(TAKE, names, ("yours", 60_000)) is None
    assert await store.take("link") is None
    await store.lay("link", "another", 60)
    assert await store.take("link") == "another"


async def test_what_is_kept_about_somebody_is_swapped_only_where_it_still_stands(store: Store) -> None:
    assert await store.swap_user("local:1", "league", "", "first")
    assert await store.swap_user("local:1", "league", "", "first"), "the reply to the first attempt was lost"
    assert not await store.swap_user("local:1", "league", "", "second")
    assert await store.swap_user("local:1", "league", "first", "second")
    assert await store.user("local:1") == {"league": "second"}
    assert not await store.swap_user("local:1", "league", "first", "")
    assert await store.swap_user("local:1", "league", "second", "")
    assert await store.user("local:1") == {}


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
    await put(one, step("K7QF", 0, state=state), 1.0)
    row = await one.load("K7QF")
    assert row is not None
    assert row.state == state


async def test_what_is_kept_about_a_person_is_changed_field_by_field(store: Store) -> None:
    await store.set_user("discord:1", {"language": "nl", "name": "Anna"})
    await store.set_user("discord:1", {"name": "Bram"})
    assert [await store.count("discord:1", "taps") for _ in range(2)] == [1, 2]
    await store.unset_user("discord:1", ["language", "none"])
    assert await store.users(["discord:1", "discord:2"]) == [{"name": "Bram", "taps": "2"}, {}]


async def test_a_finished_game_is_kept_once_for_everybody_it_concerns(store: Store) -> None:
    await store.keep_result("K7QF", ["discord:1", "room:9"], "first")
    await store.keep_result("K7QF", ["discord:1"], "second")
    await store.retire("K7QF", ["discord:1"], ["room:9"], 5.0)
    assert await store.results("discord:1") == ["second"]
    assert await store.results("room:9") == ["first"]
    await store.unpast("K7QF", ["discord:1"])
    assert await store.past_of_user("discord:1") == []
    await store.forget_user("discord:1")
    assert await store.results("discord:1") == []


async def test_the_oldest_outages_are_forgotten(store: Store) -> None:
    for number in range(205):
        await store.beat(1000.0 * number, patience=30)
    found = await store.gaps()
    assert (len(found), found[-1]) == (200, (203_000.0, 204_000.0))


async def test_a_request_is_remembered_though_its_game_is_forgotten(store: Store) -> None:
    await put(store, step("K7QF", 0, "tap", state=b"s"), 1.0)
    await store.delete("K7QF")
    assert await put(store, step("K7QF", 0, "tap"), 1.0) == (Verdict.DUPLICATE, 1)


class Caller:
    """Calls by chance, of few games, people and workers, so that they get into each other's way."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = 1000.0

    def game(self) -> str:
        return self.chance.choice(["K7QF", "M2XT", "PPQR"])

    def ref(self) -> str:
        return self.chance.choice(["discord:1", "local:2"])

    def worker(self) -> str:
        return self.chance.choice("ab")

    def surface(self) -> Shown | None:
        return self.chance.choice([None, Shown("1", "m"), Shown("2", "m"), Shown("-1", "m")])

    def call(self) -> Callable[[Any], Any]:
        """One call, with all its arguments fixed, to be made of both stores."""
        pick, self.now = self.chance.choice, self.now + self.chance.choice([0.0, 1.0, 40.0])
        now, game, ref, worker = self.now, self.game(), self.ref(), self.worker()
        write = Write(
            game, self.chance.randrange(6), pick("abcdefghijkl"), str(now).encode(), f"e{now}".encode(),
            pick([b"", f"s{now}".encode()]), pick([Undo.KEEP, Undo.CLEAR, Undo.POP]), self.chance.randrange(3),
        )  # fmt: skip
        version, before, after, then = self.chance.randrange(6), self.surface(), self.surface(), pick([None, now + 50])
        number, since, to = self.chance.random(), self.chance.randrange(3), pick([None, 0, 1, 2, 3])
        seconds = pick([0, 1000])
        return pick(
            [
                *[lambda store: put(store, write, now)] * 4,
                lambda store: _push(store, game, f"p{number}", now),
                lambda store: _push(store, game, f"p{number}", now),
                lambda store: store.seen(game, write.request),
                lambda store: store.entries(game, since, to),
                lambda store: store.earlier(game),
                lambda store: store.restore(game, Row(1, b"doc", b"state"), [b"e"], now),
                lambda store: store.delete(game),
                *[lambda store: store.claim(partition_of(game), worker, now, now + 30 + number)] * 3,
                lambda store: store.hold(game, worker, now + 60),
                lambda store: store.rest(game, worker, version, now, then),
                *[lambda store: store.record(game, worker, now, "room", before, after)] * 3,
                lambda store: store.index(game, [ref], ["room:1"], now),
                lambda store: store.unindex(game, [ref], ["room:1"]),
                lambda store: store.retire(game, [ref], ["room:1"], now),
                lambda store: store.unpast(game, [ref]),
                lambda store: store.forget_user(ref),
                lambda store: store.set_user(ref, {"name": str(now)}),
                lambda store: store.count(ref, "taps"),
                lambda store: store.keep_result(game, [ref], str(now)),
                lambda store: store.keep_tables("digest", str(now).encode()),
                lambda store: store.lease("discord", worker, seconds),
                lambda store: store.beat(now, 30.0),
            ]
        )


async def _push(store: Any, game: str, request: str, now: float) -> Any:
    """A step that can be taken back, at whatever version the game has."""
    row = await store.load(game)
    if row is None or not row.state:
        return None
    undo = Undo.PUSH if row.version % 3 else Undo.ONLY
    return await put(store, Write(game, row.version, request, b"doc", b"entry", b"s%d" % now, undo, 1), now)


async def _everything(store: Any) -> list[Any]:
    """All that can be read."""
    games, refs = ["K7QF", "M2XT", "PPQR"], ["discord:1", "local:2"]
    return [
        [await store.load(game) for game in games],
        await store.load_docs(games),
        [await store.entries(game) for game in games],
        [await store.earlier(game) for game in games],
        [await store.shown(game) for game in games],
        await store.games(),
        await store.due_heads(),
        await store.live(),
        await store.users(refs),
        [sorted(await store.results(ref)) for ref in refs],
        [await store.games_of_user(ref) for ref in refs],
        [await store.past_of_user(ref) for ref in refs],
        await store.games_of_room("room:1"),
        await store.tables("digest"),
        await store.gaps(),
    ]


@pytest.mark.parametrize("seed", range(5))
async def test_both_stores_answer_a_long_run_of_calls_alike(one: Store, seed: int) -> None:
    memory, caller = MemoryStore(), Caller(seed)
    for number in range(250):
        call = caller.call()
        assert await call(memory) == await call(one), f"call {number}"
        if number % 10 == 0:
            assert await _everything(memory) == await _everything(one), f"after call {number}"

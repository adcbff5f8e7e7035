"""A server takes over that lacks what was acknowledged: whoever made it makes it again before anything else is done."""

import asyncio
import logging
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from bot.store import Row, Shown, Store, Verdict, Write, journal, meeting
from bot.store.journal import Again, Journal
from bot.store.keys import GameKeys
from bot.store.store import COMMIT
from bot.table.change import Undo
from tests.bot.store.servers import Cluster, Node, Single, Watched, eventually, opened, patiently

FIRST = Write("K7QF", 0, "a", b"d", b"e1", b"s1")
SECOND = Write("K7QF", 1, "b", b"d", b"e2", b"s2", mark=FIRST.next_mark)


def emptied(node: Node) -> None:
    """A replica that confirmed everything, and has lost it since."""
    node.client.config_set("replica-read-only", "no")
    node.client.flushall()
    node.client.config_set("replica-read-only", "yes")


def restarted(server: Single) -> None:
    """The same address, older data: none."""
    server.node.client.flushall()
    server.node.kill()
    server.node.start()


async def played_on(one: Store, two: Store) -> None:
    """What two processes made is there, for both, and can be gone on from."""
    found = await asyncio.gather(*[patiently(lambda each=each: each.entries("K7QF")) for each in (one, two)])
    assert found == [[b"e1", b"e2"]] * 2
    assert (one.link.repeated, two.link.repeated, one.link.lost + two.link.lost) == (1, 1, 0)
    third = Write("K7QF", 2, "c", b"d", b"e3", b"s3", mark=SECOND.next_mark)
    assert (await patiently(lambda: one.commit(third, 2.0)))[1] == 3
    assert (await patiently(lambda: two.commit(SECOND, 2.0))) == (Verdict.DUPLICATE, 2), "nothing is made twice"
    assert await patiently(two.live) == ["K7QF"], "it is attended to"


async def test_a_stale_replica_that_sentinel_promotes_is_given_what_it_lacks(watched: Watched) -> None:
    watched.flush()
    async with opened(watched.url) as one, opened(watched.url) as two:
        await one.commit(FIRST, 1.0)
        await two.commit(SECOND, 1.0)
        with watched.slow_to_sync():
            for node in watched.replicas():
                emptied(node)
            await asyncio.to_thread(watched.hand_over)
        await played_on(one, two)


async def test_a_stale_replica_that_takes_over_in_a_cluster_is_given_what_it_lacks(cluster: Cluster) -> None:
    cluster.flush()
    async with opened(cluster.url) as one, opened(cluster.url) as two:
        await one.commit(FIRST, 1.0)
        await two.commit(SECOND, 1.0)
        heir = cluster.replica_of(cluster.master_of("K7QF"))
        emptied(heir)
        heir.client.execute_command("CLUSTER FAILOVER")
        await eventually(lambda: cluster.master_of("K7QF") is heir)
        await played_on(one, two)


async def test_a_server_that_comes_back_with_old_data_is_given_all_that_may_be_repeated() -> None:
    with closing(Single()) as server:
        async with opened(server.url) as store:
            await store.commit(FIRST, 1.0)
            await store.claim(5, "w", 2.0, 60.0)
            first, second = Shown("1", "m"), Shown("2", "m")
            assert await store.record("K7QF", "w", 2.0, "room", None, first)
            assert await store.record("K7QF", "w", 2.0, "room", first, second)
            await store.restore("M2XT", Row(1, b"doc", b"state"), [b"x"], 1.0)
            await store.keep_tables("ab12", b"{}")
            await store.keep_result("K7QF", ["discord:1", "room:9"], "won")
            await store.index("K7QF", ["discord:1"], ["room:9"], 1.0)
            await store.lay("link", "secret", 60)
            assert await store.take("link") == "secret"
            restarted(server)
            server.node.client.set("laid:link", "secret")  # the old data has it still
            assert await patiently(lambda: store.entries("K7QF")) == [b"e1"]
            assert await store.shown("K7QF") == {"room": second}
            assert await store.load("M2XT") == Row(1, b"doc", b"state")
            assert await store.tables("ab12") == b"{}"
            assert await store.results("discord:1") == ["won"]
            assert await store.games_of_user("discord:1") == await store.games_of_room("room:9") == ["K7QF"]
            assert await store.take("link") is None, "what was taken once stays so"
            assert sorted(await store.live()) == ["K7QF", "M2XT"]


async def test_a_move_that_somebody_went_on_without_is_counted_and_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(meeting, "PATIENCE", 0.1)
    with closing(Single()) as server:
        async with opened(server.url) as store:
            await store.commit(FIRST, 1.0)
            await store.commit(SECOND, 1.0)
            restarted(server)
            async with opened(server.url) as hasty:
                other = replace(FIRST, request="x", entry=b"other")
                assert await hasty.commit(other, 1.0) == (Verdict.OK, 1)
            with caplog.at_level(logging.ERROR):
                assert await patiently(lambda: store.entries("K7QF")) == [b"other"]
            assert store.link.lost == 2
            assert caplog.text.count("an acknowledged move is lost") == 2


async def test_whoever_comes_first_waits_until_the_others_have_made_theirs_again() -> None:
    with closing(Single()) as server:
        async with opened(server.url) as one, opened(server.url) as two:
            await two.commit(FIRST, 1.0)
            await one.commit(SECOND, 1.0)
            restarted(server)
            reading = asyncio.create_task(patiently(lambda: one.load("K7QF")))
            await eventually(lambda: "cmdstat_evalsha" in server.node.client.info("commandstats"))
            assert not reading.done(), "it has tried, and the other has not come yet"
            await patiently(lambda: two.entries("K7QF"))
            row = await reading
            assert row is not None
            assert row.version == 2, "what builds on another's move waits for it"
            assert one.link.lost + two.link.lost == 0


async def test_whoever_waits_at_a_master_that_is_deposed_comes_to_the_next(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else two processes would wait for one another at different servers, and both go on alone in the end."""
    monkeypatch.setattr(meeting, "PATIENCE", 600.0)
    watched.flush()
    async with opened(watched.url, patience=60) as store:
        await store.commit(FIRST, 1.0)
        store.link.meeting._mates["other"] = 0
        store.link.meeting._places.clear()
        store.link.meeting.forget()
        reading = asyncio.create_task(store.entries("K7QF"))
        await asyncio.to_thread(watched.hand_over)
        heir = watched.master().client
        assert not reading.done(), "the other has come to neither"

        async def is_followed() -> bool:
            here = await store.link.meeting._place(store.link._route.client(""))
            return here.startswith(heir.info("server")["run_id"]) and bool(
                heir.zadd("company", {f"other {here}": heir.time()[0]})
            )

        await eventually(is_followed)
        async with asyncio.timeout(60):
            assert await reading == [b"e1"]


def test_a_step_that_was_never_told_gives_way_to_one_that_was_told_under_a_later_master(single: Single) -> None:
    single.flush()
    server, keys = single.node.client, GameKeys.of("K7QF")

    def made(change: Write, reign: int, *again: Any) -> Any:
        names = (keys.game, keys.log, keys.undo, keys.due, keys.held, keys.seen(change.request))
        undo = f"push:{change.seat}" if change.undo is Undo.PUSH else "keep"
        args = ("K7QF", change.expected, 1.0, 60_000, change.doc, change.state, change.entry, undo)
        return server.eval(COMMIT.text, 6, *names, *args, change.mark, change.next_mark, reign, *again)

    untold = replace(SECOND, request="c", entry=b"x2", state=b"sx", undo=Undo.PUSH)
    told = replace(SECOND, undo=Undo.PUSH, seat=1)
    third = Write("K7QF", 2, "c", b"d", b"e3", mark=told.next_mark)
    made(FIRST, 1)
    assert made(untold, 1) == [b"ok", 2]
    assert made(third, 2, "again", b"s2") == [b"conflict", 2], "what it builds on is not there yet"
    assert made(told, 1, "again", b"s1") == [b"conflict", 2], "somebody went on without it"
    assert made(told, 2, "again", b"s1") == [b"ok", 2]
    assert made(told, 2, "again", b"s1") == [b"duplicate", 2]
    assert made(third, 2, "again", b"s2") == [b"ok", 3], "that its name was used before does not matter"
    assert made(told, 2, "again", b"s1") == [b"duplicate", 2]
    assert made(third, 2) == [b"duplicate", 3]
    assert server.lrange(keys.log, 0, -1) == [b"e1", b"e2", b"e3"]
    assert server.lrange(keys.undo, 0, -1) == [b"1:1:s1"]
    assert server.hget(keys.game, "state") == b"s2"


def kept(number: int, size: int = 0) -> tuple[str, Again]:
    return GameKeys.of("K7QF").game, Again(("SET", f"{number}", "x" * size))


def numbers(found: Any) -> list[int]:
    return [int(each.again.command[1]) for each in found]


def test_the_journal_is_bounded_and_forgets_what_is_old_and_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    book, now = Journal(most=20_000), [1000.0]
    monkeypatch.setattr(journal.time, "monotonic", lambda: now[0])
    for number in range(4):
        book.add(*kept(number), "a")
    book.safe("a", 2)
    now[0] += journal.KEPT + 1
    book.add(*kept(4), "a")
    assert numbers(book.missing("b", lambda key: True)) == [2, 3, 4], "some replica lacks the third"
    assert numbers(book.missing("a", lambda key: True)) == []
    oldest = book.missing("b", lambda key: True)[0]
    for number in range(5, 100):
        book.add(*kept(number, 1000), "a")
    size = book.size
    book.drop(oldest)
    assert book.size == size, "it is forgotten already"
    assert book.size <= 20_000
    assert numbers(book.missing("b", lambda key: True))[-1] == 99, "the newest are kept"

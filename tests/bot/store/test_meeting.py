"""Servers that take over without what was told, in the order that a test wants: each lacks all that the other has.

Two real servers, neither a replica; who of them is the master is said by sentinels that the test speaks for.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from redis.exceptions import ConnectionError

from bot.store import Store, StoreAway, Verdict, Write, link, meeting
from bot.store.keys import COMPANY, GameKeys
from bot.store.link import Link
from bot.store.sentinel import SentinelRoute, Sight
from bot.store.store import COMMIT
from tests.bot.store.servers import Node, Single, eventually, patiently

FIRST = Write("K7QF", 0, "a", b"d", b"e1", b"s1")
SECOND = Write("K7QF", 1, "b", b"d", b"e2", b"s2", mark=FIRST.next_mark)


class Throne:
    """Two servers, and who of them is in power."""

    def __init__(self, *nodes: Node) -> None:
        self.nodes = nodes
        self.reign = 0
        self.crown(0)

    def crown(self, number: int) -> Node:
        """From now on this one is the master."""
        self.node = self.nodes[number]
        self.reign += 1
        return self.node

    async def sights(self) -> tuple[list[Sight], list[Exception]]:
        return [Sight(("127.0.0.1", self.node.port), self.reign, True, {}, 2, 1000)] * 3, []


@pytest.fixture(scope="module")
def pair() -> Iterator[list[Node]]:
    with closing(Single()) as one, closing(Single()) as two:
        yield [one.node, two.node]


@pytest.fixture
def throne(pair: list[Node]) -> Throne:
    for node in pair:
        node.client.flushall()
    return Throne(*pair)


@pytest.fixture
async def stores(throne: Throne, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Store, Store]]:
    """Two processes that know one another."""
    monkeypatch.setattr(link, "LOOK_EVERY", -1.0)  # before each command
    async with AsyncExitStack() as stack:
        opened = []
        for _ in range(2):
            route = SentinelRoute([("127.0.0.1", port) for port in (1, 2, 3)], "games", {}, {})
            monkeypatch.setattr(route, "_sights", throne.sights)
            opened.append(Store(Link(route, patience=0.5)))
            stack.push_async_callback(opened[-1].close)
            await route.look()
        for store in (*opened, *opened):
            await store.link.meeting.sign()
        assert all(len(store.link.meeting._mates) == 1 for store in opened)
        yield opened[0], opened[1]


async def entries(stores: tuple[Store, Store]) -> list[list[bytes]]:
    """What both find, each when the other has come."""
    return await asyncio.gather(*[patiently(partial(store.entries, "K7QF")) for store in stores])


@asynccontextmanager
async def unanswered(store: Store, change: Write, throne: Throne, patch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """It is made, and its answer is on the way while the block runs; then that is lost, and so is every other try."""
    once, lost = store.link._once, asyncio.Event()

    async def slow(client: Any, key: str, command: Any, *asked: Any) -> Any:
        if command[0] != "EVALSHA":
            return await once(client, key, command, *asked)
        if not lost.is_set():
            await once(client, key, command, *asked)
            await lost.wait()
        raise ConnectionError("the answer is lost")

    with patch.context() as patched:
        patched.setattr(store.link, "_once", slow)
        committing = asyncio.create_task(store.commit(change, 1.0))
        await eventually(lambda: throne.node.client.llen(GameKeys.of(change.game).log) > change.expected)
        yield
        lost.set()
        with pytest.raises(StoreAway):
            await committing


async def test_a_master_that_was_deposed_and_never_knew_lacks_what_was_told_meanwhile(
    throne: Throne, stores: tuple[Store, Store]
) -> None:
    """It is the same process with the same data as when we met it, in power anew."""
    one, two = stores
    await one.commit(FIRST, 1.0)
    throne.crown(1)
    await entries(stores)
    assert await patiently(lambda: two.commit(SECOND, 1.0)) == (Verdict.OK, 2)
    throne.crown(0)
    found = await entries(stores)
    assert found == [[b"e1", b"e2"]] * 2
    assert one.link.lost + two.link.lost == 0


async def test_what_a_server_has_is_not_done_again_there(throne: Throne, stores: tuple[Store, Store]) -> None:
    """Each step stands on all before it: one small question about the last one is enough."""
    one, two = stores
    await one.commit(FIRST, 1.0)
    await one.commit(SECOND, 1.0)
    third = Write("K7QF", 2, "c", b"d", b"e3", mark=SECOND.next_mark)
    await two.commit(third, 1.0)
    throne.crown(0)
    throne.node.client.config_resetstat()
    assert await entries(stores) == [[b"e1", b"e2", b"e3"]] * 2
    assert "cmdstat_rpush" not in throne.node.client.info("commandstats")
    assert "cmdstat_pexpire" not in throne.node.client.info("commandstats"), "nor asked whether it is"
    untold = replace(third, request="x", entry=b"other")
    throne.node.client.flushall()
    for change in (FIRST, SECOND):
        throne.node.client.eval(COMMIT.text, *_as_sent(change))
    throne.node.client.eval(COMMIT.text, *_as_sent(untold))
    throne.crown(0)
    assert await entries(stores) == [[b"e1", b"e2", b"e3"]] * 2, "what was told has the place of what was not"


def _as_sent(change: Write) -> tuple[Any, ...]:
    """As by a process that is not here, under the first master."""
    k = GameKeys.of(change.game)
    names = (k.game, k.log, k.undo, k.due, k.held, k.seen(change.request))
    args = (change.game, change.expected, 1.0, 60_000, change.doc, change.state, change.entry, "keep")
    return len(names), *names, *args, change.mark, change.next_mark, 0


@pytest.mark.parametrize("number", [0, 1])
async def test_nobody_is_forgotten_while_they_are_waited_for(
    throne: Throne, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The master, be it another or the same anew, lists nobody, and other tasks of the one who waits look there again
    and again."""
    monkeypatch.setattr(meeting, "PATIENCE", 600.0)
    one, two = stores
    await one.commit(FIRST, 1.0)
    throne.nodes[number].client.flushall()
    throne.crown(number)
    reading = asyncio.create_task(patiently(lambda: two.entries("K7QF")))
    others = [asyncio.create_task(patiently(lambda: two.user("discord:1"))) for _ in range(20)]
    await eventually(lambda: throne.node.client.zcard(COMPANY) == 1)
    for _ in range(10):
        await asyncio.gather(
            *[asyncio.wait_for(two.link.meeting.sign(), 0.05) for _ in range(3)], return_exceptions=True
        )
    assert not reading.done(), "the other has not come"
    await patiently(lambda: one.entries("K7QF"))
    assert await reading == [b"e1"]
    await asyncio.gather(*others)


async def test_whoever_waits_at_a_master_that_is_put_in_power_anew_meets_it_anew(
    throne: Throne, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the one would wait for the other by an old name, and that one for it by the new."""
    monkeypatch.setattr(meeting, "PATIENCE", 600.0)
    one, two = stores
    await one.commit(FIRST, 1.0)
    throne.crown(1)
    reading = asyncio.create_task(patiently(partial(two.entries, "K7QF")))
    await eventually(lambda: throne.node.client.zcard(COMPANY) == 1)
    throne.reign += 2  # deposed and back, and nobody saw it
    assert await patiently(partial(one.entries, "K7QF")) == [b"e1"]
    assert await reading == [b"e1"]


async def test_a_process_is_forgotten_when_several_looks_have_missed_it(stores: tuple[Store, Store]) -> None:
    one, two = stores
    await two.close()
    for _ in range(meeting.MISSED - 1):
        await one.link.meeting.sign()
        assert one.link.meeting._mates
    await one.link.meeting.sign()
    assert not one.link.meeting._mates


async def test_a_new_master_that_takes_no_writes_is_no_reason_to_go_on_alone(
    throne: Throne, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting, "PATIENCE", 600.0)
    one, two = stores
    await one.commit(FIRST, 1.0)
    new = throne.crown(1)
    new.client.config_set("maxmemory", "100kb")
    try:
        with pytest.raises(StoreAway, match="its memory is full"):
            await two.entries("K7QF")
    finally:
        new.client.config_set("maxmemory", "0")
    reading = asyncio.create_task(patiently(lambda: two.entries("K7QF")))
    await eventually(lambda: new.client.zcard(COMPANY) == 1)
    assert not reading.done(), "the other has not come"
    await patiently(lambda: one.entries("K7QF"))
    assert await reading == [b"e1"]


async def test_what_was_told_by_a_later_look_is_kept_too(
    throne: Throne, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was lost; the person tapped again, and was told that it had been done."""
    one, _ = stores
    async with unanswered(one, FIRST, throne, monkeypatch):
        pass
    assert await one.seen("K7QF", "a") == 1
    assert not one.link.journal.left()
    throne.crown(1)
    assert await entries(stores) == [[b"e1"]] * 2


async def test_what_nobody_was_told_is_not_made_later(
    throne: Throne, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody was told to tap again, and thought better of it; what was made stood on a server that is gone."""
    one, _ = stores
    async with unanswered(one, FIRST, throne, monkeypatch):
        pass
    throne.crown(1)
    assert await entries(stores) == [[]] * 2
    assert not one.link.journal.left()


async def test_what_somebody_built_on_before_its_answer_came_is_made_again_too(
    throne: Throne, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process has no answer to the first step; the other has read it, and was told that the second stands."""
    one, two = stores
    async with unanswered(one, FIRST, throne, monkeypatch):
        assert await two.entries("K7QF") == [b"e1"]
        assert await two.commit(SECOND, 1.0) == (Verdict.OK, 2)
        throne.crown(1)
        assert await entries(stores) == [[b"e1", b"e2"]] * 2
    assert two.link.lost == 0
    assert await patiently(lambda: one.commit(FIRST, 1.0)) == (Verdict.DUPLICATE, 1)


async def test_what_is_under_way_takes_no_place_of_what_was_told(
    throne: Throne, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes first to the next master: what was told under the last one counts."""
    one, two = stores
    async with unanswered(one, FIRST, throne, monkeypatch):
        told = replace(FIRST, request="x", entry=b"told")
        throne.node.client.flushall()  # it was made on a server that was deposed
        assert await two.commit(told, 1.0) == (Verdict.OK, 1)
        new = throne.crown(1)
        reading = asyncio.create_task(patiently(partial(one.entries, "K7QF")))
        await eventually(lambda: new.client.lrange(GameKeys.of("K7QF").log, 0, -1) == [b"e1"])
        assert await patiently(partial(two.entries, "K7QF")) == [b"told"]
        assert await reading == [b"told"]
    assert two.link.lost == 0


async def test_whoever_comes_late_finds_that_what_builds_on_it_was_not_given_up(
    throne: Throne, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting, "PATIENCE", 0.1)
    one, two = stores
    await one.commit(FIRST, 1.0)
    await two.commit(SECOND, 1.0)
    throne.crown(1)
    assert await patiently(lambda: two.entries("K7QF")) == [], "nobody came, and it went on"
    assert await patiently(lambda: one.entries("K7QF")) == [b"e1"]

    async def is_back() -> bool:
        return await patiently(lambda: two.entries("K7QF")) == [b"e1", b"e2"]

    await eventually(is_back)
    assert two.link.lost == 0

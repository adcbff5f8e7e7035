"""No move is told before it is safe: fail-overs by hand, freezes, kills, with Sentinel and in a Cluster, under load."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import product

import pytest

from bot.ops.cancellation import end
from bot.store import Store, StoreAway, Verdict, Write, reads
from bot.store.keys import GameKeys
from tests.bot.store.servers import Cluster, Watched, eventually, opened, patiently, until

GAMES = ("K7QF", "M3TB")
PLAYERS = 4
FIRST = Write("K7QF", 0, "a", b"d", b"e1")
SECOND = Write("K7QF", 1, "b", b"d", b"e2", mark=FIRST.next_mark)


@dataclass
class Play:
    """People who add entries to games, each until it is accepted, and what they were told."""

    told: dict[str, list[bytes]] = field(default_factory=lambda: {game: [] for game in GAMES})

    @property
    def count(self) -> int:
        return sum(map(len, self.told.values()))

    async def go_on(self, store: Store, game: str, player: int) -> None:
        number = 0
        while True:
            entry = f"{game}-{player}-{number}".encode()
            await patiently(lambda entry=entry: self._made(store, game, entry))
            self.told[game].append(entry)
            number += 1

    @staticmethod
    async def _made(store: Store, game: str, entry: bytes) -> None:
        """As the table service does: the same request until it is no conflict."""
        while True:
            row = await store.load(game)
            version, before, mark = (row.version, row.state, row.mark) if row else (0, b"", b"")
            change = Write(game, version, entry.decode(), b"d", entry, before + entry + b" ", mark=mark)
            verdict, _ = await store.commit(change, 1.0)
            if verdict is not Verdict.CONFLICT:
                return

    async def more(self, count: int = 10) -> None:
        """Until so many more have been told."""
        wanted = self.count + count
        await eventually(lambda: self.count >= wanted)


@asynccontextmanager
async def played(url: str) -> AsyncIterator[Play]:
    """Two processes' worth of play while the block runs; then everything told must be there, once, in state and log."""
    play = Play()
    async with opened(url) as one, opened(url) as two:
        tasks = [
            asyncio.create_task(play.go_on((one, two)[player % 2], game, player))
            for game in GAMES
            for player in range(PLAYERS)
        ]
        try:
            await play.more()
            yield play
            await play.more()
            assert not any(task.done() for task in tasks), "nobody met an error"
        finally:
            await end(tasks)
        for store, game in product((one, two), GAMES):
            entries, row = await patiently(partial(store.together, reads.entries(game), reads.game(game)))
            assert set(play.told[game]) <= set(entries), "lost"
            assert len(entries) == len(set(entries)), "doubled"
            assert row is not None
            assert row.state.split() == entries, "state and log tell the same story"
            assert row.version == len(entries)


async def handed_over(watched: Watched) -> None:
    """An operator's fail-over, while play goes on."""
    await asyncio.to_thread(watched.hand_over)


@pytest.fixture
def calm(watched: Watched) -> Watched:
    watched.flush()
    return watched


async def test_a_fail_over_by_hand_loses_nothing(calm: Watched) -> None:
    async with played(calm.url):
        await handed_over(calm)
    calm.heal()


@pytest.mark.parametrize("seconds", [0.5, 3.0])
async def test_a_master_that_freezes_for_shorter_or_longer_than_the_sentinels_wait_loses_nothing(
    calm: Watched, seconds: float
) -> None:
    async with played(calm.url) as play:
        frozen = calm.master()
        frozen.signal(signal.SIGSTOP)
        try:
            async with asyncio.timeout(60):
                if seconds > 1:
                    await eventually(lambda: calm.master() is not frozen)
                    await play.more()
                else:
                    await asyncio.sleep(seconds)  # another process sleeps
        finally:
            frozen.signal(signal.SIGCONT)
        await play.more(40)
    calm.heal()


async def test_with_required_replicas_a_fail_over_by_hand_is_a_wait_and_no_error(calm: Watched) -> None:
    for node in calm.nodes:
        node.client.config_set("min-replicas-to-write", 1)
    try:
        async with played(calm.url):
            await handed_over(calm)
    finally:
        for node in calm.nodes:
            node.client.config_set("min-replicas-to-write", 0)
    calm.heal()


async def test_two_masters_killed_in_a_row_lose_nothing(calm: Watched) -> None:
    async with played(calm.url) as play:
        for _ in range(2):
            victim = calm.master()
            victim.kill()
            await eventually(lambda victim=victim: calm.master() is not victim)
            await play.more()
    calm.heal()


async def test_a_bot_on_the_old_masters_side_of_a_cut_is_told_and_shown_nothing(calm: Watched) -> None:
    """It reaches the old master alone, while the others choose a new one: that one may not confirm a move, nor show."""
    async with opened(calm.url, patience=0.5) as store:
        await patiently(lambda: store.commit(FIRST, 1.0))
        unconfirmed = partial(pytest.raises, StoreAway, match=r"0 of \d replicas|nobody says that this is still")
        with calm.cut_off() as old:
            with unconfirmed():
                await store.commit(SECOND, 1.0)
            assert old.client.llen(GameKeys.of("K7QF").log) == 2, "it stands there, and nowhere else"
            for asked in (store.load, store.entries, lambda game: store.seen(game, "b")):
                with unconfirmed():
                    await asked("K7QF")
            await eventually(lambda: calm.master() is not old)
        calm.heal()
        assert await patiently(lambda: store.entries("K7QF")) == [b"e1"]
        other = Write("K7QF", 1, "c", b"d", b"other", mark=FIRST.next_mark)
        assert (await patiently(lambda: store.commit(other, 1.0)))[1] == 2
        third = Write("K7QF", 2, "d", b"d", b"e3", mark=SECOND.next_mark)
        assert await patiently(lambda: store.commit(third, 1.0)) == (Verdict.CONFLICT, 2), "its past never was"


@pytest.mark.parametrize("seconds", [0.0, 5.0])
async def test_a_fail_over_by_hand_after_a_cut_loses_nothing(calm: Watched, seconds: float) -> None:
    """At once, and when the old master is about to follow the new one."""
    async with played(calm.url):
        await asyncio.to_thread(cut, calm)
        await asyncio.sleep(seconds)  # other processes go on
        await handed_over(calm)
    calm.heal()


def cut(watched: Watched) -> None:
    """Clients are left with the old master until there is another."""
    with watched.cut_off() as old:
        until(lambda: watched.master() is not old)


async def test_an_old_master_that_comes_back_to_power_before_it_followed_has_what_was_told_since(calm: Watched) -> None:
    """It has a move that was never confirmed, and Sentinel prefers it, since it has written more."""
    async with opened(calm.url, patience=0.5) as store:
        await patiently(lambda: store.commit(FIRST, 1.0))
        with calm.slow_to_sync():
            with calm.cut_off() as old:
                with pytest.raises(StoreAway):
                    await store.commit(SECOND, 1.0)
                await eventually(lambda: calm.master() is not old)
                old.client.set("other", "x" * 1_000_000)
            other = Write("K7QF", 1, "c", b"d", b"other", mark=FIRST.next_mark)
            assert (await patiently(lambda: store.commit(other, 1.0)))[1] == 2
            old.client.replicaof("127.0.0.1", calm.master().port)
            await eventually(lambda: calm.follows(old))
            await handed_over(calm)
            assert calm.master() is old
        assert await patiently(lambda: store.entries("K7QF")) == [b"e1", b"other"]
        assert store.link.lost == 0
        assert await patiently(lambda: store.commit(SECOND, 1.0)) == (Verdict.CONFLICT, 2), "it was never made"
    calm.heal()


async def test_a_cluster_that_fails_over_by_hand_and_freezes_loses_nothing(cluster: Cluster) -> None:
    cluster.flush()
    async with played(cluster.url) as play:
        old = cluster.master_of(GAMES[0])
        heir = cluster.replica_of(old)
        heir.client.execute_command("CLUSTER FAILOVER")
        await eventually(lambda: cluster.master_of(GAMES[0]) is heir)
        await play.more()
        heir.signal(signal.SIGSTOP)
        try:
            await eventually(lambda: cluster.master_of(GAMES[0]) is old)
            await play.more()
        finally:
            heir.signal(signal.SIGCONT)
        await play.more(40)
    cluster.settle()

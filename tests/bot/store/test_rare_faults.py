"""Two things go wrong at once, under Sentinel and under load: nothing told is lost, nothing is there twice."""

import asyncio
import shutil
import signal
from typing import Any

import pytest

from tests.bot.store.servers import Watched, eventually
from tests.bot.store.test_promises import handed_over, played


@pytest.fixture
def calm(watched: Watched) -> Watched:
    watched.flush()
    return watched


async def test_all_sentinels_are_lost_while_they_replace_a_master(calm: Watched) -> None:
    """They die when one of them has chosen an heir, and come back with what they had written down."""
    async with played(calm.url) as play:
        victim = calm.master()
        victim.kill()
        await eventually(lambda: any(_is_failing_over(sentinel.client) for sentinel in calm.sentinels))
        for sentinel in calm.sentinels:
            sentinel.kill()
        told = play.count
        await asyncio.sleep(2)  # other processes go on
        assert play.count == told, "without a master nothing is told"
        for sentinel in calm.sentinels:
            sentinel.start()
        await eventually(lambda: calm.master() is not victim)
        await play.more()
    calm.heal()


def _is_failing_over(sentinel: Any) -> bool:
    return "failover_in_progress" in sentinel.sentinel_master("games")["flags"]


async def test_a_master_and_a_replica_are_killed_at_once(calm: Watched) -> None:
    """The last one goes on alone, since most sentinels say that it may."""
    async with played(calm.url) as play:
        victims = calm.master(), calm.replicas()[0]
        for victim in victims:
            victim.kill()
        await eventually(lambda: calm.master() not in victims)
        await play.more()
    calm.heal()


async def test_both_replicas_are_killed_and_then_the_master_freezes(calm: Watched) -> None:
    """Whoever comes back first has old data, and is the only one who could be promoted."""
    async with played(calm.url) as play:
        replicas, master = calm.replicas(), calm.master()
        for replica in replicas:
            replica.kill()
        await play.more(40)
        master.signal(signal.SIGSTOP)
        try:
            replicas[0].spawn()
            await asyncio.sleep(3)  # the sentinels look for an heir
        finally:
            master.signal(signal.SIGCONT)
        replicas[1].spawn()
        await play.more()
    calm.heal()


async def test_a_replica_that_starts_empty_takes_nothing_with_it(calm: Watched) -> None:
    """Its disk was lost; an operator asks for a fail-over while it comes back."""
    async with played(calm.url) as play:
        replica = calm.replicas()[0]
        replica.kill()
        shutil.rmtree(replica.folder / "appendonlydir")
        await play.more()
        replica.spawn()
        await handed_over(calm)
        await play.more()
    calm.heal()

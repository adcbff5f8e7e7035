"""Addresses of Redis, start-up warnings, and what happens while the storage is away."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace

import pytest
from redis._parsers.base import BaseParser

from bot.store import Store, StoreAway, StoreFault, Verdict, Write, link, route, sentinel
from bot.store.checks import warnings_about
from bot.store.errors import explained, is_login, is_passing
from bot.store.keys import GameKeys
from bot.store.route import open_route
from bot.store.sentinel import SentinelRoute, Sight, sight_of
from config.settings import ConfigError, load_settings
from tests.bot.store.servers import (
    Cluster,
    Single,
    Watched,
    aclosing,
    eventually,
    follower,
    opened,
    patiently,
    stopped,
)

FIRST = Write("K7QF", 0, "a", b"d", b"e1")
SECOND = Write("K7QF", 1, "b", b"d", b"e2", mark=FIRST.next_mark)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://localhost", "begins with 'http'"),
        ("localhost:6379", "not understood"),
        ("redis+sentinel://localhost:26379", "name of the master is missing"),
        ("redis+cluster://localhost:6379/3", "database 0 only"),
        ("redis+cluster://", "a host is missing"),
        ("redis://localhost:port", "not understood"),
        ("redis://localhost?timout=3", "nobody knows what timout is"),
        ("redis+cluster://localhost?timout=3", "nobody knows what timout is"),
        ("redis://localhost?ssl_ca_certs=/etc/hosts", "ssl_ca_certs is for TLS"),
        ("rediss+sentinel://localhost/games?ssl_keyfile=/no/key", "ssl_keyfile names /no/key, which is not a file"),
    ],
)
def test_an_address_that_makes_no_sense_is_explained(url: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        open_route(url)


async def test_encrypted_addresses_are_understood() -> None:
    for url in (
        "redis://host?max_connections=9&socket_timeout=3",
        "rediss://u:p@host:1/2?ssl_cert_reqs=none&ssl_ca_certs=/etc/hosts",
        "redis+sentinel://host/games?sentinel_password=x",
        "rediss://u:p@host:1/2",
        "rediss+cluster://u:p@host:1,other:2",
        "rediss+sentinel://:p@host:1/games/2",
    ):
        await open_route(url).close()


async def test_a_server_that_is_not_there_is_said_to_be_away() -> None:
    for url in ("redis://127.0.0.1:1", "redis+cluster://127.0.0.1:1", "redis+sentinel://127.0.0.1:1/games"):
        with pytest.raises(StoreAway, match="cannot be reached"):
            await Store.open(url, patience=0.1)


async def test_the_master_is_found_while_a_sentinel_is_away_and_many_look_at_once(watched: Watched) -> None:
    hosts = ",".join(f"127.0.0.1:{port}" for port in (1, *(node.port for node in watched.sentinels[:2])))
    found = open_route(f"redis+sentinel://{hosts}/games")
    async with aclosing(found):
        assert isinstance(found, SentinelRoute)
        await asyncio.gather(*[found.look() for _ in range(20)])
        assert found.master == ("127.0.0.1", watched.master().port)

        async def are_both_heard() -> bool:
            await found.look()
            return found.copies(found.client("")) == 2

        await eventually(are_both_heard)  # a replica that came back is asked by the sentinels every ten seconds
        assert await found.vouches(found.client("")), "two of three are more than half"


async def test_half_of_the_sentinels_cannot_vouch_for_a_master_nor_let_a_replica_go(watched: Watched) -> None:
    hosts = ",".join(f"127.0.0.1:{port}" for port in (1, 2, watched.sentinels[0].port))
    found = open_route(f"redis+sentinel://{hosts}/games")
    async with aclosing(found):
        await found.refresh()
        client = found.client("")
        assert not await found.vouches(client)
        with stopped(*watched.replicas()):
            await eventually(lambda: all(watched.is_down(node) for node in watched.replicas()))
            await found.look()
            assert found.copies(client) == 2
    watched.settle()


def seen(master: int, *replicas: int, epoch: int = 7, **fields: str) -> list[Sight]:
    """What three sentinels see, all the same; the fields are those of the first replica."""
    said = {"ip": "host", "flags": "slave", "last-ok-ping-reply": "100"}
    listed = [said | {"port": str(port)} | (fields if port == replicas[0] else {}) for port in replicas]
    of_master = {"flags": "master", "last-ok-ping-reply": "100", "config-epoch": str(epoch)}
    return [sight_of(("host", master), of_master, listed)] * 3


@asynccontextmanager
async def told(sights: list[Sight]) -> AsyncIterator[SentinelRoute]:
    """A way to servers of which sentinels have told this."""
    async with aclosing(SentinelRoute([("host", port) for port in (4, 5, 6)], "games", {}, {})) as found:
        assert isinstance(found, SentinelRoute)
        await found.learn(sights)
        yield found


async def test_a_replica_that_the_master_feeds_is_waited_for_though_the_sentinels_heard_otherwise() -> None:
    """They ask it every ten seconds; it may be promoted meanwhile, and then nothing counts that it did not confirm."""
    cut = {"master-link-status": "err", "master-link-down-time": "1700000000000"}
    async with told(seen(1, 2, 3, **cut)) as found:
        client = found.client("")
        assert (found.copies(client), found.followers(client)) == (1, 2)
        found.feeds(client, 100, {("host", 2): 90, ("host", 3): 100})
        assert found.copies(client) == 2
        found.feeds(client, 110, {("host", 3): 110})
        assert found.copies(client) == 2, "it has left, and may be the next master"


async def test_a_replica_that_confirms_is_waited_for_though_the_sentinels_call_it_down() -> None:
    """After a cut they may do so for a while, and promote it in the next moment; a frozen one confirms nothing."""
    async with told(seen(1, 2, flags="slave,s_down")) as found:
        client = found.client("")
        found.feeds(client, 100, {("host", 2): 90})
        assert found.copies(client) == 1
        await found.learn(seen(1, 2, 3, epoch=8, flags="slave,s_down"))
        found.feeds(client, 110, {("host", 2): 90, ("host", 3): 105})
        assert found.copies(client) == 2
        assert found.lacking(client, {("host", 3)}) == 1
        assert found.lacking(client, {("host", 3), ("elsewhere", 9)}) == 0, "it may have a name we were not told"


async def test_sentinels_that_lag_do_not_bring_back_the_master_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async with told(seen(1, 2, 3)) as found:
        await found.learn(seen(2, 1, 3, epoch=8))
        await found.learn(seen(1, 2, 3))
        assert (found.master, found.reign(found.client(""))) == (("host", 2), 8)
        monkeypatch.setattr(sentinel, "STALE", 0.0)  # nobody names it any more
        await found.learn(seen(1, 2, 3))
        assert found.master == ("host", 1)


async def test_masters_deposed_in_a_row_are_not_waited_for_before_they_are_fed() -> None:
    """Each takes itself for a master until the sentinels tell it otherwise, ten seconds later."""
    pretends = {"role-reported": "master"}
    async with told(seen(1, 2, 3)) as found:
        await found.learn(seen(2, 1, 3, epoch=8, **pretends))
        both = [replace(each, replicas=dict(seen(3, 1, **pretends)[0].replicas)) for each in seen(3, epoch=9)]
        both = [replace(each, replicas=each.replicas | seen(3, 2, **pretends)[0].replicas) for each in both]
        await found.learn(both)
        client = found.client("")
        assert (found.copies(client), found.followers(client)) == (0, 2)
        found.feeds(client, 100, {("host", 1): 100})
        assert found.copies(client) == 1, "it follows by now"


@pytest.mark.parametrize(
    "fields",
    [{"role-reported": "master"}, {"master-host": "host", "master-port": "3", "master-link-status": "ok"}],
)
async def test_a_server_that_was_started_by_its_old_settings_is_not_waited_for_long(
    fields: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a master, which one that is being promoted is too, or as a replica of a replica."""
    async with told(seen(1, 2, 3, **fields)) as found:
        client = found.client("")
        assert found.copies(client) == 2, "the sentinels may be about to name it"
        monkeypatch.setattr(sentinel, "ASTRAY", 0.0)
        await found.learn(seen(1, 2, 3, **fields))
        assert found.copies(client) == 1
        found.feeds(client, 100, {("host", 2): 100})
        assert found.copies(client) == 2, "the master feeds it"


async def test_one_replicas_word_does_not_stand_for_anothers(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """WAIT counts heads: one that nobody waits for may confirm while the one that will be promoted has not."""
    watched.flush()
    heir, other = watched.replicas()
    is_gone = SentinelRoute._is_gone
    monkeypatch.setattr(
        SentinelRoute, "_is_gone", lambda self, at, seen: at[1] == other.port or is_gone(self, at, seen)
    )
    async with opened(watched.url, patience=0.5) as store:
        await patiently(lambda: store.commit(FIRST, 1.0))
        assert store.link._route.copies(store.link._route.client("")) == 1
        with stopped(heir), pytest.raises(StoreAway, match="1 of 1 replicas have confirmed a move, 1 must yet"):
            await store.commit(SECOND, 1.0)
        assert await patiently(lambda: store.commit(SECOND, 1.0)) == (Verdict.DUPLICATE, 2)
    watched.settle()


async def test_what_a_deposed_master_confirms_is_not_told(watched: Watched) -> None:
    """Its answer was on the way when we heard of another, and have perhaps gone on there."""
    watched.flush()
    async with opened(watched.url, patience=2) as store:
        await store.commit(FIRST, 1.0)
        found = store.link._route
        assert isinstance(found, SentinelRoute)
        master, replicas = watched.master(), watched.replicas()
        with stopped(*replicas):
            committing = asyncio.create_task(store.commit(SECOND, 1.0))
            await eventually(lambda: master.client.llen(GameKeys.of("K7QF").log) == 2)
            await found.learn(
                [replace(sight, master=("127.0.0.1", replicas[0].port), epoch=99) for sight in found._sighted]
            )
        with pytest.raises(StoreAway):
            await committing
    watched.settle()


async def test_a_replica_of_a_cluster_confirms_by_name_under_a_reign_that_grows(cluster: Cluster) -> None:
    cluster.flush()
    async with opened(cluster.url, patience=60) as store:
        await store.commit(FIRST, 1.0)
        found, key = store.link._route, GameKeys.of("K7QF").game
        master, client = cluster.master_of("K7QF"), found.client(key)
        heir, before = cluster.replica_of(master), found.reign(client)

        async def is_the_heir_waited_for() -> bool:
            await found.look()
            return found.lacking(client, set()) == 1

        await eventually(is_the_heir_waited_for)  # one that came back is called gone until the others have heard it
        assert found.lacking(client, {("127.0.0.1", heir.port)}) == 0
        heir.client.execute_command("CLUSTER FAILOVER")
        await eventually(lambda: cluster.master_of("K7QF") is heir)
        await store.commit(SECOND, 1.0)
        await found.look()
        assert found.reign(found.client(key)) > before
    cluster.settle()


async def test_a_cluster_that_is_none_is_explained(single: Single) -> None:
    with pytest.raises(ConfigError, match=r"names a Cluster, but .* cluster support disabled"):
        await Store.open(single.url.replace("redis://", "redis+cluster://"))


async def test_a_wrong_password_is_not_tried_again() -> None:
    with closing(Single()) as server:
        server.node.client.config_set("requirepass", "secret")
        with pytest.raises(StoreAway, match="refuses the login"):
            await Store.open(server.url.replace("//", "//:wrong@"))


async def test_our_own_settings_raise_no_warning(single: Single, cluster: Cluster, watched: Watched) -> None:
    for servers in (single, cluster, watched):
        async with opened(servers.url) as store:
            assert await warnings_about(store.link) == []


async def test_sentinels_that_are_slow_or_not_all_named_are_warned_about(watched: Watched) -> None:
    for node in watched.sentinels:
        node.client.execute_command("SENTINEL", "SET", "games", "down-after-milliseconds", 30000)
    try:
        async with opened(f"redis+sentinel://127.0.0.1:{watched.sentinels[0].port}/games") as store:
            text = " ".join(await warnings_about(store.link))
    finally:
        for node in watched.sentinels:
            node.client.execute_command("SENTINEL", "SET", "games", "down-after-milliseconds", 1000)
    assert "names 1 of 3 sentinels" in text
    assert "take 30 seconds to notice" in text


async def test_sentinels_that_are_hasty_are_warned_about(watched: Watched) -> None:
    watched.patience(900)
    try:
        async with opened(watched.url) as store:
            assert "after 900 milliseconds" in " ".join(await warnings_about(store.link))
    finally:
        watched.patience(1000)


async def test_a_slow_cluster_is_warned_about(cluster: Cluster) -> None:
    before = cluster.nodes[0].client.config_get("cluster-node-timeout")
    for node in cluster.nodes:
        node.client.config_set("cluster-node-timeout", 15000)
    try:
        async with opened(cluster.url) as store:
            assert "takes 15 seconds to notice" in " ".join(await warnings_about(store.link))
    finally:
        for node in cluster.nodes:
            node.client.config_set("cluster-node-timeout", before["cluster-node-timeout"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--appendonly", "no"), "no append-only file"),
        (
            ("--appendonly", "no", "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"),
            "throws data away when its memory is full (allkeys-lru)",
        ),
        (("--appendonly", "yes", "--appendfsync", "everysec"), "once a second"),
        (("--appendonly", "yes", "--rename-command", "CONFIG", ""), "does not let me read its settings"),
    ],
)
async def test_a_careless_redis_is_warned_about_in_words(options: tuple[str, ...], words: str) -> None:
    with closing(Single(*options)) as server:
        async with opened(server.url) as store:
            assert words in " ".join(await warnings_about(store.link))


async def test_while_the_storage_is_away_people_are_told_and_afterwards_it_goes_on_by_itself() -> None:
    with closing(Single()) as server:
        async with opened(server.url, patience=0.3) as store:
            await patiently(lambda: store.commit(FIRST, 1.0))
            server.node.kill()
            with pytest.raises(StoreAway):
                await store.commit(SECOND, 1.0)
            server.node.start()
            again = await patiently(lambda: store.commit(SECOND, 1.0))
            assert again == (Verdict.OK, 2)
            assert await patiently(lambda: store.entries("K7QF")) == [b"e1", b"e2"]


async def test_a_short_absence_is_not_noticed() -> None:
    with closing(Single()) as server:
        async with opened(server.url, patience=120) as store:
            server.node.kill()
            waiting = asyncio.create_task(store.commit(FIRST, 1.0))
            await eventually(lambda: store.link.retries > 0)
            server.node.start()
            assert await waiting == (Verdict.OK, 1)


async def test_a_move_is_told_only_when_every_replica_that_lives_has_it(watched: Watched) -> None:
    watched.flush()
    async with opened(watched.url, patience=60) as store:
        await store.commit(FIRST, 1.0)
        assert all(node.client.llen(GameKeys.of("K7QF").log) == 1 for node in watched.replicas())
        with stopped(*watched.replicas()):
            assert await store.commit(SECOND, 1.0) == (Verdict.DUPLICATE, 2)
            assert all(watched.is_down(node) for node in watched.replicas()), "it waited until nobody counts on them"
            assert store.link.unreplicated > 0
        assert await store.entries("K7QF") == [b"e1", b"e2"]
    watched.settle()


async def test_without_replicas_and_without_most_sentinels_nothing_is_told(watched: Watched) -> None:
    watched.flush()
    async with opened(watched.url, patience=0.5) as store:
        await patiently(lambda: store.commit(FIRST, 1.0))
        refused = pytest.raises(
            StoreAway, match=r"0 of 2 replicas have confirmed|nobody says that this is still the master"
        )
        with stopped(*watched.replicas(), *watched.sentinels[:2]), refused:
            await store.commit(SECOND, 1.0)
        again = await patiently(lambda: store.commit(SECOND, 1.0))
        assert again == (Verdict.DUPLICATE, 2)
    watched.settle()


async def test_a_replica_of_a_single_server_is_waited_for_until_it_has_been_silent_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module, name in ((link, "LOOK_EVERY"), (route, "MISSED")):
        monkeypatch.setattr(module, name, 0.5)  # it takes ten seconds else
    monkeypatch.setattr(route, "LAG", 1)  # a replica speaks once a second
    server = Single()
    with closing(server), closing(follower(server)) as replica:
        async with opened(server.url, patience=60) as store:
            await store.commit(FIRST, 1.0)
            assert replica.client.llen(GameKeys.of("K7QF").log) == 1
            replica.signal(signal.SIGSTOP)
            assert await store.commit(SECOND, 1.0) == (Verdict.DUPLICATE, 2)
            assert store.link.unreplicated > 1


@pytest.mark.parametrize(
    "text",
    [
        "OOM command not allowed when used memory > 'maxmemory'.",
        "BUSY Valkey is busy running a script.",
        "LOADING Redis is loading the dataset in memory",
        "MISCONF Errors writing to the AOF file: No space left on device",
        "NOREPLICAS Not enough good replicas to write.",
        "READONLY You can't write against a read only replica.",
        "CLUSTERDOWN The cluster is down",
        "MASTERDOWN Link with MASTER is down",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)",
        "ERR Error running script (call to f_1): @user_script: 16: -OOM command not allowed",
    ],
)
def test_what_a_server_in_trouble_says_is_waited_out_and_explained(text: str) -> None:
    error = BaseParser.parse_error(text)
    assert is_passing(error)
    assert "(" in explained(error)


@pytest.mark.parametrize("text", ["NOAUTH Authentication required.", "WRONGPASS invalid username-password pair"])
def test_a_refused_login_does_not_pass(text: str) -> None:
    assert is_login(BaseParser.parse_error(text))


async def test_any_other_error_of_a_server_is_a_sentence() -> None:
    with closing(Single()) as server:
        async with opened(server.url) as store:
            server.node.client.set(GameKeys.of("K7QF").log, "not a list")
            with pytest.raises(StoreFault, match="Redis answers with an error: WRONGTYPE"):
                await store.entries("K7QF")


async def test_a_full_memory_is_waited_out_and_then_told() -> None:
    with closing(Single()) as server:
        async with opened(server.url, patience=0.3) as store:
            server.node.client.config_set("maxmemory", "100kb")
            with pytest.raises(StoreAway, match="its memory is full"):
                await store.commit(Write("K7QF", 0, "a", b"d", b"e"), 1.0)
            server.node.client.config_set("maxmemory", "0")
            assert await store.commit(Write("K7QF", 0, "a", b"d", b"e"), 1.0) == (Verdict.OK, 1)


def test_settings_that_cannot_be_used_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNORIA_PORT", "many")
    with pytest.raises(ConfigError, match="SIGNORIA_PORT: give a whole number from 0 to 65535, not many"):
        load_settings()
    monkeypatch.setenv("SIGNORIA_PORT", "")
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere")
    assert load_settings().redis_url == "redis://elsewhere"
    assert load_settings(redis_url="redis://here", port=None).redis_url == "redis://here"
    assert load_settings().port == 8137

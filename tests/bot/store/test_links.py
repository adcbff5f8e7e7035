"""Addresses of Redis, start-up warnings, and what happens while the storage is away."""

import asyncio
import signal

import pytest

from bot.store import Store, StoreAway, Verdict, Write
from bot.store.checks import warnings_about
from bot.store.link import Link
from bot.store.route import SingleRoute, open_route
from config.settings import ConfigError, load_settings
from tests.bot.store.servers import Cluster, Single, Watched, patiently


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://localhost", "begins with 'http'"),
        ("localhost:6379", "not understood"),
        ("redis+sentinel://localhost:26379", "name of the master is missing"),
        ("redis+cluster://localhost:6379/3", "database 0 only"),
        ("redis+cluster://", "a host is missing"),
        ("redis://localhost:port", "not understood"),
    ],
)
def test_an_address_that_makes_no_sense_is_explained(url: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        open_route(url)


async def test_encrypted_addresses_are_understood() -> None:
    for url in ("rediss://u:p@host:1/2", "rediss+cluster://u:p@host:1,other:2", "rediss+sentinel://:p@host:1/games/2"):
        await open_route(url).close()


async def test_a_server_that_is_not_there_is_said_to_be_away() -> None:
    for url in ("redis://127.0.0.1:1", "redis+cluster://127.0.0.1:1", "redis+sentinel://127.0.0.1:1/games"):
        with pytest.raises(StoreAway, match="cannot be reached"):
            await Store.open(url, patience=0.1)


async def test_no_sentinel_is_forgotten_when_many_look_for_the_master_at_once(watched: Watched) -> None:
    hosts = ",".join(f"127.0.0.1:{port}" for port in (1, *(node.port for node in watched.sentinels[:2])))
    route = open_route(f"redis+sentinel://{hosts}/games")
    assert isinstance(route, SingleRoute)
    assert route.watchers is not None
    clients = list(route.watchers.sentinels)
    await asyncio.gather(*[route.client("").execute_command("PING") for _ in range(20)])
    assert len(route.watchers.sentinels) == 3
    assert set(route.watchers.sentinels) == set(clients), "one that does not answer is kept all the same"
    await route.close()


async def test_a_cluster_that_is_none_is_explained(single: Single) -> None:
    with pytest.raises(ConfigError, match=r"names a Cluster, but .* cluster support disabled"):
        await Store.open(single.url.replace("redis://", "redis+cluster://"))


async def test_a_wrong_password_is_not_tried_again() -> None:
    server = Single()
    server.node.client.config_set("requirepass", "secret")
    with pytest.raises(StoreAway, match="refuses the login"):
        await Store.open(server.url.replace("//", "//:wrong@"))
    server.close()


async def test_our_own_settings_raise_no_warning(single: Single, cluster: Cluster, watched: Watched) -> None:
    for servers in (single, cluster, watched):
        link = await Link.open(servers.url)
        assert await warnings_about(link) == []
        await link.close()


async def test_a_careless_redis_is_warned_about_in_words() -> None:
    server = Single("--appendonly", "no", "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru")
    link = await Link.open(server.url)
    text = " ".join(await warnings_about(link))
    assert "no append-only file" in text
    assert "throws data away when its memory is full (allkeys-lru)" in text
    await link.close()
    server.close()
    server = Single("--appendonly", "yes", "--appendfsync", "everysec")
    link = await Link.open(server.url)
    assert "once a second" in " ".join(await warnings_about(link))
    await link.close()
    server.close()


async def test_a_redis_that_hides_its_settings_is_still_used() -> None:
    server = Single("--appendonly", "yes", "--rename-command", "CONFIG", "")
    link = await Link.open(server.url)
    assert "does not let me read its settings" in " ".join(await warnings_about(link))
    await link.close()
    server.close()


async def test_while_the_storage_is_away_people_are_told_and_afterwards_it_goes_on_by_itself() -> None:
    server = Single()
    store = await Store.open(server.url, patience=0.3)
    await store.commit(Write("K7QF", 0, "a", b"d", b"e1"), 1.0)
    server.node.kill()
    with pytest.raises(StoreAway):
        await store.commit(Write("K7QF", 1, "b", b"d", b"e2"), 1.0)
    server.node.start()
    again = await patiently(lambda: store.commit(Write("K7QF", 1, "b", b"d", b"e2"), 1.0))
    assert again == (Verdict.OK, 2)
    assert await patiently(lambda: store.entries("K7QF")) == [b"e1", b"e2"]
    await store.close()
    server.close()


async def test_a_short_absence_is_not_noticed() -> None:
    server = Single()
    store = await Store.open(server.url, patience=120)
    server.node.kill()
    waiting = asyncio.create_task(store.commit(Write("K7QF", 0, "a", b"d", b"e1"), 1.0))
    await asyncio.sleep(0)
    server.node.start()
    assert await waiting == (Verdict.OK, 1)
    assert store.link.retries > 0
    await store.close()
    server.close()


async def test_a_move_waits_for_a_replica_and_a_missing_one_is_counted(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    watched.flush()
    store = await Store.open(watched.url)
    await store.commit(Write("K7QF", 0, "a", b"d", b"e1"), 1.0)
    assert store.link.unreplicated == 0
    replicas = [node for node in watched.nodes if node is not watched.master()]
    for replica in replicas:
        replica.signal(signal.SIGSTOP)
    assert await store.commit(Write("K7QF", 1, "b", b"d", b"e2"), 1.0) == (Verdict.OK, 2)
    for replica in replicas:
        replica.signal(signal.SIGCONT)
    assert store.link.unreplicated == 1
    assert "no replica confirmed a move within a second" in caplog.text
    await store.close()
    watched.settle()


def test_settings_that_cannot_be_used_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNORIA_PORT", "many")
    with pytest.raises(ConfigError, match="SIGNORIA_PORT: Input should be a valid integer"):
        load_settings()
    monkeypatch.setenv("SIGNORIA_PORT", "")
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere")
    assert load_settings().redis_url == "redis://elsewhere"
    assert load_settings(redis_url="redis://here", port=None).redis_url == "redis://here"
    assert load_settings().port == 8137

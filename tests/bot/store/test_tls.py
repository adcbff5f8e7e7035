"""Encrypted addresses: the client really speaks TLS and looks at the certificate."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store, StoreAway, Write
from bot.store.embedded import DURABLE
from bot.store.route import open_route
from bot.store.sentinel import SentinelRoute
from tests.bot.store.servers import Node, Single, Watched, aclosing, eventually, follower, free_ports, opened, until
from tests.bot.store.test_promises import played
from tests.bot.store.tls import Authority, encrypted
from tests.bot.toy_service import begin, play_on, service


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority.new(tmp_path)


async def test_a_game_is_played_over_tls(single: Single, authority: Authority, tmp_path: Path) -> None:
    single.flush()
    async with encrypted(single.node.port, authority) as port:
        store = await Store.open(f"rediss://localhost:{port}/0?ssl_ca_certs={authority.file}")
        desk = service(store, tmp_path)
        code = await begin(desk)
        answers = await play_on(desk, code, seed="tls")
        proof = await desk.queries.verify(code)
        assert (proof.holds, proof.moves) == (True, answers)
        await store.close()


async def test_a_certificate_that_is_not_trusted_is_said_at_once(single: Single, authority: Authority) -> None:
    async with encrypted(single.node.port, authority) as port:
        with pytest.raises(StoreAway, match=r"not trusted here: .* \?ssl_ca_certs="):
            await Store.open(f"rediss://localhost:{port}", patience=3600)
        with pytest.raises(StoreAway, match="not trusted here"):
            await Store.open(f"rediss+cluster://localhost:{port}", patience=3600)


async def test_a_cluster_is_played_over_tls(authority: Authority, tmp_path: Path) -> None:
    """One node holds all slots and names the encrypted port as its own."""
    plain, shown = free_ports(2)
    options = ("--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1", "--cluster-announce-port", str(shown))
    node = Node(plain, options + DURABLE)
    node.client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
    until(lambda: node.client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")
    async with encrypted(plain, authority, shown):
        store = await Store.open(f"rediss+cluster://127.0.0.1:{shown}?ssl_ca_certs={authority.file}")
        desk = service(store, tmp_path)
        code = await begin(desk)
        assert await play_on(desk, code, seed="tls")
        await store.close()
    node.close()


async def test_a_fail_over_behind_one_encrypted_address_loses_nothing(authority: Authority) -> None:
    """As some hosts do it: the address stays, another server answers. This one confirmed the move and has lost it."""
    server = Single()
    with closing(server), closing(follower(server)) as heir:
        serving = [server.node]
        async with (
            encrypted(lambda: serving[-1].port, authority) as port,
            opened(f"rediss://localhost:{port}/0?ssl_ca_certs={authority.file}", patience=60) as store,
        ):
            first = Write("K7QF", 0, "a", b"d", b"e1")
            await store.commit(first, 1.0)
            heir.client.replicaof("NO", "ONE")
            heir.client.flushall()
            server.node.kill()
            serving.append(heir)
            second = Write("K7QF", 1, "b", b"d", b"e2", mark=first.next_mark)
            assert (await store.commit(second, 1.0))[1] == 2
            assert await store.entries("K7QF") == [b"e1", b"e2"]
            assert store.link.repeated == 1


async def test_sentinels_are_asked_over_tls(watched: Watched, authority: Authority) -> None:
    async with encrypted(watched.sentinels[0].port, authority) as port:
        route = open_route(f"rediss+sentinel://localhost:{port}/games?ssl_ca_certs={authority.file}")
        async with aclosing(route):
            await route.refresh()
            assert isinstance(route, SentinelRoute)
            assert route.master == ("127.0.0.1", watched.master().port)


async def test_a_master_under_sentinel_is_killed_over_tls_and_nothing_is_lost(
    watched: Watched, authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Encrypted, every server is reached by the port that the sentinels name, at another address of this machine."""
    watched.flush()
    connected = asyncio.open_connection

    async def translated(host: str, port: int, **options: Any) -> Any:
        veiled = {"host": "127.0.0.2", "server_hostname": host} if options.get("ssl") else {"host": host}
        return await connected(port=port, **options | veiled)

    monkeypatch.setattr(asyncio, "open_connection", translated)
    async with AsyncExitStack() as stack:
        for node in (*watched.nodes, *watched.sentinels):
            await stack.enter_async_context(encrypted(node.port, authority, node.port, "127.0.0.2"))
        url = watched.url.replace("redis+", "rediss+")
        async with played(f"{url}?ssl_ca_certs={authority.file}"):
            victim = watched.master()
            victim.kill()
            await eventually(lambda: watched.master() is not victim)
    watched.heal()

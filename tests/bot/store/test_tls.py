"""Encrypted addresses: the client really speaks TLS and looks at the certificate."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import Store, StoreAway
from bot.store.embedded import DURABLE
from bot.store.route import open_route
from bot.store.sentinel import SentinelRoute
from tests.bot.store.servers import Node, Single, Watched, aclosing, free_ports, until
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


async def test_sentinels_are_asked_over_tls(watched: Watched, authority: Authority) -> None:
    async with encrypted(watched.sentinels[0].port, authority) as port:
        route = open_route(f"rediss+sentinel://localhost:{port}/games?ssl_ca_certs={authority.file}")
        async with aclosing(route):
            await route.refresh()
            assert isinstance(route, SentinelRoute)
            assert route.master == ("127.0.0.1", watched.master().port)

"""The workers outlive whatever a server says, and a wrong clock of their own machine."""

import asyncio
import time
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from bot.app.app import App, at_work
from bot.service.table_service import TableService
from bot.store import Store, StoreAway
from config.settings import Settings
from tests.bot.crew import Plain, Wall
from tests.bot.store.servers import Single, eventually, free_ports, opened, patiently, stopped
from tests.bot.toy_service import begin, play_on, service
from tests.toy import toy

BLOCKS = "local t = redis.call('TIME') repeat local n = redis.call('TIME') until n[1] - t[1] > 2"


async def trouble_of(server: Single, kind: str, desk: TableService) -> None:
    """A server in trouble for longer than anybody's patience, and well again."""
    client = server.node.client
    if kind == "BUSY":
        client.config_set("busy-reply-threshold", 50)
        await asyncio.to_thread(client.eval, BLOCKS, 0)
        return
    name, value = {"OOM": ("maxmemory", "100kb"), "NOREPLICAS": ("min-replicas-to-write", "2")}[kind]
    client.config_set(name, value)
    with pytest.raises(StoreAway, match="cannot serve now"):
        await desk.work.store.set_user("local:anna", {"a": "note"})
    client.config_set(name, "0")


@pytest.mark.parametrize("kind", ["OOM", "BUSY", "NOREPLICAS"])
async def test_after_a_servers_trouble_the_workers_go_on(kind: str, tmp_path: Path) -> None:
    with closing(Single()) as server:
        async with opened(server.url, patience=0.5) as store:
            desk = service(store, tmp_path)
            wall = Wall("discord")
            app = App(Settings(folder=tmp_path, redis_url=server.url), store, desk)
            async with at_work(app, {"discord": wall}, Plain()):
                code = await begin(desk)
                await trouble_of(server, kind, desk)
                await patiently(lambda: play_on(desk, code, 2, seed=kind))
                version = (await patiently(lambda: desk.work.load(code))).version
                await eventually(lambda: any(brief.look.version == version for _, brief in wall.history), 20)


async def test_health_tells_of_workers_that_broke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (port,) = free_ports(1)
    with closing(Single()) as server:
        async with opened(server.url) as store:
            app = App(
                Settings(folder=tmp_path, redis_url=server.url, health_port=port), store, service(store, tmp_path)
            )
            async with at_work(app, {}, Plain()) as workers, aiohttp.ClientSession() as client:

                async def health() -> tuple[int, list[str]]:
                    async with client.get(f"http://127.0.0.1:{port}/healthz") as answer:
                        return answer.status, (await answer.json())["problems"]

                assert await health() == (200, [])
                broken = asyncio.Event()

                async def breaking() -> None:
                    broken.set()
                    raise RuntimeError("a fault of ours")

                monkeypatch.setattr(workers, "_round", breaking)
                await broken.wait()
                status, problems = await health()
                assert status == 503
                assert problems == ["the workers had to be started again: RuntimeError: a fault of ours"]


async def test_a_server_that_hangs_makes_health_tell_within_seconds(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with closing(Single()) as server:
        async with opened(server.url) as store:
            app = App(
                Settings(folder=tmp_path, redis_url=server.url, health_port=port), store, service(store, tmp_path)
            )
            async with at_work(app, {}, Plain()), aiohttp.ClientSession() as client:
                started = time.monotonic()
                with stopped(server.node):
                    async with client.get(f"http://127.0.0.1:{port}/healthz") as answer:
                        assert answer.status == 503
                assert time.monotonic() - started < 6


async def test_what_is_due_goes_by_the_stores_clock(
    one: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    store = Store(one.link)
    assert abs(store.clock() - real()) > 3000, "nobody has asked the server yet"
    await store.set_clock()
    assert abs(store.clock() - real()) < 5
    desk = TableService(store, tmp_path, {"toy": toy()})
    code = await begin(desk)
    assert abs((await desk.queries.table(code)).touched - real()) < 60
    assert all(when < real() + 60 for when in (await store.due_heads()).values())

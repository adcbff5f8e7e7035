"""Hostile and half-sent requests at the local table, and what it says while the storage is away."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack

import pytest

from bot.ops.logs import OneLine
from bot.platforms.web import guard, server
from bot.platforms.web.guard import Guard
from bot.platforms.web.server import LocalTable
from bot.store import StoreAway
from tests.bot.platforms.web.visitor import Visitor, begin, code_of, link_of


async def away(*given: object, **named: object) -> None:
    raise StoreAway("Redis cannot be reached: gone")


async def test_while_the_storage_is_away_the_page_says_so_in_the_readers_language_and_logs_no_secret(
    host: Visitor, table: LocalTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(table.site.service.work.store, "user", away)
    for language, words in (("nl", "opslag"), ("de", "Speicher"), ("en", "storage")):
        assert await host.get("/d/secret%0aforged", **{"Accept-Language": language}) == 503
        assert words in host.text
    assert "/d/{secret}" in caplog.text
    assert "forged" not in caplog.text


def test_a_log_line_is_one_line_whatever_it_quotes() -> None:
    record = logging.makeLogRecord({"msg": "asked for %s", "args": ("a\nb\x1b[2J",), "levelname": "INFO"})
    assert OneLine("%(levelname)s %(message)s").format(record) == "INFO asked for a\\nb\\x1b[2J"


async def test_a_browser_that_invents_a_new_name_each_time_is_known_by_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Guard(frozenset({"localhost"}), posts=2)
    assert watch._addresses.allows("1.2.3.4")
    for _ in range(2 * guard.BROWSERS):
        watch._addresses.count("1.2.3.4")
    assert not watch._addresses.allows("1.2.3.4")
    assert watch._addresses.allows("5.6.7.8")


@pytest.mark.parametrize("name", ["[::1", "[", "a b", ""])
def test_a_malformed_host_is_not_ours(name: str) -> None:
    assert not Guard(frozenset({"localhost"})).is_ours(name)


async def test_broken_addresses_are_refused_and_no_fault(host: Visitor, stranger: Visitor) -> None:
    code, _, _ = await begin(host)
    assert await stranger.get("/go?invitation=http://[::1") in (200, 404)
    assert await stranger.get("/events?at=//[::1") in (403, 404)
    assert await stranger.get(f"/t/{code}/board.png?part=hand") == 404
    assert await stranger.post("/settings", headers={"Origin": "http://[::1"}) == 403


async def test_one_invitation_used_by_many_at_once_works_for_one_and_the_others_are_told(
    host: Visitor, table: LocalTable
) -> None:
    code, link = code_of(host), link_of(host)
    async with AsyncExitStack() as stack:
        visitors = [Visitor(table.site.base) for _ in range(12)]
        for visitor in visitors:
            stack.push_async_callback(visitor.session.close)
            await visitor.get("/")
        await asyncio.gather(*[visitor.post(link, name=f"N{n}") for n, visitor in enumerate(visitors)])
    names = (await table.site.service.queries.table(code)).names
    seated = [n for n, visitor in enumerate(visitors) if f"/t/{code}" in visitor.url]
    assert len(seated) == 1
    assert f"N{seated[0]}" in names


async def test_half_a_request_is_not_waited_for_without_end(table: LocalTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "IDLE", 0.2)
    monkeypatch.setattr(guard, "LONGEST_BODY", 0.2)
    await table.stop()
    base = await table.start()
    port = int(base.rpartition(":")[2])
    whole = "POST /settings HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 50\r\n\r\nhalf"
    for sent, answer in (("GET / HTTP/1.1\r\nHost: local", b""), (whole, b"HTTP/1.1 408")):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent.encode())
        async with asyncio.timeout(10):
            got = await reader.read(12)
        assert got == answer
        writer.close()
        await writer.wait_closed()

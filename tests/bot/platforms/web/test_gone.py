"""Pages that leave while they are being answered."""

from __future__ import annotations

import asyncio
import logging
import re

import pytest
from aiohttp import web

from bot.platforms.web.server import LocalTable
from tests.bot.platforms.web.visitor import Visitor

ASKED = """GET /events?at={at}&rev= HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r
Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"""


async def test_a_page_that_leaves_before_its_socket_stands_is_no_error(
    table: LocalTable, host: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hub, done = table.site.hub, asyncio.Event()
    opening = hub.open

    async def late(request: web.Request) -> web.WebSocketResponse:
        writer.transport.abort()
        while request.transport is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        try:
            return await opening(request)
        finally:
            done.set()

    monkeypatch.setattr(hub, "open", late)
    await host.get("/")
    at = re.findall(r'data-refresh="([^"]+)"', host.text)[0]
    address = table.site.base.removeprefix("http://")
    cookie = "; ".join(f"{each.key}={each.value}" for each in host.session.cookie_jar)
    _, writer = await asyncio.open_connection(*address.split(":"))
    writer.write(ASKED.format(at=at, host=address, cookie=cookie).encode())
    async with asyncio.timeout(8):
        await done.wait()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []

"""Sockets of the public page: the session comes in the first frame, since an address would keep it in every log."""

from __future__ import annotations

import asyncio
import json

from aiohttp import WSMsgType, web

from bot.platforms.web.context import Site
from bot.platforms.web.gate import EXPIRED, KEY, MOST_SOCKETS, SESSION, THEME, TOO_MANY
from engines.kit.errors import Refusal

FIRST_FRAME = 5.0
"""Seconds within which a socket says whose it is."""
NO_SUCH_PAGE = 4404


async def admitted(site: Site, request: web.Request) -> web.WebSocketResponse:
    """The socket with its session; closed, if it brings none or one person has too many."""
    assert site.gate is not None
    socket = await site.hub.open(request)
    if not site.gate.may_listen(request):
        await socket.close(code=TOO_MANY)
        return socket
    token, theme = await _first(socket)
    session, key = await site.gate.session(token)
    if session is None:
        await socket.close(code=EXPIRED)
    elif site.hub.count(session.guest.ref) >= MOST_SOCKETS or not site.gate.may_look(session.guest.ref):
        await socket.close(code=TOO_MANY)
    else:
        request[SESSION], request[KEY], request[THEME] = session, key, theme
    return socket


async def _first(socket: web.WebSocketResponse) -> tuple[str, str]:
    """Token and theme; empty if nothing readable comes in time."""
    try:
        async with asyncio.timeout(FIRST_FRAME):
            message = await socket.receive()
        given = json.loads(message.data) if message.type is WSMsgType.TEXT else {}
    except (TimeoutError, ValueError, RecursionError):
        return "", ""
    if not isinstance(given, dict):
        return "", ""
    return str(given.get("token", "")), str(given.get("theme", ""))


async def missed(site: Site, socket: web.WebSocketResponse, user: str) -> web.WebSocketResponse:
    """A page that is not there for this person."""
    assert site.gate is not None
    site.gate.missed(user)
    await socket.close(code=NO_SUCH_PAGE)
    return socket


async def require_session(site: Site, request: web.Request, socket: web.WebSocketResponse) -> None:
    """A session ends for its open sockets too: by its time, or by a new key."""
    assert site.gate is not None
    session, now = request[SESSION], site.gate.access.store.clock()
    if now >= session.until or await site.gate.access.key() != request[KEY]:
        await socket.close(code=EXPIRED)
        raise Refusal("table.refusal.no_table", table="?")

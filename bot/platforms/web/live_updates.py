"""One socket a tab: it hears that its page has changed, and nothing else."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.store import StoreAway
from engines.kit.errors import KitError

log = logging.getLogger(__name__)

LARGEST_FRAME = 1024
LOOK_EVERY = 20.0
"""Seconds after which a page is looked at though nothing was heard: another process may have changed it."""
AT_ONCE = 1
"""So many pages are made anew at the same time: whoever moves or comes meanwhile does not wait behind all of them."""
Rev = Callable[[], Awaitable[tuple[str, frozenset[str]]]]
"""What a page shows now, and of which tables."""


Said = Callable[[str], Awaitable[None]]
"""Hears a word of the page."""


@dataclass(eq=False)
class Tab:
    """An open page: whose it is, which tables it shows, and how to tell whether it has changed."""

    socket: web.WebSocketResponse
    name: str
    owner: str
    codes: frozenset[str]
    rev: Rev
    shown: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class LiveUpdates:
    """All open tabs."""

    def __init__(self) -> None:
        self._tabs: dict[Tab, None] = {}
        """In the order in which they were opened."""
        self._turn = asyncio.Semaphore(AT_ONCE)

    def heard(self, code: str) -> None:
        """A table has changed in this process; nobody else's page is looked at."""
        for tab in self._tabs:
            if code in tab.codes:
                tab.changed.set()

    def concerns(self, owner: str) -> None:
        """Somebody has sat down, left or chosen something: that person's own tabs look again, nobody else's."""
        for tab in self._tabs:
            if tab.owner == owner:
                tab.changed.set()

    @property
    def is_behind(self) -> bool:
        """Whether some page has yet to be looked at after a change."""
        return self._turn.locked() or any(tab.changed.is_set() for tab in self._tabs)

    def count(self, owner: str) -> int:
        """How many tabs somebody has open."""
        return sum([tab.owner == owner for tab in self._tabs])

    async def open(self, request: web.Request) -> web.WebSocketResponse:
        """A socket that nobody is told anything on yet."""
        socket = web.WebSocketResponse(heartbeat=LOOK_EVERY, max_msg_size=LARGEST_FRAME)
        await socket.prepare(request)
        return socket

    async def serve(
        self,
        socket: web.WebSocketResponse,
        name: str,
        owner: str,
        codes: frozenset[str],
        rev: Rev,
        shown: str,
        said: Said | None = None,
    ) -> web.WebSocketResponse:
        """Keep one tab up to date until it goes. `said` is told what the page says by itself."""
        tab = Tab(socket, name, owner, codes, rev, shown)
        tab.changed.set()
        self._tabs[tab] = None
        pushing = asyncio.create_task(self._push(tab))
        try:
            async for message in socket:
                if message.type is WSMsgType.BINARY:
                    await socket.close(code=1003)
                elif said is not None and message.type is WSMsgType.TEXT:
                    await said(message.data)
        finally:
            del self._tabs[tab]
            pushing.cancel()
            with suppress(asyncio.CancelledError):
                await pushing
        return socket

    async def _push(self, tab: Tab) -> None:
        """Say so whenever the page would look different."""
        while not tab.socket.closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await tab.changed.wait()
            tab.changed.clear()
            try:
                async with self._turn:
                    rev, tab.codes = await tab.rev()
            except (StoreAway, KitError) as problem:
                log.info("a tab was not told: %s", problem)
                continue
            except Exception:
                log.exception("a tab could not be told; it is sent away and comes back by itself")
                await tab.socket.close(code=1011)
                return
            if rev != tab.shown:
                tab.shown = rev
                with suppress(ConnectionError):
                    await tab.socket.send_str(json.dumps({tab.name: rev}))

    async def close(self) -> None:
        """Say goodbye: the pages come back by themselves."""
        await asyncio.gather(*[tab.socket.close(code=1001) for tab in list(self._tabs)])

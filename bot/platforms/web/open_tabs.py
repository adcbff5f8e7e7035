"""Browsers without eyes, for measuring: one that counts what travels, and many open tabs in a process of their own."""

from __future__ import annotations

import asyncio
import gzip
import json
import multiprocessing
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from urllib.parse import urlencode

from aiohttp import ClientResponse, ClientSession, CookieJar, WSMsgType

from bot.ops.cancellation import end
from bot.platforms.web.assets import ORNAMENT
from bot.platforms.web.server import LocalTable
from engines import ENGINES

SETTLED = 0.4
"""Seconds of quiet after which all tabs have what they show."""
TICK = 0.002
PACKED = {"Accept-Encoding": "gzip"}


class Visitor:
    """A browser that counts."""

    def __init__(self, session: ClientSession, base: str) -> None:
        self.session, self.base, self.token = session, base, ""

    async def raw(self, path: str) -> bytes:
        """The answer as it travels."""
        async with self.session.get(self.base + path, headers=PACKED) as answer:
            return await answer.read()

    async def text(self, path: str) -> str:
        async with self.session.get(self.base + path, headers=PACKED) as answer:
            return (await _plain(answer)).decode()

    async def new(self, game: str = "") -> str:
        """A table with a computer."""
        page = await self.text("/")
        token = re.search(r'name="token" value="([0-9a-f]+)"', page)
        assert token is not None
        fields = {"token": token.group(1), "game": game or next(iter(ENGINES)), "level": "gentle"}
        headers = {"Origin": self.base, "X-Script": "1"}
        async with self.session.post(f"{self.base}/alone", data=fields, headers=headers) as answer:
            go: str = json.loads(await _plain(answer))["go"]
        return go.rsplit("/", 1)[-1]

    async def first_load(self, path: str) -> tuple[int, float]:
        """Bytes of a page and of all that it needs, and how long they take, one after another."""
        page = await self.text(path)
        files = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))
        tokens = next(name for name in files if name.endswith("tokens.css"))
        own = re.search(r"g-(\w+)", page)
        drawn = set(re.findall(r"url\(([\w-]+\.svg)\)", await self.text(tokens)))
        games = {f"{name}-{game}.svg" for game in ENGINES if own and game != own.group(1) for name in ORNAMENT}
        files |= {tokens.replace("tokens.css", name) for name in drawn - games - {"slab-dark.svg"}}
        began = time.perf_counter()
        size = len(await self.raw(path))
        for name in sorted(files):
            size += len(await self.raw(name)) if not name.endswith(".png") else 0
        return size, 1000 * (time.perf_counter() - began)


async def _plain(answer: ClientResponse) -> bytes:
    body: bytes = await answer.read()
    return gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body


@asynccontextmanager
async def visiting(table: LocalTable) -> AsyncIterator[Visitor]:
    async with ClientSession(cookie_jar=CookieJar(unsafe=True), auto_decompress=False) as session:
        yield Visitor(session, table.site.base)


@asynccontextmanager
async def open_tabs(table: LocalTable, places: Sequence[str]) -> AsyncIterator[Callable[[], Awaitable[int]]]:
    """Open pages in another process; what is given waits until they have nothing more to fetch, and counts."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_browse, args=(table.site.base, places, theirs))
    process.start()
    try:
        await asyncio.to_thread(ours.recv)

        async def settled() -> int:
            await asyncio.sleep(SETTLED)
            while table.site.hub.is_behind:  # noqa: ASYNC110
                await asyncio.sleep(TICK)
            ours.send("settled?")
            fetched: int = await asyncio.to_thread(ours.recv)
            return fetched

        yield settled
    finally:
        ours.send("stop")
        await asyncio.to_thread(process.join)


def _browse(base: str, places: Sequence[str], pipe: Connection) -> None:
    asyncio.run(_browsing(base, places, pipe))


async def _browsing(base: str, places: Sequence[str], pipe: Connection) -> None:
    heard = [time.monotonic(), 0]
    ready = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(_tab(base, place, heard, ready)) for place in places]
    for _ in places:
        await ready.acquire()
    pipe.send("ready")
    while await asyncio.to_thread(pipe.recv) != "stop":
        while time.monotonic() - heard[0] < SETTLED:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        pipe.send(int(heard[1]))
    await end(tasks)


async def _tab(base: str, path: str, heard: list[float], ready: asyncio.Semaphore) -> None:
    """What the page's script does: listen, and fetch what has changed."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        async with session.get(base + path) as answer:
            page = await answer.text()
        named = dict(re.findall(r'data-(refresh|rev)="([^"]*)"', page))
        at = named["refresh"].replace("&amp;", "&")
        where = f"{base}/events?{urlencode({'at': at, 'rev': named['rev']})}"
        async with session.ws_connect(where, headers={"Origin": base}) as socket:
            ready.release()
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    heard[0] = time.monotonic()
                    async with session.get(base + at) as answer:
                        await answer.read()
                    heard[0] = time.monotonic()
                    heard[1] += 1

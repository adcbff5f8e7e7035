"""`signoria bench page`: what the page weighs and takes, and how long open pages hold up the event loop.

Bytes are counted as they travel, packed, without fonts and pictures of boards. A stall is how late the loop comes to
something that was due, from the first moment of a move until every tab has what it shows; tabs live in a process of
their own and do what the page's script does.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import multiprocessing
import re
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientSession, CookieJar, WSMsgType

from bot.cli.play import local_table
from bot.ops.cancellation import end
from bot.platforms.web.assets import ORNAMENT
from bot.platforms.web.server import LocalTable
from bot.table.model import Status
from config.settings import Settings
from engines import ENGINES

HOW = (
    "Bytes as they travel, without fonts and boards; milliseconds of this machine as it is now. A stall is how late the"
    " event loop comes to what is due, by work of this process, with 50 tabs at one table and 60 strangers on the first"
    " page, and without them."
)
TABS, STRANGERS, MOVES, LOADS = 50, 60, 12, 5
MOST_FIRST, MOST_STEP, MOST_STALL = 60_000, 12_000, 50.0
TICK = 0.002
SETTLED = 0.4
"""Seconds of quiet after which all tabs have what they show."""
PACKED = {"Accept-Encoding": "gzip"}


def measure() -> dict[str, Any]:
    """Bytes and milliseconds of the first load and of a step, and the longest stalls; too much counts as failed."""
    found = asyncio.run(_measured())
    is_heavy = found["first_load_bytes"] > MOST_FIRST or found["step_bytes"] > MOST_STEP
    is_slow = found["stall_ms"] - found["stall_ms_alone"] > MOST_STALL
    return found | ({"failed": is_heavy + is_slow} if is_heavy or is_slow else {})


async def _measured() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(folder=Path(folder), port=0, redis_url=None)
        async with local_table(settings, pause=0.0, posts=10_000) as table, _visitor(table) as visitor:
            code = await visitor.new()
            await _played(table, code, MOVES)
            loads = [await visitor.first_load(f"/t/{code}") for _ in range(LOADS)]
            steps = [await _step(table, visitor, code) for _ in range(LOADS)]
            alone = await _stalls(table, code)
            async with _tabs(table, code) as settled:
                before = await settled()
                crowded = await _stalls(table, code, settled)
                fetched = await settled() - before
    return {
        "first_load_bytes": max(size for size, _ in loads),
        "step_bytes": max(size for size, _ in steps),
        "first_load_ms": round(median(took for _, took in loads), 1),
        "step_ms": round(median(took for _, took in steps), 1),
        "stall_ms": round(max(crowded), 1),
        "stall_ms_alone": round(max(alone), 1),
        "stall_ms_median": round(median(crowded), 1),
        "stall_ms_alone_median": round(median(alone), 1),
        "fetched": fetched,
        "tabs": TABS,
        "strangers": STRANGERS,
    }


# --- one page ---


class _Visitor:
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

    async def new(self) -> str:
        """A table with a computer."""
        page = await self.text("/")
        token = re.search(r'name="token" value="([0-9a-f]+)"', page)
        assert token is not None
        game = next(iter(ENGINES))
        fields = {"token": token.group(1), "game": game, "level": "gentle"}
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


async def _plain(answer: Any) -> bytes:
    body: bytes = await answer.read()
    return gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body


@asynccontextmanager
async def _visitor(table: LocalTable) -> AsyncIterator[_Visitor]:
    async with ClientSession(cookie_jar=CookieJar(unsafe=True), auto_decompress=False) as session:
        yield _Visitor(session, table.site.base)


async def _step(table: LocalTable, visitor: _Visitor, code: str) -> tuple[int, float]:
    """Bytes and time of what a page fetches after a move."""
    await _played(table, code, 1)
    began = time.perf_counter()
    size = len(await visitor.raw(f"/t/{code}/state"))
    return size, 1000 * (time.perf_counter() - began)


async def _played(table: LocalTable, code: str, moves: int) -> None:
    """So many answers of the person, plainly; the computer answers by itself."""
    service, done = table.site.service, 0
    while done < moves:
        loaded = await service.work.load(code)
        if loaded.table.status is not Status.RUNNING or loaded.state is None:
            return
        asked = [each for each in loaded.engine.pending(loaded.state) if each.owed and loaded.table.plays(each.seat)]
        if not asked:
            await asyncio.sleep(0.01)
            continue
        each = asked[0]
        value = loaded.engine.policy(loaded.state, each.seat, each.step, each.ask, lambda below: 0)
        user = loaded.table.seats[each.seat].user
        await service.moves.answer(f"bench {loaded.version}", code, user, [(each.ask_id, value)])
        done += 1


# --- many pages ---


async def _stalls(table: LocalTable, code: str, settled: Any = None) -> list[float]:
    """The longest stall after each of some moves, in milliseconds."""
    found = []
    for _ in range(MOVES):
        late = [0.0]
        watch = asyncio.create_task(_watch(late))
        await _played(table, code, 1)
        await (asyncio.sleep(SETTLED) if settled is None else settled())
        await end([watch])
        found.append(1000 * late[0])
    return found


async def _watch(late: list[float]) -> None:
    """How late the loop is, as far as this process was at work: what other programs take of the machine is not ours."""
    while True:
        due, worked = time.perf_counter() + TICK, time.process_time()
        await asyncio.sleep(TICK)
        late[0] = max(late[0], min(time.perf_counter() - due, time.process_time() - worked))


@asynccontextmanager
async def _tabs(table: LocalTable, code: str) -> AsyncIterator[Any]:
    """Open pages in another process; what is given waits until they have nothing more to fetch, and counts."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_browse, args=(table.site.base, code, theirs))
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


def _browse(base: str, code: str, pipe: Connection) -> None:
    asyncio.run(_browsing(base, code, pipe))


async def _browsing(base: str, code: str, pipe: Connection) -> None:
    heard = [time.monotonic(), 0]
    places = [f"/t/{code}"] * TABS + ["/"] * STRANGERS
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

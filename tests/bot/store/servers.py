"""Real servers for the store tests, all from the one binary, and what tests do with them."""

import asyncio
import inspect
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import redis

from bot.store import Store, StoreAway, Verdict, Write
from bot.store.embedded import EmbeddedServer
from bot.store.node import Node, free_ports, until
from bot.store.rig import Cluster, Single, Watched, follower
from bot.store.route import Route

__all__ = ["Cluster", "Embedded", "Node", "Single", "Watched", "follower", "free_ports", "until"]

T = TypeVar("T")


async def eventually(condition: Callable[[], Any], seconds: float = 120.0) -> None:
    """Poll what other tasks or processes do, until it is so; the condition may be a coroutine function."""
    async with asyncio.timeout(seconds):
        while True:
            result = condition()
            if await result if inspect.isawaitable(result) else result:
                return
            await asyncio.sleep(0.01)


async def patiently(call: Callable[[], Awaitable[T]], seconds: float = 120.0) -> T:
    """Ask again while the storage is said to be away, as people do."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                return await call()
            except StoreAway:
                await asyncio.sleep(0.05)


async def put(store: Store, change: Write, now: float) -> tuple[Verdict, int]:
    """Commit a step on whatever past the game has."""
    row = await store.load(change.game)
    return await store.commit(replace(change, mark=row.mark if row else b""), now)


@asynccontextmanager
async def opened(url: str, patience: float | None = None) -> AsyncIterator[Store]:
    """A store that is closed however the block ends; it may take a while until servers that were harmed can be used."""
    store = await patiently(lambda: Store.open(url, patience))
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def aclosing(route: Route) -> AsyncIterator[Route]:
    """A route that is closed however the block ends."""
    try:
        yield route
    finally:
        await route.close()


@contextmanager
def stopped(*nodes: Node) -> Iterator[None]:
    """Servers stand still while the block runs."""
    for node in nodes:
        node.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for node in nodes:
            node.signal(signal.SIGCONT)


class Embedded:
    """The server that the bot starts for itself."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="signoria-embedded-"))
        self._server = EmbeddedServer(self.folder)
        asyncio.run(self._server.start())
        self.url = self._server.url
        self._client = redis.Redis(unix_socket_path=str(self._server.socket))

    def flush(self) -> None:
        self._client.flushall()

    def close(self) -> None:
        self._client.close()
        asyncio.run(self._server.stop())
        shutil.rmtree(self.folder, ignore_errors=True)

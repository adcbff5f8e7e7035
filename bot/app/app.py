"""The house: settings to store to service to workers, opened in order and closed in reverse."""

from __future__ import annotations

import gc
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cache

from bot.app.health import served
from bot.language.speaker import catalogue
from bot.ops.supervision import supervised
from bot.service.retention import Retention
from bot.service.table_service import TableService
from bot.store import Store
from bot.store.checks import warnings_about
from bot.store.embedded import EmbeddedServer
from bot.workers.digests import Digests
from bot.workers.platform import Platform
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from bot.workers.thoughts import Computers
from config.languages import languages
from config.settings import ConfigError, Settings
from engines import LEFT_OUT

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class App:
    """What every command that touches tables needs."""

    settings: Settings
    store: Store
    service: TableService


def require_games(settings: Settings) -> None:
    """For a tool that only looks: it makes no folder, since one whose name was mistyped would seem to hold no games."""
    if not has_games(settings):
        raise ConfigError(
            f"No games are kept in {settings.folder.resolve()}. Name the folder with --data or SIGNORIA_FOLDER, "
            "or go to where the program was started; REDIS_URL names a server of your own."
        )


def has_games(settings: Settings) -> bool:
    """Whether there may be games where they are to be kept; what cannot be looked at is told when it is opened."""
    if settings.redis_url is not None:
        return True
    try:
        (settings.folder / "store").stat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def kept(settings: Settings) -> str:
    """Where the games are, for people."""
    return "in your Redis" if settings.redis_url is not None else f"in {settings.folder}"


@asynccontextmanager
async def open_app(settings: Settings, share: bool = False) -> AsyncIterator[App]:
    """The operator's Redis, or one of our own in the data folder; to be opened in the main thread.

    A tool that looks at a bot at work shares its server; two bots may not.
    """
    async with AsyncExitStack() as stack:
        url = settings.redis_url
        if url is None:
            server = EmbeddedServer(settings.folder / "store")
            if not (share and await server.answers()):
                await server.start()
                stack.push_async_callback(server.stop)
                await stack.enter_async_context(supervised("the embedded store's guard", server.guard))
            url = server.url
        store = await Store.open(url)
        stack.push_async_callback(store.close)
        if settings.redis_url is not None:
            for warning in await warnings_about(store.link):
                log.warning("%s", warning)
        for fault in LEFT_OUT:
            log.error("%s", fault)
        yield App(settings, store, TableService(store, settings.folder, public_url=settings.public_url))


@asynccontextmanager
async def at_work(
    app: App, platforms: Mapping[str, Platform], computers: Computers, pause: float = 0.0
) -> AsyncIterator[WorkerPool]:
    """Workers and the health endpoint, while the block runs; `pause` as in `Attendant`."""
    settle()
    name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
    worker = TableWorker(app.service, platforms, computers, name, pause)
    workers = WorkerPool(worker, app.settings.workers)
    async with AsyncExitStack() as stack:
        if app.settings.health_port:
            await stack.enter_async_context(served(app.store, app.settings.health_host, app.settings.health_port))
        stack.push_async_callback(worker.close)
        await stack.enter_async_context(supervised("the workers", workers.run))
        digests = Digests(app.service, platforms)
        await stack.enter_async_context(supervised("the month of each club", digests.run))
        if app.settings.keep_days:
            retention = Retention(app.service, app.settings.keep_days)
            await stack.enter_async_context(supervised("the search for old games", retention.run))
        yield workers


@cache
def settle() -> None:
    """Leave everything that is loaded by now out of later garbage collections, once: they hold up the event loop.

    Words, rules and tables are hundreds of thousands of objects that never go.
    """
    for language in languages():
        catalogue(language)
    gc.collect()
    gc.freeze()

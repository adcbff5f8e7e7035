"""`signoria play`: the local table. Starts the store, serves the page, opens it where there is a browser."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import segno

from bot.attend import Attendant
from bot.platforms.local.guard import POSTS
from bot.platforms.local.server import LocalTable, is_loopback
from bot.seats import Computers
from bot.store import Store
from bot.store.embedded import EmbeddedServer
from bot.store.errors import StoreAway
from bot.tables import TableService
from bot.workers import Workers
from config.settings import ConfigError, Settings, load_settings
from render import Studio

TAKE_BACK = 1.5
"""Seconds that computer seats leave a person to take an answer back."""
LAN_WARNING = (
    "Anyone on this network can open this page, watch tables whose code they know, and read what is sent:\n"
    "it is not encrypted. Use it at home, and stop it when you have finished."
)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser("play", help="play here and now in a browser, with no account")
    command.add_argument("--port", type=int, help="the port to serve on (default 8137; 0: any free one)")
    command.add_argument("--data", type=Path, help="the folder that keeps the games")
    command.add_argument("--host", help="the address to serve on; 0.0.0.0 for everybody on this network")
    command.add_argument("--no-browser", action="store_true", help="only print the address")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop."""
    try:
        settings = load_settings(port=arguments.port, data=arguments.data, host=arguments.host)
        asyncio.run(_serve(settings, open_browser=not arguments.no_browser))
    except (ConfigError, StoreAway, OSError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


async def _serve(settings: Settings, open_browser: bool) -> None:
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("bot").setLevel("WARNING")
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with local_table(settings) as table:
        address = table.house.base
        print(f"The table stands at {address}  (Ctrl-C stops it, games are kept in {settings.data})", flush=True)
        if not is_loopback(settings.host):
            print(LAN_WARNING, flush=True)
            segno.make(address).terminal(compact=True)
        if open_browser and _has_browser():
            webbrowser.open(address)
        await stopped.wait()


@asynccontextmanager
async def local_table(settings: Settings, pause: float = TAKE_BACK, posts: int = POSTS) -> AsyncIterator[LocalTable]:
    """Everything that the local table needs, running."""
    async with _store(settings) as store:
        service = TableService(store, settings.data)
        studio, computers = Studio(), Computers()
        table = LocalTable(service, studio, settings.host, settings.port, posts)
        attendant = Attendant(service, {table.name: table}, computers, f"local-{os.getpid()}", pause)
        working = asyncio.create_task(Workers(attendant, settings.workers).run())
        try:
            await table.start()
            yield table
        finally:
            working.cancel()
            with suppress(asyncio.CancelledError):
                await working
            await table.stop()
            computers.close()
            studio.close()


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[Store]:
    """The store that is set, or one of our own in the data folder."""
    server = None if settings.redis_url else EmbeddedServer(settings.data / "store")
    if server is not None:
        await server.start()
    store = await Store.open(settings.redis_url or (server.url if server else ""))
    try:
        yield store
    finally:
        await store.close()
        if server is not None:
            await server.stop()


def _has_browser() -> bool:
    """A terminal browser would take the terminal away."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    return True

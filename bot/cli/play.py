"""`signoria play`: the local table. Starts the store, serves the page, opens it where there is a browser."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import segno

from bot.app.app import App, at_work, kept, open_app
from bot.app.corrections import require_sound
from bot.ops.logs import set_up
from bot.platforms.web.guard import POSTS
from bot.platforms.web.server import LocalTable, is_loopback
from bot.workers.computer_players import Computers
from config.settings import Settings, load_settings
from engines.kit import use_data
from render import Studio

TAKE_BACK = 1.5
"""Seconds that computer seats leave a person to take an answer back."""
LAN_WARNING = (
    "Anyone on this network can open this page, watch tables whose code they know, and read what is sent:\n"
    "it is not encrypted. Use it at home, and stop it when you have finished."
)


def add(commands: Any) -> None:
    command = commands.add_parser("play", help="play here and now in a browser, with no account")
    command.add_argument("--port", type=int, help="the port to serve on (default 8137; 0: any free one)")
    command.add_argument("--data", type=Path, help="the folder that keeps the games")
    command.add_argument("--host", help="the address to serve on; 0.0.0.0 for everybody on this network")
    command.add_argument("--no-browser", action="store_true", help="only print the address")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = load_settings(port=arguments.port, folder=arguments.data, host=arguments.host)
    use_data(settings.corrected_tables)
    require_sound(settings.corrected_tables)
    asyncio.run(_serve(settings, open_browser=not arguments.no_browser))
    return 0


async def _serve(settings: Settings, open_browser: bool) -> None:
    set_up("warning" if settings.log_level == "info" else settings.log_level, settings.log_format)
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with local_table(settings) as table:
        address = table.site.base
        print(f"The table stands at {address}  (Ctrl-C stops it, games are kept {kept(settings)})", flush=True)
        if not is_loopback(settings.host):
            print(LAN_WARNING, flush=True)
            if sys.stdout.isatty():
                segno.make(address).terminal(compact=True)
        if open_browser and _has_browser():
            webbrowser.open(address)
        await stopped.wait()


@asynccontextmanager
async def local_table(settings: Settings, pause: float = TAKE_BACK, posts: int = POSTS) -> AsyncIterator[LocalTable]:
    """Everything that the local table needs, running."""
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(open_app(settings.model_copy(update={"public_url": ""})))
        studio, computers = Studio.at_work(), Computers()
        stack.callback(studio.close)
        stack.callback(computers.close)
        yield await stack.enter_async_context(serving(app, studio, computers, pause, posts))


@asynccontextmanager
async def serving(
    app: App, studio: Studio, computers: Computers, pause: float = TAKE_BACK, posts: int = POSTS
) -> AsyncIterator[LocalTable]:
    """The page of an open house, with workers behind it, while the block runs."""
    app.service.coach.mind = computers
    table = LocalTable(app.service, studio, app.settings.host, app.settings.port, posts)
    table.site.is_in_chats = app.settings.redis_url is not None
    async with AsyncExitStack() as stack:
        stack.push_async_callback(table.stop)
        await stack.enter_async_context(at_work(app, {table.name: table}, computers, pause))
        await table.start()
        yield table


def _has_browser() -> bool:
    """A terminal browser would take the terminal away."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    return True

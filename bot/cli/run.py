"""`signoria run`: the chat bot on every platform that has a token, and the workers."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import importlib.util
import logging
import pkgutil
import signal
from contextlib import AsyncExitStack, suppress
from typing import Any

from bot import platforms
from bot.app.app import at_work, kept, open_app
from bot.app.corrections import require_sound
from bot.ops.logs import set_up
from bot.workers.computer_players import Computers
from bot.workers.platform import Platform
from config.settings import ConfigError, Settings, load_settings
from engines.kit import use_data
from render import Studio

log = logging.getLogger(__name__)


def add(commands: Any) -> None:
    parser = commands.add_parser("run", help="run the bot in the chats whose tokens are set")
    parser.add_argument("--data", help="the data folder")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings(folder=arguments.data)
    use_data(settings.corrected_tables)
    require_sound(settings.corrected_tables)
    asyncio.run(_serve(settings))
    return 0


async def _serve(settings: Settings) -> None:
    """Everything opened in order, until told to stop; then closed in reverse."""
    set_up(settings.log_level, settings.log_format)
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(open_app(settings))
        studio, computers = Studio.at_work(), Computers()
        app.service.coach.mind = computers
        stack.callback(studio.close)
        stack.callback(computers.close)
        open_: dict[str, Platform] = {}
        for found in pkgutil.iter_modules(platforms.__path__):
            if not found.ispkg or importlib.util.find_spec(f"bot.platforms.{found.name}.run") is None:
                continue
            module = importlib.import_module(f"bot.platforms.{found.name}.run")
            platform = await stack.enter_async_context(module.opened(settings, app.service, studio))
            if platform is not None:
                open_[platform.name] = platform
        if not open_:
            raise ConfigError(
                "No token is set: `signoria setup` asks for them (DISCORD_TOKEN, TELEGRAM_TOKEN). "
                "The local table needs none: `signoria play`."
            )
        await stack.enter_async_context(at_work(app, open_, computers))
        log.info("at work on %s; Ctrl-C stops it, games are kept %s", " and ".join(sorted(open_)), kept(settings))
        await stopped.wait()

"""A bot on a chat in a process of its own, for tests that kill it. Its clock may be ahead, and fast."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from bot.platforms.discord import run as discord
from bot.platforms.telegram import run as telegram
from bot.service.table_service import TableService
from bot.store import Store
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from tests.bot.crew import Plain
from tests.bot.platforms.discord.stage import Frugal
from tests.peers import discord_server, telegram_server


def run(platform: str, store: str, peer: str, folder: str, later: float, pace: float) -> None:
    asyncio.run(_work(platform, store, peer, Path(folder), later, pace))


async def _work(name: str, url: str, peer: str, folder: Path, later: float, pace: float) -> None:
    async with AsyncExitStack() as stack:
        store = await Store.open(url)
        began = time.time()
        service = TableService(store, folder, clock=lambda: began + later + (time.time() - began) * pace)
        studio = Frugal()
        platform: Any
        if name == "discord":
            stack.enter_context(discord_server.pointed_at(peer))
            platform = await stack.enter_async_context(discord.serving(service, studio, discord_server.TOKEN))
        else:
            door = telegram.Door(f"{peer}/bot", f"{peer}/file/bot", poll_seconds=1)
            serving = telegram.serving(service, studio, telegram_server.TOKEN, door)
            platform = await stack.enter_async_context(serving)
            platform.pacing.is_on = False
        await WorkerPool(TableWorker(service, {name: platform}, Plain(), f"worker {later}")).run()

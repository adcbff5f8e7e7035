"""One bot in all places at once: a seat on Discord, one on Telegram, and the page; one service, one worker."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.language.labels import describe
from bot.language.speaker import Speaker
from bot.ops.cancellation import end
from bot.platforms.discord import run as discord
from bot.platforms.telegram import run as telegram
from bot.platforms.web.discord_launch import Activity
from bot.platforms.web.server import LocalTable
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.model import platform_of
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from engines import ENGINES
from engines.kit import Dice, Pending, Value
from tests.bot.crew import Plain
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord import stage as discord_stage
from tests.bot.platforms.discord import test_games as discord_games
from tests.bot.platforms.telegram import stage as telegram_stage
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.test_games import panel_of
from tests.peers import discord_server, telegram_server
from tests.peers.discord_activity import SECRET
from tests.peers.discord_people import sit_down
from tests.peers.discord_world import APPLICATION_ID, World
from tests.peers.telegram_people import PATIENCE, Hand


@dataclass(frozen=True)
class Turn:
    """What is asked next: of which seat, where its person is, and a sound answer."""

    version: int
    user: str
    pending: Pending
    value: Value
    line: str
    """The answer as somebody would write it."""

    @property
    def place(self) -> str:
        return platform_of(self.user)


@dataclass(frozen=True)
class Places:
    """One bot on all of them. On Discord sits Daria, on Telegram Tomas."""

    service: TableService
    discord: discord_stage.Stage
    telegram: telegram_stage.Stage
    page: LocalTable
    chance: Dice

    async def turn(self, code: str) -> Turn | None:
        """None when the game is over."""
        loaded = await self.service.work.load(code)
        if loaded.table.is_over:
            return None
        assert loaded.state is not None
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        user = loaded.table.seats[pending.seat].user
        assert user is not None
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, self.chance.below)
        line = describe(pending, value, Speaker("en", loaded.table.game, loaded.table.names))
        return Turn(loaded.version, user, pending, value, line)

    async def answer(self, code: str, turn: Turn) -> None:
        """In the chat where this person is."""
        if turn.place == "discord":
            person = self.discord.users[0]
            panel = await discord_games.panel_of(self.discord, person, code, turn.pending)
            await hand.answer(person, panel, turn.pending, turn.value)
        else:
            owner = self.telegram.users[0]
            panel_ = await panel_of(self.telegram, owner, code, turn.pending)
            await taps.answer(owner, panel_, turn.pending, turn.value)


@asynccontextmanager
async def places(store: Store, folder: Path, seed: str, public_url: str = "") -> AsyncIterator[Places]:
    """Everything opened in order, closed in reverse. With a public address the page opens inside both chats."""
    service = TableService(store, folder, ENGINES, seeds=lambda: seed, public_url=public_url)
    async with AsyncExitStack() as stack:
        studio = discord_stage.Frugal()
        stack.callback(studio.close)
        world = World()
        server = discord_server.Server(world)
        people = sit_down(server, "Daria")
        channel = world.channel(world.guild("Friends", people[0].person), "games")
        await stack.enter_async_context(server.serve())
        api = await stack.enter_async_context(telegram_server.BotApi(time.time))
        api.limits_floods = False
        tomas = api.world.person("Tomas", started=True)
        group = api.world.group("Family", tomas)

        on_discord = discord_stage.Stage(
            store=store, server=server, folder=folder, room=channel, users=people, engines=dict(ENGINES),
            seeds=lambda: seed,
        )  # fmt: skip
        on_telegram = telegram_stage.Stage(
            store=store, api=api, folder=folder, room=group, users=[Hand(api, tomas)], seeds=lambda: seed
        )
        on_discord.service = on_telegram.service = service
        door = telegram.Door(api.base_url, api.base_file_url, poll_seconds=1)
        on_discord.platform = await stack.enter_async_context(
            discord.serving(service, studio, discord_server.TOKEN, has_activity=bool(public_url))
        )
        on_telegram.platform = await stack.enter_async_context(
            telegram.serving(service, studio, telegram_server.TOKEN, door)
        )
        on_telegram.platform.pacing.is_on = False
        page = LocalTable(service, studio, "127.0.0.1", 0, posts=10_000, **_doors(server) if public_url else {})
        await page.start()
        stack.push_async_callback(page.stop)

        shown = {"discord": on_discord.platform, "telegram": on_telegram.platform, "local": page}
        working = asyncio.create_task(WorkerPool(TableWorker(service, shown, Plain(), "worker")).run())
        stack.push_async_callback(end, [working])
        async with asyncio.timeout(PATIENCE):
            await server.identified.wait()
        await on_telegram.users[0].until(lambda: api.is_polled)
        yield Places(service, on_discord, on_telegram, page, Dice("people"))
    assert not server.refused, server.refused


def _doors(server: discord_server.Server) -> dict[str, Any]:
    """How the page lets people in from the chats."""
    api = server.url + discord_server.API
    activity = Activity(str(APPLICATION_ID), SECRET, discord_server.TOKEN, api)
    return {"telegram_token": telegram_server.TOKEN, "activity": activity}

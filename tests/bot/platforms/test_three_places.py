"""One table, three places: a seat on Discord, one on Telegram and one at the local table, played to the end."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.language.labels import describe
from bot.language.speaker import Speaker
from bot.ops.cancellation import end
from bot.platforms.discord import run as discord
from bot.platforms.telegram import run as telegram
from bot.platforms.web.server import LocalTable
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.model import platform_of
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from engines import ENGINES
from engines.kit import Dice, Pending, Value
from tests.bot.conftest import one, single
from tests.bot.crew import Plain
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord import stage as discord_stage
from tests.bot.platforms.discord import test_games as discord_games
from tests.bot.platforms.telegram import stage as telegram_stage
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.test_games import panel_of
from tests.bot.platforms.web.visitor import Visitor, code_of
from tests.peers import discord_server, telegram_server
from tests.peers.discord_people import sit_down
from tests.peers.discord_world import World
from tests.peers.telegram_people import PATIENCE, Hand

__all__ = ["one", "single"]
SEED = "three places"


@dataclass(frozen=True)
class Places:
    """One bot on all of them: the same service, the same worker."""

    service: TableService
    discord: discord_stage.Stage
    telegram: telegram_stage.Stage
    page: Visitor

    async def answer(self, code: str, user: str, pending: Pending, value: Value) -> None:
        """The person of this seat answers, where that person is."""
        match platform_of(user):
            case "discord":
                person = self.discord.users[0]
                panel = await discord_games.panel_of(self.discord, person, code, pending)
                await hand.answer(person, panel, pending, value)
            case "telegram":
                owner = self.telegram.users[0]
                await taps.answer(owner, await panel_of(self.telegram, owner, code, pending), pending, value)
            case _:
                table = (await self.telegram.service.work.load(code)).table
                line = describe(pending, value, Speaker("en", table.game, table.names))
                assert await self.page.post(f"/t/{code}/line", seat=pending.seat, text=line) == 200


@asynccontextmanager
async def places(store: Store, folder: Path) -> AsyncIterator[Places]:
    """Everything opened in order, closed in reverse."""
    service = TableService(store, folder, ENGINES, seeds=lambda: SEED)
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

        on_discord = discord_stage.Stage(server, store, folder, channel, people, dict(ENGINES), lambda: SEED)
        on_telegram = telegram_stage.Stage(api, store, folder, group, [Hand(api, tomas)], lambda: SEED)
        on_discord.service = on_telegram.service = service
        door = telegram.Door(api.base_url, api.base_file_url, poll_seconds=1)
        on_discord.platform = await stack.enter_async_context(discord.serving(service, studio, discord_server.TOKEN))
        on_telegram.platform = await stack.enter_async_context(
            telegram.serving(service, studio, telegram_server.TOKEN, door)
        )
        on_telegram.platform.pacing.is_on = False
        page = LocalTable(service, studio, "127.0.0.1", 0, posts=10_000)
        await page.start()
        stack.push_async_callback(page.stop)

        shown = {"discord": on_discord.platform, "telegram": on_telegram.platform, "local": page}
        working = asyncio.create_task(WorkerPool(TableWorker(service, shown, Plain(), "worker")).run())
        stack.push_async_callback(end, [working])
        async with asyncio.timeout(PATIENCE):
            await server.identified.wait()
        await on_telegram.users[0].until(lambda: api.is_polled)
        visitor = Visitor(page.site.base)
        stack.push_async_callback(visitor.session.close)
        yield Places(service, on_discord, on_telegram, visitor)


@pytest.mark.timeout(1800)
async def test_one_game_is_played_on_discord_on_telegram_and_at_the_local_table(one: Store, tmp_path: Path) -> None:
    async with places(one, tmp_path) as p:
        daria, tomas = p.discord.users[0], p.telegram.users[0]
        await p.page.get("/")
        assert await p.page.post("/new", game="carrara") == 200
        code = code_of(p.page)
        await daria.slash(p.discord.room, "join", table=code)
        await tomas.write(f"/join {code}", p.telegram.room)
        await tomas.wait_for("You sit at")
        assert await p.page.post(f"/t/{code}/start") == 200
        table = await p.service.queries.table(code)
        assert [platform_of(room) for room in table.rooms] == ["local", "discord", "telegram"]
        assert {platform_of(user) for user in table.users} == {"local", "discord", "telegram"}

        counts = await play(p, code)
        assert set(counts) == {"discord", "telegram", "local"}
        assert min(counts.values()) > 3

        board = await p.discord.shown(
            lambda: (found := p.discord.board(code)) and f"#{code} is over" in found.text and found
        )
        photo = await tomas.until(
            lambda: (found := p.telegram.board(code)) and f"#{code} is over" in found.plain and found
        )
        await p.page.get(f"/t/{code}")
        over = (await p.service.work.load(code)).table
        assert over.is_over
        wins = re.search(r"(\w+) wins? with (\d+) points", photo.plain)
        assert wins, photo.plain
        for said in (board.text, p.page.text):
            assert wins.group(2) in said, "each place tells of the same end"


async def play(p: Places, code: str) -> dict[str, int]:
    """Play to the end; how many answers came from where."""
    chance, counts = Dice("people"), dict[str, int]()
    while True:
        loaded = await p.service.work.load(code)
        if loaded.table.is_over:
            return counts
        assert loaded.state is not None
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        user = loaded.table.seats[pending.seat].user
        assert user is not None
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
        await p.answer(code, user, pending, value)
        await p.telegram.until_version(code, loaded.version)
        counts[platform_of(user)] = counts.get(platform_of(user), 0) + 1

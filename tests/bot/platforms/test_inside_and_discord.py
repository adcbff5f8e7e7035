"""One game with a seat in Telegram's Mini App and one on Discord: each move is told to the page at once."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.language.labels import describe
from bot.language.speaker import Speaker
from bot.ops.cancellation import end
from bot.platforms.discord import run as discord
from bot.platforms.web.server import LocalTable
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.model import platform_of
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from engines import ENGINES
from engines.kit import Dice
from tests.bot.conftest import one, single
from tests.bot.crew import Plain
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord import stage as discord_stage
from tests.bot.platforms.discord import test_games as discord_games
from tests.bot.platforms.web.public_house import ORIGIN, Phone
from tests.peers import discord_server
from tests.peers.discord_people import sit_down
from tests.peers.discord_world import World
from tests.peers.telegram_people import PATIENCE
from tests.peers.telegram_server import TOKEN

__all__ = ["one", "single"]
MOVES = 16


@pytest.mark.timeout(300)
async def test_moves_of_a_seat_in_the_mini_app_and_one_on_discord_are_seen_live(one: Store, tmp_path: Path) -> None:
    service = TableService(one, tmp_path, ENGINES, seeds=lambda: "inside", public_url=ORIGIN)
    async with AsyncExitStack() as stack:
        studio = discord_stage.Frugal()
        stack.callback(studio.close)
        world = World()
        server = discord_server.Server(world)
        people = sit_down(server, "Daria")
        channel = world.channel(world.guild("Friends", people[0].person), "games")
        await stack.enter_async_context(server.serve())
        there = discord_stage.Stage(server, one, tmp_path, channel, people, dict(ENGINES), lambda: "inside")
        there.service = service
        there.platform = await stack.enter_async_context(discord.serving(service, studio, discord_server.TOKEN))
        page = LocalTable(service, studio, "127.0.0.1", 0, posts=10_000, telegram_token=TOKEN)
        await page.start()
        stack.push_async_callback(page.stop)
        worker = TableWorker(service, {"discord": there.platform, "local": page}, Plain(), "worker")
        stack.push_async_callback(end, [asyncio.create_task(WorkerPool(worker).run())])
        async with asyncio.timeout(PATIENCE):
            await server.identified.wait()
        anna = await stack.enter_async_context(Phone(page))
        assert await anna.sign_in() == 200
        code = await anna.open_table()
        await people[0].slash(channel, "join", table=code)
        await anna.get(f"/t/{code}")
        assert await anna.post(f"/t/{code}/start") == 200

        await there.begun(code)
        socket = await anna.listen(f"/t/{code}/state")
        shown, chance, moved = json.loads((await socket.receive()).data)[code], Dice("people"), set[str]()
        pushed = set[str]()
        for _ in range(MOVES):
            if moved == {"telegram", "discord"}:
                break
            loaded = await service.work.load(code)
            assert loaded.state is not None
            pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
            value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
            where = platform_of(loaded.table.seats[pending.seat].user)
            if where == "discord":
                panel = await discord_games.panel_of(there, people[0], code, pending)
                await hand.answer(people[0], panel, pending, value)
            else:
                line = describe(pending, value, Speaker("en", "carrara", loaded.table.names))
                await anna.get(f"/t/{code}")
                assert await anna.post(f"/t/{code}/line", {"seat": pending.seat, "text": line}) == 200
                assert not anna.state["bad"], anna.state
            moved.add(where)
            assert await anna.get(f"/t/{code}/state") == 200, anna.text
            async with asyncio.timeout(PATIENCE):
                while shown != anna.state["rev"]:
                    shown, pushed = json.loads((await socket.receive()).data)[code], pushed | {where}
        assert pushed == moved, "the page was told of moves from both"
        assert moved == {"telegram", "discord"}
        await anna.get(f"/t/{code}/state")
        assert anna.state["name"] == code

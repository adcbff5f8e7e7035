"""The same scenes in simcord: another Discord, in process, strict about syncing, acknowledging and permissions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.attend import Attendant
from bot.commands.call import Office
from bot.commands.clerk import Clerk
from bot.controls import DISCORD
from bot.platforms.discord.client import SignoriaClient
from bot.platforms.discord.counter import Counter
from bot.platforms.discord.dress import DiscordDress
from bot.platforms.discord.platform import DiscordPlatform
from bot.scribe import Scribe
from bot.store import Store
from bot.tables import TableService
from bot.workers import Workers
from engines.kit import Pending
from tests.platforms.discord.stage import Frugal
from tests.store.crew import Plain


class Registered(SignoriaClient):
    """Registers its commands when it logs in."""

    async def setup_hook(self) -> None:
        await self.register()


@dataclass(eq=False)
class Scene:
    env: Any
    service: TableService
    scribe: Scribe
    studio: Frugal
    room: Any
    people: dict[str, Any]

    def bot(self) -> Registered:
        return Registered(Counter(Clerk(Office(self.service, self.scribe))))

    async def attend(self) -> None:
        """What the workers would do by now."""
        platform = DiscordPlatform(self.env.bot, self.scribe, self.service.person, self.service.clock)
        attendant = Attendant(self.service, {"discord": platform}, Plain(), "worker")
        workers = Workers(attendant)
        await workers.step()
        self.service.listeners.clear()

    async def owed(self, code: str) -> tuple[Any, Pending]:
        loaded = await self.service.load(code)
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        name = loaded.table.seats[pending.seat].name
        return self.people[name], pending


@asynccontextmanager
async def scene(store: Store, folder: Path) -> AsyncIterator[Scene]:
    service = TableService(store, folder, seeds=lambda: "simcord")
    studio = Frugal()
    scribe = Scribe(DISCORD, DiscordDress(), studio)
    bot = Registered(Counter(Clerk(Office(service, scribe))))
    async with simcord.run(bot, shard_count=1, settle_timeout=20.0) as env:
        guild = env.create_guild()
        room = guild.create_text_channel("games")
        people = {name: guild.add_member(env.create_user(name)) for name in ("Lena", "Piet", "Onno")}
        await env.settle()
        yield Scene(env, service, scribe, studio, room, people)
    studio.close()


def board_of(s: Scene) -> discord.Message:
    message: discord.Message = s.room.last_message
    return message


async def begin(s: Scene, game: str = "carrara") -> str:
    """A table opened by Lena, joined by Piet, begun."""
    lena, piet = s.people["Lena"], s.people["Piet"]
    opened = await lena.slash(s.room, "new", game=game, seats=2)
    assert opened.ephemeral
    code: str = opened.response.content.split("#")[1][:4]
    await s.attend()
    lobby = board_of(s)
    joined = await piet.click(lobby, label="Join")
    assert joined.response.content.startswith("You sit at")
    await lena.click(lobby, label="Start")
    await s.attend()
    return code


def panel_of(person: Any) -> discord.Message:
    message: discord.Message = person.user.dm_channel.last_message
    return message


async def test_open_join_begin_move_take_back_and_type(store: Store, tmp_path: Path) -> None:
    async with scene(store, tmp_path) as s:
        code = await begin(s)
        board = board_of(s)
        assert "to move" in board.content
        user, _ = await s.owed(code)
        shown = await user.click(board, label="My move")
        assert shown.ephemeral
        assert "One action" in shown.response.content
        after = await user.click(shown.response, label="Build")
        assert "Which building?" in after.response.content
        back = await user.click(after.response, label="Undo")
        assert "Taken back" in back.response.content
        choices = await user.autocomplete(s.room, "move", "text", "bui")
        assert choices
        assert choices[0]["value"].startswith("Build")
        dialogue = await user.click(back.response, label="Type")
        assert dialogue.modal is not None
        typed = await user.submit_modal(dialogue, {"line": "build"})
        assert "Which building?" in typed.response.content


async def test_a_restarted_bot_knows_its_old_buttons(store: Store, tmp_path: Path) -> None:
    async with scene(store, tmp_path) as s:
        code = await begin(s)
        board = board_of(s)
        user, _ = await s.owed(code)
        await s.env.restart_bot(s.bot())
        shown = await user.click(board, label="My move")
        assert "One action" in shown.response.content
        after = await user.click(shown.response, label="Build")
        assert "Which building?" in after.response.content


async def test_onlookers_and_others_get_nothing_private(store: Store, tmp_path: Path) -> None:
    async with scene(store, tmp_path) as s:
        code = await begin(s)
        board = board_of(s)
        shown = await s.people["Onno"].click(board, label="My move")
        assert shown.ephemeral
        assert "You do not sit at this table." in shown.response.content
        assert not shown.response.components
        before = (await s.service.load(code)).version
        refused = await s.people["Onno"].slash(s.room, "undo")
        assert refused.ephemeral
        assert (await s.service.load(code)).version == before


async def test_the_panel_comes_in_private_and_a_line_there_is_a_move(store: Store, tmp_path: Path) -> None:
    async with scene(store, tmp_path) as s:
        code = await begin(s)
        user, _ = await s.owed(code)
        panel = panel_of(user)
        assert panel.content.startswith(f"Your move in Carrara #{code}")
        after = await user.user.click(panel, label="Build")
        assert "Which building?" in after.response.content
        await user.user.click(panel_of(user), label="Undo")
        await user.send_dm("build")
        assert "Which building?" in panel_of(user).content
        other = next(person for person in (s.people["Lena"], s.people["Piet"]) if person is not user)
        assert other.user.dm_channel.last_message is None

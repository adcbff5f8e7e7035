"""The same scenes in simcord: another Discord, in process, strict about syncing, acknowledging and permissions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.choices import partial_choice
from bot.choices.controls import DISCORD
from bot.commands.context import Context
from bot.commands.conversation import Conversation
from bot.language.labels import describe
from bot.messages.composer import Composer
from bot.platforms.discord.client import SignoriaClient
from bot.platforms.discord.interactions import Interactions
from bot.platforms.discord.markup import DiscordMarkup
from bot.platforms.discord.message_ref import Name
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.discord.request_budget import RequestBudget
from bot.service.table_service import TableService
from bot.store import Store
from bot.workers.panel_store import PanelStore
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from engines.kit import Dice, Pending
from tests.bot.crew import Plain
from tests.bot.known_questions import KnownQuestions
from tests.bot.platforms.discord.stage import Frugal
from tests.peers.discord_world import walk


def panels_of(service: TableService) -> PanelStore[Name]:
    return PanelStore(service.work.store, service.work.clock, Name.parse)


class Registered(SignoriaClient):
    """Registers its commands when it logs in."""

    async def setup_hook(self) -> None:
        await self.register()


@dataclass(eq=False)
class Scene:
    env: Any
    service: TableService
    composer: Composer
    studio: Frugal
    room: Any
    people: dict[str, Any]

    def bot(self) -> Registered:
        return Registered(Interactions(Conversation(Context(self.service, self.composer)), panels_of(self.service)))

    async def attend(self) -> None:
        """What the workers would do by now."""
        platform = DiscordPlatform(
            self.env.bot,
            self.composer,
            self.service.people.preferences,
            panels_of(self.service),
            RequestBudget(self.service.work.store, self.service.work.clock),
            self.service.work.clock,
        )
        worker = TableWorker(self.service, {"discord": platform}, Plain(), "worker")
        workers = WorkerPool(worker)
        await workers.step()
        self.service.work.listeners.clear()

    async def owed(self, code: str) -> tuple[Any, Pending]:
        loaded = await self.service.work.load(code)
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        name = loaded.table.seats[pending.seat].name
        return self.people[name], pending


@asynccontextmanager
async def scene(store: Store, folder: Path) -> AsyncIterator[Scene]:
    service = TableService(store, folder, seeds=lambda: "simcord")
    studio = Frugal("simcord")
    composer = Composer(DISCORD, DiscordMarkup(), studio)
    bot = Registered(Interactions(Conversation(Context(service, composer)), panels_of(service)))
    async with simcord.run(bot, shard_count=1, settle_timeout=120.0) as env:
        guild = env.create_guild()
        room = guild.create_text_channel("games")
        people = {name: guild.add_member(env.create_user(name)) for name in ("Lena", "Piet", "Onno")}
        await env.settle()
        yield Scene(env, service, composer, studio, room, people)
    studio.close()


def board_of(s: Scene, says: str = "") -> discord.Message:
    """The newest message of the room with controls, or the newest that says so."""
    found: list[discord.Message] = s.room.history()
    return next(each for each in reversed(found) if (says in said(each) if says else each.components))


async def begin(s: Scene, game: str = "carrara") -> str:
    """A table opened by Lena, joined by Piet, begun."""
    lena, piet = s.people["Lena"], s.people["Piet"]
    opened = await lena.slash(s.room, "new", game=game, seats=2)
    assert opened.ephemeral
    code: str = said(opened.response).split("#")[1][:6]
    await s.attend()
    lobby = board_of(s)
    joined = await piet.click(lobby, label="Join")
    assert said(joined.response).startswith("You sit at")
    await s.attend()
    await lena.click(board_of(s), label="Start with 2")
    await s.attend()
    return code


def panel_of(person: Any) -> discord.Message:
    message: discord.Message = person.user.dm_channel.last_message
    return message


async def test_open_join_begin_move_take_back_and_type(store: Store, tmp_path: Path) -> None:
    async with scene(store, tmp_path) as s:
        code = await begin(s)
        board = board_of(s)
        assert "to move" in said(board)
        user, _ = await s.owed(code)
        shown = await user.click(board, label="My move")
        assert shown.ephemeral
        assert "One action" in said(shown.response)
        after = await choose(user, shown.response, "Build")
        assert "Which building?" in said(after.response)
        back = await user.click(after.response, label="Undo")
        assert "Taken back" in said(back.response)
        choices = await user.autocomplete(s.room, "move", "text", "bui")
        assert choices
        assert choices[0]["value"].startswith("Build")
        more = await user.click(back.response, label="More")
        dialogue = await user.click(more.response, label="Type a move")
        assert dialogue.modal is not None
        typed = await user.submit_modal(dialogue, {"line": "build"})
        assert "Which building?" in said(typed.response)


async def test_a_restarted_bot_knows_its_old_buttons(store: Store, tmp_path: Path) -> None:
    async with scene(store, tmp_path) as s:
        code = await begin(s)
        board = board_of(s)
        user, _ = await s.owed(code)
        await s.env.restart_bot(s.bot())
        shown = await user.click(board, label="My move")
        assert "One action" in said(shown.response)
        after = await choose(user, shown.response, "Build")
        assert "Which building?" in said(after.response)


async def test_onlookers_and_others_get_nothing_private(store: Store, tmp_path: Path) -> None:
    async with scene(store, tmp_path) as s:
        code = await begin(s)
        board = board_of(s)
        shown = await s.people["Onno"].click(board, label="My move")
        assert shown.ephemeral
        assert "You do not sit at this table." in said(shown.response)
        assert not [each for each in button_ids(shown.response) if each]
        before = (await s.service.work.load(code)).version
        refused = await s.people["Onno"].slash(s.room, "undo")
        assert refused.ephemeral
        assert (await s.service.work.load(code)).version == before


async def test_the_panel_comes_in_private_and_a_line_there_is_a_move(store: Store, tmp_path: Path) -> None:
    async with scene(store, tmp_path) as s:
        code = await begin(s)
        user, _ = await s.owed(code)
        panel = panel_of(user)
        assert said(panel).startswith(f"**Your move: Carrara #{code}")
        after = await choose(user.user, panel, "Build")
        assert "Which building?" in said(after.response)
        await user.user.click(panel_of(user), label="Undo")
        await user.send_dm("build")
        assert "Which building?" in said(panel_of(user))
        other = next(person for person in (s.people["Lena"], s.people["Piet"]) if person is not user)
        assert other.user.dm_channel.last_message is None


async def test_whoever_takes_no_private_messages_is_mentioned_and_plays_from_the_room(
    store: Store, tmp_path: Path
) -> None:
    async with scene(store, tmp_path) as s:
        for name in ("Lena", "Piet"):
            private = s.people[name].user.dm_channel
            path = f"/channels/{private.id}/messages"
            s.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages", times=None)
        code = await begin(s)
        user, _ = await s.owed(code)
        ping = board_of(s, "I cannot write to you: tap My move.")
        assert f"<@{user.user.id}>" in said(ping)
        shown = await user.click(ping, label="My move")
        assert shown.ephemeral
        assert "To get notices: server name, Privacy Settings" in said(shown.response)
        after = await choose(user, shown.response, "Build")
        assert "Which building?" in said(after.response)


async def test_a_whole_game(store: Store, tmp_path: Path) -> None:
    """By buttons of the panel where one tap answers, by typed lines elsewhere, to the last point."""
    async with scene(store, tmp_path) as s:
        code = await begin(s, "rivals")
        chance, taps, known = Dice("simcord"), 0, KnownQuestions(s.service, 4)
        for number in range(600):
            loaded = await s.service.work.load(code)
            if loaded.table.is_over:
                break
            user, pending = await s.owed(code)
            value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, chance.below)
            if known.is_known(pending.step):
                await known.give(code, loaded.table.seats[pending.seat].user, loaded.version, pending, value)
                continue
            control = f"a:{code}:{pending.ask_id}:{partial_choice.write(pending.ask, value)}"
            panel = (await user.slash(s.room, "move", table=code)).response if number % 4 == 0 else None
            if panel is not None and control in button_ids(panel):
                after = await user.click(panel, custom_id=control)
                if (await s.service.work.load(code)).version == loaded.version:
                    sure = next(each for each in button_ids(after.response) if ":!" in each)
                    await user.click(after.response, custom_id=sure)
                taps += 1
            else:
                line = describe(pending, value, s.composer.speaker(loaded.table, "en"))
                await user.slash(s.room, "move", text=line, table=code)
            assert (await s.service.work.load(code)).version > loaded.version, f"{pending.step} {value!r} was not taken"
            if number % 10 == 0:
                await s.attend()
        await s.attend()
        assert " is over: " in said(board_of(s))
        assert taps > 5
        s.env.raise_errors()


def button_ids(message: simcord.results.ResponseMessage) -> list[str]:
    return [part.get("custom_id", "") for part in walk(list(message.components))]


def said(message: Any) -> str:
    """All that a message says: its content, and every text of its layout."""
    parts = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    return "\n".join([message.content or "", *[part["content"] for part in walk(parts) if part["type"] == 10]]).strip()


async def choose(user: Any, message: Any, name: str) -> Any:
    """Click what is called so: a button, or the one beside an option."""
    parts = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    for part in walk(parts):
        if part["type"] == 9 and f"**{name}**" in part["components"][0]["content"]:
            return await user.click(message, custom_id=part["accessory"]["custom_id"])
    return await user.click(message, label=name)

"""Forged, stale and foreign controls: refused in private, and nothing changes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from bot.commands.context import Caller
from bot.commands.conversation import Form, Tap
from bot.store import Store
from bot.table.lobby import User as Account
from tests.bot.platforms.discord import hand
from tests.bot.platforms.discord.stage import Stage, stage
from tests.bot.platforms.discord.test_scenes import asked, owed
from tests.peers.discord_people import User


async def others_of(s: Stage, user: User) -> User:
    return next(other for other in s.users[:2] if other is not user)


def caller(user: User, room: int) -> Caller:
    person = user.person
    return Caller(Account(f"discord:{person.id}", person.name), f"discord:{room}", f"discord:forged{person.id}")


async def test_anothers_control_moves_nothing(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        user, pending = await owed(s, code)
        other, onlooker = await others_of(s, user), s.users[2]
        panel = await asked(s, user, pending)
        stolen = next(control.id for control in hand.controls(panel) if pending.ask_id in control.id)
        version = (await s.loaded(code)).version
        act = await other.press_id(board, stolen)
        assert act.reply.only is other.person
        assert act.reply.text == "That choice is over."
        conversation = s.platform.client.interactions.conversation
        for thief in (other, onlooker):
            reply = await conversation.handle(Tap(caller(thief, s.room.id), [stolen]))
            assert pending.ask_id not in str(reply.post.rows)
            typed = await conversation.handle(Form(caller(thief, s.room.id), f"m:c:type:{code}:", "build"))
            assert "Which building" not in typed.post.text
        assert (await s.loaded(code)).version == version


FORGED = [
    "a:::",
    "a:ZZZZ:x:=o0",
    "c:nothing::",
    "c:set:{code}:9.9.9",
    "c:options:{code}:x",
    "c:",
    "q:1",
    "m:a:1:2:n",
    "c:gone:{code}:",
    "c:start:{code}:",
    "c:unorder:{code}:-1",
    "c:prefer:{code}:x",
    "t:{code}:0",
    "a:{code}:{ask}:=o9",
]


async def test_forged_ids_are_refused(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        _, pending = await owed(s, code)
        onlooker, version = s.users[2], (await s.loaded(code)).version
        conversation = s.platform.client.interactions.conversation
        for forged in FORGED:
            control = forged.replace("{code}", code).replace("{ask}", pending.ask_id)
            act = await onlooker.press_id(board, control)
            assert act.reply.only is onlooker.person
            reply = await conversation.handle(Tap(caller(onlooker, s.room.id), [control]))
            assert reply.post.text
            reply = await conversation.handle(Form(caller(onlooker, s.room.id), control, "5"))
            assert reply.post.text
        assert (await s.loaded(code)).version == version


async def test_a_stale_control_shows_the_present_question(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        user, _ = await owed(s, code)
        old = (await user.press(board, "My move")).reply
        await user.press(old, "Build")
        other_panel = (await user.press(board, "My move")).reply
        assert "Which building?" in other_panel.text
        await user.press(other_panel, "Undo")
        before = (await s.loaded(code)).version
        stale = next(control for control in hand.controls(old) if control.id.startswith("a:"))
        act = await user.press_id(old, stale.id)
        assert "That choice is over. This is how it stands." in act.reply.text
        assert "One action" in act.reply.text
        assert (await s.loaded(code)).version == before


async def test_two_taps_at_once_move_once(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        user, _ = await owed(s, code)
        panel = (await user.press(board, "My move")).reply
        before = (await s.loaded(code)).table.moves
        await asyncio.gather(user.press(panel, "Build"), user.press(panel, "Build"))
        assert (await s.loaded(code)).table.moves == before + 1


async def test_another_server_knows_nothing_of_the_table(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        world = s.world
        stranger = User(s.server, world.person("Mallory"))
        elsewhere = world.channel(world.guild("Others", stranger.person), "lobby")
        await s.server.join_guild(next(guild for guild in world.guilds.values() if guild.name == "Others"))
        lena = s.users[0]
        opened = await lena.slash(s.room, "new", game="carrara", seats=2)
        code = opened.reply.text.split("#")[1][:6]
        version = (await s.loaded(code)).version
        for command in ("board", "log", "leave", "start", "cancel", "table here", "export"):
            reply = (await stranger.slash(elsewhere, command, table=code)).reply
            assert reply.only is stranger.person
            assert "there is no table" in reply.text, command
        conversation = s.platform.client.interactions.conversation
        reply = await conversation.handle(Tap(caller(stranger, elsewhere.id), [f"c:join:{code}:"]))
        assert "there is no table" in reply.post.text
        assert "No table here." in (await stranger.slash(elsewhere, "board")).reply.text
        assert (await s.loaded(code)).version == version


async def test_names_cannot_alert_or_break_anything(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path, "@everyone **x** <@1>", "`Piet`", "Onno") as s:
        code = await s.open_table("carrara", *s.users[:2])
        board = await s.begun(code)
        assert not board.pinged
        assert all(not message.pinged for channel in s.world.channels.values() for message in channel.messages.values())
        assert "\\*\\*x\\*\\*" in board.text


async def test_a_command_without_a_table_says_so_in_private(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena = s.users[0]
        for command in ("move", "board", "hand", "undo", "start", "resign", "orders"):
            act = await lena.slash(s.room, command)
            assert act.reply.only is lena.person
            assert act.reply.text == "No table here."
        assert not s.room.messages or all(message.only for message in s.room.messages.values())


async def test_a_new_server_is_greeted_where_the_bot_may_write(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        newcomer = User(s.server, s.world.person("Mallory"))
        guild = s.world.guild("Others", newcomer.person)
        room = s.world.channel(guild, "lobby")
        for _ in range(60):
            await s.server.join_guild(guild)  # while the client still logs in, a server counts as an old one
            with suppress(TimeoutError):
                await s.shown(lambda: any("I am Signoria." in message.text for message in newcomer.sees(room)), 1)
                break
        greeting = newcomer.sees(room)[0]
        assert greeting.labels() == ["Open a table", "Try it alone", "Language"]
        offered = (await newcomer.press(greeting, "Language")).reply
        assert offered.only is newcomer.person
        assert offered.labels() == ["English", "Deutsch", "Nederlands"]
        await newcomer.press(offered, "Deutsch")
        assert offered.text == "Ab jetzt spreche ich Deutsch mit dir."
        await newcomer.slash(room, "language", language="en")
        games = (await newcomer.press(greeting, "Open a table")).reply
        opened = await newcomer.choose(games, "s::new", ["c:new::rivals"])
        assert "is open." in opened.reply.text

"""The Discord of the tests: the real client library talks to it, and it refuses what Discord refuses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest
from discord import app_commands

from bot.messages.panel import Panel
from bot.messages.post import Post
from bot.platforms.discord.rendering import INVALID_FORM, edited, editing, sending
from render import Drawn
from tests.peers.discord_people import User, sit_down
from tests.peers.discord_schema import Invalid, check_commands, check_message, check_rows
from tests.peers.discord_server import TOKEN, Server
from tests.peers.discord_world import Channel, World


class Plain(discord.Client):
    """A small bot on the library alone."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, dm_messages=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []

        @self.tree.command(name="hello", description="Says hello")
        async def hello(interaction: discord.Interaction[Plain], words: str = "") -> None:
            await interaction.response.defer(ephemeral=True)
            await interaction.edit_original_response(content=f"hello {interaction.user.display_name} {words}")

        @self.tree.command(name="ask", description="Asks")
        async def ask(interaction: discord.Interaction[Plain]) -> None:
            await interaction.response.send_message("well?", view=_view())

        @hello.autocomplete("words")
        async def words(_: discord.Interaction[Plain], current: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=current + end, value=current + end) for end in ("a", "b")]

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.content)


def _view() -> discord.ui.View:
    async def typed(interaction: discord.Interaction) -> None:
        modal = discord.ui.Modal(title="Type", custom_id="t:1")
        modal.add_item(discord.ui.TextInput(label="Line", custom_id="line"))

        async def sent(inner: discord.Interaction) -> None:
            await inner.response.edit_message(content="typed", view=None)

        modal.on_submit = sent  # type: ignore[method-assign]
        await interaction.response.send_modal(modal)

    view = discord.ui.View(timeout=None)
    button: discord.ui.Button[discord.ui.View] = discord.ui.Button(label="Type", custom_id="b:1")
    button.callback = typed  # type: ignore[method-assign]
    view.add_item(button)
    return view


@asynccontextmanager
async def playing() -> AsyncIterator[tuple[Server, Plain, Channel, User, User]]:
    world = World()
    server = Server(world)
    lena, piet = sit_down(server, "Lena", "Piet")
    room = world.channel(world.guild("Friends", lena.person, piet.person), "games")
    async with server.serve():
        bot = Plain()
        running = asyncio.create_task(bot.start(TOKEN))
        try:
            ready = asyncio.create_task(server.identified.wait())
            await asyncio.wait({running, ready}, timeout=60, return_when=asyncio.FIRST_COMPLETED)
            assert ready.done()
            yield server, bot, room, lena, piet
        finally:
            await bot.close()
            await running


async def test_a_command_is_answered_for_its_person_only() -> None:
    async with playing() as (server, _, room, lena, piet):
        act = await lena.slash(room, "hello", words="there")
        assert act.reply.text == "hello Lena there"
        assert act.reply in lena.sees(room)
        assert act.reply not in piet.sees(room)
        assert await lena.complete(room, "hello", "words", words="x") == ["xa", "xb"]
        assert not server.refused


async def test_a_button_opens_a_dialogue_and_the_dialogue_edits_the_message() -> None:
    async with playing() as (_, _, room, lena, piet):
        act = await lena.slash(room, "ask")
        opened = await piet.press(act.reply, "Type")
        await piet.submit(opened, "words")
        assert act.reply.text == "typed"
        assert act.reply.edits == 1


async def test_a_dropped_connection_is_resumed_and_nothing_is_missed() -> None:
    async with playing() as (server, bot, _, lena, _):
        await lena.write("one")
        await server.drop()
        await lena.write("two")
        await asyncio.wait_for(server.resumed.wait(), 60)
        await lena.slash(lena.private, "hello")
        assert bot.heard == ["one", "two"]


async def test_a_rate_limit_is_waited_out_by_the_library() -> None:
    async with playing() as (server, bot, room, lena, _):
        server.fail("POST", r"/channels/\d+/messages$", 429, retry_after=0.05)
        await bot.get_partial_messageable(room.id).send("after all")
        assert [message.content for message in lena.sees(room)] == ["after all"]


async def test_a_picture_that_was_put_there_anew_is_sent_along_and_what_is_refused_changes_nothing() -> None:
    async with playing() as (server, bot, room, _, _):
        first, second = [
            Post(text, picture=Drawn(b"a picture", 1, 1, "a board"), panel=Panel(text, text))
            for text in ("first", "second")
        ]
        sent = await bot.get_partial_messageable(room.id).send(**sending(first))
        (message,) = room.messages.values()
        old = int(message.attachments[0]["id"])
        place = bot.get_partial_messageable(room.id).get_partial_message(sent.id)
        await place.edit(**editing(first))
        with pytest.raises(discord.HTTPException) as refused:
            await place.edit(**editing(second, old))
        assert refused.value.code == INVALID_FORM
        assert "first" in message.text
        assert message.files
        await edited(place.edit, second, old)
        assert "second" in message.text
        assert list(message.files.values()) == [b"a picture"]
        assert not server.refused, "whoever was overtaken did nothing wrong"


async def test_closed_private_chats_and_missing_permissions_are_refused() -> None:
    async with playing() as (_, bot, room, lena, _):
        lena.person.dms_closed = True
        room.denied.add("send")
        with pytest.raises(discord.Forbidden) as closed:
            await (await bot.create_dm(discord.Object(lena.person.id))).send("hello")  # type: ignore[arg-type]
        assert closed.value.code == 50007
        with pytest.raises(discord.Forbidden) as missing:
            await bot.get_partial_messageable(room.id).send("hello")
        assert missing.value.code == 50013


async def test_an_answer_after_three_seconds_or_fifteen_minutes_is_too_late() -> None:
    async with playing() as (server, _, room, lena, _):
        act = await lena.slash(room, "ask")
        server.world.skew += 4
        act.answer = 0
        late = await _post(server, f"/interactions/{act.id}/{act.token}/callback", {"type": 5})
        assert late == 10062
        act.answer = 4
        server.world.skew += 15 * 60
        assert await _post(server, f"/webhooks/1/{act.token}", {"content": "late"}) == 50027


async def _post(server: Server, path: str, body: dict[str, object]) -> int:
    import aiohttp

    async with aiohttp.ClientSession() as session, session.post(f"{server.url}/api/v10{path}", json=body) as response:
        return int((await response.json())["code"])


def button(number: int, label: str = "go") -> dict[str, object]:
    return {"type": 2, "style": 1, "label": label, "custom_id": f"b:{number}"}


@pytest.mark.parametrize(
    "rows",
    [
        [{"type": 1, "components": [button(n) for n in range(6)]}],
        [{"type": 1, "components": [button(n)]} for n in range(6)],
        [{"type": 1, "components": [button(1), button(1)]}],
        [{"type": 1, "components": [button(1, "x" * 81)]}],
        [{"type": 1, "components": [{"type": 3, "custom_id": "s", "options": []}]}],
    ],
    ids=["six buttons", "six rows", "one id twice", "long label", "empty select"],
)
def test_rows_that_discord_refuses_are_refused(rows: list[dict[str, object]]) -> None:
    with pytest.raises(Invalid):
        check_rows(rows, "message")


def test_long_texts_and_large_files_are_refused() -> None:
    with pytest.raises(Invalid, match="2001 characters"):
        check_message({"content": "x" * 2001}, {}, "message")
    with pytest.raises(Invalid, match="10 MB"):
        check_message({"attachments": [{"id": 0}]}, {"files[0]": bytes(11 << 20)}, "message")


def test_a_hundred_and_one_commands_and_capital_letters_are_refused() -> None:
    commands = [{"name": f"c{n}", "description": "d"} for n in range(101)]
    with pytest.raises(Invalid, match="101"):
        check_commands(commands)
    with pytest.raises(Invalid, match="Big"):
        check_commands([{"name": "Big", "description": "d"}])

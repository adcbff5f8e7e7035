"""Interaction handlers: acknowledge at once, hand the request to the conversation, show the reply."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Any

import discord

from bot.choices.control_id import ControlId, Kind
from bot.commands.club_commands import SHARED
from bot.commands.completion import complete
from bot.commands.context import Caller, Reply
from bot.commands.conversation import Command as Asked
from bot.commands.conversation import Conversation, Form, Line, Request, Tap
from bot.commands.sheets import LINE
from bot.language.speaker import catalogue
from bot.lines.command_spec import Argument, Command
from bot.messages.post import Post, Shows
from bot.ops.turns import Turns
from bot.platforms.discord import threads
from bot.platforms.discord.activity import OPEN, Launcher
from bot.platforms.discord.command_tree import language_of
from bot.platforms.discord.dialogues import Chosen, modal_of
from bot.platforms.discord.errors import is_late
from bot.platforms.discord.markup import NAME
from bot.platforms.discord.message_ref import Name, name_of
from bot.platforms.discord.rendering import edited, sending, standing_picture
from bot.platforms.discord.threads import THREAD
from bot.store import StoreAway, reads
from bot.table.lobby import User
from bot.workers.noted_ref import UNSURE
from bot.workers.panel_store import Answering, PanelStore
from engines.kit.errors import Refusal

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]
IN_PLACE = {
    "undo", "back", "agree", "refuse", "set", "options", "gone", "forget", "unorder", "move", "next", "prefer",
    "language", "teach", "understood", "join", "decline", "table",
}  # fmt: skip
"""Buttons of a private message whose answer takes its place."""
BESIDE = {"agree", "refuse", "join", "decline"}
"""Buttons of messages that stand beside the panel and never become it."""
NEEDED = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
NEEDED_IN_THREAD = discord.Permissions(view_channel=True, send_messages_in_threads=True, attach_files=True)
MOVES_IN = {"new", "table here"}
"""Commands after which the board stands in this room."""
LOOKED_AT = {"film", "story"}
"""What a room looks at together: once it is made, it stands there for all."""
SHEET_SECONDS = 1.5
"""So long a form may take to be made; Discord waits for three seconds."""
HANDS = 8
"""How many answers are being worked on at the same time."""


class Interactions:
    """Everything a person does on Discord arrives here."""

    def __init__(self, conversation: Conversation, panels: PanelStore[Name], launcher: Launcher | None = None) -> None:
        self.conversation = conversation
        self.launcher = launcher
        """Opens the page inside Discord; None: it opens by a link."""
        self._panels = panels
        self._hands = asyncio.Semaphore(HANDS)
        self._turns = Turns()

    # --- commands ---

    async def run(self, interaction: Interaction, command: Command, arguments: Mapping[str, Any]) -> None:
        """A slash command: acknowledged privately, then answered."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        given = {
            name: _account(value) if isinstance(value, discord.abc.User) else value for name, value in arguments.items()
        }
        caller = caller_of(interaction)
        if command.name in MOVES_IN and _is_guest(interaction):
            private = await interaction.user.create_dm()
            caller = replace(caller, room=f"{NAME}:{private.id}", private=True)
        elif command.name in MOVES_IN and not _may_write(interaction):
            await self._show(interaction, Reply(Post(_word(interaction, "may_not_write"))), False)
            return
        is_shared = command.name in SHARED | LOOKED_AT and not caller.private and _may_write(interaction)
        await self._answer(interaction, Asked(caller, command.name, given), is_shared=is_shared)

    async def complete(self, interaction: Interaction, command: Command, argument: Argument, typed: str) -> list[str]:
        """What may be typed next, from the live offers."""
        others = {name: value for name, value in vars(interaction.namespace).items() if name != argument.name}
        return await complete(self.conversation.context, caller_of(interaction), argument, typed, others)

    # --- controls ---

    async def tapped(self, interaction: Interaction, control: str) -> None:
        """A button."""
        parsed = ControlId.parse(control)
        if parsed is not None and parsed.is_dialogue:
            await self._dialogue(interaction, parsed)
            return
        verb = parsed.verb if parsed is not None else ""
        if verb == OPEN and await self._launched(interaction, parsed):
            return
        if verb == THREAD and parsed is not None:
            await self._thread(interaction, parsed.table)
            return
        in_place = verb in SHARED or (_is_private(interaction) and (not verb or verb in IN_PLACE))
        await _acknowledge(interaction, in_place)
        caller = caller_of(interaction)
        is_shared = (
            verb in LOOKED_AT and not caller.private and not _is_private(interaction) and _may_write(interaction)
        )
        await self._answer(interaction, Tap(caller, [control]), in_place, parsed, is_shared)

    async def _dialogue(self, interaction: Interaction, control: ControlId) -> None:
        """A form over the message. Discord wants it as the first answer, so it is made at once or not at all."""
        try:
            async with asyncio.timeout(SHEET_SECONDS):
                found = await self.conversation.sheet(caller_of(interaction), replace(control, is_dialogue=False))
        except TimeoutError:
            found = Reply(Post(_word(interaction, "store_away")), refused=True)
        if isinstance(found, Reply):
            await interaction.response.send_message(ephemeral=True, **sending(found.post))
        else:
            await interaction.response.send_modal(modal_of(replace(found, control=str(control))))

    async def _thread(self, interaction: Interaction, code: str) -> None:
        """A thread for a table that has not begun, made once: the board goes there."""
        await _acknowledge(interaction, True)
        caller, refused = caller_of(interaction), Reply(Post(_word(interaction, "may_not_thread")))
        try:
            table = await self.conversation.context.service.queries.table(code)
            is_here = table.host == caller.ref and caller.room in table.rooms
        except Refusal:
            is_here = False
        number = await threads.made(interaction, table) if is_here else None
        if number is None:
            await self._show(interaction, refused, True)
            return
        there = replace(caller, room=f"{NAME}:{number}")
        reply = await self.conversation.handle(Asked(there, "table here", {"table": code}))
        await self._show(interaction, replace(reply, instead=True), True)

    async def _launched(self, interaction: Interaction, control: ControlId | None) -> bool:
        """Whether the page opens inside Discord; else it is answered with a link."""
        table = control.table if control is not None else ""
        return self.launcher is not None and await self.launcher.launch(interaction, table)

    async def chosen(self, interaction: Interaction, control: str, values: list[str]) -> None:
        """Entries of a list."""
        in_place = _is_private(interaction)
        await _acknowledge(interaction, in_place)
        parsed = ControlId.parse(control)
        ticked = parsed is not None and parsed.kind is Kind.TICKS
        await self._answer(interaction, Tap(caller_of(interaction), values, ticked), in_place, parsed)

    async def written(self, interaction: Interaction, control: str, chosen: Chosen) -> None:
        """A dialogue was sent."""
        in_place, parsed = _is_private(interaction), ControlId.parse(control)
        await _acknowledge(interaction, in_place)
        text = "".join(chosen.get(LINE, ()))
        form = Form(caller_of(interaction), control, text, chosen=chosen)
        await self._answer(interaction, form, in_place, parsed)

    async def forged(self, interaction: Interaction) -> None:
        """A control that does not stand in the message it claims to come from, or is none of ours."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._show(interaction, Reply(Post(_word(interaction, "over_choice"))), False)

    async def line(self, caller: Caller, message: discord.Message) -> None:
        """A line written to the bot in private; the panel that comes of it takes the place of the one there was."""
        async with self._panels.answering(caller.ref) as answering:
            reply = await self.conversation.handle(Line(caller, message.content), [answering.begins()])
            sent = await message.channel.send(**sending(reply.post))
            if (shows := reply.post.shows) is not None:
                await self._became_newest(caller, name_of(sent, reply.post), shows, sent, answering)

    async def _became_newest(
        self, caller: Caller, name: Name, shows: Shows, sent: discord.Message, answering: Answering
    ) -> None:
        store, code = self.conversation.context.service.work.store, shows.table
        kept, shown = await store.together(reads.user(caller.ref), reads.shown(code))
        await store.together(self._panels.noting(caller.ref, name, shows), answering.ends())
        there = [each for each in self._panels.names(caller.ref, code, kept, shown) if each.channel == name.channel]
        for each in {each.message for each in there} - {name.message}:
            with suppress(discord.NotFound):
                await sent.channel.get_partial_message(each).delete()  # type: ignore[union-attr]

    # --- answering ---

    async def _answer(
        self,
        interaction: Interaction,
        request: Request,
        in_place: bool = False,
        control: ControlId | None = None,
        is_shared: bool = False,
    ) -> None:
        """Only so many at a time, so that in a rush everybody is acknowledged before the work is done.

        What one person does at a table is answered in turn: an answer that Discord took late covers no newer one.
        """
        reply, table = Reply(Post(_word(interaction, "fault"))), control.table if control is not None else ""
        verb = control.verb if control is not None else ""
        is_panel = in_place and bool(table) and verb not in BESIDE and _is_panel(interaction)
        turn = self._turns.of((request.caller.ref, table)) if is_panel else nullcontext()
        async with turn, self._hands, self._panels.answering(request.caller.ref, table) as answering:
            try:
                reply = await self.conversation.handle(request, [answering.begins()] if is_panel else [])
                if isinstance(request, Asked) and request.name == "new":
                    reply = threads.offered(interaction, reply, language_of(interaction.locale))
                if control is not None and control.verb in SHARED and reply.problem is None:
                    reply = replace(reply, instead=True)
            finally:
                if is_shared and reply.problem is None and _is_made(request, verb, reply.post):
                    shown = await self._share(interaction, reply)
                else:
                    shown = await self._show(interaction, reply, in_place)
            if is_panel and reply.instead and shown is not None:
                shows = reply.post.shows or Shows(table, "")
                name = name_of(shown, reply.post) if reply.post.shows else name_of(shown, reply.post).looking(UNSURE)
                noting = self._panels.noting(request.caller.ref, name, shows)
                with suppress(StoreAway):
                    await self.conversation.context.service.work.store.together(noting, answering.ends())

    async def _share(self, interaction: Interaction, reply: Reply) -> discord.Message | None:
        """For the whole room; until here only the caller saw that something was being done."""
        await interaction.delete_original_response()
        return await interaction.followup.send(wait=True, **sending(reply.post))

    async def _show(self, interaction: Interaction, reply: Reply, in_place: bool) -> discord.Message | None:
        """Over the message whose control was used, or as a message of its own for this person alone."""
        try:
            if in_place and not reply.instead:
                await interaction.followup.send(ephemeral=True, **sending(reply.post))
                return None
            there = interaction.message if in_place else None
            kept = 0 if there is None else standing_picture(there, reply.post)
            return await edited(interaction.edit_original_response, reply.post, kept)
        except discord.HTTPException as error:
            if not is_late(error):
                raise
            log.info("an answer came too late: %s", error)
            return None


def _is_made(request: Request, verb: str, post: Post) -> bool:
    """Whether it can be shown to all: how far a film has come concerns only who waits for it."""
    name = request.name if isinstance(request, Asked) else verb
    return name not in LOOKED_AT or post.file is not None or post.picture is not None


def caller_of(interaction: Interaction) -> Caller:
    """Who asks, in the language of their client."""
    user = User(f"{NAME}:{interaction.user.id}", interaction.user.display_name, language_of(interaction.locale))
    room = f"{NAME}:{interaction.channel_id}"
    return Caller(user, room, f"{NAME}:{interaction.id}", _is_with_bot(interaction))


def _is_with_bot(interaction: Interaction) -> bool:
    """Whether it is the private chat with the bot, and no chat of several people."""
    return interaction.guild_id is None and not interaction.context.private_channel


def _is_guest(interaction: Interaction) -> bool:
    """Whether the bot is here only because this person has installed it for themselves."""
    return (
        interaction.is_user_integration() and not interaction.is_guild_integration() and not _is_with_bot(interaction)
    )


async def _acknowledge(interaction: Interaction, in_place: bool) -> None:
    if in_place:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


def _is_private(interaction: Interaction) -> bool:
    """Whether the message whose control was used is for this person alone."""
    message = interaction.message
    return message is not None and (_is_with_bot(interaction) or message.flags.ephemeral)


def _is_panel(interaction: Interaction) -> bool:
    """Whether that message stands in the private chat for good, where workers edit it too."""
    message = interaction.message
    return message is not None and _is_with_bot(interaction) and not message.flags.ephemeral


def _may_write(interaction: Interaction) -> bool:
    needed = NEEDED_IN_THREAD if isinstance(interaction.channel, discord.Thread) else NEEDED
    return interaction.guild_id is None or interaction.app_permissions >= needed


def _account(user: discord.abc.User) -> str:
    """Somebody whom a person has picked: the account, then the name."""
    return f"{NAME}:{user.id} {user.display_name}"


def _word(interaction: Interaction, key: str) -> str:
    return catalogue(language_of(interaction.locale))[f"chat.{key}"]

"""Interaction handlers: acknowledge at once, hand the request to the conversation, show the reply."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import discord

from bot.choices.control_id import ControlId, Kind
from bot.commands.completion import complete
from bot.commands.context import Caller, Reply
from bot.commands.conversation import Command as Asked
from bot.commands.conversation import Conversation, Form, Request, Tap
from bot.language.speaker import catalogue
from bot.lines.command_spec import Argument, Command
from bot.messages.post import Post
from bot.platforms.discord.command_tree import language_of
from bot.platforms.discord.errors import is_late
from bot.platforms.discord.markup import NAME
from bot.platforms.discord.rendering import editing, sending
from bot.table.lobby import User

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]
IN_PLACE = {
    "undo", "back", "agree", "refuse", "set", "options", "gone", "forget", "unorder", "move", "next", "prefer",
    "language", "tips",
}  # fmt: skip
"""Buttons of a private message whose answer takes its place."""
NEEDED = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
MOVES_IN = {"new", "table here"}
"""Commands after which the board stands in this room."""
FIELD = "line"
HANDS = 8
"""How many answers are being worked on at the same time."""


class Interactions:
    """Everything a person does on Discord arrives here."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self._hands = asyncio.Semaphore(HANDS)

    # --- commands ---

    async def run(self, interaction: Interaction, command: Command, arguments: Mapping[str, Any]) -> None:
        """A slash command: acknowledged privately, then answered."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        given = {name: value.id if isinstance(value, discord.abc.User) else value for name, value in arguments.items()}
        if command.name in MOVES_IN and not _may_write(interaction):
            await self._show(interaction, Reply(Post(_word(interaction, "may_not_write"))), False)
            return
        await self._answer(interaction, Asked(caller_of(interaction), command.name, given), False)

    async def complete(self, interaction: Interaction, command: Command, argument: Argument, typed: str) -> list[str]:
        """What may be typed next, from the live offers."""
        others = {name: value for name, value in vars(interaction.namespace).items() if name != argument.name}
        return await complete(self.conversation.context, caller_of(interaction), argument, typed, others)

    # --- controls ---

    async def tapped(self, interaction: Interaction, control: str) -> None:
        """A button. One that asks for a line opens its dialogue without asking the store."""
        parsed = ControlId.parse(control)
        if parsed is not None and parsed.is_dialogue:
            await interaction.response.send_modal(_dialogue(interaction, parsed))
            return
        verb = parsed.verb if parsed is not None else ""
        in_place = _is_private(interaction) and (not verb or verb in IN_PLACE)
        await _acknowledge(interaction, in_place)
        await self._answer(interaction, Tap(caller_of(interaction), [control]), in_place)

    async def chosen(self, interaction: Interaction, control: str, values: list[str]) -> None:
        """Entries of a list."""
        in_place = _is_private(interaction)
        await _acknowledge(interaction, in_place)
        parsed = ControlId.parse(control)
        ticked = parsed is not None and parsed.kind is Kind.TICKS
        await self._answer(interaction, Tap(caller_of(interaction), values, ticked), in_place)

    async def written(self, interaction: Interaction, control: str, text: str) -> None:
        """A dialogue was sent."""
        in_place = _is_private(interaction)
        await _acknowledge(interaction, in_place)
        await self._answer(interaction, Form(caller_of(interaction), control, text), in_place)

    async def forged(self, interaction: Interaction) -> None:
        """A control that does not stand in the message it claims to come from, or is none of ours."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._show(interaction, Reply(Post(_word(interaction, "stale"))), False)

    # --- answering ---

    async def _answer(self, interaction: Interaction, request: Request, in_place: bool) -> None:
        """Only so many at a time, so that in a rush everybody is acknowledged before the work is done."""
        reply = Reply(Post(_word(interaction, "fault")))
        async with self._hands:
            try:
                reply = await self.conversation.handle(request)
            finally:
                await self._show(interaction, reply, in_place)

    async def _show(self, interaction: Interaction, reply: Reply, in_place: bool) -> None:
        """Over the message whose control was used, or as a message of its own for this person alone."""
        try:
            if in_place and not reply.instead:
                await interaction.followup.send(ephemeral=True, **sending(reply.post))
            else:
                await interaction.edit_original_response(**editing(reply.post))
        except discord.HTTPException as error:
            if not is_late(error):
                raise
            log.info("an answer came too late: %s", error)


def caller_of(interaction: Interaction) -> Caller:
    """Who asks, in the language of their client."""
    user = User(f"{NAME}:{interaction.user.id}", interaction.user.display_name, language_of(interaction.locale))
    room = f"{NAME}:{interaction.channel_id}"
    return Caller(user, room, f"{NAME}:{interaction.id}", interaction.guild_id is None)


async def _acknowledge(interaction: Interaction, in_place: bool) -> None:
    if in_place:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


def _is_private(interaction: Interaction) -> bool:
    """Whether the message whose control was used is for this person alone."""
    message = interaction.message
    return message is not None and (interaction.guild_id is None or message.flags.ephemeral)


def _may_write(interaction: Interaction) -> bool:
    return interaction.guild_id is None or interaction.app_permissions >= NEEDED


def _word(interaction: Interaction, key: str) -> str:
    return catalogue(language_of(interaction.locale))[f"chat.{key}"]


def _dialogue(interaction: Interaction, control: ControlId) -> discord.ui.Modal:
    """One line to fill in. Its answer is read from its id, so nothing of it is kept."""
    kind = control.asked
    modal = discord.ui.Modal(title=_word(interaction, f"{kind}_title"), custom_id=str(control))
    modal.add_item(discord.ui.TextInput(label=_word(interaction, f"{kind}_label"), custom_id=FIELD, max_length=200))
    modal.stop()
    return modal

"""A thread for a table: offered to whoever opens one in a channel where the bot may make threads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import discord

from bot.commands.context import Reply
from bot.language.speaker import catalogue
from bot.messages.picture_request import short_title
from bot.messages.post import Button, command_id
from bot.table.model import Status, Table

THREAD = "thread"
A_WEEK: Final = 10080
"""Minutes without a message after which Discord folds a thread away."""
LONGEST_NAME = 100


def offered(interaction: discord.Interaction[Any], reply: Reply, language: str) -> Reply:
    """The answer to somebody who has opened a table, with the button where it works."""
    table = reply.done.table if reply.done is not None else None
    if table is None or table.status is not Status.LOBBY or not _is_possible(interaction):
        return reply
    button = Button(command_id(THREAD, table.code), catalogue(language)[f"chat.button.{THREAD}"])
    return replace(reply, post=replace(reply.post, rows=(*reply.post.rows, (button,))))


async def made(interaction: discord.Interaction[Any], table: Table) -> int | None:
    """A thread for a table below the channel; None: the bot may not."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        return None
    name = f"{short_title(table.game, table.language)} #{table.code}"[:LONGEST_NAME]
    kind = discord.ChannelType.public_thread
    try:
        return (await channel.create_thread(name=name, type=kind, auto_archive_duration=A_WEEK)).id
    except discord.Forbidden:
        return None


def _is_possible(interaction: discord.Interaction[Any]) -> bool:
    needed = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)
    return isinstance(interaction.channel, discord.TextChannel) and interaction.app_permissions >= needed

"""The connection to Discord: events in, nothing remembered between them."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord

from bot.choices.control_id import BUTTON_PATTERN, LIST_PATTERN
from bot.commands.context import Caller
from bot.commands.conversation import greeting
from bot.platforms.discord.activity import ENTRY_POINT, Tree
from bot.platforms.discord.command_tree import Words, language_of, plant
from bot.platforms.discord.dialogues import chosen_in
from bot.platforms.discord.interactions import Interactions
from bot.platforms.discord.markup import NAME
from bot.platforms.discord.rendering import sending
from bot.table.lobby import User

log = logging.getLogger(__name__)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never speak: nobody need install a voice
INTENTS = discord.Intents(guilds=True, dm_messages=True)
"""Which servers there are, and what is written to the bot in private. No message content, no members."""
READY_SECONDS = 0.5
"""How long a login waits for further servers."""
KNOWN = re.compile(f"{BUTTON_PATTERN}|{LIST_PATTERN}")
"""Ids of our buttons and lists."""


class SignoriaClient(discord.AutoShardedClient):
    """discord.py with our commands and controls."""

    def __init__(
        self, interactions: Interactions, shards: list[int] | None = None, shard_count: int | None = None
    ) -> None:
        chosen: dict[str, Any] = {"shard_ids": shards, "shard_count": shard_count} if shards else {}
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=30.0,
            guild_ready_timeout=READY_SECONDS,
            **chosen,
        )
        self.interactions = interactions
        self.tree = Tree(self)
        self.tree.launcher = interactions.launcher
        plant(self.tree, interactions, interactions.conversation.context.service.page is not None)

    async def register(self) -> None:
        """Hand the commands over to Discord, with their names in all languages.

        What is not ours stays: an application with activities has an entry point, without which Discord takes nothing.
        """
        assert self.application_id is not None
        words = Words()
        await self.tree.set_translator(words)
        ours = [await command.get_translated_payload(self.tree, words) for command in self.tree.get_commands()]
        there = await self.http.get_global_commands(self.application_id)
        kept: list[Any] = [command for command in there if command.get("type") == ENTRY_POINT]
        await self.http.bulk_upsert_global_commands(self.application_id, payload=[*ours, *kept])

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Controls and dialogues, known by their ids. The library would build the whole message anew to find a button
        in it, before the tap could be acknowledged."""
        data: Mapping[str, Any] = interaction.data or {}
        control = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self.interactions.written(interaction, control, chosen_in(data))
        elif interaction.type is discord.InteractionType.component:
            if not _stands(interaction.message, control):
                await self.interactions.forged(interaction)
            elif "values" in data:
                await self.interactions.chosen(interaction, control, data["values"])
            else:
                await self.interactions.tapped(interaction, control)

    async def on_message(self, message: discord.Message) -> None:
        """A line written to the bot in private is a command or a move. Discord does not tell whose app speaks what."""
        if message.guild is not None or message.author.bot or not message.content:
            return
        user = User(f"{NAME}:{message.author.id}", message.author.display_name, language="")
        caller = Caller(user, f"{NAME}:{message.channel.id}", f"{NAME}:{message.id}", private=True)
        await self.interactions.line(caller, message)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say what I am, once, where I may."""
        post = greeting(self.interactions.conversation.context, language_of(guild.preferred_locale))
        rooms = [guild.system_channel, *guild.text_channels]
        for room in rooms:
            if room is None or not room.permissions_for(guild.me).send_messages:
                continue
            try:
                await room.send(**sending(post))
                return
            except discord.HTTPException as refused:
                log.info("the greeting was not wanted in %s: %s", room.id, refused)


def _stands(message: discord.Message | None, control: str) -> bool:
    """Whether the control is really one of this message's, and of ours."""
    if message is None or KNOWN.fullmatch(control) is None:
        return False
    return any(getattr(part, "custom_id", "") == control for part in _parts(message.components))


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    """All parts of a message, with those inside others."""
    for part in components:
        yield part
        yield from _parts(getattr(part, "children", ()))
        if (accessory := getattr(part, "accessory", None)) is not None:
            yield accessory

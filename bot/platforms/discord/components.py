"""The two controls: every button and every list, known again by its id after a restart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.choices.control_id import BUTTON_PATTERN, LIST_PATTERN

if TYPE_CHECKING:
    from bot.platforms.discord.client import SignoriaClient

KNOWN = re.compile(f"{BUTTON_PATTERN}|{LIST_PATTERN}")


class Tapped(discord.ui.DynamicItem[discord.ui.Button[Any]], template=BUTTON_PATTERN):
    """A button."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: SignoriaClient = interaction.client
        await client.interactions.tapped(interaction, self.custom_id)


class Chosen(discord.ui.DynamicItem[discord.ui.Select[Any]], template=LIST_PATTERN):
    """A list."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        assert isinstance(item, discord.ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: SignoriaClient = interaction.client
        await client.interactions.chosen(interaction, self.custom_id, self.item.values)

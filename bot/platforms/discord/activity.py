"""The page of a table from Discord: inside it as an activity where that is set up, else by a link for one person."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.interactions import InteractionCallbackActivityInstance

from bot.messages.post import Button, command_id
from bot.platforms.discord.errors import is_late
from bot.platforms.discord.markup import NAME
from bot.service.page_access import PageAccess
from bot.store import StoreAway

log = logging.getLogger(__name__)
ENTRY_POINT = 4
"""The type of the command that starts an application's activity. Discord makes it, and refuses lists without it."""
OPEN = "open"
"""The command behind the button."""


class PageButtons:
    """The same button everywhere: what it opens is decided when somebody taps."""

    def private(self, code: str, label: str) -> Button:
        return Button(command_id(OPEN, code), label)

    def room(self, code: str, label: str) -> Button | None:
        return self.private(code, label)


class Launcher:
    """Opens the activity. None of it is there where the host has not set it up."""

    def __init__(self, page: PageAccess) -> None:
        self._page = page

    async def launch(self, interaction: discord.Interaction[Any], table: str = "") -> bool:
        """The first and only answer to a tap; false: Discord would not, and another answer is still owed."""
        try:
            opened = await interaction.response.launch_activity()
        except discord.HTTPException as refused:
            log.warning("Discord does not open the activity: %s", refused)
            return is_late(refused)
        if table and isinstance(opened.resource, InteractionCallbackActivityInstance):
            with suppress(StoreAway):
                await self._page.launching(f"{NAME}:{interaction.user.id}", opened.resource.id, table)
        return True


class Tree(app_commands.CommandTree[Any]):
    """The library's tree, which does not know the command that starts an activity."""

    launcher: Launcher | None = None

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        data: Mapping[str, Any] = interaction.data or {}
        if data.get("type") != ENTRY_POINT:
            return True
        if self.launcher is not None:
            await self.launcher.launch(interaction)
        return False

"""Discord as a place to show tables: the board message in the room, a panel in each player's private messages."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.messages.brief import Brief
from bot.messages.composer import Composer
from bot.platforms.discord.courier import DiscordCourier
from bot.platforms.discord.message_ref import Name
from bot.platforms.discord.request_budget import RequestBudget
from bot.workers.courier import People
from bot.workers.message_lifecycle import MessageLifecycle
from bot.workers.panel_store import PanelStore


class DiscordPlatform(MessageLifecycle[Name]):
    """Shows briefs by Discord's courier."""

    def __init__(
        self,
        client: discord.Client,
        composer: Composer,
        people: People,
        panels: PanelStore[Name],
        budget: RequestBudget,
        clock: Callable[[], float],
    ) -> None:
        super().__init__(DiscordCourier(client, composer, panels, budget), people, clock)
        self.client = client
        self._panels = panels

    async def show(self, brief: Brief, before: str | None) -> str | None:
        """As everywhere; what is noted of a game ends with it."""
        message = await super().show(brief, before)
        if brief.seat is not None and brief.look.table.is_over:
            await self._panels.forget(brief.address, brief.look.table.code)
        return message

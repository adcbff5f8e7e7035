"""Discord as a place to show tables: the board message in the room, a panel in each player's private messages."""

from __future__ import annotations

from collections.abc import Callable

from bot.messages.composer import Composer
from bot.platforms.discord.client import SignoriaClient
from bot.platforms.discord.courier import DiscordCourier, Name
from bot.workers.message_lifecycle import MessageLifecycle, People


class DiscordPlatform(MessageLifecycle[Name]):
    """Shows briefs by Discord's courier."""

    def __init__(self, client: SignoriaClient, composer: Composer, people: People, clock: Callable[[], float]) -> None:
        super().__init__(DiscordCourier(client, composer, clock), people, clock)
        self.client = client

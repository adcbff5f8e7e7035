"""Discord from a token: log in to post, and connect for events while this process holds the lease."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import discord

from bot.choices.controls import DISCORD
from bot.commands.context import Context
from bot.commands.conversation import Conversation
from bot.messages.composer import Composer
from bot.ops.cancellation import is_ending
from bot.ops.supervision import supervised
from bot.platforms.discord.activity import Launcher, PageButtons
from bot.platforms.discord.client import SignoriaClient
from bot.platforms.discord.interactions import Interactions
from bot.platforms.discord.markup import NAME, DiscordMarkup
from bot.platforms.discord.message_ref import Name
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.discord.rate_limits import never_sleep
from bot.platforms.discord.request_budget import RequestBudget, keep_within
from bot.service.table_service import TableService
from bot.workers.leases import Lease
from bot.workers.panel_store import PanelStore
from config.settings import ConfigError, Settings
from render import Studio

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shards:
    """Which part of the servers this process hears: `0,1/4` is the first two of four; empty for all."""

    ids: list[int] = field(default_factory=list)
    count: int | None = None

    @classmethod
    def parse(cls, text: str) -> Shards:
        """As the settings, which looked at it, have it."""
        if not text.strip():
            return cls()
        ids, _, count = text.partition("/")
        return cls([int(part) for part in ids.split(",")], int(count))

    @property
    def lease(self) -> str:
        return f"{NAME}:{','.join(map(str, self.ids)) or 'all'}"


@asynccontextmanager
async def opened(settings: Settings, service: TableService, studio: Studio) -> AsyncIterator[DiscordPlatform | None]:
    """Discord as the operator has set it up; None without a token."""
    if settings.discord_token is None:
        yield None
        return
    token, shards = settings.discord_token.get_secret_value(), Shards.parse(settings.discord_shards)
    async with serving(service, studio, token, shards, settings.has_activity) as platform:
        yield platform


@asynccontextmanager
async def serving(
    service: TableService, studio: Studio, token: str, shards: Shards | None = None, has_activity: bool = False
) -> AsyncIterator[DiscordPlatform]:
    """Discord as a platform, while the block runs. `has_activity`: the page opens inside it."""
    wanted = shards or Shards()
    composer = Composer(DISCORD, DiscordMarkup(), studio, page=PageButtons() if service.page is not None else None)
    panels = PanelStore(service.work.store, service.work.clock, Name.parse)
    launcher = Launcher(service.page) if has_activity and service.page is not None else None
    interactions = Interactions(Conversation(Context(service, composer)), panels, launcher)
    poster = SignoriaClient(interactions)
    try:
        await poster.login(token)
    except (OSError, discord.DiscordException) as error:
        await poster.close()
        if not isinstance(error, discord.LoginFailure):
            raise ConfigError(f"Discord cannot be reached: {error}. Is there a network?") from error
        raise ConfigError(
            "Discord does not accept the token: copy it anew from the Bot page to DISCORD_TOKEN."
        ) from error
    never_sleep(poster)
    store, people, clock = service.work.store, service.people.preferences, service.work.clock
    budget = RequestBudget(store, clock)

    def client() -> SignoriaClient:
        """Hears what people do; what it sends of its own accord counts like the poster's."""
        made = SignoriaClient(interactions, wanted.ids, wanted.count)
        keep_within(made, budget)
        return made

    try:
        async with supervised("listening to Discord", lambda: _listen(Lease(store, wanted.lease), client, token)):
            yield DiscordPlatform(poster, composer, people, panels, budget, clock)
    finally:
        await poster.close()


async def _listen(lease: Lease, new_client: Callable[[], SignoriaClient], token: str) -> None:
    """Connect whenever nobody else does; let go as soon as the lease is lost."""
    while not is_ending():
        if await lease.take():
            await _connected(lease, new_client(), token)
        await asyncio.sleep(lease.pause)


async def _connected(lease: Lease, client: SignoriaClient, token: str) -> None:
    """One spell of being the connected process."""
    running = asyncio.create_task(_events(client, token))
    try:
        while not running.done() and not is_ending() and await lease.keep():
            await asyncio.wait({running}, timeout=lease.pause)
        if running.done() and (error := running.exception()):
            log.error("the connection to Discord broke: %s", error)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError, discord.DiscordException, OSError):
            await running
        await lease.give_up()


async def _events(client: SignoriaClient, token: str) -> None:
    """Opens and closes the client itself: one that was told to end before it began cannot be closed."""
    async with client:
        await client.login(token)
        try:
            await client.register()
        except (discord.DiscordException, OSError) as error:
            log.error("the commands could not be registered, those of before stand: %s", error)
        await client.connect(reconnect=True)

"""Who hears Telegram: the one process that holds the lease, by long polling or by a webhook."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from telegram.error import TelegramError

from bot.ops.cancellation import is_ending
from bot.ops.supervision import supervised
from bot.platforms.telegram.command_lists import register
from bot.platforms.telegram.handlers import App
from bot.platforms.telegram.markup import NAME
from bot.platforms.telegram.mini_app import MiniApp, set_menu
from bot.platforms.telegram.updates import ALLOWED, Updates
from bot.platforms.telegram.webhook import Webhook
from bot.store import Store
from bot.workers.leases import Lease

log = logging.getLogger(__name__)
LEASE = 6.0
"""Seconds after which another process hears updates in place of one that died. Should both do so for a moment, Telegram
lets one of them poll, and every update acts once."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where Telegram is, how long it may take, and how updates come in: by long polling, or to a webhook."""

    base_url: str = ""
    base_file_url: str = ""
    webhook: str = ""
    """The public https address of the webhook; empty for long polling."""
    listen: str = "127.0.0.1"
    port: int = 0
    secret: str = ""
    poll_seconds: int = 20
    patience: float = 20.0
    """Seconds for an answer of Telegram: pictures take their time, and what is late may have been delivered."""
    lease: float = LEASE


class Listening:
    """Hears updates whenever nobody else does; lets go as soon as the lease is lost."""

    def __init__(self, store: Store, app: App, door: Door, mini_app: MiniApp | None) -> None:
        self._bot, self._door, self._mini_app = app.bot, door, mini_app
        self._lease = Lease(store, NAME, door.lease)
        self._updates = Updates(app.process_update)
        self._webhook: Webhook | None = None

    async def run(self) -> None:
        while not is_ending():
            try:
                if await self._lease.take():
                    await self._spell()
            except (TelegramError, OSError) as error:
                log.error("Telegram cannot be heard: %s", error)
                await self._lease.give_up()
            await asyncio.sleep(self._lease.pause)

    async def _spell(self) -> None:
        """One spell of being the process that hears."""
        await register(self._bot, self._mini_app is not None)
        await set_menu(self._bot, self._mini_app)
        if self._door.webhook:
            await self._open_webhook()
            await self._keep()
            await self._close_webhook()
        else:
            await self._bot.delete_webhook()
            async with supervised("polling Telegram", lambda: self._updates.poll(self._bot, self._door.poll_seconds)):
                await self._keep()

    async def _keep(self) -> None:
        while not is_ending():
            await asyncio.sleep(self._lease.pause)
            if not await self._lease.keep():
                break

    async def _open_webhook(self) -> None:
        await self._close_webhook()
        self._webhook = Webhook(self._bot, self._updates, self._door.secret)
        await self._webhook.open(self._door.listen, self._door.port)
        await self._bot.set_webhook(self._door.webhook, secret_token=self._door.secret, allowed_updates=ALLOWED)

    async def _close_webhook(self) -> None:
        if self._webhook is not None:
            webhook, self._webhook = self._webhook, None
            await webhook.close()

    async def end(self) -> None:
        """Finish what was heard, and only then let another process listen: it would be told the same again."""
        await self._updates.finish(None if self._door.webhook else self._bot)
        await self._close_webhook()
        await self._lease.give_up()

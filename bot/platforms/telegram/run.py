"""Telegram from a token: post from every process, hear updates in the one that holds the lease."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from telegram.error import InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.ext import ApplicationBuilder

from bot.choices.controls import TELEGRAM
from bot.commands.context import Context
from bot.commands.conversation import Conversation
from bot.messages.composer import LONGEST_CAPTION, Composer
from bot.ops.cancellation import is_ending
from bot.ops.supervision import supervised
from bot.platforms.telegram.command_lists import register
from bot.platforms.telegram.errors import seconds_to_wait
from bot.platforms.telegram.handlers import ALLOWED, App, plant
from bot.platforms.telegram.markup import NAME, TelegramMarkup
from bot.platforms.telegram.mini_app import MiniApp, set_menu
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.telegram.update_order import UpdateOrder
from bot.service.table_service import TableService
from bot.store import Store
from bot.workers.leases import Lease
from config.settings import ConfigError, Settings
from render import Studio

log = logging.getLogger(__name__)
LEASE = 6.0
"""Seconds after which another process hears updates in place of one that died. Should both do so for a moment, Telegram
lets one of them poll, and every update acts once."""
CONNECT = 10.0
POOL = 256


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


@asynccontextmanager
async def opened(settings: Settings, service: TableService, studio: Studio) -> AsyncIterator[TelegramPlatform | None]:
    """Telegram as the operator has set it up; None without a token."""
    if settings.telegram_token is None:
        yield None
        return
    secret = settings.telegram_secret.get_secret_value() if settings.telegram_secret else ""
    if settings.telegram_webhook and not secret:
        raise ConfigError(
            "SIGNORIA_TELEGRAM_WEBHOOK wants SIGNORIA_TELEGRAM_SECRET beside it: 1 to 256 letters or digits."
        )
    server = settings.telegram_base_url.rstrip("/")
    door = Door(
        base_url=f"{server}/bot" if server else "",
        base_file_url=f"{server}/file/bot" if server else "",
        webhook=settings.telegram_webhook,
        listen=settings.host,
        port=settings.telegram_port,
        secret=secret,
        patience=settings.telegram_patience,
    )
    async with serving(service, studio, settings.telegram_token.get_secret_value(), door) as platform:
        yield platform


@asynccontextmanager
async def serving(
    service: TableService, studio: Studio, token: str, door: Door | None = None
) -> AsyncIterator[TelegramPlatform]:
    """Telegram as a platform, while the block runs."""
    wanted = door or Door()
    app = _application(token, wanted)
    try:
        await _initialised(app)
    except NetworkError as error:
        raise ConfigError(f"Telegram cannot be reached: {error}. Is there a network?") from error
    except InvalidToken as error:
        raise ConfigError(
            "Telegram does not accept the token: copy it anew from BotFather to TELEGRAM_TOKEN."
        ) from error
    mini_app = await MiniApp.of(service.page, app.bot)
    composer = Composer(TELEGRAM, TelegramMarkup(), studio, LONGEST_CAPTION, mini_app)
    platform = TelegramPlatform(
        app.bot, composer, service.people.preferences, service.lobby.move_room, service.work.store, service.work.clock
    )
    plant(app, Conversation(Context(service, composer)), platform)
    try:
        async with supervised("listening to Telegram", lambda: _listen(service.work.store, app, wanted, mini_app)):
            yield platform
    finally:
        await app.shutdown()


async def _initialised(app: App) -> None:
    """Telegram may ask a program that is started anew and anew to wait."""
    while True:
        try:
            return await app.initialize()
        except RetryAfter as limited:
            seconds = seconds_to_wait(limited)
            log.warning("Telegram asks us to wait for %.0f seconds before we begin", seconds)
            await asyncio.sleep(seconds)


def _application(token: str, door: Door) -> App:
    builder = ApplicationBuilder().token(token).concurrent_updates(UpdateOrder()).connection_pool_size(POOL)
    builder = builder.connect_timeout(min(CONNECT, door.patience)).pool_timeout(door.patience)
    builder = builder.read_timeout(door.patience).write_timeout(door.patience).media_write_timeout(door.patience)
    builder = builder.get_updates_read_timeout(door.patience).get_updates_connect_timeout(CONNECT)
    if door.base_url:
        builder = builder.base_url(door.base_url).base_file_url(door.base_file_url)
    return builder.build()


async def _listen(store: Store, app: App, door: Door, mini_app: MiniApp | None) -> None:
    """Hear updates whenever nobody else does; let go as soon as the lease is lost."""
    lease = Lease(store, NAME, door.lease)
    while not is_ending():
        try:
            if await lease.take():
                await _connected(app, door, lease, mini_app)
        except TelegramError as error:
            log.error("Telegram cannot be heard: %s", error)
        await asyncio.sleep(lease.pause)


async def _connected(app: App, door: Door, lease: Lease, mini_app: MiniApp | None) -> None:
    """One spell of being the process that hears."""
    await register(app.bot, mini_app is not None)
    await set_menu(app.bot, mini_app)
    assert app.updater is not None
    if door.webhook:
        await app.updater.start_webhook(
            door.listen, door.port, url_path="telegram", webhook_url=door.webhook, secret_token=door.secret,
            allowed_updates=ALLOWED,
        )  # fmt: skip
    else:
        await app.updater.start_polling(timeout=door.poll_seconds, allowed_updates=ALLOWED, poll_interval=0.0)
    await app.start()
    try:
        while True:
            await asyncio.sleep(lease.pause)
            if is_ending() or not await lease.keep():
                break
    finally:
        await app.updater.stop()
        await app.stop()
        await lease.give_up()

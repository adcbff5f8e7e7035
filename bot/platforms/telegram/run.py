"""Telegram from a token: post from every process, hear updates in the one that holds the lease."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from ssl import SSLContext

import httpx
from telegram.error import InvalidToken, NetworkError, RetryAfter
from telegram.ext import ApplicationBuilder
from telegram.request import HTTPXRequest

from bot.choices.controls import TELEGRAM
from bot.commands.context import Context
from bot.commands.conversation import Conversation
from bot.messages.composer import LONGEST_CAPTION, Composer
from bot.ops.supervision import supervised
from bot.platforms.telegram.errors import seconds_to_wait
from bot.platforms.telegram.handlers import App, plant
from bot.platforms.telegram.listening import Door, Listening
from bot.platforms.telegram.markup import TelegramMarkup
from bot.platforms.telegram.mini_app import MiniApp
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.telegram.token_check import is_token
from bot.service.table_service import TableService
from config.settings import ConfigError, Settings
from render import Studio

log = logging.getLogger(__name__)
CONNECT = 10.0
POOL = 256


@asynccontextmanager
async def opened(settings: Settings, service: TableService, studio: Studio) -> AsyncIterator[TelegramPlatform | None]:
    """Telegram as the operator has set it up; None without a token."""
    if settings.telegram_token is None:
        yield None
        return
    secret = settings.telegram_secret.get_secret_value() if settings.telegram_secret else ""
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
    try:
        if not is_token(token):
            raise InvalidToken
        app = _application(token, wanted)
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
        app.bot, composer, service.people.preferences, service.move_room, service.work.store, service.work.clock
    )
    plant(app, Conversation(Context(service, composer)), platform)
    listening = Listening(service.work.store, app, wanted, mini_app)
    try:
        async with supervised("listening to Telegram", listening.run):
            yield platform
    finally:
        await listening.end()
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
    """What is sent and what is heard have connections of their own."""
    wait, trust = door.patience, {"verify": _trust()}
    post = HTTPXRequest(POOL, wait, wait, min(CONNECT, wait), wait, media_write_timeout=wait, httpx_kwargs=trust)
    hear = HTTPXRequest(1, wait, connect_timeout=CONNECT, httpx_kwargs=trust)
    builder = ApplicationBuilder().token(token).updater(None).request(post).get_updates_request(hear)
    if door.base_url:
        builder = builder.base_url(door.base_url).base_file_url(door.base_file_url)
    return builder.build()


@cache
def _trust() -> SSLContext:
    """Whose certificates are believed: read once, since that takes longer than all else at the start."""
    return httpx.create_ssl_context()

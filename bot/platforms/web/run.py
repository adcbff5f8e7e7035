"""The local table beside the chats, where the operator wants it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.platforms.web.discord_launch import Activity
from bot.platforms.web.server import LocalTable
from bot.service.table_service import TableService
from config.settings import Settings
from render import Studio


def activity_of(settings: Settings) -> Activity | None:
    """Discord's activity as the operator has set it up; None: it is off."""
    if not settings.has_activity or settings.discord_token is None or settings.discord_secret is None:
        return None
    secret, token = settings.discord_secret.get_secret_value(), settings.discord_token.get_secret_value()
    return Activity(settings.discord_activity, secret, token)


@asynccontextmanager
async def opened(settings: Settings, service: TableService, studio: Studio) -> AsyncIterator[LocalTable | None]:
    """The page, served while the block runs; None if it is not wanted. A public address wants it."""
    if not settings.web and service.page is None:
        yield None
        return
    token = settings.telegram_token.get_secret_value() if settings.telegram_token is not None else ""
    proxies, activity = settings.trusted_proxies, activity_of(settings)
    table = LocalTable(
        service, studio, settings.host, settings.port, proxies=proxies, telegram_token=token, activity=activity
    )
    try:
        await table.start()
        yield table
    finally:
        await table.stop()

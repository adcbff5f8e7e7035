"""The local table beside the chats, where the operator wants it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.platforms.web.server import LocalTable
from bot.service.table_service import TableService
from config.settings import Settings
from render import Studio


@asynccontextmanager
async def opened(settings: Settings, service: TableService, studio: Studio) -> AsyncIterator[LocalTable | None]:
    """The page, served while the block runs; None if it is not wanted. A public address wants it."""
    if not settings.web and service.page is None:
        yield None
        return
    token = settings.telegram_token.get_secret_value() if settings.telegram_token is not None else ""
    table = LocalTable(
        service, studio, settings.host, settings.port, proxies=settings.trusted_proxies, telegram_token=token
    )
    try:
        await table.start()
        yield table
    finally:
        await table.stop()

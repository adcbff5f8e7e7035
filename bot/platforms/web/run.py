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
    """The page, served while the block runs; None if it is not wanted."""
    if not settings.web:
        yield None
        return
    table = LocalTable(service, studio, settings.host, settings.port)
    try:
        await table.start()
        yield table
    finally:
        await table.stop()

"""Waiting for tables to change, instead of for time to pass."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bot.service.table_service import TableService


@contextmanager
def hearing(service: TableService) -> Iterator[asyncio.Event]:
    """Set whenever some table has changed. Clear it before you look, never after: a change meanwhile would be lost."""
    changed = asyncio.Event()

    def hear(code: str) -> None:
        changed.set()

    service.work.listeners.append(hear)
    try:
        yield changed
    finally:
        service.work.listeners.remove(hear)

"""How long games that are over are kept: for ever, unless the operator names a number of days."""

from __future__ import annotations

import asyncio
import logging
import secrets

from bot.service.table_service import TableService
from bot.store import StoreAway
from bot.table.model import Table
from bot.table.time_control import DAY

log = logging.getLogger(__name__)
LEASE = "retention"
SWEEP_EVERY = DAY
LOOK_EVERY = 3600.0
AT_ONCE = 200
"""Documents read in one go."""


class Retention:
    """Forgets games that ended longer ago, with their logs and seeds; results stay for `/stats`."""

    def __init__(self, service: TableService, days: int) -> None:
        self._service = service
        self._store = service.work.store
        self._days = days

    async def sweep(self) -> int:
        """Look at every game once; how many were forgotten. May be repeated at any point."""
        before = self._service.work.clock() - self._days * DAY
        codes = await self._store.games()
        forgotten = 0
        for start in range(0, len(codes), AT_ONCE):
            for table, _ in await self._service.work.documents(codes[start : start + AT_ONCE]):
                if table.is_over and table.ended is not None and table.ended < before:
                    await self._forget(table)
                    forgotten += 1
        return forgotten

    async def _forget(self, table: Table) -> None:
        """The game itself goes last: until then it is found, and forgotten, again."""
        await self._store.unpast(table.code, table.users)
        await self._store.unindex(table.code, table.users, table.rooms)
        await self._store.delete(table.code)

    async def run(self) -> None:
        """Once a day, in one of the processes, until cancelled."""
        holder = secrets.token_hex(8)
        while True:
            try:
                if await self._store.lease(LEASE, holder, SWEEP_EVERY):
                    log.info("%d games that ended over %d days ago were forgotten", await self.sweep(), self._days)
                    holder = secrets.token_hex(8)
            except StoreAway as away:
                log.warning("old games are looked for later: %s", away)
            await asyncio.sleep(LOOK_EVERY)

"""Once a month a room with a season hears how it stands."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from bot.language.speaker import Speaker
from bot.service.table_service import TableService
from bot.store import StoreAway
from bot.table.club import leaders, table_of
from bot.table.model import platform_of
from bot.workers.platform import Platform, PlatformTrouble
from config.languages import fallback
from engines.kit import Text
from engines.kit.text import Fact

log = logging.getLogger(__name__)
LEASE = "digests"
LOOK_EVERY = 3600.0


@runtime_checkable
class Herald(Protocol):
    """A platform that can say something in a room of its own accord."""

    async def announce(self, room: str, text: str, once: str) -> None:
        """Post it, without a sound; the same `once` is one message. Raises PlatformTrouble, nothing else."""


class Digests:
    """Looks every hour, in one of the processes."""

    def __init__(self, service: TableService, platforms: Mapping[str, Platform]) -> None:
        self._service = service
        self._platforms = platforms

    async def tell(self) -> int:
        """Tell every room whose month is full; how many that were. What is lost on the way is told the next hour."""
        told = 0
        for room in await self._service.clubs.rooms():
            platform = self._platforms.get(platform_of(room))
            if not isinstance(platform, Herald) or (since := await self._service.clubs.unheard(room)) is None:
                continue
            try:
                text, once = await self._text(room, since)
                if text:
                    await platform.announce(room, text, once)
                    told += 1
                await self._service.clubs.told(room)
            except PlatformTrouble as trouble:
                log.info("the month of a room is told later: %s", trouble)
        return told

    async def _text(self, room: str, since: float) -> tuple[str, str]:
        """The sentence, in the language of the room's newest table, else of the season; nothing where nobody played
        in that month."""
        clubs = self._service.clubs
        season = await clubs.season(room)
        outcomes = [] if season is None else await clubs.played(room, season)
        rows, new = table_of(outcomes), [each for each in outcomes if each.ended >= since]
        if season is None or not rows or not new:
            return "", ""
        open_ = await self._service.queries.games_in(room)
        speaker = Speaker(open_[0].language if open_ else season.language or fallback())
        facts: dict[str, Fact] = {
            "season": season.name,
            "n": len(new),
            "names": leaders(rows),
            "leaders": len(leaders(rows)),
            "rating": rows[0].rating,
        }
        return speaker.say(Text("club.digest", facts)), f"digest {room} {season.since} {len(outcomes)}"

    async def run(self) -> None:
        """Until cancelled."""
        holder = secrets.token_hex(8)
        while True:
            try:
                if await self._service.work.store.lease(LEASE, holder, 2 * LOOK_EVERY):
                    await self.tell()
            except StoreAway as away:
                log.warning("rooms hear of their month later: %s", away)
            await asyncio.sleep(LOOK_EVERY)

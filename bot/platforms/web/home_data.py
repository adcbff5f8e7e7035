"""Gathers what the first page shows: my tables with their last event and time left, invitations, finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from bot.language.dates import soon
from bot.language.speaker import Speaker
from bot.messages.picture_request import told
from bot.platforms.web.browser_sessions import Browser
from bot.platforms.web.invites import AGAIN
from bot.service.history import MOVES
from bot.service.player_view import LogLine, read_log
from bot.service.queries import GameLine
from bot.service.table_service import TableService
from bot.table.model import Status, Table
from bot.table.results import Outcome
from bot.workers.reminders import digest_of

LOOKED_AT = 8
"""So many of the last entries of a table are read for its last event."""
MOST_FINISHED = 6
KEPT = 256


@dataclass(frozen=True, slots=True)
class Row:
    """A table of mine: what happened last, and until when it waits."""

    line: GameLine
    last: str = ""
    due: str = ""
    mark: str = ""
    """Changes with the board; empty: there is none yet."""


@dataclass(frozen=True, slots=True)
class Again:
    """Somebody wants to play once more: the new table, and the finished one that it follows."""

    table: Table
    before: str


@dataclass(frozen=True, slots=True)
class HomeData:
    """All that the first page of one browser shows."""

    rows: Sequence[Row] = ()
    again: Sequence[Again] = ()
    finished: Sequence[Outcome] = ()
    """The last ones."""
    count: int = 0
    """How many have ended."""
    daily: Sequence[str] = ()
    """The tables of the one message a day."""

    @property
    def codes(self) -> frozenset[str]:
        """The tables whose changes concern this page."""
        return frozenset([*[row.line.table.code for row in self.rows], *[each.table.code for each in self.again]])

    @property
    def mine(self) -> int:
        return sum([row.line.waiting is not None for row in self.rows])


class HomeLoader:
    """Makes them; the last event of a table is read once a version and language."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._last: dict[tuple[str, int, str, int], tuple[str, str]] = {}

    async def home(self, browser: Browser) -> HomeData:
        lines = await self.service.queries.games_of(browser.user)
        daily = digest_of(browser.person, [line.waiting for line in lines], self.service.work.clock())
        outcomes = await self._outcomes(browser)
        return HomeData(
            [await self._row(browser, line) for line in lines],
            await self._again(browser),
            await self._standing(outcomes[:MOST_FINISHED]),
            len(outcomes),
            [lines[place].table.code for place in daily],
        )

    async def finished(self, browser: Browser) -> list[Outcome]:
        """All games of this person that have ended and are still kept, the last first."""
        return await self._standing(await self._outcomes(browser))

    async def _outcomes(self, browser: Browser) -> list[Outcome]:
        return sorted(await self.service.queries.outcomes(browser.user), key=lambda each: -each.ended)

    async def _row(self, browser: Browser, line: GameLine) -> Row:
        table = line.table
        if table.status is not Status.RUNNING:
            return Row(line)
        name = (table.code, line.version, browser.language, line.seat)
        if name not in self._last:
            first = max(0, line.version - LOOKED_AT)
            lines = read_log(table, await self.service.work.entries(table.code, first, line.version), line.seat)
            said = told(lines)
            speaker = Speaker(browser.language, table.game, tuple(table.names), line.seat)
            text = speaker.say(said[-1][0]) if said else ""
            self._last[name] = text, mark_of(browser, lines)
            if len(self._last) > KEPT:
                del self._last[next(iter(self._last))]
        moments = await self.service.queries.deadlines(table) if table.waiting else {}
        moment = moments.get(line.seat, min(moments.values(), default=0.0))
        now, zone = self.service.work.clock(), browser.person.zone_info
        last, mark = self._last[name]
        return Row(line, last, soon(moment, now, browser.language, zone) if moment else "", mark)

    async def _again(self, browser: Browser) -> list[Again]:
        """Invitations that can still be followed; the others are forgotten."""
        tables = {table.code: table for table, _ in await self.service.work.documents(sorted(browser.again))}
        found: list[Again] = []
        for code, before in browser.again.items():
            table = tables.get(code)
            if table is None or table.status is not Status.LOBBY or table.seat_of(browser.user) is not None:
                await self.service.work.store.unset_user(browser.user, [f"{AGAIN}{code}"])
            else:
                found.append(Again(table, before))
        return found

    async def _standing(self, outcomes: Sequence[Outcome]) -> list[Outcome]:
        """Those whose tables are still kept."""
        kept = {table.code for table, _ in await self.service.work.documents([each.code for each in outcomes])}
        return [each for each in outcomes if each.code in kept]


def mark_of(browser: Browser, lines: Sequence[LogLine]) -> str:
    """Follows from the last move that this reader can see: a version would tell how often others acted in secret."""
    seen = [line.time for line in lines if line.kind in MOVES]
    return blake2b(repr(seen[-1:]).encode(), key=browser.token.encode(), digest_size=9).hexdigest()

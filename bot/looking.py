"""Looking at tables: what one person may see, whose games there are, what came of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from bot import lobby
from bot.clock import Stage, time_of
from bot.desk import Loaded
from bot.documents import Status, Table, Waiting
from bot.fairness import Proof, prove
from bot.host import HostDesk
from bot.hours import Calendar
from bot.results import Outcome, is_forgotten, outcome_of
from bot.sight import LogLine, Look, look_at, read_log
from engines.kit import Refusal


@dataclass(frozen=True, slots=True)
class GameLine:
    """One of my games: whether it waits for me, since when and until when."""

    table: Table
    version: int
    seat: int
    waiting: Waiting | None


class LookingDesk(HostDesk):
    """Nothing at a table changes here."""

    async def table(self, code: str) -> Table:
        """The document as anyone may see it."""
        return (await self.load(code)).table.seen_by(None)

    async def look(self, code: str, user: str | None) -> Look:
        """What one person may see now."""
        loaded = await self.load(code)
        return look_at(loaded, None if user is None else loaded.table.seat_of(user))

    async def log(self, code: str, user: str | None, since: int = 0, to: int | None = None) -> list[LogLine]:
        """What happened after a version, as this person may read it; what was taken back is left out."""
        loaded = await self.load(code)
        seat = None if user is None else loaded.table.seat_of(user)
        entries = await self.entries(code, since, to)
        return read_log(loaded.table, entries, seat)

    async def since_my_move(self, code: str, user: str) -> list[LogLine]:
        """What happened after this person's last own move."""
        loaded = await self.load(code)
        seat = lobby.require_seat(loaded.table, user)
        entries = await self.entries(code, loaded.table.seats[seat].acted)
        return read_log(loaded.table, entries, seat)

    async def games_of(self, user: str) -> list[GameLine]:
        """My games that are not over: those that wait for me first, the longest wait on top."""
        found = []
        for table, version in await self.documents(await self.store.games_of_user(user)):
            seat = table.seat_of(user)
            if seat is not None and not table.is_over:
                found.append(GameLine(table, version, seat, table.waiting.get(seat)))
        return sorted(found, key=lambda line: (line.waiting is None, line.waiting.since if line.waiting else 0))

    async def games_in(self, room: str) -> list[Table]:
        """The tables of a room that are not over, newest first."""
        found = [table for table, _ in await self.documents(await self.store.games_of_room(room))]
        return sorted((t for t in found if not t.is_over and room in t.rooms), key=lambda t: -t.created)

    async def outcomes(self, ref: str) -> list[Outcome]:
        """The finished games of a user or a room."""
        return [Outcome.model_validate_json(raw) for raw in await self.store.results(ref)]

    async def keep_outcome(self, loaded: Loaded) -> None:
        """Note a finished game for ratings and statistics; a second time changes nothing."""
        table = loaded.table
        result = None if loaded.state is None else loaded.engine.result(loaded.state)
        if result is not None and table.status is Status.FINISHED:
            outcome = outcome_of(table, result)
            refs = [*table.rooms, *[user for user in outcome.users if user and not is_forgotten(user)]]
            await self.store.keep_result(table.code, refs, outcome.model_dump_json())

    async def verify(self, code: str) -> Proof:
        """Play a finished game again from its seed."""
        loaded = await self.load(code)
        if loaded.state is None or not loaded.table.is_over:
            raise Refusal("table.refusal.not_over")
        entries = await self.entries(code)
        tables = await self.tables(loaded)
        return await asyncio.to_thread(prove, loaded.engine, entries, loaded.state, loaded.table.commitment, tables)

    async def check(self, code: str) -> Proof:
        """Play a live game's log again with the present build; secrets stay inside."""
        loaded = await self.load(code)
        if loaded.state is None:
            return Proof(True, True, 0)
        entries = await self.entries(code)
        tables = await self.tables(loaded)
        return await asyncio.to_thread(prove, loaded.engine, entries, loaded.state, loaded.table.commitment, tables)

    async def deadlines(self, table: Table, calendars: Mapping[int, Calendar] | None = None) -> dict[int, float]:
        """Until when each seat with a running clock must have moved; whoever has the calendars at hand gives them."""
        if calendars is None:
            calendars = await self.calendars(table)
        return {
            seat: time_of(Stage.LAPSED, waiting.since, waiting.allowed, calendars[seat])
            for seat, waiting in table.waiting.items()
            if waiting.allowed is not None and seat in calendars
        }

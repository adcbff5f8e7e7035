"""Looking at tables: what one person may see, whose games there are, what came of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.service.people_service import PeopleService
from bot.service.player_view import LogLine, PlayerView, player_view, read_log
from bot.service.unit_of_work import UnitOfWork
from bot.store import reads
from bot.table import lobby
from bot.table.calendar import Calendar
from bot.table.change import Loaded
from bot.table.model import Status, Table, Waiting
from bot.table.press import Press, might_ask, press
from bot.table.results import Outcome, is_forgotten, outcome_of
from bot.table.time_control import Stage, time_of
from bot.table.verification import Verification, prove
from engines.kit import Answer, Pending, Refusal, Text, Value, seen

FORCED = "kit.event.forced"
Asked = list[Text]
"""What an answer leads to, as far as its seat may foresee it."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One of my games: whether it waits for me, since when and until when."""

    table: Table
    version: int
    seat: int
    waiting: Waiting | None


class Queries:
    """Nothing at a table changes here."""

    def __init__(self, work: UnitOfWork, people: PeopleService) -> None:
        self.work = work
        self.people = people

    async def table(self, code: str) -> Table:
        """The document as anyone may see it."""
        return (await self.work.load(code)).table.seen_by(None)

    async def look(self, code: str, user: str | None) -> PlayerView:
        """What one person may see now."""
        loaded = await self.work.load(code)
        return player_view(loaded, None if user is None else loaded.table.seat_of(user))

    async def prepare(self, look: PlayerView, since: Sequence[int], results_of: str = "") -> None:
        """Have at hand what a panel tells besides: the log since some versions, clocks, what somebody has finished."""
        code = look.table.code
        wanted = [reads.entries(code, version, look.version) for version in since]
        finished = [reads.results(results_of)] if results_of else []
        await self.work.fetch([*wanted, *self.people.wanted(look.table), *finished])

    async def log(self, code: str, user: str | None, since: int = 0, to: int | None = None) -> list[LogLine]:
        """What happened after a version, as this person may read it; what was taken back is left out."""
        loaded = await self.work.load(code)
        seat = None if user is None else loaded.table.seat_of(user)
        entries = await self.work.entries(code, since, to)
        return read_log(loaded.table, entries, seat)

    async def since_my_move(self, code: str, user: str) -> list[LogLine]:
        """What happened after this person's last own move."""
        loaded = await self.work.load(code)
        seat = lobby.require_seat(loaded.table, user)
        entries = await self.work.entries(code, loaded.table.seats[seat].acted)
        return read_log(loaded.table, entries, seat)

    async def prepare_games(self, user: str, room: str) -> None:
        """Have at hand the games of somebody and of a room: two round trips, however many there are."""
        indexes = [reads.games_of_user(user), reads.games_of_room(room)]
        await self.work.fetch(indexes)
        codes = {code for index in indexes for code in await self.work.read(index)}
        await self.work.prepare_documents(sorted(codes))

    async def asks_first(self, look: PlayerView, pending: Pending, value: Value, is_wary: bool = False) -> Asked | None:
        """What is to be said before an answer is given, where the press asks first; else None. Tried on the rules
        only where the answer could ask, for whoever gives it next; `is_wary`: always, by own wish."""
        loaded = await self.work.load(look.table.code)
        step = loaded.engine.steps[pending.step]
        if loaded.version != look.version or not (is_wary or might_ask(step, pending.ask, value)):
            return None
        answer = Answer(pending.seat, pending.ask_id, value)
        outcome = await asyncio.to_thread(loaded.submit, loaded.running(), answer)
        asks = outcome.is_final if is_wary else press(step, pending.ask, value, outcome.is_final) is Press.ASKS
        if not asks:
            return None
        return [text for text in seen(outcome.own_events, pending.seat) if text.key != FORCED]

    async def games_of(self, user: str) -> list[GameLine]:
        """My games that are not over: those that wait for me first, the longest wait on top."""
        found = []
        for table, version in await self.work.documents(await self.work.read(reads.games_of_user(user))):
            seat = table.seat_of(user)
            if seat is not None and not table.is_over:
                found.append(GameLine(table, version, seat, table.waiting.get(seat)))
        return sorted(found, key=lambda line: (line.waiting is None, line.waiting.since if line.waiting else 0))

    async def games_in(self, room: str) -> list[Table]:
        """The tables of a room that are not over, newest first."""
        found = [table for table, _ in await self.work.documents(await self.work.read(reads.games_of_room(room)))]
        return sorted((t for t in found if not t.is_over and room in t.rooms), key=lambda t: -t.created)

    async def outcomes(self, ref: str) -> list[Outcome]:
        """The finished games of a user or a room."""
        return [Outcome.model_validate_json(raw) for raw in await self.work.read(reads.results(ref))]

    async def keep_outcome(self, loaded: Loaded) -> None:
        """Note a finished game for ratings and statistics; a second time changes nothing."""
        table = loaded.table
        result = None if loaded.state is None else loaded.engine.result(loaded.state)
        if result is not None and table.status is Status.FINISHED and not table.origin:
            outcome = outcome_of(table, result)
            refs = [*table.rooms, *[user for user in outcome.users if user and not is_forgotten(user)]]
            await self.work.store.keep_result(table.code, refs, outcome.model_dump_json())

    async def verify(self, code: str) -> Verification:
        """Play a finished game again from its seed."""
        loaded = await self.work.load(code)
        if loaded.state is None or not loaded.table.is_over:
            raise Refusal("table.refusal.not_over")
        entries = await self.work.entries(code, to=loaded.version)  # it may move on meanwhile
        tables = await self.work.tables(loaded)
        return await asyncio.to_thread(prove, loaded.engine, entries, loaded.state, loaded.table, tables)

    async def check(self, code: str) -> Verification:
        """Play a live game's log again with the present build; secrets stay inside."""
        loaded = await self.work.load(code)
        if loaded.state is None:
            return Verification(True, True, 0)
        entries = await self.work.entries(code, to=loaded.version)  # it may move on meanwhile
        tables = await self.work.tables(loaded)
        return await asyncio.to_thread(prove, loaded.engine, entries, loaded.state, loaded.table, tables)

    async def deadlines(self, table: Table, calendars: Mapping[int, Calendar] | None = None) -> dict[int, float]:
        """Until when each seat with a running clock must have moved; whoever has the calendars at hand gives them."""
        if table.paused is not None:
            return {}
        if calendars is None:
            calendars = await self.people.calendars(table)
        return {
            seat: time_of(Stage.LAPSED, waiting.since, waiting.allowed, calendars[seat])
            for seat, waiting in table.waiting.items()
            if waiting.allowed is not None and seat in calendars
        }

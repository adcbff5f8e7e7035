"""Attend to one table: play what needs no person, show every surface how it stands, say when to look again.

Everything here may be done twice: a crash is repaired by attending again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from hashlib import sha256

from bot.learn.lessons import Teacher, recent
from bot.messages.brief import About, Brief
from bot.messages.composer import main_ask
from bot.ops import metrics
from bot.ops.supervision import supervised
from bot.service.player_view import read_log
from bot.service.session import session
from bot.service.table_service import TableService
from bot.store import NEVER, UNSHOWN, Shown, StoreAway, reads
from bot.table import absence, votes
from bot.table.calendar import Calendar
from bot.table.change import Loaded
from bot.table.model import Absence, By, Entry, Status, Table, platform_of
from bot.table.preferences import Person
from bot.table.standing_orders import answer_from
from bot.table.stepwise import is_held
from bot.workers.planned import next_moment, play_due
from bot.workers.platform import NotNow, Platform, PlatformTrouble
from bot.workers.reminders import next_notice
from bot.workers.surfaces import Place, Surface, brief_of, first_needed, surfaces
from bot.workers.thoughts import Computers, Given, Question, Thoughts
from engines.kit import EngineBug, Pending, Refusal, State, Value, default_of

log = logging.getLogger(__name__)

HOLD = 12.0
"""Seconds for which a table is held; prolonged while work goes on. So long a table waits whose worker was killed."""
MOST_MOVES = 40
"""Moves without a person in one go; then other tables have their turn."""
IDLE_LOBBY = 7 * 24 * 3600.0
INDEX = "index"
"""A surface like any other: that people and rooms can find the table."""


class LostHold(Exception):
    """Another worker has the table; whatever is left to do is now its task."""


class TableWorker:
    """Does what is outstanding at a table that this worker holds.

    Computer moves are delayed by `pause` seconds, so that a person can still undo.
    """

    def __init__(
        self,
        service: TableService,
        platforms: Mapping[str, Platform],
        computers: Computers,
        worker: str,
        pause: float = 0.0,
    ) -> None:
        self.service = service
        self.worker = worker
        self._platforms = platforms
        self._thoughts = Thoughts(computers, self._play_thought)
        self._pause = pause
        self._store = service.work.store

    async def attend(self, code: str) -> None:
        """Bring one table up to date and let go of it."""
        started = time.perf_counter()
        try:
            async with self._holding(code):
                loaded, more = await self._play_on(code)
                if loaded.table.status is Status.FINISHED:
                    await self.service.queries.keep_outcome(loaded)
                if loaded.table.is_over:
                    await self.service.clubs.over(loaded.table)
                with session():
                    people, calendars, later = await self._show(loaded)
                now = self.service.work.clock()
                thought = self._thoughts.look_again(code)
                moments = [later, None if thought is None else now + thought, next_moment(loaded)]
                then = now if more else self._next(loaded.table, people, calendars, moments, now)
                await self._store.rest(code, self.worker, loaded.version, now, then)
            metrics.ATTENDED.labels("done").inc()
        except LostHold:
            metrics.ATTENDED.labels("lost").inc()
            log.info("table %s was taken over by another worker", code)
            await self.give_back(code, 0.0)  # it is ours still if the other one has only written there
        metrics.ATTEND_SECONDS.observe(time.perf_counter() - started)

    async def give_back(self, code: str, seconds: float) -> None:
        """Let go of a table unfinished: somebody looks again after so many seconds."""
        row = await self._store.load(code)
        now = self.service.work.clock()
        await self._store.rest(code, self.worker, row.version if row else 0, now, now + seconds if row else None)

    @asynccontextmanager
    async def _holding(self, code: str) -> AsyncIterator[None]:
        async def prolong() -> None:
            while True:
                await asyncio.sleep(HOLD / 4)
                with suppress(StoreAway):
                    await self._store.hold(code, self.worker, self.service.work.clock() + HOLD)

        async with supervised("the hold of a table", prolong):
            yield

    # --- moves without a person ---

    async def _play_on(self, code: str) -> tuple[Loaded, bool]:
        """Play orders, computer seats and lapsed clocks; true when there may be more of that."""
        for _ in range(MOST_MOVES):
            loaded = await self.service.work.load(code)
            now = self.service.work.clock()
            table = loaded.table
            try:
                if table.status is Status.LOBBY and now >= table.touched + IDLE_LOBBY:
                    await self.service.lobby.close_idle(f"idle:{code}:{loaded.version}", code)
                    continue
                if await self._climb(loaded, now):
                    continue
                if table.status is Status.RUNNING and await play_due(self.service.plans, loaded, now):
                    continue
                move = await self._move(loaded, now)
                if move is None:
                    return loaded, False
                pending, value, by = move
                request = f"{by}:{loaded.version}:{pending.ask_id}"
                given = (pending.ask_id, value)
                await self.service.moves.answer_for(request, code, loaded.version, pending.seat, given, by)
            except Refusal as refusal:
                log.info("table %s moved on: %s", code, refusal)
            except EngineBug:
                return await self.service.work.load(code), False
        return await self.service.work.load(code), True

    async def _move(self, loaded: Loaded, now: float) -> tuple[Pending, Value, By] | None:
        """The first move that needs no person."""
        if loaded.table.status is not Status.RUNNING or loaded.state is None:
            return None
        if loaded.table.people and not absence.anybody_plays(loaded.table):
            return None
        owed = [each for each in loaded.engine.pending(loaded.state) if each.owed]
        for pending in owed:
            seat = loaded.table.seats[pending.seat]
            if seat.orders and (value := answer_from(seat.orders, pending, now)) is not None:
                return pending, value, "order"
        if is_held(loaded.table, owed):
            return None
        for pending in owed:
            if not loaded.table.plays(pending.seat):
                return await self._computer_move(loaded, loaded.state, pending)
        if loaded.table.absence is Absence.DEFAULT:
            late = await self._late(loaded.table, now)
            for pending in owed:
                if pending.seat in late:
                    return pending, default_of(pending.ask), "clock"
        return None

    async def _late(self, table: Table, now: float) -> list[int]:
        """The seats whose time is up; their hours are looked up only where a clock could have run out."""
        if not any(w.allowed is not None and now >= w.since + w.allowed for w in table.waiting.values()):
            return []
        return absence.lapsed(table, await self.service.people.calendars(table), now)

    async def _climb(self, loaded: Loaded, now: float) -> bool:
        """The next step of the absence ladder, if one is due."""
        table = loaded.table
        if table.status is not Status.RUNNING:
            return False
        lapses = votes.lapses(table)
        step = ("lapse", 0) if lapses is not None and now >= lapses else absence.step(table, now)
        if step is None and table.absence is Absence.COMPUTER and absence.others_play(table):
            step = next((("computer", seat) for seat in await self._late(table, now)), None)
        if step is None and table.absence is Absence.VOTE:
            about = absence.to_be_asked(table, await self._late(table, now))
            step = None if about is None else ("ask", about)
        if step is None:
            return False
        rung, seat = step
        request = f"{rung}:{loaded.version}:{seat}"
        await self.service.moderation.climb(request, table.code, loaded.version, rung, seat)
        return True

    async def _computer_move(self, loaded: Loaded, state: State, pending: Pending) -> tuple[Pending, Value, By] | None:
        """What the seat answers, if that is known at once; else it thinks on and moves when it is done."""
        table, seat, wait = loaded.table, pending.seat, 0.0
        if table.undo is not None:
            wait = max(0.0, table.touched + self._pause - self.service.work.clock())
        seed = sha256(f"{state.seed}/{loaded.version}/{seat}".encode()).hexdigest()
        level = table.seats[seat].level
        question = Question(table.code, loaded.version, loaded.engine, state, seat, level, seed, wait)
        given = await self._thoughts.answer(question)
        if given is None:
            return None
        asked = next(each for each in loaded.engine.pending(state) if each.ask_id == given[0])
        return asked, given[1], "computer"

    async def _play_thought(self, question: Question, given: Given) -> None:
        """A computer's answer that came when the table had been let go; whoever holds it now has no part in it."""
        request = f"computer:{question.version}:{given[0]}"
        await self.service.moves.answer_for(request, question.code, question.version, question.seat, given, "computer")

    async def close(self) -> None:
        """No computer thinks for a table of ours any more."""
        await self._thoughts.close()

    # --- surfaces ---

    async def _show(self, loaded: Loaded) -> tuple[dict[int, Person], dict[int, Calendar], float | None]:
        """Show the table everywhere; one round trip brings all that is told of it."""
        table, people = loaded.table, self.service.people
        log_ = reads.entries(table.code, first_needed(table, loaded.version), loaded.version)
        finished = [reads.results(table.seats[seat].user) for seat in table.people if is_first_question(loaded, seat)]
        await self.service.work.fetch([*people.wanted(table), reads.shown(table.code), log_, *finished])
        known = await people.at(table)
        calendars = await people.calendars(table, known)
        return known, calendars, await self._show_all(loaded, known, calendars)

    async def _show_all(
        self, loaded: Loaded, people: Mapping[int, Person], calendars: Mapping[int, Calendar]
    ) -> float | None:
        """Bring every surface up to date; when to try again those that a platform would not show.

        What was sealed comes first: the board stands below it, wherever the chat opens.
        """
        table, now = loaded.table, self.service.work.clock()
        shown = await self.service.work.read(reads.shown(table.code))
        wanted = surfaces(loaded, people, calendars, now)
        stale = [surface for surface in wanted if _is_stale(surface, shown.get(surface.name))]
        later: list[float] = []
        briefs: list[tuple[Surface, Brief]] = []
        if stale:
            first = first_needed(table, loaded.version)
            entries = await self.service.work.entries(table.code, first, loaded.version)
            deadlines = await self.service.queries.deadlines(table, calendars)
            for surface in stale:
                if surface.silent and surface.notice.number and surface.seat is not None:
                    later.append(calendars[surface.seat].opens(now))
                    continue
                brief = brief_of(surface, loaded, entries, deadlines, people, now)
                if surface.notice.is_digest and surface.notice.stage is not None:
                    brief = await self._digested(brief, table.code)
                if surface.place.is_table and surface.seat is not None and surface.seat in people:
                    brief = await self._taught(brief, people[surface.seat], entries)
                briefs.append((surface, brief))
        names = {surface.name for surface in wanted} | {INDEX}

        def showing(seals: bool) -> list[Awaitable[float | None]]:
            return [self._show_one(table.code, s, b, shown.get(s.name)) for s, b in briefs if b.seals is seals]

        later += await _all_of(showing(seals=True))
        jobs = [self._index(table, shown.get(INDEX)), *showing(seals=False)]
        jobs += [self._withdraw(table, name, before) for name, before in shown.items() if name not in names]
        later += await _all_of(jobs)
        return min(later, default=None)

    async def _show_one(self, code: str, surface: Surface, brief: Brief, before: Shown | None) -> float | None:
        name = platform_of(surface.address)
        platform = self._platforms.get(name)
        if platform is None:
            return None
        try:
            message = await platform.show(brief, before.message if before and before.message else None)
        except PlatformTrouble as trouble:
            if not isinstance(trouble, NotNow):
                metrics.TROUBLES.labels(name).inc()
                log.warning("table %s cannot be shown at %s: %s", code, surface.name, trouble)
            if trouble.retry_after is not None:
                if trouble.keep is not None:
                    await self._record(code, surface.name, before, Shown(UNSHOWN, trouble.keep))
                return self.service.work.clock() + trouble.retry_after
            message = None
        else:
            metrics.POSTED.labels(name).inc()
        await self._record(code, surface.name, before, Shown(surface.mark, message or ""))
        if surface.seat is not None and surface.notice.stage is not None:
            was_reached = not brief.look.table.seats[surface.seat].is_unreached
            if was_reached is not (message is not None):
                await self.service.moderation.note_reached(code, surface.seat, surface.address, message is not None)
        return None

    async def _taught(self, brief: Brief, person: Person, entries: Sequence[Entry]) -> Brief:
        """The brief with what the teacher says to who is taught at this table."""
        if brief.seat is None:
            return brief
        since = max(0, brief.look.table.seats[brief.seat].acted - 1)
        own = read_log(brief.look.table, [entry for entry in entries if entry.version > since], brief.seat)
        asked = main_ask(brief.look)
        advice = await Teacher(self.service).advice(brief.look, person, asked, recent(own), brief.language)
        return replace(brief, advice=advice)

    async def _digested(self, brief: Brief, code: str) -> Brief:
        """The one message of the day stands at the table that has waited longest; the others change in silence."""
        waiting = [
            line.table.code for line in await self.service.queries.games_of(brief.address) if line.waiting is not None
        ]
        if waiting[:1] != [code]:
            return replace(brief, notice=None)
        return replace(brief, digest=waiting)

    async def _withdraw(self, table: Table, name: str, before: Shown) -> float | None:
        place = Place.parse(name)
        platform = None if place is None else self._platforms.get(platform_of(place.address))
        if place is not None and platform is not None and before.message and not _stays(place, table):
            try:
                await platform.withdraw(place.address, before.message)
            except PlatformTrouble as trouble:
                if trouble.retry_after is not None:
                    return self.service.work.clock() + trouble.retry_after
        await self._record(table.code, name, before, None)
        return None

    async def _index(self, table: Table, before: Shown | None) -> float | None:
        mark = sha256(" ".join([*table.rooms, *table.users, str(table.is_over)]).encode()).hexdigest()[:16]
        if before is None or before.mark != mark:
            if table.is_over:
                await self._store.retire(table.code, table.users, table.rooms, table.ended or table.created)
            else:
                await self._store.index(table.code, table.users, table.rooms, table.created)
            await self._record(table.code, INDEX, before, Shown(mark, ""))
        return None

    async def _record(self, code: str, name: str, before: Shown | None, after: Shown | None) -> None:
        if not await self._store.record(code, self.worker, self.service.work.clock(), name, before, after):
            raise LostHold(code)

    @staticmethod
    def _next(
        table: Table,
        people: Mapping[int, Person],
        calendars: Mapping[int, Calendar],
        moments: Sequence[float | None],
        now: float,
    ) -> float | None:
        """When the table next wants attention; None: never again. `moments`: when something else wants it."""
        times = [moment for moment in moments if moment is not None]
        if table.status is Status.LOBBY:
            times.append(table.touched + IDLE_LOBBY)
        for seat, waiting in table.waiting.items():
            if seat in calendars:
                moment = next_notice(people[seat], waiting, calendars[seat], now)
                times += [] if moment is None else [moment]
        times += [moment for moment in (absence.next_step(table), votes.lapses(table)) if moment is not None]
        if not times and table.is_over:
            return None
        return min(times, default=NEVER)


async def _all_of(jobs: Sequence[Awaitable[float | None]]) -> list[float]:
    """Do all of it, whatever becomes of one; when to try some of it again."""
    later: list[float] = []
    for outcome in await asyncio.gather(*jobs, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome
        later += [] if outcome is None else [outcome]
    return later


def is_first_question(loaded: Loaded, seat: int) -> bool:
    """Whether somebody may be offered a teacher: then it matters what they have finished."""
    return loaded.state is not None and not loaded.state.answered[seat]


def _stays(place: Place, table: Table) -> bool:
    """Whether a message is left standing that is not needed any more: what was sealed, how a vote came out, and an
    invitation that was followed."""
    if place.about is About.INVITATION:
        return table.seat_of(place.address) is not None
    return place.about in (About.SEAL, About.VOTE)


def _is_stale(surface: Surface, before: Shown | None) -> bool:
    return not surface.is_idle if before is None else before.mark != surface.mark

"""Days of play under a virtual clock: people in six zones, quiet hours, holidays, lost deliveries, outages, restarts.

Everything runs on a real store with the real service and workers; only time, people and the platform's wall are ours.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.cli.fortnight_people import START, Figures, People
from bot.cli.soak import Plain
from bot.messages.brief import Brief
from bot.service.people_service import next_seat
from bot.service.table_service import TableService
from bot.store import Store
from bot.table.lobby import User
from bot.table.model import Absence, Status, Table
from bot.table.standing_orders import answer_from
from bot.table.time_control import DAY, TERMS, Pace
from bot.workers.planned import moment_of
from bot.workers.platform import PlatformTrouble
from bot.workers.pool import WorkerPool
from bot.workers.table_worker import TableWorker
from engines.kit import Engine
from engines.kit.errors import Refusal

PLAIN = "plain"
SEATS = 3
PLAYED = "table.event.plan_played"
STRETCH = 20 * 60.0
"""Seconds between two looks of the workers: the real ones look every second, on a real clock."""


class Clock:
    """Seconds since some day; moved by hand."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Mail:
    """A platform that loses some deliveries for a while, and hands the rest to people."""

    name = "sim"

    def __init__(self, fortnight: Fortnight) -> None:
        self.fortnight = fortnight
        self._ids = itertools.count(1)

    async def show(self, brief: Brief, before: str | None) -> str | None:
        fortnight = self.fortnight
        below = fortnight.people.dice("mail", brief.surface, brief.mark, fortnight.clock.now).below
        if brief.seat is not None and below(100) < 5:
            fortnight.figures.counts["lost deliveries"] += 1
            raise PlatformTrouble("lost", 60.0 * (1 + below(30)))
        if brief.seat is not None and brief.notice is not None:
            await fortnight.alerted(brief)
        return before or str(next(self._ids))

    async def withdraw(self, address: str, message: str) -> None:
        return


@dataclass
class Fortnight:
    """The whole of it. `play` returns the figures."""

    store: Store
    folder: Path
    engines: Mapping[str, Engine[Any]]
    """The games, which the tables play in turn."""
    tables: int = 200
    days: int = 14
    seed: str = "fortnight"
    modules: bool = False
    """Every module of a game is played too, as a way of its own."""
    by_chance: bool = False
    eased: bool = True
    leaving: int = 50
    """What these three mean to the people, `People` says."""
    until_over: bool = False
    """It ends with the last game."""
    figures: Figures = field(default_factory=Figures)

    def __post_init__(self) -> None:
        self.clock = Clock(START)
        self.people = People(self.seed, self.days, self.by_chance, self.eased, self.leaving, self.figures)
        self.ways: dict[str, str] = {}
        """What each table plays."""
        self.alerts: set[tuple[str, str, int, float, int]] = set()
        self.deadlines: dict[tuple[str, int, float], float] = {}
        self._processes = itertools.count(1)
        self._restart()

    def _restart(self) -> None:
        """A new process: nothing but the store is remembered."""
        seeds = (f"{self.seed} {number}" for number in itertools.count())
        self.service = TableService(self.store, self.folder, self.engines, self.clock, lambda: next(seeds))
        worker = TableWorker(self.service, {"sim": Mail(self)}, Plain(), f"worker {next(self._processes)}")
        self.workers = WorkerPool(worker, patience=1e9)
        self.figures.counts["restarts"] += 1

    # --- people ---

    async def gather(self) -> None:
        """People with their habits sit down, three at a table."""
        ways = [
            (game, name)
            for game, engine in self.engines.items()
            for name in (PLAIN, *(engine.info.variants if self.modules else ()))
        ]
        for number in range(self.tables):
            game, name = ways[number % len(ways)]
            options = self.engines[game].info.variants.get(name, {})
            seats = min(SEATS, self.engines[game].info.seats[1])
            users = [User(f"sim:{number}.{seat}", f"P{number}.{seat}") for seat in range(seats)]
            first = number // len(ways) % 2
            for seat, user in enumerate(users):
                person = self.people.add(user.ref, plans=seat % 2 == first)
                await self.service.people.keep(user.ref, person)
            host = users[0]
            pace = (Pace.DAY, Pace.DAY, Pace.RELAXED)[number % 3]
            code = (
                await self.service.lobby.create(f"new {number}", game, host, f"sim:room{number}", options, pace)
            ).table.code
            for user in users[1:]:
                await self.service.lobby.join(f"join {user.ref}", code, user)
            rule = (Absence.COMPUTER, Absence.DEFAULT)[number % 2]
            await self.service.moderation.set_absence(f"rule {number}", code, host.ref, rule)
            await self.service.lobby.start(f"start {number}", code, host.ref)
            self.ways[code] = f"{game} {name}"

    async def alerted(self, brief: Brief) -> None:
        """Somebody's phone makes a sound (or not, at night): check that it should, and decide when they will look."""
        now, code, person = self.clock.now, brief.look.table.code, self.people.persons[brief.address]
        table = await self.service.queries.table(code)
        assert brief.seat is not None
        waiting = table.waiting.get(brief.seat)
        if brief.is_next:
            self.figures.counts["warnings"] += 1
            self.figures.require(next_seat(table) == brief.seat, f"{code}: warned, but not next")
            if self.eased and brief.address in self.people.planners:
                self.people.will_look(brief.address, code, now, 0, "warned")
            return
        self.figures.require(waiting is not None, f"{code}: reminded after the move was made")
        if waiting is None:
            return
        await self._must_be_asked(brief)
        quiet = person.calendar().quiet
        night = bool(quiet and list(quiet.spans(now, now + 0.001)))
        self.figures.require(not night or brief.silent, f"{code}: a sound in the quiet hours of {brief.address}")
        once = (brief.address, code, table.seats[brief.seat].acted, waiting.since, brief.number)
        self.figures.require(once not in self.alerts, f"{code}: alerted twice for one thing: {once}")
        was_told = brief.number == 0 or bool(person.digest or person.interval) or (*once[:-1], 0) in self.alerts
        self.figures.require(was_told, f"{code}: reminded of what was never asked: {once}")
        self.alerts.add(once)
        self.figures.counts["silent notices" if brief.silent else "notices"] += 1
        self.figures.counts["reminders"] += brief.number > 0
        self.people.will_look(brief.address, code, now, brief.number)

    async def _must_be_asked(self, brief: Brief) -> None:
        """Nobody is asked for what was planned, what an instruction answers, or what openly has a single answer."""
        code, seat, figures = brief.look.table.code, brief.seat, self.figures
        loaded = await self.service.work.load(code)
        if seat is None or loaded.state is None or brief.look.version != loaded.version:
            return
        asked = [each for each in loaded.engine.pending(loaded.state) if each.seat == seat]
        figures.require(moment_of(loaded, seat) is None, f"{code}: asked for what was planned")
        for pending in asked:
            step, orders = loaded.engine.steps[pending.step], loaded.table.seats[seat].orders
            is_ordered = pending.owed and answer_from(orders, pending, self.clock.now) is not None
            figures.require(not is_ordered, f"{code}: asked in spite of an instruction")
            must_ask = step.bluff or step.grave or len(asked) > 1 or pending.ask.only() is None
            figures.require(must_ask, f"{code}: asked for the only answer of {pending.step}")

    # --- time ---

    async def play(self) -> Figures:
        """From look to look of the workers until the fortnight is over; people act at their own time in between."""
        await self.gather()
        await self.store.beat(self.clock.now, 60)
        end = START + self.days * DAY
        outage: tuple[float, float] | None = (START + 5.1 * DAY, START + 5.4 * DAY)
        restarts = [START + day * DAY for day in (2.3, 7.7, 11.2)]
        while True:
            await self.workers.step()
            await self._watch()
            moment = await self._next_moment(end)
            if moment >= end or (self.until_over and not await self.store.live()):
                break
            if outage and moment >= outage[0]:
                moment = await self._go_down(outage)
                outage = None
            await self._act_until(moment)
            if restarts and self.clock.now >= restarts[0]:
                restarts.pop(0)
                self._restart()
        return await self._closed()

    async def _next_moment(self, end: float) -> float:
        """When somebody looks next, or a table is due: not before one stretch is over."""
        heads = (await self.store.due_heads()).values()
        moment = min([*heads, *[action[0] for action in self.people.actions[:1]], end])
        return max(self.clock.now + STRETCH, moment)

    async def _act_until(self, end: float) -> None:
        while self.people.actions and self.people.actions[0][0] <= end:
            moment, user, code, _ = heapq.heappop(self.people.actions)
            self.clock.now = max(self.clock.now, moment)
            try:
                await self.people.act(self.service, user, code)
            except Refusal:
                self.figures.counts["refused"] += 1
        self.clock.now = max(self.clock.now, end)

    async def _go_down(self, outage: tuple[float, float]) -> float:
        """Nobody attends for seven hours; then a process starts and sees the gap."""
        self.clock.now = outage[0]
        await self.store.beat(self.clock.now, 1e9)
        self.clock.now = outage[1]
        await self.store.beat(self.clock.now, 60)
        self._restart()
        self.figures.counts["outages"] += 1
        return outage[1]

    async def _watch(self) -> None:
        """Deadlines never come nearer, except that a person shortens the own time away."""
        if self.people.dice("watch", self.clock.now).below(20):
            return
        for table, _ in await self.service.work.documents(sorted(await self.store.live())[:1]):
            for seat, deadline in (await self.service.queries.deadlines(table)).items():
                key = (table.code, seat, table.waiting[seat].since)
                self.figures.require(
                    deadline >= self.deadlines.get(key, 0) - 1e-6, f"{table.code}: a deadline moved up"
                )
                self.deadlines[key] = deadline
                self.figures.counts["deadlines watched"] += 1

    async def _closed(self) -> Figures:
        """Who was timed out, and whether they had all their time."""
        for code in self.ways:
            table = await self.service.queries.table(code)
            self.figures.counts[f"tables {table.status.value}"] += 1
            if table.status is Status.FINISHED:
                self.figures.lengths[code] = _days(table)
            began: dict[int, float] = {}
            for entry in await self.service.work.entries(code):
                is_planned = any(e.key == PLAYED for e in entry.happened())
                self.figures.counts["plans played"] += is_planned
                late = entry.by == "clock" or entry.kind == "absence_computer"
                if late and entry.seat is not None:
                    self.figures.counts["timed out"] += 1
                    await self._had_time(code, entry.seat, began.get(entry.seat, table.started or 0), entry.time)
                if entry.seat is not None:
                    began[entry.seat] = entry.time
        return replace(self.figures)

    async def _had_time(self, code: str, seat: int, since: float, until: float) -> None:
        """At least the grace, in time that counts for this person."""
        table = await self.service.queries.table(code)
        terms = TERMS[table.pace]
        user = table.seats[seat].user or f"sim:{table.names[seat][1:]}"
        calendar = self.people.persons[user].calendar(*await self.store.gaps())
        assert terms is not None
        enough = calendar.counted(since, until) >= terms.grace - 1
        self.figures.require(enough, f"{code}: {user} was timed out within the grace")


def _days(table: Table) -> float:
    assert table.started is not None
    assert table.ended is not None
    return (table.ended - table.started) / DAY

"""The people of the simulated fortnight: their habits, when they look at a table, and what they do there."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from bot.cli.deck import Deck
from bot.cli.foresight import LONGEST_TURN, is_asked, limits_for, plan_for
from bot.service.table_service import TableService
from bot.table.change import Loaded
from bot.table.preferences import Person
from bot.table.standing_orders import Limit, Order, Suggested
from bot.table.time_control import DAY, HOUR
from engines.kit import Dice

ZONES = ("Europe/Amsterdam", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "America/Sao_Paulo", "UTC")
START = datetime(2026, 10, 19, 8, 0, tzinfo=UTC).timestamp()
"""The fortnight holds the end of daylight saving in Europe and its beginning in Sydney is just past."""


@dataclass
class Figures:
    """What is counted, and everything that should not have happened."""

    counts: Counter[str] = field(default_factory=Counter)
    lengths: dict[str, float] = field(default_factory=dict)
    """How many days each finished game took, by its table's code."""
    wrongs: list[str] = field(default_factory=list)

    def require(self, holds: bool, wrong: str) -> None:
        if not holds:
            self.wrongs.append(wrong)


@dataclass
class People:
    """All of them; whoever looks acts through the process that is alive."""

    seed: str
    days: int
    by_chance: bool
    """Whoever looks gives one answer by chance; else the whole turn as the plain player would, so that it gets
    somewhere."""
    eased: bool
    """Every other person plans, and some of the rest give orders; only who plays whole turns."""
    leaving: int
    """One person of so many never looks again."""
    figures: Figures
    persons: dict[str, Person] = field(default_factory=dict)
    planners: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    """People who never look again."""
    actions: list[tuple[float, str, str, int]] = field(default_factory=list)
    """When who looks at which table, and what alert made them."""
    decks: dict[tuple[str, str], Deck] = field(default_factory=dict)

    def dice(self, *occasion: object) -> Dice:
        """The chance of one occasion: the same whatever else happens at the same time."""
        return Dice(f"{self.seed} {occasion}")

    def add(self, user: str, plans: bool) -> Person:
        """Somebody new, with habits."""
        self.persons[user] = self._habits(user)
        if plans:
            self.planners.add(user)
        if self.dice("gone", user).below(self.leaving) == 0:
            self.gone.add(user)
        return self.persons[user]

    def _habits(self, user: str) -> Person:
        below = self.dice("habits", user).below
        start = START + below(self.days) * DAY
        return Person(
            zone=ZONES[below(len(ZONES))],
            quiet=("", "22:00-07:00", "23:30-08:30", "21:00-06:00")[below(4)],
            interval=(0, 0, 0, 6)[below(4)],
            digest=("", "", "", "", "18:00")[below(5)],
            away=((start, start + (1 + below(5)) * DAY),) if below(6) == 0 else (),
            warn_next=below(8) == 0,
        )

    def will_look(self, user: str, code: str, now: float, number: int, why: str = "asked") -> None:
        """Most look within hours, some the next day, a few not before they are pressed, a very few never."""
        if user in self.gone:
            return
        kind = self._drawn(user, why, 100)
        if kind < 4 and number == 0:
            return
        first, span, told = (0, 240, "soon") if kind < 70 else (4, 1200, "later") if kind < 92 else (20, 4000, "late")
        hours = first + self._drawn(user, f"{why} {told}", span) / 60
        moment = self.persons[user].calendar().opens(now + hours * HOUR)
        heapq.heappush(self.actions, (moment, user, code, number))

    def _drawn(self, user: str, what: str, bound: int) -> int:
        """A number of this person's own chance, evenly spread: nobody is late by luck in one build alone."""
        return self.decks.setdefault((user, what), Deck(f"{self.seed} {user} {what}")).below(bound)

    async def act(self, service: TableService, user: str, code: str) -> None:
        """Look at the table and answer, if it is still mine to answer."""
        look = await service.queries.look(code, user)
        if look.seat is None:
            return
        if look.table.seats[look.seat].absent is not None:
            await service.moderation.come_back(f"back {user} {look.version}", code, user)
            self.figures.counts["came back"] += 1
            look = await service.queries.look(code, user)
        owed = [pending for pending in look.pending if pending.owed]
        if not owed:
            if self.eased:
                await self._look_ahead(service, user, code)
            return
        below, request = self.dice("act", user, code, look.version).below, f"act {user} {look.version}"
        value = await self._chosen(service, code, owed[0], below)
        await service.moves.answer(request, code, user, [(owed[0].ask_id, value)])
        if below(20) == 0:
            await service.moves.answer(request, code, user, [(owed[0].ask_id, value)])
            self.figures.counts["double taps"] += 1
        self.figures.counts["moves"] += 1
        if not self.by_chance:
            await self._go_on(service, user, code)

    async def _chosen(self, service: TableService, code: str, pending: Any, below: Any) -> Any:
        """By chance, or as the plain player would."""
        loaded = await service.work.load(code)
        if self.by_chance or loaded.state is None:
            return pending.ask.sample(below)
        return loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, below)

    async def _go_on(self, service: TableService, user: str, code: str) -> None:
        """Whoever is there answers the rest of the turn too; then every other one plans, and some give orders."""
        for _ in range(LONGEST_TURN):
            look = await service.queries.look(code, user)
            owed = [pending for pending in look.pending if pending.owed]
            if not owed or look.seat is None:
                break
            below = self.dice("on", user, code, look.version).below
            given = [(owed[0].ask_id, await self._chosen(service, code, owed[0], below))]
            await service.moves.answer(f"on {user} {look.version}", code, user, given)
            self.figures.counts["moves"] += 1
        if self.eased:
            await self._look_ahead(service, user, code)

    async def _look_ahead(self, service: TableService, user: str, code: str) -> None:
        """Every other person plans the own next turn and names limits for auctions before they come, half of the others
        do when they come; both say how what comes again is answered."""
        loaded = await service.work.load(code)
        seat = loaded.table.seat_of(user)
        plans = user in self.planners
        if seat is None or loaded.table.is_over or not (plans or self.dice("orders", user).below(2) == 0):
            return
        await self._order(service, user, loaded, seat)
        if not plans:
            return
        loaded = await service.work.load(code)
        plan = plan_for(loaded, seat, f"{self.seed} plan {user} {loaded.version}")
        if plan is not None:
            await service.plans.keep(f"plan {user} {loaded.version}", code, user, plan)
            self.figures.counts["plans kept"] += 1

    async def _order(self, service: TableService, user: str, loaded: Loaded, seat: int) -> None:
        info, given = loaded.engine.info, loaded.table.seats[seat].orders
        named = [order for order in given if isinstance(order, Limit)]
        orders: list[Order] = [Suggested(step=step) for step in info.recurring]
        is_on = any(is_asked(loaded, question) for question in info.ahead)
        if (named and (is_on or named[0].early)) or not (is_on or user in self.planners):
            orders += named
        else:
            orders += limits_for(loaded, seat, f"{self.seed} limits {user} {loaded.version}")
        if orders != given:
            await service.moves.order(f"orders {user} {loaded.version}", loaded.table.code, user, orders)
            self.figures.counts["orders given"] += 1

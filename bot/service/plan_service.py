"""Plans kept for the next turn: keep one, withdraw it, play it or say why not. Told to nobody but their owner."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.people_service import PeopleService
from bot.service.unit_of_work import UnitOfWork
from bot.table import lobby, moves
from bot.table.change import Change, Committed, Loaded
from bot.table.kept_plan import KeptPlan
from bot.table.model import Seat
from bot.table.moves import Given
from engines.kit import Event, Refusal


class PlanService:
    """What people plan, and what the workers make of it."""

    def __init__(self, work: UnitOfWork, people: PeopleService) -> None:
        self.work = work
        self.people = people

    async def keep(self, request: str, code: str, user: str, plan: KeptPlan | None) -> Committed:
        """Set my plan in place of an earlier one; None withdraws it."""

        async def act(loaded: Loaded) -> Change:
            loaded.running()
            seat = lobby.require_seat(loaded.table, user)
            loaded.table.seats[seat].plan = plan and plan.model_copy(update={"made": loaded.version + 1})
            told = Event("table.event.plan_kept" if plan else "table.event.plan_withdrawn", {}, only=(seat,))
            return Change("planned", (told,), user, seat, is_private=True)

        return await self.work.commit(code, request, act)

    async def play(
        self, request: str, code: str, version: int, seat: int, given: Sequence[Given], left: KeptPlan | None
    ) -> Committed:
        """Play (a part of) a plan like any answer of its owner; refused when the table has moved on."""

        async def act(loaded: Loaded) -> Change:
            own = self._own(loaded, version, seat)
            spent = await self.people.spent(loaded.table, seat)
            own.plan = left
            change = moves.answer(loaded, seat, given, "plan", own.user, self.work.clock(), spent)
            change.events = (*change.events, Event("table.event.plan_played", {}, only=(seat,)))
            return change

        return await self.work.commit(code, request, act)

    async def leave(self, request: str, code: str, version: int, seat: int, plan: KeptPlan) -> Committed:
        """A plan is not played: its owner is asked, and told why."""

        async def act(loaded: Loaded) -> Change:
            self._own(loaded, version, seat).plan = plan
            return Change("planned", (), loaded.table.seats[seat].user, seat, is_private=True)

        return await self.work.commit(code, request, act)

    @staticmethod
    def _own(loaded: Loaded, version: int, seat: int) -> Seat:
        loaded.running()
        if loaded.version != version:
            raise Refusal("kit.refusal.closed")
        return loaded.table.seats[seat]

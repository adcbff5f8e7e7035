"""Playing: answers, taking back, standing orders, giving up a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.language.speaker import catalogue
from bot.service.people_service import PeopleService
from bot.service.queries import Queries
from bot.service.unit_of_work import UnitOfWork
from bot.table import lobby, moves, stepwise, votes
from bot.table.change import Change, Committed, Loaded, Undo
from bot.table.forgetting import names_of, scrubbed
from bot.table.model import By, Entry, Status, Vote, standing
from bot.table.moves import Given
from bot.table.standing_orders import Order
from bot.table.verification import replay
from engines.kit import Event, Refusal, seat_ref


class MoveService:
    """What people and workers do at a game that is on."""

    def __init__(self, work: UnitOfWork, people: PeopleService, queries: Queries) -> None:
        self.work = work
        self.people = people
        self.queries = queries

    async def answer(self, request: str, code: str, user: str, given: Sequence[Given]) -> Committed:
        """Answer one ask, or several in a row (a typed line): all of it or nothing."""

        async def act(loaded: Loaded) -> Change:
            seat = lobby.require_seat(loaded.table, user)
            spent = await self.people.spent(loaded.table, seat)
            return moves.answer(loaded, seat, given, "hand", user, self.work.clock(), spent)

        return await self.work.commit(code, request, act)

    async def answer_for(self, request: str, code: str, version: int, seat: int, move: Given, by: By) -> Committed:
        """An answer by order, computer or clock; refused when the table has moved on since it was decided."""

        async def act(loaded: Loaded) -> Change:
            if loaded.version != version:
                raise Refusal("kit.refusal.closed")
            spent = await self.people.spent(loaded.table, seat)
            return moves.answer(loaded, seat, [move], by, "", self.work.clock(), spent)

        return await self.work.commit(code, request, act)

    async def undo(self, request: str, code: str, user: str) -> Committed:
        """Take back my last step, while nobody else has acted and nothing hidden was shown; a learner at any time."""

        async def act(loaded: Loaded) -> Change:
            table, state = loaded.table, loaded.running()
            seat = lobby.require_seat(table, user)
            if table.undo is None or table.undo[0] != seat:
                own = await self._own_moves(code, seat)
                if not own:
                    raise Refusal("table.refusal.nothing_to_take_back")
                if stepwise.learner_of(table) == seat:
                    return await self._go_back(loaded, self._back(seat, own), user)
                raise Refusal("table.refusal.undo_barrier")
            found = await self.work.store.earlier(code)
            if found is None or found.seat != seat:
                raise Refusal("table.refusal.undo_barrier")
            earlier = await self.work.state(loaded.engine, found.state)
            left = table.undo[1] - 1
            table.undo = (seat, left) if left else None
            table.moves -= 1
            table.seats[seat].points = ()
            moves.wait(loaded, earlier, set(loaded.engine.owed(state)) | {seat}, self.work.clock())
            event = Event("table.event.undone", {"seat": seat_ref(seat)})
            return Change("undone", (event,), user, seat, state=earlier, undo=Undo.POP, to=found.version)

        return await self.work.commit(code, request, act)

    async def ask_back(self, request: str, code: str, user: str) -> Committed:
        """Ask all others to go back to before my last move; alone among computers it happens at once."""

        async def act(loaded: Loaded) -> Change:
            loaded.running()
            seat = lobby.require_seat(loaded.table, user)
            own = await self._own_moves(code, seat)
            if not own:
                raise Refusal("table.refusal.nothing_to_take_back")
            votes.close(loaded.table)
            loaded.table.vote = vote = self._back(seat, own)
            if set(loaded.table.people) <= {seat}:
                return await self._go_back(loaded, vote, user)
            return Change("back_asked", (Event("table.event.back_asked", {"seat": seat_ref(seat)}),), user, seat)

        return await self.work.commit(code, request, act)

    def _back(self, seat: int, own: Sequence[Entry]) -> Vote:
        """The wish of a seat to go back to before its last move."""
        return Vote(by=seat, to=own[-1].version - 1, asked=self.work.clock(), agreed=[seat])

    async def go_on(self, request: str, code: str, user: str, for_good: bool = False) -> Committed:
        """I have seen the computer's turn: the next may begin. `for_good`: no computer waits here any more."""

        async def act(loaded: Loaded) -> Change:
            state = loaded.running()
            seat = lobby.require_seat(loaded.table, user)
            if not stepwise.is_held(loaded.table, loaded.engine.pending(state)):
                raise Refusal("kit.refusal.closed")
            stepwise.goes_on(loaded.table, seat, loaded.version + 1, for_good)
            return Change("went_on", (), user, seat)

        return await self.work.commit(code, request, act)

    async def _own_moves(self, code: str, seat: int) -> list[Entry]:
        """What a seat has answered and not taken back."""
        entries = await self.work.entries(code)
        return [entry for entry in standing(entries) if entry.kind == "answer" and entry.seat == seat]

    async def vote_back(self, request: str, code: str, user: str, agree: bool) -> Committed:
        """Agree to go back, or refuse it for all."""

        async def act(loaded: Loaded) -> Change:
            loaded.running()
            table, seat = loaded.table, lobby.require_seat(loaded.table, user)
            if table.vote is None or table.vote.kind != "back":
                raise Refusal("table.refusal.no_vote")
            if not agree:
                votes.close(table, won=False)
                return Change(
                    "back_refused", (Event("table.event.back_refused", {"seat": seat_ref(seat)}),), user, seat
                )
            table.vote.agreed = sorted({*table.vote.agreed, seat})
            if set(table.people) <= set(table.vote.agreed):
                return await self._go_back(loaded, table.vote, user)
            return Change("back_agreed", (Event("table.event.back_agreed", {"seat": seat_ref(seat)}),), user, seat)

        return await self.work.commit(code, request, act)

    async def order(self, request: str, code: str, user: str, orders: Sequence[Order]) -> Committed:
        """Set my standing orders, all of them; told to nobody else."""

        async def act(loaded: Loaded) -> Change:
            state = loaded.running()
            seat = lobby.require_seat(loaded.table, user)
            loaded.table.seats[seat].orders = list(orders)
            moves.heed(loaded, state)
            told = Event("table.event.ordered", {}, only=(seat,))
            return Change("ordered", (told,), user, seat, is_private=True)

        return await self.work.commit(code, request, act)

    async def resign(self, request: str, code: str, user: str) -> Committed:
        """Give up my seat: a computer plays on; when the last person goes, the table is called off."""

        async def act(loaded: Loaded) -> Change:
            loaded.running()
            table, seat = loaded.table, lobby.require_seat(loaded.table, user)
            events = [Event("table.event.resigned", {"seat": seat_ref(seat)})]
            if table.vote is not None:
                events.append(Event("table.event.vote_lapsed", {}))
            table.seats[seat] = table.seats[seat].model_copy(
                update={"kind": "computer", "user": "", "orders": [], "plan": None}
            )
            votes.close(table)
            if not table.people:
                moves.stop(table, Status.CANCELLED, self.work.clock())
            elif table.host == user:
                table.host = table.users[0]
            return Change("resigned", events, user, seat)

        return await self.work.commit(code, request, act)

    async def erase(self, request: str, code: str, user: str, instead: str) -> None:
        """Take a person's name off a table; where it is over, the account too, from the results of the room as well."""

        async def act(loaded: Loaded) -> Change:
            table = loaded.table
            for seat in table.seats:
                if seat.user == user:
                    seat.name, seat.word = catalogue(table.language)["bot.somebody"], ""
                    seat.user = instead if table.is_over else user
            if table.host == user and table.is_over:
                table.host = instead
            return Change("erased")

        await self.work.commit(code, request, act)
        await self.queries.keep_outcome(await self.work.load(code))

    async def scrub(self, code: str, user: str, instead: str) -> None:
        """Take a person's name and account out of the old lines of a log; what was played stays as it was."""
        table = (await self.work.load(code)).table
        somebody = catalogue(table.language)["bot.somebody"]
        entries = await self.work.entries(code)
        names = names_of(entries, user)
        for entry in entries:
            if scrubbed(entry, user, instead, names, somebody):
                await self.work.store.rewrite(code, entry.version, entry.dump())

    async def thaw(self, request: str, code: str) -> Committed:
        """The operator lets a frozen table go on, once the fault is mended."""

        async def act(loaded: Loaded) -> Change:
            if loaded.table.status is not Status.FROZEN or loaded.state is None:
                raise Refusal("table.refusal.not_running")
            loaded.table.status = Status.RUNNING
            moves.wait(loaded, loaded.state, set(range(len(loaded.table.seats))), self.work.clock())
            return Change("thawed", (Event("table.event.thawed", {}),))

        return await self.work.commit(code, request, act)

    async def _go_back(self, loaded: Loaded, vote: Vote, user: str) -> Change:
        table, engine, present = loaded.table, loaded.engine, loaded.running()
        entries = await self.work.entries(table.code)
        states = await asyncio.to_thread(replay, engine, entries, await self.work.tables(loaded), present.rules)
        if engine.state_hash(states[loaded.version]) != engine.state_hash(present):
            raise Refusal("table.refusal.cannot_replay")
        state = engine.rewind(states[vote.to], present)
        votes.close(table, won=True)
        table.undo = None
        for seat in table.seats:
            seat.points = ()
            if seat.plan is not None and (seat.plan.begun or seat.plan.trouble):
                seat.plan = None
        moves.wait(loaded, state, set(range(len(table.seats))), self.work.clock())
        assert vote.by is not None
        event = Event("table.event.back", {"seat": seat_ref(vote.by)})
        return Change("back", (event,), user, vote.by, state=state, undo=Undo.CLEAR, to=vote.to)

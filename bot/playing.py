"""Playing: answers, taking back, standing orders, giving up a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot import lobby, play
from bot.desk import Done, Loaded, Step
from bot.documents import By, Status, Vote, standing
from bot.fairness import replay
from bot.lobby import User
from bot.looking import LookingDesk
from bot.orders import Order
from bot.play import Given
from bot.store import Undo
from bot.texts import catalogue
from engines.kit import Event, Refusal, seat_ref


class PlayingDesk(LookingDesk):
    """What people and workers do at a game that is on."""

    async def answer(self, request: str, code: str, user: str, moves: Sequence[Given]) -> Done:
        """Answer one ask, or several in a row (a typed line): all of it or nothing."""

        async def act(loaded: Loaded) -> Step:
            seat = lobby.require_seat(loaded.table, user)
            spent = await self.spent(loaded.table, seat)
            return play.answer(loaded, seat, moves, "hand", user, self.clock(), spent)

        return await self.commit(code, request, act)

    async def answer_for(self, request: str, code: str, version: int, seat: int, move: Given, by: By) -> Done:
        """An answer by order, computer or clock; refused when the table has moved on since it was decided."""

        async def act(loaded: Loaded) -> Step:
            if loaded.version != version:
                raise Refusal("kit.refusal.closed")
            spent = await self.spent(loaded.table, seat)
            return play.answer(loaded, seat, [move], by, "", self.clock(), spent)

        return await self.commit(code, request, act)

    async def undo(self, request: str, code: str, user: str) -> Done:
        """Take back my last step, while nobody else has acted and nothing hidden was shown."""

        async def act(loaded: Loaded) -> Step:
            table, state = loaded.table, loaded.running()
            seat = lobby.require_seat(table, user)
            if table.undo is None or table.undo[0] != seat:
                raise Refusal("table.refusal.undo_barrier")
            found = await self.store.earlier(code)
            if found is None or found.seat != seat:
                raise Refusal("table.refusal.undo_barrier")
            earlier = await self.state(loaded.engine, found.state)
            left = table.undo[1] - 1
            table.undo = (seat, left) if left else None
            table.moves -= 1
            table.seats[seat].points = ()
            play.wait(loaded, earlier, set(loaded.engine.owed(state)) | {seat}, self.clock())
            event = Event("table.event.undone", {"seat": seat_ref(seat)})
            return Step("undone", (event,), user, seat, state=earlier, undo=Undo.POP, to=found.version)

        return await self.commit(code, request, act)

    async def ask_back(self, request: str, code: str, user: str) -> Done:
        """Ask all others to go back to before my last move; alone among computers it happens at once."""

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            seat = lobby.require_seat(loaded.table, user)
            entries = await self.entries(code)
            own = [entry for entry in standing(entries) if entry.kind == "answer" and entry.seat == seat]
            if not own:
                raise Refusal("table.refusal.nothing_to_take_back")
            vote = Vote(by=seat, to=own[-1].version - 1, asked=self.clock(), agreed=[seat])
            loaded.table.vote = vote
            if set(loaded.table.people) <= {seat}:
                return await self._go_back(loaded, vote, user)
            return Step("back_asked", (Event("table.event.back_asked", {"seat": seat_ref(seat)}),), user, seat)

        return await self.commit(code, request, act)

    async def vote_back(self, request: str, code: str, user: str, agree: bool) -> Done:
        """Agree to go back, or refuse it for all."""

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            table, seat = loaded.table, lobby.require_seat(loaded.table, user)
            if table.vote is None or table.vote.kind != "back":
                raise Refusal("table.refusal.no_vote")
            if not agree:
                table.vote = None
                return Step("back_refused", (Event("table.event.back_refused", {"seat": seat_ref(seat)}),), user, seat)
            table.vote.agreed = sorted({*table.vote.agreed, seat})
            if set(table.people) <= set(table.vote.agreed):
                return await self._go_back(loaded, table.vote, user)
            return Step("back_agreed", (Event("table.event.back_agreed", {"seat": seat_ref(seat)}),), user, seat)

        return await self.commit(code, request, act)

    async def order(self, request: str, code: str, user: str, orders: Sequence[Order]) -> Done:
        """Set my standing orders, all of them; told to nobody else."""

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            seat = lobby.require_seat(loaded.table, user)
            loaded.table.seats[seat].orders = list(orders)
            return Step("ordered", (Event("table.event.ordered", {}, only=(seat,)),), user, seat)

        return await self.commit(code, request, act)

    async def resign(self, request: str, code: str, user: str) -> Done:
        """Give up my seat: a computer plays on; when the last person goes, the table is called off."""

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            table, seat = loaded.table, lobby.require_seat(loaded.table, user)
            event = Event("table.event.resigned", {"seat": seat_ref(seat)})
            table.seats[seat] = table.seats[seat].model_copy(update={"kind": "computer", "user": "", "orders": []})
            table.vote = None
            if not table.people:
                play.stop(table, Status.CANCELLED, self.clock())
            elif table.host == user:
                table.host = table.users[0]
            return Step("resigned", (event,), user, seat)

        return await self.commit(code, request, act)

    async def erase(self, request: str, code: str, user: str, instead: str) -> None:
        """Take a person's name off a table; where it is over, the account too, from the results of the room as well."""

        async def act(loaded: Loaded) -> Step:
            table = loaded.table
            for seat in table.seats:
                if seat.user == user:
                    seat.name = catalogue(table.language)["bot.somebody"]
                    seat.user = instead if table.is_over else user
            if table.host == user and table.is_over:
                table.host = instead
            return Step("erased")

        await self.commit(code, request, act)
        await self.keep_outcome(await self.load(code))

    async def replace(self, request: str, code: str, user: str, seat: int, person: User) -> Done:
        """Put somebody else on a seat of a running game: the host decides for computers, everybody for themselves."""

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            table = loaded.table
            if not 0 <= seat < len(table.seats):
                raise Refusal("kit.refusal.no_such_seat", number=seat)
            if table.seats[seat].user != user and not (table.host == user and table.seats[seat].kind == "computer"):
                raise Refusal("table.refusal.host_only")
            if table.seat_of(person.ref) is not None:
                raise Refusal("table.refusal.already_in")
            before = table.seats[seat].name
            table.seats[seat] = lobby.seat_for(table, person)
            facts = {"name": table.seats[seat].name, "before": before}
            return Step("replaced", (Event("table.event.replaced", dict(facts)),), user, seat)

        done = await self.commit(code, request, act)
        await self.store.index(code, [person.ref], [], done.table.created)
        return done

    async def thaw(self, request: str, code: str) -> Done:
        """The operator lets a frozen table go on, once the fault is mended."""

        async def act(loaded: Loaded) -> Step:
            if loaded.table.status is not Status.FROZEN or loaded.state is None:
                raise Refusal("table.refusal.not_running")
            loaded.table.status = Status.RUNNING
            play.wait(loaded, loaded.state, set(range(len(loaded.table.seats))), self.clock())
            return Step("thawed", (Event("table.event.thawed", {}),))

        return await self.commit(code, request, act)

    async def _go_back(self, loaded: Loaded, vote: Vote, user: str) -> Step:
        table, engine, present = loaded.table, loaded.engine, loaded.running()
        entries = await self.entries(table.code)
        states = await asyncio.to_thread(replay, engine, entries, await self.tables(loaded))
        if engine.state_hash(states[loaded.version]) != engine.state_hash(present):
            raise Refusal("table.refusal.cannot_replay")
        state = engine.rewind(states[vote.to], present)
        table.vote, table.undo = None, None
        for seat in table.seats:
            seat.points = ()
        play.wait(loaded, state, set(range(len(table.seats))), self.clock())
        event = Event("table.event.back", {"seat": seat_ref(vote.by)})
        return Step("back", (event,), user, vote.by, state=state, undo=Undo.CLEAR, to=vote.to)

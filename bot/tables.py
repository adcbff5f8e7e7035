"""The table service: everything that can be done at a table. The only caller of engines *and* store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot import lobby, play
from bot.clock import Pace, Stage, time_of
from bot.desk import Done, Loaded, Step
from bot.documents import By, Status, Table, Vote, Waiting, code_for, standing
from bot.fairness import Proof, prove, replay
from bot.host import HostDesk
from bot.hours import Calendar
from bot.lobby import SeatOrder, User
from bot.orders import Order
from bot.play import Given
from bot.results import Outcome, is_forgotten, outcome_of
from bot.sight import LogLine, Look, look_at, read_log
from bot.store import Undo, Verdict
from bot.texts import catalogue
from engines.kit import Event, Refusal, commitment, seat_ref, seen

__all__ = ["Done", "GameLine", "Given", "LogLine", "Look", "TableService", "User"]


@dataclass(frozen=True, slots=True)
class GameLine:
    """One of my games: whether it waits for me, since when and until when."""

    table: Table
    version: int
    seat: int
    waiting: Waiting | None


class TableService(HostDesk):
    """What people (and workers) do at tables. Refusal says what cannot be, StoreAway that the storage is away."""

    # --- before the game ---

    async def create(
        self,
        request: str,
        game: str,
        host: User,
        room: str,
        options: Mapping[str, Any] | None = None,
        pace: Pace = Pace.DAY,
        seats: int | None = None,
        language: str | None = None,
    ) -> Done:
        """Open a table; its host sits down. The same request opens one table, whose code follows from it."""
        engine = self.engines.get(game)
        if engine is None:
            raise Refusal("table.refusal.no_game", game=lobby.clean(game))
        table = Table(code="", game=game, room=room, host=host.ref, pace=pace, language=language or host.language)
        table.options = lobby.checked(engine, options or {}).model_dump(mode="json")
        table.rules_version = engine.info.rules_version
        table.created = self.clock()
        table.request = request
        lobby.resize(table, engine, engine.info.seats[1] if seats is None else seats)
        lobby.sit(table, host)
        event = Event("table.event.opened", {"name": table.seats[0].name})
        for attempt in range(100):
            table.code = code_for(request, attempt)
            loaded = Loaded(0, table, engine, None)
            verdict, version = await self.write(loaded, request, Step("opened", (event,), host.ref, 0))
            if verdict is Verdict.CONFLICT:
                present = await self.load(table.code)
                if present.table.request != request:
                    continue
                version = 1
            await self.store.index(table.code, [host.ref], [room], table.created)
            if verdict is not Verdict.OK:
                return await self.first(table.code, version)
            return Done(table, version, seen([event], None))
        raise Refusal("table.refusal.no_code")

    async def move_room(self, old: str, new: str) -> None:
        """A room has another address now (a Telegram group that grew): its tables go along."""
        for table in await self.games_in(old):

            async def act(loaded: Loaded) -> Step:
                if loaded.table.room == old:
                    loaded.table.room = new
                loaded.table.also = [new if room == old else room for room in loaded.table.also]
                return Step("moved")

            await self.commit(table.code, f"moved:{old}:{new}", act)
            await self.store.index(table.code, [], [new], table.created)

    async def show_also(self, request: str, code: str, room: str) -> Done:
        """Show the table in one more room, on another platform."""

        async def act(loaded: Loaded) -> Step:
            if room in loaded.table.rooms or loaded.table.is_over:
                raise Refusal("table.refusal.over")
            loaded.table.also.append(room)
            return Step("shown_also")

        done = await self.commit(code, request, act)
        await self.store.index(code, [], [room], done.table.created)
        return done

    async def join(self, request: str, code: str, person: User, seat: int | None = None) -> Done:
        """Sit down; at a game that is on, as a substitute for somebody who left a seat open."""
        if (await self.load(code)).table.status is Status.RUNNING:
            return await self.take_seat(request, code, person)

        async def act(loaded: Loaded) -> Step:
            return Step("joined", (lobby.sit(loaded.table, person, seat),), person.ref)

        done = await self.commit(code, request, act)
        await self.store.index(code, [person.ref], [], done.table.created)
        return done

    async def leave(self, request: str, code: str, user: str) -> Done:
        async def act(loaded: Loaded) -> Step:
            return Step("left", (lobby.rise(loaded.table, user),), user)

        done = await self.commit(code, request, act)
        await self.store.unindex(code, [user])
        return done

    async def add_computer(
        self, request: str, code: str, user: str, name: str = "Lorenzo", level: str = "steady"
    ) -> Done:
        async def act(loaded: Loaded) -> Step:
            lobby.require_host(loaded.table, user)
            return Step("computer_added", (lobby.add_computer(loaded.table, name, level),), user)

        return await self.commit(code, request, act)

    async def remove_computer(self, request: str, code: str, user: str, seat: int) -> Done:
        async def act(loaded: Loaded) -> Step:
            lobby.require_host(loaded.table, user)
            return Step("computer_removed", (lobby.remove_computer(loaded.table, seat),), user)

        return await self.commit(code, request, act)

    async def configure(
        self,
        request: str,
        code: str,
        user: str,
        options: Mapping[str, Any] | None = None,
        pace: Pace | None = None,
        seats: int | None = None,
        language: str | None = None,
    ) -> Done:
        """Change options, pace, number of seats or language of a table that has not begun."""

        async def act(loaded: Loaded) -> Step:
            lobby.require_host(loaded.table, user)
            event = lobby.configure(loaded.table, loaded.engine, options, pace, seats, language)
            return Step("configured", (event,), user)

        return await self.commit(code, request, act)

    async def start(self, request: str, code: str, user: str, order: SeatOrder = "random") -> Done:
        """Begin to play. The hash of the seed goes on record now, the seed when the game is over."""
        seed = self.seeds()

        async def act(loaded: Loaded) -> Step:
            table, engine = loaded.table, loaded.engine
            lobby.require_host(table, user)
            lobby.arrange(table, engine, order, seed)
            options = lobby.checked(engine, table.options)
            outcome = engine.setup(len(table.seats), options, seed)
            tables = engine.tables_of(outcome.state)
            await self.store.keep_tables(tables.digest, json.dumps(tables.raw).encode())
            table.status, table.started = Status.RUNNING, self.clock()
            table.rules_version, table.tables = engine.info.rules_version, tables.digest
            table.commitment = commitment(seed)
            facts = {"seats": len(table.seats), "options": table.options, "seed": seed}
            begun = Event("table.event.started", {"order": [seat_ref(seat) for seat in range(len(table.seats))]})
            play.wait(loaded, outcome.state, set(table.people), self.clock())
            step = Step("started", (begun, *outcome.events), user, state=outcome.state, undo=Undo.CLEAR, facts=facts)
            play.end_if_over(loaded, step, self.clock())
            return step

        return await self.commit(code, request, act)

    async def move_to(self, request: str, code: str, user: str, room: str) -> Done:
        """Play on in another room: the board message comes there."""

        async def act(loaded: Loaded) -> Step:
            lobby.require_host(loaded.table, user)
            loaded.table.room = room
            return Step("moved", (Event("table.event.moved", {}),), user)

        done = await self.commit(code, request, act)
        await self.store.index(code, [], [room], done.table.created)
        return done

    async def cancel(self, request: str, code: str, user: str) -> Done:
        """Call the table off: the host, or everybody's last resort when nobody else is there."""

        async def act(loaded: Loaded) -> Step:
            lobby.require_host(loaded.table, user)
            if loaded.table.is_over:
                raise Refusal("table.refusal.over")
            play.stop(loaded.table, Status.CANCELLED, self.clock())
            return Step("cancelled", (Event("table.event.cancelled", {}),), user)

        return await self.commit(code, request, act)

    async def close_idle(self, request: str, code: str) -> Done:
        """Close a lobby that everybody forgot."""

        async def act(loaded: Loaded) -> Step:
            lobby.require_lobby(loaded.table)
            play.stop(loaded.table, Status.CANCELLED, self.clock())
            return Step("cancelled", (Event("table.event.closed", {}),))

        return await self.commit(code, request, act)

    # --- playing ---

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

    async def deadlines(self, table: Table, calendars: Mapping[int, Calendar] | None = None) -> dict[int, float]:
        """Until when each seat with a running clock must have moved; whoever has the calendars at hand gives them."""
        if calendars is None:
            calendars = await self.calendars(table)
        return {
            seat: time_of(Stage.LAPSED, waiting.since, waiting.allowed, calendars[seat])
            for seat, waiting in table.waiting.items()
            if waiting.allowed is not None and seat in calendars
        }

    # --- looking ---

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

"""Before the game: open a table, sit down, choose, begin; and which rooms show it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot import lobby, play
from bot.clock import Pace
from bot.desk import Done, Loaded, Step
from bot.documents import Status, Table, code_for
from bot.lobby import SeatOrder, User
from bot.looking import LookingDesk
from bot.store import Undo, Verdict
from engines.kit import Event, Refusal, commitment, seat_ref, seen


class OpeningDesk(LookingDesk):
    """What happens at a table that has not begun, and where tables stand."""

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

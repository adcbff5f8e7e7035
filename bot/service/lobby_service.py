"""Before the game: open a table, sit down, choose, begin; and which rooms show it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.service.moderation_service import ModerationService
from bot.service.queries import Queries
from bot.service.unit_of_work import UnitOfWork
from bot.store import Verdict, reads
from bot.table import fairness, lobby, moves
from bot.table.change import Change, Committed, Loaded, Undo
from bot.table.lobby import SeatOrder, User
from bot.table.model import OLD_LETTERS, Level, Status, Table, code_for
from bot.table.time_control import Pace
from engines.kit import Event, Refusal, commitment, seat_ref, seen


class LobbyService:
    """What happens at a table that has not begun, and where tables stand."""

    def __init__(
        self, work: UnitOfWork, moderation: ModerationService, queries: Queries, seeds: Callable[[], str]
    ) -> None:
        self.work = work
        self.moderation = moderation
        self.queries = queries
        self.seeds = seeds

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
        others: Sequence[User] = (),
    ) -> Committed:
        """Open a table; its host sits down, and `others` who are to play there. The same request opens one table,
        whose code follows from it.

        The hash of the seed goes on record now, before anybody can add a word to the shuffle.
        """
        engine = self.work.engines.get(game)
        if engine is None:
            raise Refusal("table.refusal.no_game", game=lobby.clean(game))
        table = Table(code="", game=game, room=room, host=host.ref, pace=pace, language=language or host.language)
        table.options = lobby.checked(engine, options or {}).model_dump(mode="json")
        table.rules_version = engine.info.rules_version
        table.created = self.work.clock()
        table.request = request
        seed = self.seeds()
        table.commitment = commitment(seed)
        lobby.resize(table, engine, engine.info.seats[1] if seats is None else seats)
        for user in (host, *others):
            lobby.sit(table, user)
        event = Event("table.event.opened", {"name": table.seats[0].name})
        opened = Change("opened", (event,), host.ref, 0, facts={"seed": seed})
        return await self.written(Loaded(0, table, engine, None), request, opened)

    async def again(self, before: Table, user: User) -> Committed:
        """The same game once more. Who asks first opens it, with its computers, and the other people are asked to it;
        whoever asks then sits down there. It is one table, however many ask, unless that is over."""
        number, table, seats = 0, None, len(before.seats)
        while table is None or not lobby.has_room_for(table, user.ref):
            request = f"again {before.code} {before.created} {number}"
            done = await self.create(
                request, before.game, user, before.room, before.options, before.pace, seats, before.language
            )
            number, table = number + 1, await self.queries.table(done.table.code)
        if table.seat_of(user.ref) is None:
            return await self.join(f"{request} {user.ref}", table.code, user, invited=True)
        if table.host != user.ref or table.status is not Status.LOBBY:
            return replace(done, table=table)
        entries = await self.work.entries(before.code)
        added = {event.facts["name"] for each in entries if each.kind == "computer_added" for event in each.happened()}
        computers = [seat for seat in before.seats if seat.kind == "computer" and seat.name in added]
        for place, seat in enumerate(computers):
            done = await self.add_computer(f"{request} {place}", table.code, user.ref, seat.name, seat.level)
        guests = [User(seat.user, seat.name) for seat in before.seats if seat.user and seat.user != user.ref]
        if guests:
            return await self.invite(f"{request} guests", table.code, user.ref, guests)
        return await self.start(f"{request} start", table.code, user.ref)

    async def written(self, loaded: Loaded, request: str, step: Change) -> Committed:
        """A new table under a code of its own, which follows from the request: the same request opens one table."""
        table = loaded.table
        if (before := await self._opened_before(request)) is not None:
            return before
        for attempt in range(100):
            table.code = code_for(request, attempt)
            verdict, version = await self.work.write(loaded, request, step)
            if verdict is Verdict.CONFLICT:
                present = await self.work.load(table.code)
                if present.table.request != request:
                    continue
                version = 1
            await self.work.store.index(table.code, table.users, [table.room], table.created)
            if verdict is not Verdict.OK:
                return await self.work.first(table.code, version)
            return Committed(table, version, seen(tuple(step.events), None))
        raise Refusal("table.refusal.no_code")

    async def _opened_before(self, request: str) -> Committed | None:
        """The table that a former build, with its shorter codes, has opened by this request."""
        code = code_for(request, 0)[:OLD_LETTERS]
        try:
            present = await self.work.load(code)
        except Refusal:
            return None
        return await self.work.first(code, 1) if present.table.request == request else None

    async def practice(
        self,
        request: str,
        game: str,
        learner: User,
        room: str,
        options: Mapping[str, Any],
        seats: int,
        names: Sequence[str],
        stops: Sequence[str] = (),
    ) -> Committed:
        """A first game against gentle computers, begun at once: the learner sits first, nobody is hurried or rated.

        `stops`: the steps before which a computer waits until the learner has seen the turn before.
        """
        done = await self.create(request, game, learner, room, options, Pace.NONE, seats, learner.language)
        code = done.table.code
        for number in range(seats - 1 if done.table.status is Status.LOBBY else 0):
            await self.add_computer(f"{request}/{number}", code, learner.ref, names[number % len(names)], Level.GENTLE)
        if done.table.status is Status.LOBBY:
            done = await self.start(f"{request}/start", code, learner.ref, "joined", stops)
        return done

    async def move_room(self, old: str, new: str) -> None:
        """A room has another address now (a Telegram group that grew): its tables go along."""
        for table in await self.queries.games_in(old):

            async def act(loaded: Loaded) -> Change:
                if loaded.table.room == old:
                    loaded.table.room = new
                loaded.table.also = [new if room == old else room for room in loaded.table.also]
                return Change("moved")

            await self.work.commit(table.code, f"moved:{old}:{new}", act)
            await self.work.store.index(table.code, [], [new], table.created)

    async def show_also(self, request: str, code: str, room: str) -> Committed:
        """Show the table in one more room, on another platform."""

        async def act(loaded: Loaded) -> Change:
            if room in loaded.table.rooms or loaded.table.is_over:
                raise Refusal("table.refusal.over")
            loaded.table.also.append(room)
            return Change("shown_also")

        done = await self.work.commit(code, request, act)
        await self.work.store.index(code, [], [room], done.table.created)
        return done

    async def join(
        self, request: str, code: str, person: User, seat: int | None = None, invited: bool = False
    ) -> Committed:
        """Sit down; at a game that is on, as a substitute for somebody who left a seat open.

        `invited`: by more than the table's code.
        """
        if (table := (await self.work.load(code)).table).status is Status.RUNNING:
            _require_invitation(table, invited or bool(table.invited.get(person.ref)))
            return await self.moderation.take_seat(request, code, person)

        async def act(loaded: Loaded) -> Change:
            _require_invitation(loaded.table, invited or bool(loaded.table.invited.get(person.ref)))
            return Change("joined", (lobby.sit(loaded.table, person, seat),), person.ref)

        done = await self.work.commit(code, request, act)
        await self.work.store.index(code, [person.ref], [], done.table.created)
        return done

    async def invite(self, request: str, code: str, user: str, guests: Sequence[User]) -> Committed:
        """The host asks people to sit down: each gets a message, and may come without knowing the code."""

        async def act(loaded: Loaded) -> Change:
            lobby.require_host(loaded.table, user)
            if not lobby.seats_open(loaded.table):
                raise Refusal("table.refusal.full")
            lobby.invite(loaded.table, guests)
            return Change("invited", (), user)

        return await self.work.commit(code, request, act)

    async def decline(self, request: str, code: str, user: str) -> Committed:
        """Somebody who was asked will not come."""

        async def act(loaded: Loaded) -> Change:
            lobby.decline(loaded.table, user)
            return Change("declined", (), user)

        return await self.work.commit(code, request, act)

    async def add_word(self, request: str, code: str, user: str, word: str) -> Committed:
        """Something of one's own in the shuffle, before it is made."""

        async def act(loaded: Loaded) -> Change:
            return Change("word", (lobby.add_word(loaded.table, user, word),), user)

        return await self.work.commit(code, request, act)

    async def leave(self, request: str, code: str, user: str) -> Committed:
        async def act(loaded: Loaded) -> Change:
            return Change("left", (lobby.rise(loaded.table, user),), user)

        done = await self.work.commit(code, request, act)
        await self.work.store.unindex(code, [user])
        return done

    async def add_computer(
        self,
        request: str,
        code: str,
        user: str,
        name: str = "Lorenzo",
        level: str = "steady",
        seat: int | None = None,
    ) -> Committed:
        async def act(loaded: Loaded) -> Change:
            lobby.require_host(loaded.table, user)
            return Change("computer_added", (lobby.add_computer(loaded.table, name, level, seat),), user)

        return await self.work.commit(code, request, act)

    async def remove_computer(self, request: str, code: str, user: str, seat: int) -> Committed:
        async def act(loaded: Loaded) -> Change:
            lobby.require_host(loaded.table, user)
            return Change("computer_removed", (lobby.remove_computer(loaded.table, seat),), user)

        return await self.work.commit(code, request, act)

    async def configure(
        self,
        request: str,
        code: str,
        user: str,
        options: Mapping[str, Any] | None = None,
        pace: Pace | None = None,
        seats: int | None = None,
        language: str | None = None,
    ) -> Committed:
        """Change options, pace, number of seats or language of a table that has not begun."""

        async def act(loaded: Loaded) -> Change:
            lobby.require_host(loaded.table, user)
            event = lobby.configure(loaded.table, loaded.engine, options, pace, seats, language)
            return Change("configured", (event,), user)

        return await self.work.commit(code, request, act)

    async def set_entry(self, request: str, code: str, user: str, by_link: bool) -> Committed:
        """The host says who may come in: whoever knows the code, or whoever was invited."""

        async def act(loaded: Loaded) -> Change:
            lobby.require_host(loaded.table, user)
            loaded.table.by_link = by_link
            return Change("configured", (Event("table.event.configured", {}),), user)

        return await self.work.commit(code, request, act)

    async def start(
        self,
        request: str,
        code: str,
        user: str,
        order: SeatOrder = "random",
        practice: Sequence[str] | None = None,
    ) -> Committed:
        """Begin to play: everybody's word is mixed into the seed, and all is sealed. The seed is told at the end.

        `practice`: a first game with a teacher, in which computers wait before these steps.
        """
        first = await self.work.entries(code, 0, 1)
        sealed = (first[0].facts.get("seed") if first else None) or self.seeds()

        async def act(loaded: Loaded) -> Change:
            table, engine = loaded.table, loaded.engine
            lobby.require_host(table, user)
            words = [seat.word for seat in table.seats if seat.word]
            seed = fairness.mixed(sealed, words)
            lobby.arrange(table, engine, order, seed)
            await self._note_new(table)
            options = lobby.checked(engine, table.options)
            outcome = engine.setup(len(table.seats), options, seed)
            tables = engine.tables_of(outcome.state)
            await self.work.store.keep_tables(tables.digest, json.dumps(tables.raw).encode())
            table.status, table.started = Status.RUNNING, self.work.clock()
            table.is_practice, table.stops = practice is not None, list(practice or ())
            table.rules_version, table.tables = engine.info.rules_version, tables.digest
            table.figures = "" if tables.corrected is None else tables.corrected.name
            table.commitment = commitment(sealed)
            table.seal = fairness.seal(table.commitment, words, table.options, table.tables, table.rules_version)
            facts = {"seats": len(table.seats), "options": table.options, "seed": seed}
            begun = Event("table.event.started", {"order": [seat_ref(seat) for seat in range(len(table.seats))]})
            moves.wait(loaded, outcome.state, set(table.people), self.work.clock())
            step = Change("started", (begun, *outcome.events), user, state=outcome.state, undo=Undo.CLEAR, facts=facts)
            moves.end_if_over(loaded, step, self.work.clock())
            return step

        return await self.work.commit(code, request, act)

    async def _note_new(self, table: Table) -> None:
        """Who has never finished such a game may ask for hints in it."""
        await self.work.fetch([reads.results(user) for user in table.users])
        for seat in table.seats:
            if seat.kind == "person":
                seat.is_new = all(each.game != table.game for each in await self.queries.outcomes(seat.user))

    async def move_to(self, request: str, code: str, user: str, room: str) -> Committed:
        """Play on in another room: the board message comes there."""

        async def act(loaded: Loaded) -> Change:
            lobby.require_host(loaded.table, user)
            loaded.table.room = room
            return Change("moved", (Event("table.event.moved", {}),), user)

        done = await self.work.commit(code, request, act)
        await self.work.store.index(code, [], [room], done.table.created)
        return done

    async def cancel(self, request: str, code: str, user: str) -> Committed:
        """The host calls a table off that has not begun, or that cannot go on; of a game that is on all decide."""

        async def act(loaded: Loaded) -> Change:
            lobby.require_host(loaded.table, user)
            if loaded.table.is_over:
                raise Refusal("table.refusal.over")
            if loaded.table.status is Status.RUNNING:
                raise Refusal("table.refusal.ask_all")
            moves.stop(loaded.table, Status.CANCELLED, self.work.clock())
            return Change("cancelled", (Event("table.event.cancelled", {}),), user)

        return await self.work.commit(code, request, act)

    async def close_idle(self, request: str, code: str) -> Committed:
        """Close a lobby that everybody forgot."""

        async def act(loaded: Loaded) -> Change:
            lobby.require_lobby(loaded.table)
            moves.stop(loaded.table, Status.CANCELLED, self.work.clock())
            return Change("cancelled", (Event("table.event.closed", {}),))

        return await self.work.commit(code, request, act)


def _require_invitation(table: Table, invited: bool) -> None:
    if table.by_link and not invited:
        raise Refusal("table.refusal.by_link", table=table.code)

"""The table service's part for hosts, votes and those who do not come: each is one commit of a pure change."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot import hosting, lobby
from bot.clock import TERMS, Pace
from bot.desk import Desk, Done, Loaded, Step
from bot.documents import Absence, Table, Vote, VoteKind
from bot.hours import Calendar
from bot.lobby import User
from bot.people import Person
from engines.kit import Event, Refusal, seat_ref


def next_seat(table: Table) -> int | None:
    """Who comes after the one seat that is waited for."""
    if len(table.waiting) != 1 or len(table.seats) < 2:
        return None
    return (next(iter(table.waiting)) + 1) % len(table.seats)


def is_next(table: Table, seat: int) -> bool:
    """Whether a seat comes after the one that is waited for, and is not asked anything itself."""
    return seat not in table.waiting and next_seat(table) == seat


def _person(fields: Mapping[str, str]) -> Person:
    return Person.model_validate_json(fields["person"]) if "person" in fields else Person()


class HostDesk(Desk):
    """Clocks, votes, absence, substitutes."""

    # --- people and their hours ---

    async def person(self, user: str) -> Person:
        """What this user has chosen."""
        return _person(await self.store.user(user))

    async def keep_person(self, user: str, person: Person) -> None:
        await self.store.set_user(user, {"person": person.model_dump_json(exclude_defaults=True)})

    async def speak(self, request: str, code: str, user: str, language: str) -> Done:
        """Notices of this table come to a person in another language."""

        async def act(loaded: Loaded) -> Step:
            seat = lobby.require_seat(loaded.table, user)
            loaded.table.seats[seat].language = language
            return Step("spoke")

        return await self.commit(code, request, act)

    async def people(self, table: Table) -> dict[int, Person]:
        """The settings of everybody who is waited for or asked to vote, and of who is likely to be next."""
        after, vote = next_seat(table), table.vote
        asked = [] if vote is None else hosting.voters(table, vote)
        concerned = {*table.waiting, *asked, *([] if after is None else [after])}
        seats = [seat for seat in sorted(concerned) if table.plays(seat)]
        if not seats:
            return {}
        kept = await self.store.users([table.seats[seat].user for seat in seats])
        return {seat: _person(fields) for seat, fields in zip(seats, kept, strict=True)}

    async def calendars(self, table: Table, people: Mapping[int, Person] | None = None) -> dict[int, Calendar]:
        """When the clock of each seat that is waited for stands still."""
        if people is None:
            people = await self.people(table)
        if not people:
            return {}
        spans = [*await self.store.gaps(), *hosting.still(table)]
        return {seat: person.calendar(*spans) for seat, person in people.items()}

    async def spent(self, table: Table, seat: int) -> float:
        """Counted seconds that the present move of a seat took; within the grace nobody needs to know exactly."""
        waiting, terms, now = table.waiting.get(seat), TERMS[table.pace], self.clock()
        if waiting is None or terms is None or now - waiting.since <= terms.grace:
            return 0.0
        calendar = (await self.calendars(table)).get(seat)
        return 0.0 if calendar is None else calendar.counted(waiting.since, now)

    # --- the host ---

    async def pause(self, request: str, code: str, user: str) -> Done:
        """Stop all clocks: the host at once, anybody else by vote."""
        return await self._host_or_vote(request, code, user, "pause", lambda t: hosting.pause(t, self.clock()))

    async def resume(self, request: str, code: str, user: str) -> Done:
        return await self._by_host(request, code, user, "resumed", lambda t: hosting.resume(t, self.clock()))

    async def extend(self, request: str, code: str, user: str, seat: int, hours: int) -> Done:
        return await self._by_host(request, code, user, "extended", lambda t: hosting.extend(t, seat, hours))

    async def set_absence(self, request: str, code: str, user: str, absence: Absence) -> Done:
        return await self._by_host(request, code, user, "absence", lambda t: hosting.set_absence(t, absence))

    async def change_pace(self, request: str, code: str, user: str, pace: Pace) -> Done:
        """Another pace for a game that is on: by vote. Before it begins the host configures it."""
        return await self.propose(request, code, user, "pace", value=pace.value)

    async def open_seat(self, request: str, code: str, user: str, seat: int) -> Done:
        return await self._by_host(request, code, user, "seat_open", lambda t: hosting.open_seat(t, seat))

    async def renew(self, request: str, code: str, user: str, seat: int) -> Done:
        """Tell all that the host gives a new link to a seat; whoever sits there stays until it is taken."""
        return await self._by_host(request, code, user, "renewed", lambda t: hosting.renew(t, seat))

    async def hand_over(self, request: str, code: str, seat: int, person: User) -> Done:
        """The person of a seat comes back by the new link: the account that held it is out from now on."""
        before = (await self.load(code)).table

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            event = hosting.hand_over(loaded.table, seat, person.ref, person.language)
            return Step("handed_over", (event,), person.ref, seat)

        done = await self.commit(code, request, act)
        await self.store.index(code, [person.ref], [], done.table.created)
        if before.seats[seat].user not in done.table.users:
            await self.store.unindex(code, [before.seats[seat].user])
        return done

    async def take_seat(self, request: str, code: str, person: User) -> Done:
        """A substitute sits down on an open seat of a running game."""

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            table = loaded.table
            if table.seat_of(person.ref) is not None:
                raise Refusal("table.refusal.already_in")
            seat = next((number for number, seat in enumerate(table.seats) if seat.is_open), None)
            if seat is None:
                raise Refusal("table.refusal.begun")
            before = table.seats[seat].name
            table.seats[seat] = lobby.seat_for(table, person)
            self._fresh(table, seat)
            facts = {"name": table.seats[seat].name, "before": before}
            return Step("replaced", (Event("table.event.replaced", dict(facts)),), person.ref, seat)

        done = await self.commit(code, request, act)
        await self.store.index(code, [person.ref], [], done.table.created)
        return done

    async def come_back(self, request: str, code: str, user: str) -> Done:
        """I am back: the computer hands my seat back to me."""

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            table, seat = loaded.table, lobby.require_seat(loaded.table, user)
            terms = TERMS[table.pace]
            allowed = terms.allowed(table.seats[seat].bank) if terms else None
            return Step("came_back", (hosting.come_back(table, seat, self.clock(), allowed),), user, seat)

        return await self.commit(code, request, act)

    async def note_reached(self, code: str, seat: int, user: str, reached: bool) -> None:
        """Put on record whether notices reach somebody; the room and so the host is told when they do not."""

        async def act(loaded: Loaded) -> Step:
            own = loaded.table.seats[seat]
            if own.user != user or own.is_unreached is not reached:
                raise Refusal("kit.refusal.closed")
            own.is_unreached = not reached
            told = Event("table.event.unreached", {"seat": seat_ref(seat)})
            return Step("unreached" if not reached else "reached", () if reached else (told,), seat=None)

        loaded = await self.load(code)
        if loaded.table.seats[seat].user == user and loaded.table.seats[seat].is_unreached is reached:
            await self.commit(code, f"reach:{loaded.version}:{seat}:{reached}", act)

    async def climb(self, request: str, code: str, version: int, rung: str, seat: int) -> Done:
        """The next step of the ladder for somebody absent, decided by the clock alone."""

        async def act(loaded: Loaded) -> Step:
            if loaded.version != version:
                raise Refusal("kit.refusal.closed")
            loaded.running()
            table = loaded.table
            match rung:
                case "computer":
                    event = hosting.step_in(table, seat, self.clock())
                case "open":
                    event = hosting.open_seat(table, seat)
                case _:
                    event = hosting.drop(table, seat)
            return Step(f"absence_{rung}", (event,), seat=seat)

        return await self.commit(code, request, act)

    # --- votes ---

    async def propose(
        self, request: str, code: str, user: str, kind: VoteKind, seat: int | None = None, value: str = ""
    ) -> Done:
        """Ask the others; where nobody else has a say it happens at once."""

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            table, by = loaded.table, lobby.require_seat(loaded.table, user)
            await self._require_votable(table, kind, by, seat)
            table.vote = Vote(by=by, asked=self.clock(), agreed=[by], kind=kind, seat=seat, value=value)
            facts = {"seat": seat_ref(by), **({"about": seat_ref(seat)} if seat is not None else {})}
            asked = Event(f"table.event.asked_{kind}", {**facts, **({"value": f"pace/{value}"} if value else {})})
            return self._decided(loaded, user, by) or Step("vote_asked", (asked,), user, by)

        return await self.commit(code, request, act)

    async def _require_votable(self, table: Table, kind: VoteKind, by: int, seat: int | None) -> None:
        if kind in ("computer", "kick"):
            if seat is None or not 0 <= seat < len(table.seats) or seat == by:
                raise Refusal("kit.refusal.no_such_seat", number=(seat or 0) + 1)
            if table.seats[seat].kind != "person":
                raise Refusal("table.refusal.no_person")
            late = hosting.lapsed(table, await self.calendars(table), self.clock())
            if seat not in late and table.plays(seat):
                raise Refusal("table.refusal.within_time", seat=table.seats[seat].name)

    async def vote(self, request: str, code: str, user: str, agree: bool) -> Done:
        """Say yes or no to what somebody proposed (going back is `vote_back`)."""

        async def act(loaded: Loaded) -> Step:
            loaded.running()
            table, seat = loaded.table, lobby.require_seat(loaded.table, user)
            vote = table.vote
            if vote is None or vote.kind == "back" or seat not in hosting.voters(table, vote):
                raise Refusal("table.refusal.no_vote")
            vote.agreed = sorted({*vote.agreed, seat} if agree else {*vote.agreed} - {seat})
            vote.refused = sorted({*vote.refused} - {seat} if agree else {*vote.refused, seat})
            key = "table.event.voted_for" if agree else "table.event.voted_against"
            return self._decided(loaded, user, seat) or Step(
                "voted", (Event(key, {"seat": seat_ref(seat)}),), user, seat
            )

        return await self.commit(code, request, act)

    def _decided(self, loaded: Loaded, user: str, seat: int) -> Step | None:
        """Carry out a vote that is won, drop one that is lost, None while it is open."""
        table, vote, now = loaded.table, loaded.table.vote, self.clock()
        assert vote is not None
        won = hosting.outcome(table, vote)
        if won is None:
            return None
        table.vote = None
        if not won:
            return Step("vote_lost", (Event("table.event.vote_lost", {}),), user, seat)
        match vote.kind:
            case "pause":
                event = hosting.pause(table, now)
            case "pace":
                event = hosting.change_pace(table, Pace(vote.value))
            case "computer":
                assert vote.seat is not None
                event = hosting.step_in(table, vote.seat, now)
            case _:
                assert vote.seat is not None
                event = hosting.drop(table, vote.seat)
        return Step("vote_won", (event,), user, seat)

    # --- helpers ---

    def _fresh(self, table: Table, seat: int) -> None:
        """A new person on a seat has the whole time."""
        terms = TERMS[table.pace]
        if seat in table.waiting:
            table.waiting[seat].since = self.clock()
            table.waiting[seat].allowed = terms.allowed(None) if terms else None

    async def _by_host(self, request: str, code: str, user: str, kind: str, change: Callable[[Table], Event]) -> Done:
        async def act(loaded: Loaded) -> Step:
            lobby.require_host(loaded.table, user)
            return Step(kind, (change(loaded.table),), user)

        return await self.commit(code, request, act)

    async def _host_or_vote(
        self, request: str, code: str, user: str, kind: VoteKind, change: Callable[[Table], Event]
    ) -> Done:
        table = (await self.load(code)).table
        if table.host == user:
            return await self._by_host(request, code, user, f"{kind}d", change)
        return await self.propose(request, code, user, kind)

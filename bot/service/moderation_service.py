"""The table service's part for hosts, votes and those who do not come: each is one commit of a pure change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.service.people_service import PeopleService
from bot.service.unit_of_work import UnitOfWork
from bot.table import absence, clocks, hints, lobby, moves, votes
from bot.table.change import Change, Committed, Loaded
from bot.table.lobby import User
from bot.table.model import Absence, Status, Table, Vote, VoteKind
from bot.table.time_control import TERMS, Pace
from engines.kit import Event, Refusal, seat_ref


class ModerationService:
    """The host's tools, votes, absence and substitutes."""

    def __init__(self, work: UnitOfWork, people: PeopleService) -> None:
        self.work = work
        self.people = people

    async def speak(self, request: str, code: str, user: str, language: str) -> Committed:
        """Notices of this table come to a person in another language."""

        async def act(loaded: Loaded) -> Change:
            seat = lobby.require_seat(loaded.table, user)
            loaded.table.seats[seat].language = language
            return Change("spoke", is_private=True)

        return await self.work.commit(code, request, act)

    async def rename(self, request: str, code: str, user: str, name: str) -> Committed:
        """A person is called otherwise from now on, at this table too."""

        async def act(loaded: Loaded) -> Change:
            table, seat = loaded.table, lobby.require_seat(loaded.table, user)
            own = table.seats[seat]
            own.name = lobby.seat_for(table, User(user, name, own.language)).name
            return Change("renamed")

        return await self.work.commit(code, request, act)

    # --- the host ---

    async def pause(self, request: str, code: str, user: str) -> Committed:
        """Stop all clocks: the host at once, anybody else by vote."""
        return await self._host_or_vote(request, code, user, "pause", lambda t: clocks.pause(t, self.work.clock()))

    async def resume(self, request: str, code: str, user: str) -> Committed:
        return await self._by_host(request, code, user, "resumed", lambda t: clocks.resume(t, self.work.clock()))

    async def extend(self, request: str, code: str, user: str, seat: int, hours: int) -> Committed:
        return await self._by_host(request, code, user, "extended", lambda t: clocks.extend(t, seat, hours))

    async def set_absence(self, request: str, code: str, user: str, rule: Absence) -> Committed:
        return await self._by_host(request, code, user, "absence", lambda t: absence.set_absence(t, rule))

    async def allow_hints(self, request: str, code: str, user: str, is_allowed: bool) -> Committed:
        """The host says whether people may ask a computer for hints."""
        return await self._by_host(request, code, user, "hints", lambda t: hints.allow(t, is_allowed))

    async def change_pace(self, request: str, code: str, user: str, pace: Pace) -> Committed:
        """Another pace for a game that is on: by vote. Before it begins the host configures it."""
        return await self.propose(request, code, user, "pace", value=pace.value)

    async def call_off(self, request: str, code: str, user: str) -> Committed:
        """The host asks all to end a game that is on; alone among computers it happens at once."""
        lobby.require_host((await self.work.load(code)).table, user)
        return await self.propose(request, code, user, "cancel")

    async def open_seat(self, request: str, code: str, user: str, seat: int, guests: Sequence[User] = ()) -> Committed:
        """Open a seat to a substitute: anybody the own one, the host that of somebody absent. `guests` are asked."""

        async def act(loaded: Loaded) -> Change:
            table = loaded.table
            is_own = table.seat_of(user) == seat
            if not is_own:
                lobby.require_host(table, user)
            opened = absence.offer_seat(table, seat) if is_own else absence.open_seat(table, seat)
            lobby.invite(table, guests)
            return Change("seat_open", (opened,), user, seat if is_own else None)

        return await self.work.commit(code, request, act)

    async def renew(self, request: str, code: str, user: str, seat: int) -> Committed:
        """Tell all that the host gives a new link to a seat; whoever sits there stays until it is taken."""
        return await self._by_host(request, code, user, "renewed", lambda t: absence.renew(t, seat))

    async def hand_over(self, request: str, code: str, seat: int, person: User) -> Committed:
        """The person of a seat comes back by the new link: the account that held it is out from now on."""
        before = (await self.work.load(code)).table

        async def act(loaded: Loaded) -> Change:
            loaded.running()
            event = absence.hand_over(loaded.table, seat, person.ref, person.language)
            return Change("handed_over", (event,), person.ref, seat)

        done = await self.work.commit(code, request, act)
        await self.work.store.index(code, [person.ref], [], done.table.created)
        if before.seats[seat].user not in done.table.users:
            await self.work.store.unindex(code, [before.seats[seat].user])
        return done

    async def take_seat(self, request: str, code: str, person: User) -> Committed:
        """A substitute sits down on an open seat of a running game."""

        async def act(loaded: Loaded) -> Change:
            loaded.running()
            table = loaded.table
            if table.seat_of(person.ref) is not None:
                raise Refusal("table.refusal.already_in")
            seat = next((number for number, seat in enumerate(table.seats) if seat.is_open), None)
            if seat is None:
                raise Refusal("table.refusal.begun")
            before = table.seats[seat].name
            was_host = table.seats[seat].kind == "person" and table.seats[seat].user == table.host
            table.seats[seat] = lobby.seat_for(table, person)
            if was_host:
                table.host = next(user for user in table.users if user != person.ref or len(table.users) == 1)
            if table.vote is not None and seat in (table.vote.by, table.vote.seat):
                votes.close(table)
            self._fresh(table, seat)
            facts = {"name": table.seats[seat].name, "before": before}
            return Change("replaced", (Event("table.event.replaced", dict(facts)),), person.ref, seat)

        done = await self.work.commit(code, request, act)
        await self.work.store.index(code, [person.ref], [], done.table.created)
        return done

    async def come_back(self, request: str, code: str, user: str) -> Committed:
        """I am back: the computer hands my seat back to me."""

        async def act(loaded: Loaded) -> Change:
            loaded.running()
            table, seat = loaded.table, lobby.require_seat(loaded.table, user)
            terms = TERMS[table.pace]
            allowed = terms.allowed(table.seats[seat].bank) if terms else None
            if table.vote is not None and table.vote.seat == seat:
                votes.close(table)
            return Change("came_back", (absence.come_back(table, seat, self.work.clock(), allowed),), user, seat)

        return await self.work.commit(code, request, act)

    async def note_reached(self, code: str, seat: int, user: str, reached: bool) -> None:
        """Put on record whether notices reach somebody; the room and so the host is told when they do not."""

        async def act(loaded: Loaded) -> Change:
            own = loaded.table.seats[seat]
            if own.user != user or own.is_unreached is not reached:
                raise Refusal("kit.refusal.closed")
            own.is_unreached = not reached
            told = Event("table.event.unreached", {"seat": seat_ref(seat)})
            return Change("unreached" if not reached else "reached", () if reached else (told,), seat=None)

        loaded = await self.work.load(code)
        if loaded.table.seats[seat].user == user and loaded.table.seats[seat].is_unreached is reached:
            await self.work.commit(code, f"reach:{loaded.version}:{seat}:{reached}", act)

    async def climb(self, request: str, code: str, version: int, rung: str, seat: int) -> Committed:
        """The next step of the ladder for somebody absent, decided by the clock alone."""

        async def act(loaded: Loaded) -> Change:
            if loaded.version != version:
                raise Refusal("kit.refusal.closed")
            loaded.running()
            table = loaded.table
            match rung:
                case "computer":
                    event = absence.step_in(table, seat, self.work.clock())
                case "open":
                    event = absence.open_seat(table, seat)
                case "ask":
                    votes.close(table)
                    table.vote = Vote(by=None, asked=self.work.clock(), kind="computer", seat=seat)
                    event = Event("table.event.asked_computer", {"about": seat_ref(seat)})
                case "lapse":
                    votes.close(table)
                    return Change("vote_lapsed", (Event("table.event.vote_lapsed", {}),))
                case _:
                    event = absence.drop(table, seat)
            return Change(f"absence_{rung}", (event,), seat=seat)

        return await self.work.commit(code, request, act)

    # --- votes ---

    async def propose(
        self, request: str, code: str, user: str, kind: VoteKind, seat: int | None = None, value: str = ""
    ) -> Committed:
        """Ask the others; where nobody else has a say it happens at once."""

        async def act(loaded: Loaded) -> Change:
            loaded.running()
            table, by = loaded.table, lobby.require_seat(loaded.table, user)
            await self._require_votable(table, kind, by, seat)
            votes.close(table)
            table.vote = Vote(by=by, asked=self.work.clock(), agreed=[by], kind=kind, seat=seat, value=value)
            facts = {"seat": seat_ref(by), **({"about": seat_ref(seat)} if seat is not None else {})}
            asked = Event(f"table.event.asked_{kind}", {**facts, **({"value": f"pace/{value}"} if value else {})})
            return self._decided(loaded, user, by) or Change("vote_asked", (asked,), user, by)

        return await self.work.commit(code, request, act)

    async def _require_votable(self, table: Table, kind: VoteKind, by: int, seat: int | None) -> None:
        if kind in ("computer", "kick"):
            if seat == by:
                raise Refusal("table.refusal.own_seat")
            if seat is None or not 0 <= seat < len(table.seats):
                raise Refusal("kit.refusal.no_such_seat", number=(seat or 0) + 1)
            if table.seats[seat].kind != "person":
                raise Refusal("table.refusal.no_person")
            late = absence.lapsed(table, await self.people.calendars(table), self.work.clock())
            if seat not in late and table.plays(seat):
                raise Refusal("table.refusal.within_time", seat=table.seats[seat].name)

    async def vote(self, request: str, code: str, user: str, agree: bool) -> Committed:
        """Say yes or no to what somebody proposed (going back is `vote_back`)."""

        async def act(loaded: Loaded) -> Change:
            loaded.running()
            table, seat = loaded.table, lobby.require_seat(loaded.table, user)
            vote = table.vote
            if vote is None or vote.kind == "back" or seat not in votes.voters(table, vote):
                raise Refusal("table.refusal.no_vote")
            vote.agreed = sorted({*vote.agreed, seat} if agree else {*vote.agreed} - {seat})
            vote.refused = sorted({*vote.refused} - {seat} if agree else {*vote.refused, seat})
            key = "table.event.voted_for" if agree else "table.event.voted_against"
            return self._decided(loaded, user, seat) or Change(
                "voted", (Event(key, {"seat": seat_ref(seat)}),), user, seat
            )

        return await self.work.commit(code, request, act)

    def _decided(self, loaded: Loaded, user: str, seat: int) -> Change | None:
        """Carry out a vote that is won, drop one that is lost, None while it is open."""
        table, vote, now = loaded.table, loaded.table.vote, self.work.clock()
        assert vote is not None
        won = votes.outcome(table, vote)
        if won is None:
            return None
        votes.close(table, won)
        if not won:
            if vote.by is None and vote.seat in table.waiting:
                table.waiting[vote.seat].is_waited_out = True
            return Change("vote_lost", (Event("table.event.vote_lost", {}),), user, seat)
        match vote.kind:
            case "pause":
                event = clocks.pause(table, now)
            case "pace":
                event = clocks.change_pace(table, Pace(vote.value))
            case "computer":
                assert vote.seat is not None
                event = absence.step_in(table, vote.seat, now)
            case "cancel":
                moves.stop(table, Status.CANCELLED, now)
                event = Event("table.event.cancelled", {})
            case _:
                assert vote.seat is not None
                event = absence.drop(table, vote.seat)
        return Change("vote_won", (event,), user, seat)

    # --- helpers ---

    def _fresh(self, table: Table, seat: int) -> None:
        """A new person on a seat has the whole time."""
        terms = TERMS[table.pace]
        if seat in table.waiting:
            table.waiting[seat].since = self.work.clock()
            table.waiting[seat].allowed = terms.allowed(None) if terms else None

    async def _by_host(
        self, request: str, code: str, user: str, kind: str, change: Callable[[Table], Event]
    ) -> Committed:
        async def act(loaded: Loaded) -> Change:
            lobby.require_host(loaded.table, user)
            return Change(kind, (change(loaded.table),), user)

        return await self.work.commit(code, request, act)

    async def _host_or_vote(
        self, request: str, code: str, user: str, kind: VoteKind, change: Callable[[Table], Event]
    ) -> Committed:
        table = (await self.work.load(code)).table
        if table.host == user:
            return await self._by_host(request, code, user, f"{kind}d", change)
        return await self.propose(request, code, user, kind)

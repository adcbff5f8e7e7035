"""People and their hours: preferences, calendars, and how much of a move's time has counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.service.session import current, session
from bot.service.unit_of_work import UnitOfWork
from bot.store import Read, keys, reads
from bot.table import clocks, votes
from bot.table.calendar import Calendar
from bot.table.model import Status, Table
from bot.table.preferences import Person
from bot.table.taught import Taught
from bot.table.time_control import TERMS
from bot.table.waits import usual


def next_seat(table: Table) -> int | None:
    """Who comes after the one seat that is waited for."""
    if len(table.waiting) != 1 or len(table.seats) < 2:
        return None
    return (next(iter(table.waiting)) + 1) % len(table.seats)


def is_next(table: Table, seat: int) -> bool:
    """Whether a seat comes after the one that is waited for, and is not asked anything itself."""
    return seat not in table.waiting and next_seat(table) == seat


def person_of(fields: Mapping[str, str]) -> Person:
    return Person.stored(fields["person"]) if "person" in fields else Person()


def _concerned(table: Table) -> list[int]:
    """The seats of everybody who is waited for or asked to vote, and of who is likely to be next; at the end all of
    them, for some are told something by their teacher."""
    if table.status is Status.FINISHED:
        return table.people
    after, vote = next_seat(table), table.vote
    asked = [] if vote is None else votes.voters(table, vote)
    found = {*table.waiting, *asked, *([] if after is None else [after])}
    return [seat for seat in sorted(found) if table.plays(seat)]


class PeopleService:
    """What people have chosen for themselves, and what it means for a table's clocks."""

    def __init__(self, work: UnitOfWork) -> None:
        self.work = work

    async def preferences(self, user: str) -> Person:
        """What this user has chosen."""
        return person_of(await self.work.read(reads.user(user)))

    async def keep(self, user: str, person: Person) -> None:
        await self.work.store.set_user(user, {"person": person.model_dump_json(exclude_defaults=True)})
        if (present := current()) is not None:
            present.drop(keys.user(user))

    async def taught(self, user: str) -> Taught:
        """What this user has been taught."""
        fields = await self.work.read(reads.user(user))
        return Taught.model_validate_json(fields["taught"]) if "taught" in fields else Taught()

    async def keep_taught(self, user: str, taught: Taught) -> None:
        await self.work.store.set_user(user, {"taught": taught.model_dump_json(exclude_defaults=True)})
        if (present := current()) is not None:
            present.drop(keys.user(user))

    async def at(self, table: Table) -> dict[int, Person]:
        """The settings of everybody who is waited for or asked to vote, and of who is likely to be next."""
        seats = _concerned(table)
        await self.work.fetch([reads.user(table.seats[seat].user) for seat in seats])
        return {seat: await self.preferences(table.seats[seat].user) for seat in seats}

    async def paces(self, table: Table) -> dict[int, float]:
        """How long the people at a table usually take, from all tables of theirs that are kept; of who lets it be
        told. Two round trips."""
        users = {seat: table.seats[seat].user for seat in table.people}
        both = [(reads.user(user), reads.games_of_user(user)) for user in users.values()]
        await self.work.fetch([each for pair in both for each in pair])
        told = {seat: user for seat, user in users.items() if (await self.preferences(user)).forecast}
        codes = {code for user in told.values() for code in await self.work.read(reads.games_of_user(user))}
        tables = [each for each, _ in await self.work.documents(sorted(codes))]
        found: dict[int, float] = {}
        for seat, user in told.items():
            waits = [wait for each in tables for own in each.seats if own.user == user for wait in own.took]
            takes = usual(waits, self.work.clock())
            if takes is not None:
                found[seat] = takes
        return found

    def wanted(self, table: Table) -> list[Read[Any]]:
        """The reads that calendars are made of, for whoever reads other things in the same round trip."""
        return [*[reads.user(table.seats[seat].user) for seat in _concerned(table)], reads.gaps()]

    async def calendars(self, table: Table, people: Mapping[int, Person] | None = None) -> dict[int, Calendar]:
        """When the clock of each seat that is waited for stands still."""
        with session():
            await self.work.fetch(self.wanted(table))
            people = await self.at(table) if people is None else people
            if not people:
                return {}
            spans = [*await self.work.read(reads.gaps()), *clocks.still(table)]
        return {seat: person.calendar(*spans) for seat, person in people.items()}

    async def spent(self, table: Table, seat: int) -> float:
        """Counted seconds that the present move of a seat took; within the grace nobody needs to know exactly."""
        waiting, terms, now = table.waiting.get(seat), TERMS[table.pace], self.work.clock()
        if waiting is None or terms is None or now - waiting.since <= terms.grace:
            return 0.0
        if not table.plays(seat):
            return 0.0
        with session():
            user = table.seats[seat].user
            await self.work.fetch([reads.user(user), reads.gaps()])
            person, gaps = await self.preferences(user), await self.work.read(reads.gaps())
        return person.calendar(*gaps, *clocks.still(table)).counted(waiting.since, now)

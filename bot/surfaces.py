"""Which surfaces a table has, and what each must show now: the room, and a panel for every person at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.clock import Stage
from bot.desk import Loaded
from bot.documents import Entry, Status, Table, unreached_seats
from bot.host import is_next
from bot.hours import Calendar
from bot.notices import Notice, notice_at
from bot.people import Person
from bot.platforms.base import Brief
from bot.sight import look_at, read_log

ROOM_LINES = 10
"""How many entries of the log a room is told again."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A place to show something: `mark` says what, so that equal marks need no new post."""

    name: str
    address: str
    seat: int | None
    mark: str
    notice: Stage | None = None
    silent: bool = False
    is_idle: bool = False
    """There is nothing to tell: show it only where something else is shown still."""
    number: int = 0
    """Which alert of this wait it is."""
    is_digest: bool = False
    """The person wants one message a day for all tables."""


def surfaces(
    loaded: Loaded, people: Mapping[int, Person], calendars: Mapping[int, Calendar], now: float
) -> list[Surface]:
    """All surfaces of a table as they should be."""
    table = loaded.table
    found = [Surface(f"room:{room}", room, None, str(loaded.version)) for room in table.rooms]
    for seat in table.people:
        found.append(_panel(loaded, seat, people.get(seat, Person()), calendars.get(seat, Calendar()), now))
    return found


def _panel(loaded: Loaded, seat: int, person: Person, calendar: Calendar, now: float) -> Surface:
    """A seat's panel changes with its own asks, its own moves, a vote, the status, and the stages of its wait."""
    table, own = loaded.table, loaded.table.seats[seat]
    name = f"seat:{seat}:{own.user}"
    asks = []
    if table.status is Status.RUNNING and loaded.state is not None:
        asks = [each.ask_id for each in loaded.engine.pending(loaded.state) if each.seat == seat]
    vote = table.vote
    is_asked = vote is not None and seat not in vote.agreed
    waiting = table.waiting.get(seat)
    closed = calendar.is_closed(now)
    notice = Notice(0, None)
    if waiting is not None and own.absent is None:
        notice = notice_at(person, waiting, calendar, now)
    if person.warn_next and is_next(table, seat) and not closed:
        notice = Notice(-1, Stage.FIRST)
    asks = [] if own.absent is not None else asks
    lost = [other for other in unreached_seats(table) if other != seat] if own.user == table.host else []
    parts = (
        table.status,
        own.acted,
        ".".join(asks),
        notice.number,
        vote.asked if vote and is_asked else "",
        own.absent,
        *lost,
    )
    idle = notice.stage is None and not is_asked and own.absent is None and not lost
    mark = ":".join(map(str, parts))
    return Surface(name, own.user, seat, mark, notice.stage, closed, idle, notice.number, notice.is_digest)


def brief_of(surface: Surface, loaded: Loaded, entries: Sequence[Entry], deadlines: Mapping[int, float]) -> Brief:
    """What a platform is told to show; built for this surface's reader alone."""
    table, seat = loaded.table, surface.seat
    since = loaded.version - ROOM_LINES if seat is None else table.seats[seat].acted
    lines = read_log(table, [entry for entry in entries if entry.version > since], seat)
    return Brief(
        surface=f"{table.code}:{surface.name}",
        mark=surface.mark,
        address=surface.address,
        look=look_at(loaded, seat),
        lines=lines,
        language=table.language if seat is None else table.seats[seat].language,
        notice=surface.notice,
        number=surface.number,
        silent=surface.silent,
        deadlines=dict(deadlines),
    )


def first_needed(table: Table, version: int) -> int:
    """After which version the log is needed to make all briefs."""
    return max(0, min([version - ROOM_LINES, *(table.seats[seat].acted for seat in table.people)]))

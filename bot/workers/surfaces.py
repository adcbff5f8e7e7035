"""Which surfaces a table has, and what each must show now: the room, and a panel for every person at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.messages.brief import About, Brief
from bot.messages.forecast import forecast
from bot.messages.picture_request import speaker_of
from bot.service.people_service import is_next
from bot.service.player_view import asks_shown, panel_mark, player_view, read_log
from bot.table.calendar import Calendar
from bot.table.change import Loaded
from bot.table.lobby import seats_open
from bot.table.model import Entry, Status, Table, unreached_for
from bot.table.preferences import Person
from bot.table.stepwise import is_held
from bot.table.time_control import Stage
from bot.table.votes import asked_seats, is_asked, vote_key
from bot.workers.planned import moment_of
from bot.workers.reminders import NO_NOTICE, Notice, notice_at

ROOM_LINES = 10
"""How many lines of the log a room is told again."""
ROOM_ENTRIES = 40
"""Among how many entries they are looked for: some tell nobody else anything."""

PLANNED = "planned"
"""In place of an alert: a plan is about to be played. If it cannot be, its owner is alerted then."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which surface of a table: a message in a room, or in the private chat of one seat's user or of a guest."""

    address: str
    seat: int | None = None
    about: About = About.TABLE

    @classmethod
    def parse(cls, name: str) -> Place | None:
        """Back from the name in the store; None for what is no message (`index`)."""
        match name.split(":", 1):
            case ["room", address]:
                return cls(address)
            case [(About.SEAL | About.INVITATION) as about, address]:
                return cls(address, about=About(about))
            case [("seat" | About.VOTE) as kind, rest]:
                seat, _, user = rest.partition(":")
                return cls(user, int(seat), About.TABLE if kind == "seat" else About.VOTE)
        return None

    def __str__(self) -> str:
        """The name under which the store keeps what is shown there."""
        if self.seat is not None:
            return f"{'seat' if self.is_table else self.about}:{self.seat}:{self.address}"
        return f"{'room' if self.is_table else self.about}:{self.address}"

    @property
    def is_table(self) -> bool:
        """The board or a panel, which show how the table stands; all else is a message beside them."""
        return self.about is About.TABLE

    @property
    def is_seal(self) -> bool:
        return self.about is About.SEAL


@dataclass(frozen=True, slots=True)
class Surface:
    """A place to show something. `mark` is a content hash: equal marks need no new post."""

    place: Place
    mark: str
    notice: Notice = NO_NOTICE
    silent: bool = False
    is_idle: bool = False
    """No news: update an existing message, never post a new one."""

    @property
    def name(self) -> str:
        return str(self.place)

    @property
    def address(self) -> str:
        return self.place.address

    @property
    def seat(self) -> int | None:
        return self.place.seat


def room_mark(loaded: Loaded) -> str:
    """Content key of a board in a room: it changes with what all can see, and with nothing else."""
    return f"r{loaded.table.revision}" if loaded.table.revision else str(loaded.version)


def surfaces(
    loaded: Loaded, people: Mapping[int, Person], calendars: Mapping[int, Calendar], now: float
) -> list[Surface]:
    """All surfaces of a table as they should be."""
    table = loaded.table
    found = [Surface(Place(address, about=About.SEAL), table.seal[:16]) for address in _sealed_at(table)]
    found += [Surface(Place(room), room_mark(loaded)) for room in table.rooms]
    for seat in table.people:
        found.append(_panel(loaded, seat, people.get(seat, Person()), calendars.get(seat, Calendar()), now))
    return [*found, *_asked(table, calendars, now), *_invited(table)]


def _asked(table: Table, calendars: Mapping[int, Calendar], now: float) -> list[Surface]:
    """What all are asked, as it stands; or what came of the last question, for whoever was asked it."""
    vote = table.vote or table.last_vote
    if vote is None:
        return []
    mark = f"{vote_key(vote)}:{vote.agreed}:{vote.refused}:{'open' if table.vote else vote.won}"
    return [
        Surface(
            Place(table.seats[seat].user, seat, About.VOTE),
            mark,
            silent=calendars.get(seat, Calendar()).is_closed(now),
            is_idle=not is_asked(table, seat),
        )
        for seat in asked_seats(table, vote)
    ]


def _invited(table: Table) -> list[Surface]:
    """Whoever is asked to sit down, while there is a seat."""
    if not seats_open(table):
        return []
    return [
        Surface(Place(user, about=About.INVITATION), "invited")
        for user, name in table.invited.items()
        if name and table.seat_of(user) is None
    ]


def _sealed_at(table: Table) -> list[str]:
    """Where the seal is posted: in the rooms, else to the people who play without one."""
    return ([room for room in table.rooms if room] or table.users) if table.seal else []


def _panel(loaded: Loaded, seat: int, person: Person, calendar: Calendar, now: float) -> Surface:
    """A seat's panel changes with its own asks, its own moves, a vote, the status, and the stages of its wait."""
    table, own = loaded.table, loaded.table.seats[seat]
    asked = loaded.engine.pending(loaded.state) if table.status is Status.RUNNING and loaded.state is not None else ()
    held = is_held(table, asked)
    asks = asks_shown(table, [each for each in asked if each.seat == seat], held)
    waiting = table.waiting.get(seat)
    closed = calendar.is_closed(now)
    notice = NO_NOTICE
    is_planned = own.plan is not None and moment_of(loaded, seat) is not None
    if waiting is not None and own.absent is None and not is_planned:
        notice = notice_at(person, waiting, calendar, now)
    if person.warn_next and is_next(table, seat) and not closed:
        notice = Notice(0, Stage.FIRST, is_next=True)
    has_news = notice.stage is not None or own.absent is not None or held
    idle = not has_news and not unreached_for(table, seat)
    alert = PLANNED if is_planned else notice.key
    return Surface(Place(own.user, seat), panel_mark(table, seat, asks, alert), notice, closed, idle)


def brief_of(
    surface: Surface,
    loaded: Loaded,
    entries: Sequence[Entry],
    deadlines: Mapping[int, float],
    people: Mapping[int, Person],
    now: float,
) -> Brief:
    """What a platform is told to show; built for this surface's reader alone."""
    table, seat = loaded.table, surface.seat
    since = loaded.version - ROOM_ENTRIES if seat is None else table.seats[seat].acted
    lines = read_log(table, [entry for entry in entries if entry.version > since], seat)
    lines = lines[-ROOM_LINES:] if seat is None else lines
    language = table.language if seat is None else table.seats[seat].language
    zone = people.get(-1 if seat is None else seat, Person()).zone_info
    return Brief(
        surface=f"{table.code}:{surface.place}",
        mark=surface.mark,
        address=surface.address,
        look=player_view(loaded, seat),
        lines=lines,
        language=language,
        notice=surface.notice.stage,
        number=surface.notice.number,
        is_next=surface.notice.is_next,
        about=surface.place.about,
        silent=surface.silent,
        forecast=forecast(table, seat, people, now, zone, speaker_of(table, language)),
        deadlines=dict(deadlines),
    )


def first_needed(table: Table, version: int) -> int:
    """After which version the log is needed to make all briefs."""
    return max(0, min([version - ROOM_ENTRIES, *(table.seats[seat].acted - 1 for seat in table.people)]))

"""Absence policy: escalation for those who do not come, substitutes, and how they return. Pure changes.

Nothing is ever decided against a player who is within time: a computer or a substitute takes over only for somebody
whose time is up (`absent`), who gave the seat up, or whom the greater part of the others votes out.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.table import votes
from bot.table.calendar import Calendar
from bot.table.model import Absence, Table, require_running
from bot.table.time_control import DAY, Stage, stage_at
from engines.kit import Event, Refusal, seat_ref

SUBSTITUTE_AFTER = 1 * DAY
"""So long after a computer took over, the seat is open to a substitute."""
DROP_AFTER = 14 * DAY
"""The written drop rule: after so long away for nothing, the seat is the computer's for good."""


def set_absence(table: Table, absence: Absence) -> Event:
    if table.is_over:
        raise Refusal("table.refusal.over")
    table.absence = absence
    if table.vote is not None and table.vote.by is None:
        votes.close(table)
    return Event("table.event.absence", {"absence": f"absence/{absence.value}"})


def lapsed(table: Table, calendars: Mapping[int, Calendar], now: float) -> list[int]:
    """The seats whose time is up, their own hours and all our gaps considered."""
    return [
        seat
        for seat, waiting in table.waiting.items()
        if seat in calendars
        and table.plays(seat)
        and stage_at(now, waiting.since, waiting.allowed, calendars[seat]) is Stage.LAPSED
    ]


def anybody_plays(table: Table) -> bool:
    """Whether a person is at the table at all; with all of them away the game waits for the first to come back."""
    return any(table.plays(seat) for seat in table.people)


def others_play(table: Table) -> bool:
    """Whether somebody would be left to play with, if one more were away."""
    return sum(table.plays(seat) for seat in table.people) > 1


def to_be_asked(table: Table, late: list[int]) -> int | None:
    """Of those whose time is up, the first about whom the others must be asked; nobody while another vote is open."""
    if table.absence is not Absence.VOTE or table.vote is not None or not others_play(table):
        return None
    return next((seat for seat in late if not table.waiting[seat].is_waited_out), None)


def step_in(table: Table, seat: int, now: float) -> Event:
    """A computer plays for somebody absent until that person is back."""
    table.seats[seat].absent = now
    table.seats[seat].is_open = False
    if seat in table.waiting:
        table.waiting[seat].allowed = None
    return Event("table.event.stepped_in", {"seat": seat_ref(seat)})


def come_back(table: Table, seat: int, now: float, allowed: float | None) -> Event:
    """The person is back and plays on, with fresh time."""
    if table.seats[seat].absent is None:
        raise Refusal("table.refusal.not_absent")
    table.seats[seat].absent, table.seats[seat].is_open = None, False
    if seat in table.waiting:
        table.waiting[seat].since, table.waiting[seat].allowed = now, allowed
    return Event("table.event.came_back", {"seat": seat_ref(seat)})


def open_seat(table: Table, seat: int) -> Event:
    """The seat of somebody absent may be taken by a substitute with the table's code."""
    require_running(table)
    if not 0 <= seat < len(table.seats):
        raise Refusal("kit.refusal.no_such_seat", number=seat + 1)
    if table.plays(seat):
        raise Refusal("table.refusal.within_time", seat=table.seats[seat].name)
    table.seats[seat].is_open = True
    return Event("table.event.seat_open", {"seat": seat_ref(seat), "code": table.code})


def offer_seat(table: Table, seat: int) -> Event:
    """A person offers the own seat to a substitute and plays on until one comes; said once more, it is kept."""
    require_running(table)
    own = table.seats[seat]
    own.is_open = not own.is_open
    key = "seat_offered" if own.is_open else "seat_kept"
    return Event(f"table.event.{key}", {"seat": seat_ref(seat), "code": table.code})


def renew(table: Table, seat: int) -> Event:
    """The host gives a new way to the seat of a person who has lost the old one; all are told."""
    require_running(table)
    if not 0 <= seat < len(table.seats):
        raise Refusal("kit.refusal.no_such_seat", number=seat + 1)
    if table.seats[seat].kind != "person":
        raise Refusal("table.refusal.no_person")
    return Event("table.event.renewed", {"seat": seat_ref(seat)})


def hand_over(table: Table, seat: int, user: str, language: str) -> Event:
    """The same person plays on under another account: name, orders and time stay, the old account is out."""
    require_running(table)
    if table.seat_of(user) is not None:
        raise Refusal("table.refusal.already_in")
    own = table.seats[seat]
    if own.kind != "person":
        raise Refusal("table.refusal.no_person")
    own.user, own.language = user, language
    own.absent, own.is_open, own.is_unreached = None, False, False
    return Event("table.event.handed_over", {"seat": seat_ref(seat)})


def drop(table: Table, seat: int) -> Event:
    """The written drop rule: a seat that nobody came back to is the computer's for good."""
    event = Event("table.event.dropped", {"seat": seat_ref(seat)})
    if table.vote is not None and table.vote.seat == seat:
        votes.close(table)
    table.seats[seat] = table.seats[seat].model_copy(
        update={"kind": "computer", "user": "", "orders": [], "plan": None, "absent": None, "is_open": True}
    )
    return event


def step(table: Table, now: float) -> tuple[str, int] | None:
    """What the ladder demands next: open the seat to a substitute, or drop it."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "person" and seat.absent is not None:
            if now >= seat.absent + DROP_AFTER:
                return "drop", number
            if now >= seat.absent + SUBSTITUTE_AFTER and not seat.is_open:
                return "open", number
    return None


def next_step(table: Table) -> float | None:
    """When the ladder next wants attention."""
    times = [
        seat.absent + (DROP_AFTER if seat.is_open else SUBSTITUTE_AFTER)
        for seat in table.seats
        if seat.kind == "person" and seat.absent is not None
    ]
    return min(times, default=None)

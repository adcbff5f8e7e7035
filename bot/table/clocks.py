"""The clocks of a table: pause, resume, more time, another pace. Pure changes, each told as an event."""

from __future__ import annotations

from bot.table.model import Table, require_running
from bot.table.time_control import DAY, HOUR, TERMS, Pace
from engines.kit import Event, Refusal, seat_ref

MOST_EXTENSION = 7 * DAY
"""So much time the host may add to one move in all."""


def pause(table: Table, now: float) -> Event:
    """All clocks of the table stand still."""
    require_running(table)
    if table.paused is not None:
        raise Refusal("table.refusal.paused")
    table.paused = now
    return Event("table.event.paused", {})


def resume(table: Table, now: float) -> Event:
    """They run again from where they stood."""
    require_running(table)
    if table.paused is None:
        raise Refusal("table.refusal.not_paused")
    table.pauses.append((table.paused, now))
    table.paused = None
    return Event("table.event.resumed", {})


def still(table: Table) -> list[tuple[float, float]]:
    """The spans in which the clocks of this table stood or stand still."""
    return [*table.pauses, (table.paused, float("inf"))] if table.paused is not None else list(table.pauses)


def extend(table: Table, seat: int, hours: int) -> Event:
    """More time for the present move of a seat, within a cap."""
    require_running(table)
    waiting = table.waiting.get(seat)
    if waiting is None or waiting.allowed is None:
        raise Refusal("table.refusal.no_clock")
    more = hours * HOUR
    if not 0 < more <= MOST_EXTENSION - waiting.extended:
        raise Refusal("table.refusal.extension", hours=round((MOST_EXTENSION - waiting.extended) / HOUR))
    waiting.allowed += more
    waiting.extended += more
    return Event("table.event.extended", {"seat": seat_ref(seat), "hours": hours})


def time_given(table: Table, seat: int) -> tuple[float, float, float]:
    """What the time for the present move of a seat is made of: the grace, the bank, what the host gave."""
    terms, waiting = TERMS[table.pace], table.waiting.get(seat)
    if waiting is None or waiting.allowed is None:
        return 0.0, 0.0, 0.0
    promised = waiting.allowed - waiting.extended
    grace = promised if terms is None else min(promised, terms.grace)
    return grace, promised - grace, waiting.extended


def change_pace(table: Table, pace: Pace) -> Event:
    """Another pace holds from the next question on; who is asked now keeps the time that was promised."""
    table.pace = pace
    for seat in table.seats:
        seat.bank = None
    return Event("table.event.pace", {"pace": f"pace/{pace.value}"})

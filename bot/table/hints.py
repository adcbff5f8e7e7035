"""Hints: who may ask a computer for one.

Alone among computers everybody, among people those who play their first game, unless the host says otherwise; and
whoever asks, all are told.
"""

from __future__ import annotations

from bot.table.model import Table
from engines.kit import Event, Refusal, seat_ref

HINT_ASKED = "table.event.hint_asked"


def may_ask(table: Table, seat: int | None) -> bool:
    """Whether a seat may have hints."""
    if seat is None or table.is_over:
        return False
    if table.hints is not None:
        return table.hints
    return table.people == [seat] or table.seats[seat].is_new


def require_hints(table: Table, seat: int) -> None:
    if not may_ask(table, seat):
        raise Refusal("table.refusal.no_hints")


def asked(seat: int) -> Event:
    """What all are told: that somebody asked, never what was said."""
    return Event(HINT_ASKED, {"seat": seat_ref(seat)})


def allow(table: Table, is_allowed: bool) -> Event:
    """The host's word."""
    table.hints = is_allowed
    return Event("table.event.hints_on" if is_allowed else "table.event.hints_off", {})

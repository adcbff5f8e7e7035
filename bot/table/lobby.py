"""Before the game: sitting down, getting up, options. Pure changes of a table document, each told as an event."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import ValidationError

from bot.table.model import Seat, Status, Table
from bot.table.time_control import Pace
from config.languages import fallback
from engines.kit import Dice, Engine, Event, Options, Refusal

LONGEST_NAME = 32
MOST_INVITED = 10
"""So many people a table may ask to sit down."""
SeatOrder = Literal["random", "joined"] | Sequence[int]
"""How people are put round the table: by chance, as they came, or the given seats in this order."""


@dataclass(frozen=True, slots=True)
class User:
    """An account on a platform: `ref` is `platform:id`."""

    ref: str
    name: str
    language: str = field(default_factory=fallback)


def clean(name: str) -> str:
    """A name that is harmless in a sentence: no control signs, no slash (facts with one are references), not long."""
    letters = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in name.replace("/", "⁄"))
    return " ".join(letters.split())[:LONGEST_NAME].strip() or "?"


def seats_open(table: Table) -> bool:
    """Whether somebody may still sit down: before the game, or on the seat of somebody who is replaced."""
    if table.status is Status.LOBBY:
        return any(seat.kind == "free" for seat in table.seats)
    return table.status is Status.RUNNING and any(seat.is_open for seat in table.seats)


def has_room_for(table: Table, user: str) -> bool:
    """Whether somebody sits at a table that is not over, or can sit down there before it begins."""
    is_lobby = table.status is Status.LOBBY
    return not table.is_over and (table.seat_of(user) is not None or (is_lobby and seats_open(table)))


def invite(table: Table, guests: Sequence[User]) -> None:
    """Ask people to sit down; who sits there or has said no is not asked again. The lobby names them, the log not."""
    asked = [guest for guest in guests if table.seat_of(guest.ref) is None and guest.ref not in table.invited]
    if len(table.invited) + len(asked) > MOST_INVITED:
        raise Refusal("table.refusal.invited", most=MOST_INVITED)
    table.invited |= {guest.ref: clean(guest.name) for guest in asked}


def decline(table: Table, user: str) -> None:
    """Not this time; nobody asks again."""
    if not table.invited.get(user):
        raise Refusal("table.refusal.not_invited")
    table.invited[user] = ""


def require_lobby(table: Table) -> None:
    if table.status is not Status.LOBBY:
        raise Refusal("table.refusal.begun")


def require_host(table: Table, user: str) -> None:
    if table.host != user:
        raise Refusal("table.refusal.host_only")


def checked(engine: Engine[Any], options: Mapping[str, Any]) -> Options:
    """The options as the game understands them."""
    try:
        return engine.info.options.model_validate(dict(options))
    except ValidationError as error:
        first = error.errors()[0]
        name = str(next(iter(first["loc"]), "?"))
        raise Refusal("table.refusal.option", option=clean(name)) from error


def sit(table: Table, user: User, wanted: int | None = None) -> Event:
    """Take a free seat, or the wanted one."""
    require_lobby(table)
    if table.seat_of(user.ref) is not None:
        raise Refusal("table.refusal.already_in")
    free = [number for number, seat in enumerate(table.seats) if seat.kind == "free"]
    if not free:
        raise Refusal("table.refusal.full")
    if wanted is not None and wanted not in free:
        raise Refusal("table.refusal.taken")
    number = free[0] if wanted is None else wanted
    table.seats[number] = seat_for(table, user)
    return Event("table.event.joined", {"name": table.seats[number].name})


def seat_for(table: Table, user: User) -> Seat:
    """A seat under a name that nobody else at the table has."""
    taken = {seat.name.casefold() for seat in table.seats if seat.user != user.ref}
    name, number = clean(user.name), 1
    unique = name
    while unique.casefold() in taken:
        number += 1
        unique = f"{name[: LONGEST_NAME - 3]} {number}"
    return Seat(kind="person", user=user.ref, name=unique, language=user.language)


def add_word(table: Table, user: str, word: str) -> Event:
    """Add a word to the shuffle, or another one instead; an empty one takes it away."""
    require_lobby(table)
    number = require_seat(table, user)
    if not table.commitment:
        raise Refusal("table.refusal.no_seal")
    said = clean(word) if word.strip() else ""
    table.seats[number].word = said.replace("+", "⁺")
    return Event("table.event.word", {"name": table.seats[number].name, "word": table.seats[number].word})


def rise(table: Table, user: str) -> Event:
    """Give the seat back; if the host goes, the next person is host, and with the last one the lobby closes."""
    require_lobby(table)
    number = require_seat(table, user)
    name = table.seats[number].name
    table.seats[number] = Seat()
    if not table.people:
        table.status = Status.CANCELLED
    elif table.host == user:
        table.host = table.users[0]
    return Event("table.event.left", {"name": name})


def add_computer(table: Table, name: str, level: str, wanted: int | None = None) -> Event:
    """In the first free seat, or the wanted one."""
    require_lobby(table)
    free = [number for number, seat in enumerate(table.seats) if seat.kind == "free"]
    if not free:
        raise Refusal("table.refusal.full")
    if wanted is not None and wanted not in free:
        raise Refusal("table.refusal.taken")
    taken = {seat.name for seat in table.seats}
    unique, number = clean(name), 1
    while unique in taken:
        number += 1
        unique = f"{clean(name)} {number}"
    table.seats[free[0] if wanted is None else wanted] = Seat(kind="computer", name=unique, level=level)
    return Event("table.event.computer_added", {"name": unique})


def remove_computer(table: Table, number: int) -> Event:
    require_lobby(table)
    if not 0 <= number < len(table.seats) or table.seats[number].kind != "computer":
        raise Refusal("table.refusal.no_computer")
    name = table.seats[number].name
    table.seats[number] = Seat()
    return Event("table.event.computer_removed", {"name": name})


def resize(table: Table, engine: Engine[Any], seats: int) -> None:
    """Have this many seats; those taken stay."""
    least, most = engine.info.seats
    taken = [seat for seat in table.seats if seat.kind != "free"]
    if not max(least, len(taken)) <= seats <= most:
        raise Refusal("table.refusal.seats", number=seats, least=max(least, len(taken)), most=most)
    table.seats = taken + [Seat() for _ in range(seats - len(taken))]


def configure(
    table: Table,
    engine: Engine[Any],
    options: Mapping[str, Any] | None,
    pace: Pace | None,
    seats: int | None,
    language: str | None,
) -> Event:
    """Change what the host may choose; None leaves a thing as it is."""
    require_lobby(table)
    if options is not None:
        table.options = checked(engine, engine.info.options.changed(table.options, options)).model_dump(mode="json")
    if pace is not None:
        table.pace = pace
    if language is not None:
        table.language = language
    if seats is not None:
        resize(table, engine, seats)
    return Event("table.event.configured", {})


def arrange(table: Table, engine: Engine[Any], order: SeatOrder, seed: str) -> None:
    """Put the seats in the order of play; free ones go. Where the options say so, the circle begins with the host."""
    require_lobby(table)
    taken = [number for number, seat in enumerate(table.seats) if seat.kind != "free"]
    least, most = engine.info.seats
    if not least <= len(taken) <= most:
        raise Refusal("table.refusal.too_few", number=len(taken), least=least)
    if order == "random":
        Dice(f"{seed}/seats").shuffle(taken)
    elif not isinstance(order, str):
        if sorted(order) != taken:
            raise Refusal("table.refusal.order")
        taken = list(order)
    host = next((place for place, number in enumerate(taken) if table.seats[number].user == table.host), 0)
    if checked(engine, table.options).host_first:
        taken = [*taken[host:], *taken[:host]]
    table.seats = [table.seats[number] for number in taken]


def require_seat(table: Table, user: str) -> int:
    seat = table.seat_of(user)
    if seat is None:
        raise Refusal("table.refusal.not_in")
    return seat

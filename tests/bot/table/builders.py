"""Tables in every position that a test wants, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.table import moves
from bot.table.change import Loaded
from bot.table.model import Seat, Status, Table, Waiting
from engines.kit import Engine, Event, Pending, Refusal
from tests.toy import ToyOptions, toy

NOW = 1_800_000_000.0
NAMES = ("Anna", "Bram", "Caro", "Dora")


def ref(name: str) -> str:
    return f"local:{name.lower()}"


def person(name: str, **more: Any) -> Seat:
    return Seat(kind="person", user=ref(name), name=name, **more)


def computer(name: str = "Lorenzo") -> Seat:
    return Seat(kind="computer", name=name)


def lobby_of(*seats: Seat, **more: Any) -> Table:
    """A lobby with these seats; the host is the first person."""
    host = next((seat.user for seat in seats if seat.kind == "person"), "")
    return Table(code="K7QF", game="toy", room="discord:77", host=host, seats=list(seats), **more)


def running(people: int = 2, *more_seats: Seat, **more: Any) -> Table:
    """A running table of Anna, Bram and so on, for whom nobody waits yet."""
    seats = [person(name) for name in NAMES[:people]]
    return lobby_of(*seats, *more_seats, status=Status.RUNNING, **more)


def waited(people: int = 2, allowed: float | None = 100.0, **more: Any) -> Table:
    """A running table that waits for everybody since NOW."""
    return running(people, waiting={seat: Waiting(since=NOW, allowed=allowed) for seat in range(people)}, **more)


def game(people: int = 2, engine: Engine[Any] | None = None, rounds: int = 3, **more: Any) -> Loaded:
    """A game of the toy that has just begun, at version 5."""
    engine = engine or toy()
    table = running(people, **more)
    state = engine.setup(people, ToyOptions(rounds=rounds), "seed").state
    loaded = Loaded(5, table, engine, state)
    moves.wait(loaded, state, set(range(people)), NOW)
    return loaded


def asked(loaded: Loaded, step: str = "", seat: int | None = None) -> Pending:
    """The first question of a step or a seat; one that the game waits for goes first."""
    found = loaded.engine.pending(loaded.running())
    fitting = [each for each in found if step in ("", each.step) and seat in (None, each.seat)]
    return min(fitting, key=lambda each: not each.owed)


def play(loaded: Loaded, step: str, value: Any = None, by: Any = "hand", now: float = NOW, spent: float = 0.0) -> Any:
    """Answer the first question of a step, with the fallback if nothing else is said; the table stands there after."""
    pending = asked(loaded, step)
    given = [(pending.ask_id, pending.ask.fallback() if value is None else value)]
    change = moves.answer(loaded, pending.seat, given, by, "somebody", now, spent)
    loaded.state, loaded.version = change.state, loaded.version + 1
    return change


def at_bids(people: int = 2, **more: Any) -> Loaded:
    """A game whose first auction has come."""
    loaded = game(people, **more)
    for _ in range(people):
        play(loaded, "setup.keep")
    return loaded


@contextmanager
def refused(code: str, **facts: Any) -> Iterator[None]:
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.code == code
    assert {name: caught.value.facts[name] for name in facts} == facts


def told(event: Event) -> tuple[str, dict[str, Any]]:
    return event.key, dict(event.facts)

"""Counts the round trips to the storage that something takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_TRIPS: ContextVar[list[str] | None] = ContextVar("trips", default=None)


@contextmanager
def counted() -> Iterator[list[str]]:
    """Note every round trip that is made in this block, and in tasks begun there: the commands of each, in order."""
    found: list[str] = []
    token = _TRIPS.set(found)
    try:
        yield found
    finally:
        _TRIPS.reset(token)


def note(*commands: Any) -> None:
    """Commands that travel together are one round trip."""
    if (trips := _TRIPS.get()) is not None:
        trips.append(" ".join([str(command) for command in commands]))

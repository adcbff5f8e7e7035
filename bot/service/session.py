"""Session: the identity map of one request. What it has read is at hand until it ends; what it commits replaces it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from bot.store import Read, Store
from bot.table.change import Tries

T = TypeVar("T")
_SESSION: ContextVar[Session | None] = ContextVar("session", default=None)


class Session:
    """The answers to all reads of one request, by key and command; and the answers tried on the rules."""

    def __init__(self) -> None:
        self._answers: dict[str, dict[tuple[Any, ...], Any]] = {}
        self.tries = Tries()

    def has(self, read: Read[Any]) -> bool:
        return read.command in self._answers.get(read.key, {})

    def get(self, read: Read[T]) -> T:
        found: T = self._answers[read.key][read.command]
        return found

    def keep(self, read: Read[T], answer: T) -> None:
        self._answers.setdefault(read.key, {})[read.command] = answer

    def drop(self, *keys: str) -> None:
        """What lies there has changed, or may have."""
        for key in keys:
            self._answers.pop(key, None)

    async def fetch(self, store: Store, wanted: Sequence[Read[Any]]) -> None:
        """Have all of this at hand, by one round trip for what is not."""
        missing = list({(read.key, read.command): read for read in wanted if not self.has(read)}.values())
        for read, answer in zip(missing, await store.all(missing), strict=True):
            self.keep(read, answer)


def current() -> Session | None:
    """The session of the request that is being worked on; None: there is none, everything is read anew."""
    return _SESSION.get()


@contextmanager
def session() -> Iterator[Session]:
    """One request; within another, that one."""
    if (present := _SESSION.get()) is not None:
        yield present
        return
    token = _SESSION.set(opened := Session())
    try:
        yield opened
    finally:
        _SESSION.reset(token)

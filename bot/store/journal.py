"""What this process was told is done, so that it can be done again: a fail-over may put a server in power without it.

Waiting for replicas cannot prove that nothing is lost. Sentinel may choose one that nobody could wait for: one that was
away, that came back with old data, that was master before. Whatever is kept here may be done twice without harm.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.store.scripts import Script

log = logging.getLogger(__name__)
Command = tuple[Any, ...]

KEPT = 120.0
"""Seconds for which everything is kept; what some replica still lacks is kept for longer."""
MOST = 64 * 2**20
"""Bytes that are kept at most."""
OVERHEAD = 300
"""Bytes that an entry takes beside its texts, roughly."""


@dataclass(frozen=True, slots=True)
class Again:
    """How a command is done again: itself, or one to the same effect."""

    command: Command
    script: Script | None = None
    outcome: Callable[[Any], bool | None] = lambda answer: None
    """By the server's answer: None if it stood there, True if it does now, False if another went on without it."""


@dataclass(slots=True)
class Kept:
    """One thing that was done, and the server on which it was."""

    number: int
    key: str
    again: Again
    place: str
    since: float
    size: int


class Journal:
    """In the order in which it was done."""

    def __init__(self, most: int = MOST) -> None:
        self._kept: deque[Kept] = deque()
        self._most = most
        self._safe: dict[str, int] = {}
        self._has_warned = False
        self.size = 0
        self.count = 0
        """How many there ever were."""

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, key: str, again: Again, place: str) -> None:
        self.count += 1
        size = OVERHEAD + sum([len(part) for part in again.command if isinstance(part, bytes | str)])
        self._kept.append(Kept(self.count, key, again, place, time.monotonic(), size))
        self.size += size
        self._forget()

    def safe(self, place: str, count: int) -> None:
        """Every replica that this server has, be it there or away, had the first so many when it was asked."""
        self._safe[place] = count

    def missing(self, place: str, is_there: Callable[[str], bool]) -> Iterator[Kept]:
        """What was done on another server than this one, which now has these keys."""
        return (kept for kept in list(self._kept) if kept.place != place and is_there(kept.key))

    @staticmethod
    def done(kept: Kept, place: str) -> None:
        """It stands there too; it is kept for as long as if it were new."""
        kept.place, kept.since = place, time.monotonic()

    def drop(self, kept: Kept) -> None:
        """It is lost: somebody has gone on without it, and that may not be undone under a later master."""
        self._kept.remove(kept)
        self.size -= kept.size

    def _forget(self) -> None:
        old = time.monotonic() - KEPT
        while self._kept and (self.size > self._most or self._may_go(self._kept[0], old)):
            gone = self._kept.popleft()
            self.size -= gone.size
            if gone.since > old and not self._has_warned:
                self._has_warned = True
                log.warning("moves are kept for less than %.0f seconds: there are too many", KEPT)

    def _may_go(self, kept: Kept, old: float) -> bool:
        return kept.since < old and kept.number <= self._safe.get(kept.place, 0)

"""What this process was told is done, so that it can be done again: a fail-over may put a server in power without it.

Waiting for replicas cannot prove that nothing is lost. Sentinel may choose one that nobody could wait for: one that was
away, that came back with old data, that was master before. Whatever is kept here may be done twice without harm.

What was sent and not answered may stand as well, and somebody may have read it and built on it: while we still try, it
is done again too, and when we have given up, it is asked for.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any

from bot.store.errors import StoreAway
from bot.store.scripts import Script

log = logging.getLogger(__name__)
Command = tuple[Any, ...]

KEPT = 120.0
"""Seconds for which everything is kept; what some replica still lacks is kept for longer."""
MOST = 64 * 2**20
"""Bytes that are kept at most."""
OVERHEAD = 300
"""Bytes that an entry takes beside its texts, roughly."""


class Outcome(Enum):
    """What came of something that was done again."""

    STOOD = "it stood there"
    MADE = "it does now"
    EARLY = "what it builds on is not there"
    TAKEN = "another went on without it"


@dataclass(frozen=True, slots=True)
class Proof:
    """A small question whose answer may prove that something stands, and with it all of its key that came before."""

    number: int
    """Its place among what was done with its key."""
    question: Command
    holds: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Again:
    """How a command is done again: itself, or one to the same effect."""

    command: Command
    script: Script | None = None
    outcome: Callable[[Any], Outcome] = lambda answer: Outcome.STOOD
    """By the server's answer."""
    proof: Proof | None = None


@dataclass(slots=True, eq=False)
class Kept:
    """One thing that was done, and the server on which it was."""

    number: int
    key: str
    again: Again
    place: str
    since: float
    size: int


@dataclass(slots=True, eq=False)
class Doubt:
    """A command that is sent, until its answer is known."""

    key: str
    again: Again
    """The same once more; where something else has its place, that stands."""
    told: Again
    """How it is done again once we know that it stands."""
    proof: Proof
    """Asked if its answer never came."""
    is_under_way: bool = True


class Journal:
    """In the order in which it was done."""

    def __init__(self, most: int = MOST) -> None:
        self._kept: deque[Kept] = deque()
        self._most = most
        self._safe: dict[str, int] = {}
        self._has_warned = False
        self._doubts: list[Doubt] = []
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

    @contextmanager
    def sending(self, doubt: Doubt | None) -> Iterator[None]:
        """It is under way while the block runs, and in doubt afterwards if that ends without an answer."""
        if doubt is None:
            yield
            return
        self._doubts.append(doubt)
        try:
            yield
        except (StoreAway, asyncio.CancelledError):
            doubt.is_under_way = False
            raise
        finally:
            if doubt.is_under_way:
                self._doubts.remove(doubt)

    def left(self) -> list[Doubt]:
        """What ended without an answer."""
        return [doubt for doubt in self._doubts if not doubt.is_under_way]

    def settled(self, doubt: Doubt) -> None:
        """Two may have asked."""
        self._doubts = [each for each in self._doubts if each is not doubt]

    def under_way(self, is_there: Callable[[str], bool]) -> list[Again]:
        """What has been sent and not answered yet, of these keys."""
        return [doubt.again for doubt in self._doubts if doubt.is_under_way and is_there(doubt.key)]

    def missing(self, place: str, is_there: Callable[[str], bool]) -> list[Kept]:
        """What was done on another server than this one, which now has these keys."""
        return [kept for kept in self._kept if kept.place != place and is_there(kept.key)]

    @staticmethod
    def done(kept: Kept, place: str) -> None:
        """It stands there too; it is kept for as long as if it were new."""
        kept.place, kept.since = place, time.monotonic()

    def drop(self, kept: Kept) -> None:
        """It is lost: somebody has gone on without it, and that may not be undone under a later master. It may be
        forgotten by now, too."""
        if kept in self._kept:
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

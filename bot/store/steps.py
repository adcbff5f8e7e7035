"""A step of a game as the store is given it, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from bot.store.journal import Outcome
from bot.table.change import Undo


@dataclass(frozen=True, slots=True)
class Write:
    """One step of a game: everything that becomes true together. Exactly one log entry per version."""

    game: str
    expected: int
    request: str
    doc: bytes
    entry: bytes
    state: bytes = b""
    """Empty: the state stays as it is."""
    undo: Undo = Undo.KEEP
    seat: int = 0
    """For PUSH and ONLY: who may take this step back."""
    mark: bytes = b""
    """Of the version that this step was based on; what was based on another past is a conflict."""
    before: bytes = b""
    """The state that it was based on: where a server takes over with another last step, it is put back first."""

    @property
    def next_mark(self) -> bytes:
        """Of the version that this step makes: the same step on the same past has the same."""
        made = blake2b(self.mark, digest_size=12)
        for part in (self.request.encode(), self.doc, self.state, self.entry):
            made.update(b"%d:" % len(part) + part)
        return made.hexdigest().encode()

    def came_of(self, answer: Any) -> Outcome:
        """By the server's answer to it, made again."""
        verdict, version = answer
        if verdict == b"conflict":
            return Outcome.EARLY if int(version) < self.expected else Outcome.TAKEN
        return Outcome.MADE if verdict == b"ok" else Outcome.STOOD

    def stands(self, newest: Sequence[bytes | None]) -> bool:
        """By version, mark and base of a game's newest step: whether that is this step, or stands on it."""
        version, mark, base = newest
        behind = int(version or 0) - self.expected - 1
        return (behind, mark) == (0, self.next_mark) or (behind, base) == (1, self.next_mark)


class Verdict(StrEnum):
    OK = "ok"
    CONFLICT = "conflict"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class Earlier:
    """A state that may come back by undo, the version at which it held and the seat that left it."""

    version: int
    seat: int
    state: bytes

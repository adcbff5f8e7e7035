"""What a use case makes of a table: the table as it was loaded, the change to commit, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.table.model import By, Move, Status, Table
from engines.kit import Answer, Engine, EngineBug, Event, Outcome, Refusal, State, Text


class Undo(StrEnum):
    """What a commit does to the pile of earlier states; ONLY empties it before it pushes."""

    KEEP = "keep"
    CLEAR = "clear"
    POP = "pop"
    PUSH = "push"
    ONLY = "only"


class BrokenMove(EngineBug):
    """The rules contradicted themselves at the last of these answers in a row."""

    def __init__(self, moves: list[Move], bug: EngineBug) -> None:
        super().__init__(str(bug))
        self.moves = moves


class Tries:
    """Answers tried on the rules, so that what was tried is not worked out again when it is given."""

    def __init__(self) -> None:
        self._outcomes: dict[tuple[int, int, str, str], tuple[State, Outcome[Any]]] = {}

    def submit(self, engine: Engine[Any], state: State, answer: Answer) -> Outcome[Any]:
        """What the rules make of an answer; a state never changes, so the same answer to it has the same outcome."""
        key = (id(state), answer.seat, answer.ask_id, repr(answer.value))
        if key not in self._outcomes:
            self._outcomes[key] = (state, engine.submit(state, answer))
        return self._outcomes[key][1]


@dataclass(slots=True)
class Loaded:
    """A table as it stands now. The document may be changed before it is committed, the state never."""

    version: int
    table: Table
    engine: Engine[Any]
    state: State | None
    tries: Tries = field(default_factory=Tries)
    mark: bytes = b""
    """The store's mark of this version and its past; empty where none was kept."""
    raw: bytes = b""
    """The state as it is stored."""

    def submit(self, state: State, answer: Answer) -> Outcome[Any]:
        """Run the rules, once for each answer to a state."""
        return self.tries.submit(self.engine, state, answer)

    def running(self) -> State:
        """The state of a game that goes on, or a refusal that says why it does not."""
        if self.table.status is Status.FROZEN:
            raise Refusal("table.refusal.frozen")
        if self.table.status is not Status.RUNNING or self.state is None:
            raise Refusal("table.refusal.not_running")
        return self.state


@dataclass(slots=True)
class Change:
    """What a commit adds to a table."""

    kind: str
    events: Sequence[Event] = ()
    user: str = ""
    seat: int | None = None
    by: By = "hand"
    moves: list[Move] = field(default_factory=list)
    state: State | None = None
    undo: Undo = Undo.KEEP
    to: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    is_private: bool = False
    """Nothing has changed that anybody else may see."""


@dataclass(frozen=True, slots=True)
class Committed:
    """A request was carried out (now, or the first time it came): the version it made and what its actor is told."""

    table: Table
    version: int
    texts: list[Text]
    repeated: bool = False

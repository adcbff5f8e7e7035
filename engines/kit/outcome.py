"""What goes into an engine and what comes out: an answer, its outcome, a view, the final result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from engines.kit.asks import Value
from engines.kit.events import Event
from engines.kit.state import S


@dataclass(slots=True)
class Answer:
    """A seat's answer: names an open ask and a value that it offers."""

    seat: int
    ask_id: str
    value: Value


@dataclass(slots=True)
class Outcome(Generic[S]):
    """A new state, what happened on the way, and whether taking it back would teach something."""

    state: S
    events: tuple[Event, ...]
    barrier: bool
    mine: bool | None = None
    """Whether the barrier was up when another seat began to act; None: none has."""
    foreseen: int = 0
    """So many events were told before anything was shown and before another seat acted."""

    @property
    def is_final(self) -> bool:
        """Whether the answer by itself, without what others had to answer then, teaches something."""
        return self.barrier if self.mine is None else self.mine

    @property
    def own_events(self) -> tuple[Event, ...]:
        """What the answer by itself led to, up to the barrier: all that may be foreseen."""
        return self.events[: self.foreseen]


@dataclass(slots=True)
class Result:
    """How a game ended. `breakdown[seat]` adds up to `scores[seat]`, by source."""

    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    breakdown: tuple[dict[str, int], ...]


@dataclass(slots=True)
class View:
    """What one viewer may know (`seat` None: an onlooker). Games add their fields: built up, never stripped."""

    seat: int | None


Standing = tuple[int, tuple[int, ...]]
"""The round, and everybody's points."""

"""A game played on in place, for computer seats: no clones, no ids, no events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from engines.kit.asks import Value
from engines.kit.draft import Draft
from engines.kit.flow import Pending, apply, opens, settle
from engines.kit.state import S

if TYPE_CHECKING:
    from engines.kit.engine import Engine, Result


class Rollout(Generic[S]):
    """A mutable game. `answer` takes an ask from `pending` and a legal value; it does not check again."""

    __slots__ = ("_engine", "_opens", "state")

    def __init__(self, engine: Engine[S], state: S) -> None:
        self._engine = engine
        self.state = state
        self._opens = opens(engine.steps, state)

    def pending(self) -> list[Pending]:
        """Everyone who may answer now; the asks have no ids."""
        return self._opens

    def answer(self, pending: Pending, value: Value) -> None:
        """Play it."""
        draft = Draft(self.state, quiet=True)
        apply(self._engine.steps, draft, pending, value)
        settle(self._engine.steps, draft)
        self._opens = self.state.memo
        self.state.memo = None

    def result(self) -> Result | None:
        """The final scoring, once the game is over."""
        return self._engine.result(self.state)

    def copy(self) -> Rollout[S]:
        """A second game from here."""
        return Rollout(self._engine, self.state.clone())

"""A game played on in place, for computer seats: no clones, no ids, no events, and no words where a step saves them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic

from engines.kit.asks import Ask, Value
from engines.kit.draft import Draft
from engines.kit.flow import Pending, apply, opens, settle
from engines.kit.state import S

if TYPE_CHECKING:
    from engines.kit.engine import Engine
    from engines.kit.outcome import Result


class Rollout(Generic[S]):
    """A mutable game, whose state is its own. `answer` takes an ask from `pending` and a legal value; it does not check
    again."""

    __slots__ = ("_all", "_draft", "_engine", "_steps", "opens", "state")

    def __init__(self, engine: Engine[S], state: S) -> None:
        state.lean = True
        self._engine, self._steps = engine, engine.steps
        self.state = state
        self._draft = Draft(state)
        self.opens: list[Pending] = opens(engine.steps, state)
        """What scripts cannot do without: all that is owed. For the rest see `pending` and `beside`."""
        self._all: list[Pending] | None = self.opens

    def pending(self) -> list[Pending]:
        """Everyone who may answer now; the asks have no ids. Worked out when somebody wants to know."""
        if self._all is None:
            self._all = [] if self.state.ending else opens(self._steps, self.state)
        return self._all

    def beside(self, owed: Pending) -> Iterator[Pending]:
        """What the seat that owes this may answer instead, one after the other, as far as its script looks at it."""
        state, script, seat = self.state, self._engine.script, owed.seat
        for name in self._steps[owed.step].sides:
            if script is None or script.looks(state, seat, owed.step, name):
                asked = [each.seat for each in self.opens if each.branch == owed.branch and not each.is_side]
                step = self._steps[name]
                ask = step.ask(state, seat) if seat in step.beside(state, tuple(asked)) else None
                if ask is not None:
                    yield Pending(seat, "", name, ask, False, owed.branch, True)

    def answer(self, pending: Pending, value: Value) -> None:
        """Play it."""
        self.state.memo = self._all = None
        apply(self._steps, self._draft, pending, value)
        self.opens = settle(self._steps, self._draft)

    def in_words(self, pending: Pending) -> Ask:
        """An open ask as people are asked it."""
        self.state.lean = False
        ask = self._steps[pending.step].ask(self.state, pending.seat)
        self.state.lean = True
        return pending.ask if ask is None else ask

    def result(self) -> Result | None:
        """The final scoring, once the game is over."""
        return self._engine.result(self.state)

    def copy(self) -> Rollout[S]:
        """A second game from here."""
        return Rollout(self._engine, self.state.clone())

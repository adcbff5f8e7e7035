"""A step: one place where the game waits, or does something by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic

from engines.kit.asks import Ask, Option
from engines.kit.draft import Draft
from engines.kit.errors import EngineBug, Refusal
from engines.kit.state import S


class Step(Generic[S]):
    """Says everything about one place where the game waits: who, what is offered, what an answer does.

    A frame opened for a seat (`d.call(step, seat)`, `d.each`) asks that seat; otherwise `seats` says who is asked.
    With nobody to ask the kit calls `resume`, so a step without `seats` and `ask` is something the game does by itself.
    """

    name: ClassVar[str]
    sealed: ClassVar[bool] = False
    """All answer in secret, may change until the last is in; then `answer_all`."""
    bluff: ClassVar[bool] = False
    """A wait here could betray a hidden card: the kit never answers it."""
    sides: ClassVar[tuple[str, ...]] = ()
    """Names of the steps that may be answered beside this one (not owed)."""
    silent: ClassVar[bool] = True
    """Asks nobody: something the game does by itself. The kit finds out."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.silent = cls.ask is Step.ask

    def seats(self, s: S) -> Iterable[int]:
        """Who is asked."""
        return ()

    def beside(self, s: S, asked: tuple[int, ...]) -> Iterable[int]:
        """As a side: who may answer, given who is asked by the step that it accompanies."""
        return asked

    def ask(self, s: S, seat: int) -> Ask | None:
        """What is offered; None if this seat has nothing to decide. No side effects."""
        return None

    def withheld(self, s: S, seat: int) -> Iterable[tuple[Option, Refusal]]:
        """What is not offered here though one might expect it, each with the rule that forbids it."""
        return ()

    def answer(self, d: Draft[S], seat: int, value: Any) -> None:
        """What the answer does. The value has been checked against the ask."""
        raise EngineBug(f"{self.name} takes no answers")

    def answer_all(self, d: Draft[S], values: dict[int, Any]) -> None:
        """Sealed steps: all answers at once, in seat order."""
        raise EngineBug(f"{self.name} is not sealed")

    def resume(self, d: Draft[S]) -> None:
        """Nobody is left to ask: go on."""
        raise EngineBug(f"{self.name} has nobody to ask and does not say how to go on")

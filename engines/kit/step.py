"""A step: one place where the game waits, or does something by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from engines.kit.asks import Amount, Ask, Bundle, Option, Pick, Place, Value
from engines.kit.draft import Draft
from engines.kit.errors import EngineBug, Refusal
from engines.kit.state import S
from engines.kit.text import Text

A = TypeVar("A", bound=Ask)
V = TypeVar("V", bound=Value)
Withheld: TypeAlias = Iterable[tuple[Option, Refusal]]
"""What is not offered though one might expect it, each with the rule that forbids it."""


class Step(Generic[S]):
    """Says everything about one place of the flow. A plain step asks nobody: the kit calls `resume`.

    One that asks is a `PickStep`, `AmountStep`, `BundleStep` or `PlaceStep`, and its answers have the type of its ask.
    """

    name: ClassVar[str]
    sealed: ClassVar[bool] = False
    """All answer in secret, may change until the last is in; then `answer_all`."""
    bluff: ClassVar[bool] = False
    """What is offered, or whether there is a choice at all, depends on something hidden: the kit never answers it,
    so the others see the same number of answers whatever is hidden. Whether it asks must be plain to all."""
    grave: ClassVar[bool] = False
    """It spends, removes or scores something: shown, and not answered by the kit, even if there is but one way."""
    since: ClassVar[int] = 1
    """The rules_version from which `bluff` and `grave` hold: a game goes on by the rules it was begun with."""
    until: ClassVar[int] = 0
    """The last rules_version that asks this; 0: it is asked still."""
    pays: ClassVar[bool] = False
    """The pieces of its answer are given away: what a plan costs is counted by them too."""
    sides: ClassVar[tuple[str, ...]] = ()
    """Names of the steps that may be answered beside this one (not owed)."""
    silent: ClassVar[bool] = True
    """Asks nobody: something the game does by itself."""

    def seats(self, s: S) -> Iterable[int]:
        """Who is asked."""
        return ()

    def beside(self, s: S, asked: tuple[int, ...]) -> Iterable[int]:
        """As a side: who may answer, given who is asked by the step that it accompanies."""
        return asked

    def ask(self, s: S, seat: int) -> Ask | None:
        """What is offered; None if this seat has nothing to decide. No side effects."""
        return None

    def is_free(self, s: S, seat: int) -> bool:
        """Of a step that nobody waits for: whether it surely leaves a choice. Rollouts need not work out its ask then;
        False says nothing."""
        return False

    def withheld(self, s: S, seat: int) -> Withheld:
        """What is not offered here though one might expect it, each with the rule that forbids it."""
        return ()

    def preview(self, s: S, seat: int, value: Any) -> tuple[Text, ...]:
        """What the answer would bring, in words, from what its seat knows. Nothing is tried out: no side effects."""
        return ()

    def answer(self, d: Draft[S], seat: int, value: Any) -> None:
        """What the answer does. The value has been checked against the ask."""
        raise EngineBug(f"{self.name} takes no answers")

    def answer_all(self, d: Draft[S], values: dict[int, Any]) -> None:
        """Sealed steps: all answers at once, in seat order. The kit has raised the barrier: they teach something."""
        raise EngineBug(f"{self.name} is not sealed")

    def resume(self, d: Draft[S]) -> None:
        """Nobody is left to ask: go on."""
        raise EngineBug(f"{self.name} has nobody to ask and does not say how to go on")


class AskStep(Step[S], Generic[S, A, V]):
    """A step that asks: its kind of ask, and the type of what answers it.

    A frame opened for a seat (`d.call(step, seat)`, `d.each`) asks that seat; otherwise `seats` says who is asked.
    With nobody to ask (`ask` gives None for all) the kit calls `resume`.
    """

    silent = False

    def ask(self, s: S, seat: int) -> A | None:
        """What is offered; None if this seat has nothing to decide. No side effects.

        In a lean state (`s.lean`) it may leave out words: texts, groups, notes, places. What it offers and suggests
        stays the same.
        """
        raise EngineBug(f"{self.name} does not say what it asks")

    def preview(self, s: S, seat: int, value: V) -> tuple[Text, ...]:
        """What the answer would bring, in words, from what its seat knows. Nothing is tried out: no side effects."""
        return ()

    def answer(self, d: Draft[S], seat: int, value: V) -> None:
        """What the answer does. The value has been checked against the ask."""
        raise EngineBug(f"{self.name} takes no answers")

    def answer_all(self, d: Draft[S], values: dict[int, V]) -> None:
        """Sealed steps: all answers at once, in seat order. The kit has raised the barrier: they teach something."""
        raise EngineBug(f"{self.name} is not sealed")


class PickStep(AskStep[S, Pick, list[str]]):
    """Answered by the keys of the options picked."""


class AmountStep(AskStep[S, Amount, int | str]):
    """Answered by a number, or by the key of an option taken instead."""


class BundleStep(AskStep[S, Bundle, dict[str, int]]):
    """Answered by counts of pieces, without zeros."""


class PlaceStep(AskStep[S, Place, str]):
    """Answered by the key of a spot."""

"""Everything an engine may raise. Nothing else escapes from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from engines.kit.text import Fact, Text


class KitError(Exception):
    """The root of all errors of the rules."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that must hold before a wish can be, and whether it does."""

    text: Text
    is_met: bool


def need(key: str, is_met: bool, **facts: Fact) -> Condition:
    """A condition by the key of its words."""
    return Condition(Text(key, facts), is_met)


def have(reference: str, wanted: int, held: int) -> Condition:
    """So many of a thing are wanted: met if as many are there."""
    return need("kit.needs.have", held >= wanted, need={reference: wanted}, has=held)


class Refusal(KitError):
    """A person asked for what cannot be: `code` names a sentence, `facts` fill it, `section` is the rule."""

    def __init__(self, code: str, section: str = "", **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.section = section
        self.facts: dict[str, Fact] = facts
        self.missing: dict[str, int] = {}
        """How many of which things are lacking, as references."""
        self.conditions: tuple[Condition, ...] = ()
        """What must hold, each with whether it does: one of them at least does not."""
        self.instead: tuple[str, ...] = ()
        """Keys of options, with stars, that bring what was asked for nearer."""

    def lacking(self, missing: Mapping[str, int]) -> Self:
        """The same, with what is missing: it is told behind the reason."""
        self.missing = {reference: number for reference, number in missing.items() if number > 0}
        return self

    def needing(self, *conditions: Condition) -> Self:
        """The same, with all that must hold for what was asked for."""
        self.conditions = conditions
        return self

    def else_try(self, *keys: str) -> Self:
        """The same, with what helps: keys of options, with stars, which the present question may offer."""
        self.instead = keys
        return self

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}({facts})" + (f" [{self.section}]" if self.section else "")


class Malformed(Refusal):
    """The answer has not even the form that the ask wants."""


class NotOffered(Refusal):
    """The answer has the right form, but is not among what is offered."""


class Closed(Refusal):
    """The ask that the answer names is not open (any more), or belongs to another seat."""


class BadSetup(Refusal):
    """A game cannot begin with this number of seats or these options."""


class BadState(KitError):
    """Stored bytes that are not a state of this game."""


class UnknownTables(BadState):
    """A stored state was begun with tables that nobody has handed to the engine yet."""

    def __init__(self, digest: str) -> None:
        super().__init__(f"the tables {digest} of this game are not known here")
        self.digest = digest


class TableError(KitError):
    """A table of printed numbers is wrong: says where."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")
        self.file = file
        self.line = line
        self.problem = problem


class EngineBug(KitError):
    """The rules contradict themselves: our fault, never the player's."""

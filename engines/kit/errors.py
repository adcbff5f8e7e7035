"""Everything an engine may raise. Nothing else escapes from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from engines.kit.text import Fact


class KitError(Exception):
    """The root of all errors of the rules."""


class Refusal(KitError):
    """A person asked for what cannot be: `code` names a sentence, `facts` fill it, `section` is the rule."""

    def __init__(self, code: str, section: str = "", **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.section = section
        self.facts: dict[str, Fact] = facts
        self.missing: dict[str, int] = {}
        """How many of which things are lacking, as references."""

    def lacking(self, missing: Mapping[str, int]) -> Self:
        """The same, with what is missing: it is told behind the reason."""
        self.missing = {reference: number for reference, number in missing.items() if number > 0}
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

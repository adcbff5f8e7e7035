"""The id of a control: what a tap on it means, in at most 64 bytes. The only place that writes and reads ids.

- `a:<table>:<ask>:<draft>` answers an ask, or goes on with a choice; the draft is a `partial_choice`.
- `c:<verb>:<table>:<argument>` does what a command does.
- `m:<id of an ask or command>` first asks for a line of text (a dialogue), then stands for that control.
- `s:<table>:<name>` is a list, whose entries have ids of their own; `t:` one whose ticks are a single answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

LONGEST = 64
"""Telegram's limit of a button's data, the narrowest of all."""
ASKED = ("type", "limit", "away", "planline", "whyline")
"""Commands whose dialogue asks for something of its own; all others ask for a number."""


class Kind(StrEnum):
    """What a control stands for: the first letter of its id."""

    ASK = "a"
    COMMAND = "c"
    LIST = "s"
    TICKS = "t"


DIALOGUE = "m"
BUTTON_PATTERN = rf"[{Kind.ASK}{Kind.COMMAND}{DIALOGUE}]:.*"
LIST_PATTERN = rf"[{Kind.LIST}{Kind.TICKS}]:.*"


@dataclass(frozen=True, slots=True)
class ControlId:
    """An id, taken apart. `name`: the ask's id, the command's verb, or the list's own name."""

    kind: Kind
    table: str
    name: str
    body: str = ""
    """The draft of an ask, the argument of a command."""
    is_dialogue: bool = False

    @classmethod
    def ask(cls, table: str, ask_id: str, draft: str = "") -> Self:
        return cls(Kind.ASK, table, ask_id, draft)

    @classmethod
    def command(cls, verb: str, table: str = "", argument: str = "") -> Self:
        return cls(Kind.COMMAND, table, verb, argument)

    @classmethod
    def list(cls, table: str, name: str | int, ticks: bool = False) -> Self:
        return cls(Kind.TICKS if ticks else Kind.LIST, table, str(name))

    def dialogue(self) -> Self:
        """The control that first asks for a line."""
        return replace(self, is_dialogue=True)

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """None if it is none of ours."""
        inner = text.removeprefix(f"{DIALOGUE}:")
        is_dialogue = inner != text
        match inner.split(":"):
            case [Kind.ASK, table, ask_id, draft]:
                return cls(Kind.ASK, table, ask_id, draft, is_dialogue)
            case [Kind.COMMAND, verb, table, argument]:
                return cls(Kind.COMMAND, table, verb, argument, is_dialogue)
            case [(Kind.LIST | Kind.TICKS) as kind, table, name] if not is_dialogue:
                return cls(Kind(kind), table, name)
        return None

    @classmethod
    def parse_ask(cls, text: str) -> Self | None:
        """A control that answers an ask, or goes on with a choice, at once; None if it is something else."""
        found = cls.parse(text)
        return found if found is not None and found.is_ask and not found.is_dialogue else None

    def __str__(self) -> str:
        match self.kind:
            case Kind.ASK:
                written = f"{self.kind}:{self.table}:{self.name}:{self.body}"
            case Kind.COMMAND:
                written = f"{self.kind}:{self.name}:{self.table}:{self.body}"
            case _:
                written = f"{self.kind}:{self.table}:{self.name}"
        return f"{DIALOGUE}:{written}" if self.is_dialogue else written

    @property
    def is_ask(self) -> bool:
        return self.kind is Kind.ASK

    @property
    def verb(self) -> str:
        """The command that it stands for; empty: none."""
        return self.name if self.kind is Kind.COMMAND else ""

    @property
    def asked(self) -> str:
        """What its dialogue asks for: a move, a wish, a limit, the days away, or a number."""
        return self.verb if self.verb in ASKED else "number"

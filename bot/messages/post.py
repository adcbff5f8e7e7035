"""A message before any platform has drawn it: text, rows of controls, a picture or file, who is alerted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

from bot.choices.control_id import ControlId
from bot.table.preferences import Person
from render import Drawn

if TYPE_CHECKING:
    from bot.messages.panel import Panel

DMS_CLOSED = "closed"
"""Argument in the id of *My move*: private messages do not get through, so explain how to open them."""


MOVING = (".gif", ".mp4")
"""How the names of files end that are played, not handed over."""


class Style(StrEnum):
    """How a button stands out."""

    PLAIN = "plain"
    SUGGESTED = "suggested"
    CHOSEN = "chosen"
    LEAD = "lead"
    """It does the whole deed, and says it."""
    DANGER = "danger"
    """Something is lost or over by it, which it says."""


@dataclass(frozen=True, slots=True)
class Button:
    """One tap. `url`: leads elsewhere instead."""

    id: str
    label: str
    style: Style = Style.PLAIN
    url: str = ""
    is_app: bool = False
    """What it leads to opens inside the chat, where the chat can do that."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list."""

    id: str
    label: str
    note: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A drop-down list, where the platform has them: the ids of what is chosen come back together.

    With the prefix for ticks, all that is chosen is one answer.
    """

    id: str
    hint: str
    entries: tuple[Entry, ...]
    least: int = 1
    most: int = 1


Row: TypeAlias = "tuple[Button, ...] | Listed"


@dataclass(frozen=True, slots=True)
class Attached:
    """A file to hand over."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Shows:
    """Of a panel: the table, how that stands for its seat (equal while nothing changes), the choice made so far."""

    table: str
    standing: str
    draft: str = ""
    """The id of the control that leads to this choice; empty: none is begun."""

    @property
    def begun(self) -> tuple[str, str]:
        """The choice made so far: the id of the ask, and the draft; both empty if none is begun."""
        control = ControlId.parse_ask(self.draft)
        return ("", "") if control is None else (control.name, control.body)


@dataclass(frozen=True, slots=True)
class Post:
    """What one message shows. `text` already contains the platform's markup; a picture brings its alt text."""

    text: str
    rows: tuple[Row, ...] = ()
    picture: Drawn | None = None
    file: Attached | None = None
    mentions: tuple[str, ...] = ()
    """The users that may be alerted by it."""
    shows: Shows | None = None
    """What it shows, if it is somebody's panel."""
    panel: Panel | None = None
    """How text and rows belong together, where it is more than a text with buttons below."""
    only: str = ""
    """Of this name one message is enough in a private chat that keeps all: the newest."""

    def above(self, line: str) -> Post:
        """The same with a line before everything else."""
        panel = None if self.panel is None else self.panel.above(line)
        return replace(self, text=f"{line}\n{self.text}" if self.text else line, panel=panel)


class Markup(Protocol):
    """How a platform writes bold, names, times and mentions."""

    def plain(self, text: str) -> str:
        """Words that must not be taken for markup."""

    def bold(self, text: str) -> str: ...

    def time(self, moment: float, language: str) -> str:
        """An absolute time in the reader's own zone."""

    def mention(self, user: str, name: str) -> str:
        """The name, so that its owner is alerted; another platform's user is only named."""

    def to(self, person: Person) -> Markup:
        """The same for one reader, whose zone it may need to write times."""


class PageLinks(Protocol):
    """What opens the page of a table, on a platform that can show it."""

    def private(self, code: str, label: str) -> Button:
        """In somebody's own chat with the bot."""

    def room(self, code: str, label: str) -> Button | None:
        """In a room; None if the platform cannot do that there."""


def command_id(verb: str, code: str = "", argument: str = "") -> str:
    """The id of a button that does what a command does."""
    return str(ControlId.command(verb, code, argument))

"""A message before any platform has drawn it: text, rows of controls, a picture or file, who is alerted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeAlias

from bot.choices.control_id import ControlId
from bot.choices.controls import Choice, Limits, Mark, Menu, Number, OneOf, Page, SeveralOf, labelled, pack
from bot.table.preferences import Person
from render import Drawn

DMS_CLOSED = "closed"
"""Argument in the id of *My move*: private messages do not get through, so explain how to open them."""


class Style(StrEnum):
    """How a button stands out."""

    PLAIN = "plain"
    SUGGESTED = "suggested"
    CHOSEN = "chosen"


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

    def above(self, line: str) -> Post:
        """The same with a line before everything else."""
        return replace(self, text=f"{line}\n{self.text}" if self.text else line)


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
    """Where the page of a table opens, on a platform that can show it."""

    def private(self, code: str) -> str:
        """From somebody's own chat with the bot."""

    def room(self, code: str) -> str:
        """From a room; empty if the platform cannot do that there."""


def command_id(verb: str, code: str = "", argument: str = "") -> str:
    """The id of a button that does what a command does."""
    return str(ControlId.command(verb, code, argument))


# --- from menus ---


def rows_of_menu(menu: Menu, limits: Limits, code: str) -> list[Row]:
    """The controls of a question as rows of buttons and lists, no id twice."""
    rows: list[Row] = []
    for control in menu.controls:
        match control:
            case OneOf(choices, title, select=True):
                rows.append(_listed(choices, title, 1, 1, ControlId.list(code, len(rows))))
            case OneOf(choices) | Page(choices):
                rows += [tuple([_button(choice, limits) for choice in row]) for row in pack(choices, limits)]
            case SeveralOf(choices, least, most):
                rows.append(
                    _listed(choices, menu.prompt, max(1, least), most, ControlId.list(code, len(rows), ticks=True))
                )
            case Number(control_id, label):
                rows.append((Button(_dialogue(control_id), label),))
    return list(_once(rows))


def _dialogue(control_id: str) -> str:
    """The same control, which first asks for a line."""
    parsed = ControlId.parse(control_id)
    assert parsed is not None
    return str(parsed.dialogue())


def _button(choice: Choice, limits: Limits) -> Button:
    styles = {Mark.SUGGESTED: Style.SUGGESTED, Mark.CHOSEN: Style.CHOSEN}
    return Button(choice.id, labelled(choice, limits), styles.get(choice.mark, Style.PLAIN))


def _listed(choices: Sequence[Choice], title: str, least: int, most: int, list_id: ControlId) -> Listed:
    entries = [Entry(choice.id, choice.label, choice.note) for choice in choices]
    return Listed(str(list_id), title, tuple(entries), least, most)


def _once(rows: Iterable[Row]) -> Iterable[Row]:
    """Platforms refuse an id that stands twice in a message: the first stays."""
    seen: set[str] = set()
    for row in rows:
        if isinstance(row, Listed):
            yield row
            continue
        kept = tuple([button for button in row if button.id not in seen])
        seen |= {button.id for button in kept}
        if kept:
            yield kept

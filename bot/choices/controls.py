"""What a platform draws: four controls (one of, several of, number, page), and how much of them it can hold."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engines.kit import Text


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of one question fits on a platform at once."""

    name: str
    rows: int
    """Rows of buttons for the question itself."""
    across: tuple[tuple[int, int], ...]
    """(letters, buttons in a row) for labels up to so many letters."""
    label: int
    select: int = 0
    """Entries of a drop-down list; 0: the platform has none."""
    shrinks: bool = False
    """Whether the platform makes pictures smaller, so that a file is better to look at closely."""
    forms: bool = False
    """Whether a choice of several parts is made in one form instead of tap by tap."""
    sheets: int = 0
    """So many entries fit into a form that opens over the message (`bot/messages/modal_sheet.py`); 0: there is none."""
    cards: int = 0
    """So many options are shown with their effects beside or above their buttons; 0: on the buttons alone."""

    def per_row(self, label: str) -> int:
        """How many buttons as long as this one share a row."""
        return next((count for letters, count in self.across if len(label) <= letters), 1)


DISCORD = Limits("discord", rows=3, across=((80, 5),), label=80, select=25, sheets=10, cards=6)
TELEGRAM = Limits("telegram", rows=10, across=((3, 8), (12, 3), (22, 2)), label=64, shrinks=True, cards=8)
WEB = Limits("web", rows=10_000, across=((200, 2),), label=200, forms=True)
PLATFORMS = (DISCORD, TELEGRAM, WEB)


class Mark(StrEnum):
    """How a choice stands out."""

    PLAIN = "plain"
    SUGGESTED = "suggested"
    CHOSEN = "chosen"
    LEAD = "lead"
    """It does the whole deed, and says it."""
    DANGER = "danger"
    """Something is lost or left undone by it, which it says."""
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to tap. `answers`: the choice is made with it; otherwise the menu changes."""

    id: str
    label: str
    note: str = ""
    mark: Mark = Mark.PLAIN
    answers: bool = True
    number: int = 0
    """The number it is shown with and may be typed by; 0: none."""
    aside: str = ""
    """The note as it stands behind a colon."""
    group: str = ""
    words: Text | None = None
    """The label before it was said, and the note: a page may show their things as tokens."""
    about: Text | None = None
    is_out: bool = False
    """A way out (pass, end, none): it stands after the options, never among them."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Buttons, or a drop-down list (`select`) whose values are the ids."""

    choices: tuple[Choice, ...]
    title: str = ""
    select: bool = False
    cards: bool = False
    """Each with its effect, which does not fit on its button."""


@dataclass(frozen=True, slots=True)
class SeveralOf:
    """A list in which several are ticked, then sent at once; `several` in `menus` reads the ids."""

    choices: tuple[Choice, ...]
    least: int
    most: int
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number to be written: `number` in `menus` reads it. On forms also a counter of one kind of pieces."""

    id: str
    label: str
    low: int
    high: int
    step: int = 1
    note: str = ""
    words: Text | None = None


@dataclass(frozen=True, slots=True)
class Together:
    """All pieces at once, in a form that opens over the message; `form` in `menus` reads it."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Page:
    """Earlier, later, back."""

    choices: tuple[Choice, ...]


SHORTEST_NOTE = 24
"""So many letters of a note are always kept beside a long label."""
Control: TypeAlias = OneOf | SeveralOf | Number | Together | Page


@dataclass(frozen=True, slots=True)
class Menu:
    """One question as it is put on one platform; `said` is the choice so far in words."""

    prompt: str
    controls: tuple[Control, ...]
    said: str = ""
    deed: str = ""
    """What is asked about once more before it is done; empty: nothing is."""
    why: str = ""
    """Why it cannot be taken back, if so."""


def labelled(choice: Choice, limits: Limits) -> str:
    """A choice as a button says it: the thing, then its note (price, gain), which is shortened but never dropped."""
    note = choice.aside or choice.note
    if not note:
        return choice.label
    mark = " · " if ":" in choice.label else ": "
    room = limits.label - len(mark) - min(len(note), SHORTEST_NOTE)
    return shortened(shortened(choice.label, room) + mark + note, limits.label)


def pack(choices: tuple[Choice, ...], limits: Limits) -> list[list[Choice]]:
    """The choices in rows, as many in each as its longest label allows."""
    rows: list[list[Choice]] = []
    room = 0
    for choice in choices:
        label = choice.label if limits.forms else labelled(choice, limits)
        room = min(room, limits.per_row(label))
        if not rows or len(rows[-1]) >= room:
            rows.append([])
            room = limits.per_row(label)
        rows[-1].append(choice)
    return rows


def rows_of(control: Control, limits: Limits) -> int:
    """How many rows a control takes."""
    match control:
        case OneOf(choices, select=False):
            return len(pack(choices, limits))
        case Together():
            return 0  # where forms open, there is room for the row that opens one
        case _:
            return 1


def shortened(text: str, longest: int) -> str:
    """The text, cut at a word where it is too long."""
    if len(text) <= longest:
        return text
    head, _, _ = text[:longest].rpartition(" ")
    return clip(text, longest) if len(head) < longest // 2 else head.rstrip(" ,.;:·") + "…"


def clip(text: str, longest: int) -> str:
    """The text, cut with an ellipsis where it is too long."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"

"""A sheet: several things chosen at once in a form of the platform's own, before any platform draws it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.messages.post import Entry

MOST_FIELDS = 5
MOST_TICKS = 10


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to choose: an entry of a list, some entries (ticked), people, or a line where there are no entries."""

    name: str
    """Under it comes back what was chosen."""
    label: str
    note: str = ""
    entries: tuple[Entry, ...] = ()
    least: int = 1
    most: int = 1
    is_people: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A form. Its answer is read from the id of the control that opened it, so nothing of it is kept."""

    control: str
    title: str
    fields: tuple[Field, ...]

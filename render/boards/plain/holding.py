"""What a seat holds in a game without a board of its own: its figures, and its things by name."""

from typing import Any

from render.boards.plain.reading import Row, read
from render.boards.plain.rows import FACE_DOWN, split, text_of
from render.holding import Card, Fact, Holding, Look
from render.sheet import Reader


def look(reference: str, view: Any) -> Look | None:
    """Things have names here, and no look."""
    return None


def holding(reader: Reader, view: Any) -> Holding:
    reading = read(reader, view)
    short, rows = split((*reading.own, *reading.seats[view.seat].rows))
    facts = tuple(Fact("", row.figure, row.label) for row in short)
    return Holding(facts, cards=tuple(_card(row) for row in rows))


def _card(row: Row) -> Card:
    """A row as a card: its name, and what lies in it."""
    there = ", ".join(text_of(chip) for chip in row.chips if chip.name)
    down = "" if all(chip.name for chip in row.chips) else FACE_DOWN
    return Card(row.label, note=there or row.figure, icon=down)

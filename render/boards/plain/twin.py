"""A game without a board of its own in words: every field with what is in it."""

from typing import Any

from render.boards.plain.places import shown_spots
from render.boards.plain.reading import Row, read
from render.boards.plain.rows import text_of
from render.sheet import Reader
from render.words import NONE


def twin(reader: Reader, view: Any) -> str:
    w, p, reading = reader.words, reader.p, read(reader, view)
    rows = [w("round", n=reading.round)] if reading.round is not None else []
    if p.part == "hand" and view.seat is not None:
        own = [_row(row) for row in (*reading.own, *reading.seats[view.seat].rows)]
        return "\n".join([*rows, *(own or [w("no_cards")])])
    if p.part == "place" and p.place is not None:
        rows.append(f"{p.say(p.place.prompt.key, p.place.prompt.facts)} {', '.join(s.cell for s in shown_spots(p))}")
    for number, seat in enumerate(reading.seats):
        points = [f"{w.number(seat.points)} {w('points', n=seat.points)}"] if seat.points is not None else []
        rows.append(f"{p.names[number]}: {'; '.join([*points, *[_row(row) for row in seat.rows]]) or NONE}")
    return "\n".join([*rows, *[_row(row) for row in reading.rows]])


def _row(row: Row) -> str:
    things = [text_of(chip) if chip.name else f"? × {chip.count}" for chip in row.chips]
    return f"{row.label}: {row.figure or ', '.join(things) or NONE}"

"""The plain board of a game that has none of its own: made from its view alone, whatever stands in it."""

from typing import Any

from render.boards.plain.hand import hand
from render.boards.plain.holding import holding, look
from render.boards.plain.places import places
from render.boards.plain.reading import Reading, read
from render.boards.plain.rows import figures, panel, split
from render.boards.plain.twin import twin
from render.boxes import Box
from render.sheet import Sheet
from render.widgets.chronicle import chronicle, rings
from render.widgets.header import Heading, header
from render.widgets.ribbon import Entry, ribbon

__all__ = ["draw", "holding", "look", "twin"]

EMBLEM = 92
LEAST = 104


def draw(sheet: Sheet, view: Any) -> None:
    part = sheet.p.part
    if part == "hand":
        hand(sheet, view)
        return
    if part == "mine" and view.seat is not None:
        part = f"seat:{view.seat}"
    reading = read(sheet, view)
    placing = sheet.p.place if part == "place" else None
    line = sheet.p.headline or sheet.p.say(placing.prompt.key, placing.prompt.facts) if placing else None
    header(sheet, heading(sheet, reading), seat=view.seat if placing else None, line=line)
    ribbon(sheet, [Entry(number, seat.points) for number, seat in enumerate(reading.seats)])
    chronicle(sheet)
    if placing is not None:
        places(sheet)
    if part.startswith("seat:"):
        _seat(sheet, reading, int(part[5:]))
    else:
        short, rows = split(reading.rows)
        figures(sheet, short)
        panel(sheet, rows)
    for seat in range(len(reading.seats)):
        near = part == "all" or (placing is not None and seat == view.seat)
        if near and reading.seats[seat].rows and sheet.left > LEAST:
            _seat(sheet, reading, seat)
    rings(sheet)


def heading(sheet: Sheet, reading: Reading) -> Heading:
    return Heading(sheet.words("round", n=reading.round) if reading.round is not None else "")


def _seat(sheet: Sheet, reading: Reading, seat: int) -> None:
    """What lies before a player, in view of all."""
    box = panel(sheet, reading.seats[seat].rows, EMBLEM, f"seat/{seat}")
    if box is not None:
        sheet.emblem(seat, box.x + EMBLEM / 2 + 6, min(box.cy, box.y + 58), 62)
        sheet.c.place(box, "panel/seat", f"seat/{seat}", kind="area", rings=())
        sheet.c.place(Box(box.x, box.y, EMBLEM, min(box.h, 104)), f"seat/{seat}", "event/turn")

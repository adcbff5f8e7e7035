"""What only its owner sees, in a game without a board of its own."""

from typing import Any

from render.boards.plain.reading import read
from render.boards.plain.rows import figures, panel, split
from render.sheet import Sheet
from render.widgets.header import Heading, header


def hand(sheet: Sheet, view: Any) -> None:
    w, seat = sheet.words, view.seat
    if seat is None:
        raise ValueError("an onlooker has no hand")
    reading = read(sheet, view)
    top = w("round", n=reading.round) if reading.round is not None else ""
    header(sheet, Heading(top, w("only_you"), icon="padlock"), seat=seat, line=w("hand", name=f"seat/{seat}"))
    short, rows = split((*reading.own, *reading.seats[seat].rows))
    figures(sheet, short)
    if rows:
        panel(sheet, rows, 0, f"seat/{seat}")
    if not short and not rows:
        box = sheet.panel(120)
        sheet.c.text(box.cx, box.cy, w("no_cards"), "r", 32, sheet.t.mute, align="m")

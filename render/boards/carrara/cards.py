"""The expansion of Carrara: the four open cards and the tiles of value 8."""

from engines.carrara.view import CarraraView
from render.boards.carrara.tiles import value_eight
from render.boxes import Box
from render.sheet import Sheet
from render.widgets.stone import slab

EIGHTS = 92
BARS = {"top": "#7A6A4C", "object": "#4E245E", "building": "#A8522F", "extra": "#2D62B3"}


def cards(sheet: Sheet, box: Box, view: CarraraView) -> None:
    """A slab a card with its colour, number and sense; under them the tiles of value 8."""
    c, t = sheet.c, sheet.t
    upper = box.top(box.h - EIGHTS - 8)
    with c.within("conditions", upper):
        for card, part in zip(view.cards, upper.rows(len(view.cards), 8), strict=True):
            c.place(part, f"card/{card.id}")
    for card, part in zip(view.cards, upper.rows(len(view.cards), 8), strict=True):
        slab(c, part, notch=8)
        c.plate(Box(part.x + 12, part.cy - 19, 38, 38), BARS[card.colour], radius=4)
        c.text(part.x + 31, part.cy, card.number, "x", 28, t.pigments.ivory, align="m")
        words = sheet.words.noun("card", card.id)
        c.paragraph(Box(part.x + 60, part.y + 4, part.w - 72, part.h - 8), words, "b", 26, most=2, leading=1.08)
    lower = Box(box.x, box.bottom - EIGHTS, box.w, EIGHTS)
    slab(c, lower, notch=8)
    with c.within("value_eight", lower):
        value_eight(sheet, lower.inset(12, 9), view.value_eight)

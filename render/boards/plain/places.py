"""Where a piece may go, as numbered cells to tap, in a game without a board of its own."""

from engines.kit import Spot, spot_at
from render.boxes import Box
from render.picture import Picture
from render.sheet import GAP, Sheet
from render.widgets.marks import candidate
from render.widgets.stone import slab

ABREAST = 4
HIGH = 88


def shown_spots(picture: Picture) -> list[Spot]:
    """The spots of the orientation that is shown."""
    if picture.place is None:
        return []
    ways = list(dict.fromkeys((spot.turn, spot.flip) for spot in picture.place.spots))
    chosen = ways[picture.turn % len(ways)] if ways else None
    return [spot for spot in picture.place.spots if (spot.turn, spot.flip) == chosen]


def places(sheet: Sheet) -> None:
    """Each spot with its number and its name; smaller where there are many."""
    c, spots = sheet.c, shown_spots(sheet.p)
    abreast = ABREAST if len(spots) <= 40 else 8
    lines = -(-len(spots) // abreast)
    high = min(HIGH, sheet.left / max(1, lines) - GAP)
    for n in range(0, len(spots), abreast):
        row = sheet.panel(high)
        for k, (spot, box) in enumerate(zip(spots[n : n + abreast], row.columns(abreast, GAP), strict=False)):
            slab(c, box, notch=8)
            r = min(26.0, high * 0.36)
            candidate(c, box.x + r + 16, box.cy, n + k + 1, first=n + k == 0, r=r)
            c.text(box.x + 2 * r + 30, box.cy, spot.cell, "b", 32, width=box.w - 2 * r - 44)
            sheet.spots[spot.key] = Box(box.x, box.y, box.w, box.h)
            c.place(box, *spot_at(spot), rings=())

"""Pieces of Princes: icons, pigments, and the cells that a spot of a Place ask covers, by the shapes of the view."""

from functools import cache

from engines.princes.view import PrincesView
from render.boxes import Box
from render.sheet import Sheet
from render.theme import Pigment, Theme
from render.widgets.marks import token
from render.widgets.stone import tile

SIDE = 7
Cells = tuple[tuple[int, int], ...]

ICONS = {
    "forest": "pine-tree",
    "lake": "waves",
    "park": "flower-emblem",
    "landscape": "hills",
    "jester": "jester-hat",
    "builder": "trowel",
    "prestige_card": "trophy-cup",
    "recruiting_card": "shaking-hands",
    "university": "graduate-cap",
    "laboratory": "round-bottom-flask",
    "workshop": "anvil",
    "library": "bookshelf",
    "opera": "lyre",
    "studio": "palette",
    "hospital": "caduceus",
    "theater": "drama-masks",
    "tower": "white-tower",
    "chapel": "church",
    "travel": "caravel",
    "religion": "candle-light",
    "opinion": "quill-ink",
    "muse": "harp",
    "cardinal": "pope-crown",
    "princess": "queen-crown",
    "merchant": "scales",
    "professor": "owl",
    "banker": "cash",
}


def pigment(theme: Theme, view: PrincesView, kind: str) -> Pigment:
    return theme.pigment("principality", view.sizes.get(kind, kind))


@cache
def turned(shape: tuple[str, ...], turn: int, flip: bool) -> Cells:
    """The piece after its flip and quarter turns, from its own upper left corner, in reading order."""
    cells = [(x, y) for y, row in enumerate(shape) for x, sign in enumerate(row) if sign == "#"]
    if flip:
        cells = [(-x, y) for x, y in cells]
    for _ in range(turn):
        cells = [(-y, x) for x, y in cells]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted(((x - left, y - top) for x, y in cells), key=lambda cell: (cell[1], cell[0])))


def named_cell(name: str) -> tuple[int, int]:
    """Column and row of a cell's name (C4)."""
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def covered(shape: tuple[str, ...], cell: str, turn: int, flip: bool) -> Cells:
    """The cells that the piece covers when its first filled cell lies on the named one."""
    cells = turned(shape, turn, flip)
    x, y = named_cell(cell)
    return tuple((a - cells[0][0] + x, b - cells[0][1] + y) for a, b in cells)


def wish(sheet: Sheet, view: PrincesView, cx: float, cy: float, kind: str, r: float, *, met: bool) -> None:
    """A wish: buildings and landscapes square, freedoms round; lit if met."""
    c, t = sheet.c, sheet.t
    if kind not in view.shapes:
        token(c, ICONS[kind], cx, cy, r, there=met)
        return
    box = Box.centred(cx, cy, 2 * r, 2 * r)
    if met:
        paint = pigment(t, view, kind)
        tile(c, Box(box.x, box.y, box.w, box.h - 3), paint.colour)
        c.icon(ICONS[kind], cx, cy - 1, r * 1.45, paint.ink)
    else:
        c.plate(box, outline=t.line, width=3, radius=6)
        c.icon(ICONS[kind], cx, cy, r * 1.35, t.mute, 0.8)

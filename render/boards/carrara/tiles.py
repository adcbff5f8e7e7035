"""Building tiles of Carrara, the display, the objects, and the value-8 tiles of the expansion."""

from collections.abc import Sequence

from engines.carrara.view import CarraraView, TileView
from render.boxes import Box
from render.colour import mix
from render.sheet import Sheet
from render.widgets.marks import token
from render.widgets.stone import slab, tile

TYPE_ICONS = {
    "library": "bookshelf",
    "cathedral": "church",
    "palace": "greek-temple",
    "gate": "medieval-gate",
    "castle": "white-tower",
    "villa": "family-house",
}
OBJECT_ICONS = {
    "book": "white-book",
    "cup": "trophy-cup",
    "crown": "queen-crown",
    "gate": "gate",
    "flag": "flying-flag",
    "coat_of_arms": "checked-shield",
}


def building(sheet: Sheet, box: Box, tile_view: TileView, *, icon: float, size: int) -> None:
    """City buildings are square, country ones round; icon left, cost right."""
    c = sheet.c
    pigment = sheet.t.pigment("land", tile_view.category)
    tile(c, Box(box.x, box.y, box.w, box.h - 3), pigment.colour, box.h * 0.32 if tile_view.category == "country" else 4)
    c.icon(TYPE_ICONS[tile_view.type], box.x + box.w * 0.33, box.cy - 1, icon, pigment.ink)
    c.text(box.x + box.w * 0.78, box.cy - 1, tile_view.cost, "x", size, pigment.ink, align="m")


def display(sheet: Sheet, box: Box, view: CarraraView) -> None:
    """Nine tiles in fixed places over the object field and its supply."""
    c, t = sheet.c, sheet.t
    slab(c, box, hair=True)
    low = 118 if box.w > 400 else 100
    pad = 19 if box.w > 400 else 14
    area = Box(box.x + pad, box.y + pad, box.w - 2 * pad, box.h - low - pad - 7)
    with c.within("display", box):
        for n, (spot, tile_view) in enumerate(zip(area.grid(3, 3, 8), [*view.display, *[None] * 9], strict=False), 1):
            if tile_view is None:
                c.plate(spot.inset(2), t.empty, radius=6)
                c.place(spot, f"slot/slot-{n}", kind="slot", rings=())
                continue
            building(sheet, spot, tile_view, icon=min(64, spot.h * 0.7, spot.w * 0.46), size=48 if spot.h > 80 else 42)
            c.place(spot, f"tile/{tile_view.id}", "event/revealed")
        y = area.bottom + 11
        c.line([(box.x + pad, y), (box.right - pad, y)], t.line, 2)
        objects(sheet, Box(box.x + pad, y, box.w - 2 * pad, low - 4), view)


def objects(sheet: Sheet, box: Box, view: CarraraView) -> None:
    """The object field over its supply, and the price of an object."""
    c, t = sheet.c, sheet.t
    narrow = box.w < 400
    step, r = (box.w / 6, 23) if narrow else (67, 29)
    for n, (name, icon) in enumerate(OBJECT_ICONS.items()):
        cx, cy = box.x + (step / 2 if narrow else 36) + n * step, box.y + (32 if narrow else 38)
        token(c, icon, cx, cy, r, there=view.object_field.get(name, 0) > 0)
        c.text(cx, cy + r + 21, view.supply.get(name, 0), "b", 29, t.mute, align="m")
        c.place(Box.centred(cx, cy, 2 * r - 4, 2 * r - 4), f"object/{name}", "event/object", round=True)
    if not narrow:
        c.text(box.right - 4, box.y + 42, view.object_price, "x", 34, align="r")
        c.icon("two-coins", box.right - 24, box.y + 78, 36, t.mute)
        c.place(Box(box.right - 46, box.y + 22, 46, 78), "figure/object_price", kind="figure", rings=())


def abreast(count: int) -> int:
    """How many buildings stand side by side in a city."""
    return 2 if count <= 4 else 3


def stack_of(sheet: Sheet, box: Box, buildings: Sequence[TileView], *, refs: tuple[str, ...]) -> None:
    """A seat's buildings in one city, two or three abreast, smaller when there are more."""
    count = len(buildings)
    if not count:
        return
    wide = abreast(count)
    rows = -(-count // wide)
    high = min(48.0, (box.h - 4 * (rows - 1)) / rows)
    w = min(66.0, (box.w - 3 * (wide - 1)) / wide)
    top = box.cy - (rows * high + 4 * (rows - 1)) / 2
    for n, tile_view in enumerate(buildings):
        row, column = divmod(n, wide)
        beside = min(wide, count - wide * row)
        x = box.cx - (beside * w + 3 * (beside - 1)) / 2 + column * (w + 3)
        spot = Box(x, top + row * (high + 4), w, high)
        icon = min(34.0, high * 0.74) if wide == 2 else min(25.0, high * 0.84)
        building(sheet, spot, tile_view, icon=icon, size=32 if high > 44 and wide == 2 else 28)
        stands(sheet, Box(spot.x, spot.y, spot.w, spot.h - 2), tile_view, *refs)


def stands(sheet: Sheet, box: Box, tile_view: TileView, *where: str) -> None:
    """A building in a seat's city: it can be meant by itself, by its type and by its category."""
    kinds = (f"type/{tile_view.type}", f"category/{tile_view.category}")
    sheet.c.place(box, f"tile/{tile_view.id}", *where, *kinds, rings=((*where, f"tile/{tile_view.id}"),))


def value_eight(sheet: Sheet, box: Box, there: Sequence[TileView]) -> None:
    """The tiles of the expansion that lie beside the board, gone ones as outlines."""
    c, t = sheet.c, sheet.t
    for spot, (kind, icon) in zip(box.grid(3, 2, 5), TYPE_ICONS.items(), strict=True):
        tile_view = next((found for found in there if found.type == kind), None)
        if tile_view:
            building(sheet, spot, tile_view, icon=min(34, spot.h * 0.74), size=30)
            c.place(spot, f"tile/{tile_view.id}")
        else:
            c.plate(spot.inset(1), outline=mix(t.slab, t.line, 0.8), radius=6)
            c.icon(icon, spot.cx, spot.cy, 28, t.mute, 0.4)
            c.place(spot, f"type/{kind}", kind="slot", rings=())

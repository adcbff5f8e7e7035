"""A principality of Rivals: towns, roads, regions and expansions, large with names or small in icons and figures."""

from collections.abc import Callable
from dataclasses import dataclass

from engines.kit import Place
from engines.rivals.view import RegionView, SeatView, TownView
from render.boards.rivals.cards import RESOURCES, expansion, small
from render.boards.rivals.sites import covers, is_outer, parted
from render.boxes import Box
from render.colour import mix
from render.sheet import Sheet
from render.widgets.marks import candidate, plus
from render.widgets.stone import slab, tile

GAP = 8
Rows = dict[tuple[str, bool], Box]
At = Callable[[int, Box], Box]


@dataclass(frozen=True, slots=True)
class Style:
    """Heights of the rows: regions and inner sites, outer sites with and without cards, towns."""

    inner: float
    outer: float
    empty: float
    town: float
    named: bool
    open: bool = False
    """Outer rows stay, large enough for a finger, though they are empty."""


LARGE = Style(132, 122, 34, 88, True)
CLOSE = Style(118, 108, 30, 76, True)
TIGHT = Style(108, 98, 26, 68, True)
SMALL = Style(56, 44, 0, 46, False)
STACKED = Style(92, 60, 26, 56, False)


def span(seat: SeatView) -> tuple[int, int]:
    """The leftmost and rightmost column."""
    columns = [region.x for region in seat.regions] + [town.x for town in seat.towns]
    return (min(columns), max(columns)) if columns else (0, 0)


def tiers(seat: SeatView, most: int) -> list[tuple[int, int]]:
    """The columns in one or more rows of at most `most`, broken at a road: a border column shows in one row only."""
    left, right = span(seat)
    count = right - left + 1
    rows = -(-count // most)
    each = -(-count // rows)
    each += 1 - each % 2
    out: list[tuple[int, int]] = []
    start = left
    while right - start + 1 > each and len(out) < rows - 1:
        out.append((start, start + each - 1))
        start += each
    return [*out, (start, right)]


def outer_height(seat: SeatView, row: str, columns: tuple[int, int], style: Style) -> float:
    """An outer row is high with cards, low where a city leaves sites free, nothing otherwise."""
    inside = range(columns[0], columns[1] + 1)
    cards = [e for e in seat.expansions if e.row == row and e.x in inside and e.slot != 1]
    if cards:
        return style.outer
    return style.empty if style.open or any(town.city and town.x in inside for town in seat.towns) else 0.0


def height(seat: SeatView, columns: tuple[int, int], style: Style) -> float:
    above, below = (outer_height(seat, row, columns, style) for row in ("above", "below"))
    rows = [high for high in (above, style.inner, style.town, style.inner, below) if high]
    return sum(rows) + GAP * (len(rows) - 1)


def land(sheet: Sheet, box: Box, number: int, seat: SeatView, columns: tuple[int, int], style: Style) -> None:
    """Paint the columns of a principality into the box."""
    count = columns[1] - columns[0] + 1
    wide = box.w / max(count, 7)
    left = box.x + (box.w - wide * count) / 2
    above, below = (outer_height(seat, row, columns, style) for row in ("above", "below"))
    y = box.y
    rows: Rows = {}
    for key, high in (
        (("above", True), above),
        (("above", False), style.inner),
        (("town", False), style.town),
        (("below", False), style.inner),
        (("below", True), below),
    ):
        if high:
            rows[key] = Box(left, y, wide * count, high)
            y += high + GAP

    def cell(x: int, row: Box) -> Box:
        return Box(left + (x - columns[0]) * wide, row.y, wide - (GAP if style.named else 6), row.h)

    inside = range(columns[0], columns[1] + 1)
    for road in seat.roads:
        if road in inside:
            spot = cell(road, rows["town", False])
            paved(sheet, Box(spot.x - 10, spot.cy - spot.h * 0.2, wide + 12, spot.h * 0.4))
            sheet.c.place(spot, "centre/road", f"seat/{number}", rings=((f"seat/{number}", "event/road"),))
    for town in seat.towns:
        if town.x in inside:
            _town(sheet, cell(town.x, rows["town", False]), town, style)
            _sites(sheet, number, town, seat, rows, cell, style)
            name = f"centre/{'city' if town.city else 'settlement'}"
            refs = (name, f"seat/{number}", f"town/town-{town_number(seat, town.x)}")
            sheet.c.place(cell(town.x, rows["town", False]), *refs, rings=((f"seat/{number}", name),))
    for region in seat.regions:
        if region.x in inside:
            spot = cell(region.x, rows[region.row, False])
            (_region if style.named else _small_region)(sheet, spot, region)
            ring = (f"region/{region.id}", f"seat/{number}")
            sheet.c.place(spot, *ring, f"resource/{region.resource}", rings=(ring,))
    _edges(sheet, number, seat, rows, cell, inside)
    for card in seat.expansions:
        outer = card.slot != 1
        if card.x in inside and (card.row, outer) in rows:
            spot = cell(card.x, rows[card.row, outer])
            (expansion if style.named else small)(sheet, spot, card)
            stores = ("region/gold_cache", "resource/gold") if card.card == "gold_cache" else ()
            refs = (f"card/{card.card}", f"seat/{number}", f"site/site-{card.site}", f"set/{card.set}", *stores)
            sheet.c.place(spot, *refs, rings=((f"seat/{number}", f"card/{card.card}"),))
    if sheet.p.place is not None and number == sheet.p.viewer:
        _candidates(sheet, sheet.p.place, seat, rows, cell, inside)


def _candidates(sheet: Sheet, ask: Place, seat: SeatView, rows: Rows, cell: At, inside: range) -> None:
    """A numbered disc on each site where the card may go; the chosen one is inverted."""
    on_top = covers(ask, seat)
    for spot in ask.spots:
        x, row = parted(spot.key)
        at = rows.get((row, is_outer(seat, x, row, on_top)), rows.get((row, False)))
        if x not in inside or at is None:
            continue
        box = cell(x, at)
        r = min(34.0, box.h * 0.46, box.w * 0.4)
        candidate(sheet.c, box.cx, box.cy, int(spot.cell), first=spot.key == sheet.p.spot, r=r)
        sheet.spots[spot.key] = box


def town_number(seat: SeatView, x: int) -> int:
    """Towns are counted from the left."""
    return 1 + sum(town.x < x for town in seat.towns)


def _sites(sheet: Sheet, number: int, town: TownView, seat: SeatView, rows: Rows, cell: At, style: Style) -> None:
    """Free sites of a town as outlines."""
    taken = {(e.row, e.slot != 1) for e in seat.expansions if e.x == town.x}
    for row in ("above", "below"):
        for outer in (False, True) if town.city else (False,):
            if (row, outer) in rows and (row, outer) not in taken:
                _site(sheet, cell(town.x, rows[row, outer]), style)
                site = f"site/site-{2 * town_number(seat, town.x) - (row == 'above')}"
                sheet.c.place(cell(town.x, rows[row, outer]), site, f"seat/{number}", kind="slot", rings=())


def _edges(sheet: Sheet, number: int, seat: SeatView, rows: Rows, cell: At, inside: range) -> None:
    """Places beside regions, in the outer rows: for the few cards that lie there."""
    columns = sorted({region.x for region in seat.regions})
    taken = {(card.row, card.x) for card in seat.expansions if card.slot == 0}
    for region in seat.regions:
        if region.x in inside and (region.row, True) in rows and (region.row, region.x) not in taken:
            edge = f"edge/site-{2 * columns.index(region.x) + 2 - (region.row == 'above')}"
            box = cell(region.x, rows[region.row, True])
            sheet.c.place(box, edge, f"seat/{number}", kind="slot", rings=())


def _site(sheet: Sheet, box: Box, style: Style) -> None:
    c, t = sheet.c, sheet.t
    c.plate(box.inset(2), outline=mix(t.page if style.named else t.slab, t.line, 0.8), width=2.5, radius=6)
    if style.named:
        plus(c, box.cx, box.cy, 9, t.line)


def _town(sheet: Sheet, box: Box, town: TownView, style: Style) -> None:
    c, t = sheet.c, sheet.t
    icon = "medieval-village-01" if town.city else "house"
    if not style.named:
        c.plate(box, t.slab, outline=t.ink, width=2, radius=5)
        c.icon(icon, box.cx, box.cy, min(40.0, box.h - 6) if town.city else min(34.0, box.h - 10))
        return
    slab(c, box, notch=9)
    narrow = box.w < 120
    size = min(62.0 if town.city else 52.0, box.h - 18, box.w * (0.38 if narrow else 0.46))
    c.icon(icon, box.x + box.w * (0.25 if narrow else 0.29), box.cy, size)
    c.text(box.right - box.w * 0.35, box.cy, 2 if town.city else 1, "x", 32 if narrow else 36, align="r")
    c.icon("laurel-crown", box.right - box.w * 0.19, box.cy, min(32.0, box.w * 0.27), t.mute)


def paved(sheet: Sheet, box: Box) -> None:
    """A road of three courses of stone."""
    c, t = sheet.c, sheet.t
    c.rect(box, mix(t.page, t.ink, 0.20 if not t.dark else 0.26))
    course = box.h / 3
    for row in range(3):
        y = box.y + row * course
        if row:
            c.rect(Box(box.x, y - 1, box.w, 2), t.page)
        x = box.x + (0 if row % 2 else 18)
        while x < box.right:
            if x > box.x:
                c.rect(Box(x - 1, y, 2, course), t.page)
            x += 36


def _region(sheet: Sheet, box: Box, region: RegionView) -> None:
    """Die number on a plate, stored goods as figure and three icons."""
    c, p = sheet.c, sheet.t.pigments
    paint = sheet.t.pigment("resource", region.resource)
    tile(c, Box(box.x, box.y, box.w, box.h - 3), paint.colour, 6, mix(paint.colour, paint.ink, 0.35))
    side = min(48.0, box.w * 0.38)
    plate = Box(box.x + 11, box.y + 11, side, side)
    c.plate(plate, p.ivory, outline=p.ink, width=2, radius=8)
    c.text(plate.cx, plate.cy, region.number, "x", 36, p.ink, align="m")
    c.text(box.right - 16, plate.cy, region.stored, "x", 42, paint.ink, align="r")
    if box.w < 105:
        c.icon(RESOURCES[region.resource], box.cx, box.bottom - 32, 40, paint.ink, 1 if region.stored else 0.35)
        return
    step = min(40.0, (box.w - 20) / 3)
    for n in range(3):
        there = 1.0 if n < region.stored else 0.20
        x, y = box.cx + (n - 1) * step, box.bottom - max(26.0, (box.h - 60) / 2)
        c.icon(RESOURCES[region.resource], x, y, min(38.0, step - 2), paint.ink, there)


def _small_region(sheet: Sheet, box: Box, region: RegionView) -> None:
    c, p = sheet.c, sheet.t.pigments
    paint = sheet.t.pigment("resource", region.resource)
    c.plate(box, paint.colour, outline=mix(paint.colour, "#000000", 0.35), width=1.5, radius=5)
    high = box.h > 70
    middle = box.y + 24 if high else box.cy
    plate = Box(box.x + 5, middle - 18, 32 if box.w > 96 else 28, 36)
    c.plate(plate, p.ivory, outline=p.ink, width=1.5, radius=6)
    c.text(plate.cx, plate.cy, region.number, "x", 27, p.ink, align="m")
    there = 1 if region.stored else 0.35
    if high:
        c.icon(RESOURCES[region.resource], box.cx, box.bottom - 22, 34, paint.ink, there)
    else:
        room = box.right - plate.right - 26
        c.icon(
            RESOURCES[region.resource], plate.right + 2 + room / 2, middle, min(34.0, max(26.0, room)), paint.ink, there
        )
    c.text(box.right - 7, middle, region.stored, "x", 31 if box.w > 96 else 28, paint.ink, align="r")

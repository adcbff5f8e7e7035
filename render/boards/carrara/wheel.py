"""The wheel of Carrara: six segments, one chip per colour and segment with its price there."""

import math
from collections.abc import Sequence
from functools import cache
from itertools import product

from engines.carrara.view import SegmentView
from render.boxes import Box
from render.colour import mix
from render.paint.canvas import Canvas, Spot
from render.sheet import Sheet
from render.theme import Pigment
from render.widgets.marks import lozenge
from render.widgets.stone import brick, slab
from render.words import roman

CHIPS = ((58, 41), (54, 38), (49, 36), (46, 34), (43, 32), (40, 31), (37, 30), (34, 29))
GAP = 3
HEAPS = ((4, 14, 10), (3, 9, 7), (3, 4, 4), (0, 0, 0))
"""How far a heap may reach above, beside and below its chip: the chip behind it, and its figure at the lower corner.
As much as there is room for; the last leaves all of it inside the chip."""
FLAT = ((44, 28), (44, 26))
"""Chips of a full segment with heaps: low, so that they can be wide."""
READABLE = 44
"""So wide a heap shows its price and its figure side by side; in a narrower one, or with large letters, pips tell how
many they are."""
FIGURE = (24, 26.0)
"""Size and height of the figure of a heap."""
PIPS, PIP = 3, 6.0
"""How many pips stand over each other, and how large they are."""
EDGE = 4
"""The lower edge of the slab hangs below its box."""


def rim(radius: float) -> float:
    return 44 if radius > 205 else 32


def hub(radius: float) -> float:
    return 46 if radius > 205 else 28


def _stretch(y: float, middle: float, inner: float, outer: float) -> tuple[float, float]:
    """From where to where a horizontal line (from the hub) lies in the 60 degree wedge, a little off its spokes."""
    if abs(y) >= outer:
        return 0.0, 0.0
    low, high = -math.sqrt(outer**2 - y**2), math.sqrt(outer**2 - y**2)
    slope, sine, cosine = math.tan(math.pi / 6), math.sin(middle), math.cos(middle)
    for factor, bound in (
        (-sine - slope * cosine, slope * y * sine - y * cosine - 2),
        (sine - slope * cosine, slope * y * sine + y * cosine - 2),
    ):
        if abs(factor) < 1e-9:
            high = high if bound >= 0 else low
        elif factor > 0:
            high = min(high, bound / factor)
        else:
            low = max(low, bound / factor)
    if abs(y) < inner and low < high:
        hub_side = math.sqrt(inner**2 - y**2)
        left, right = (low, min(high, -hub_side)), (max(low, hub_side), high)
        low, high = max(left, right, key=lambda part: part[1] - part[0])
    return low, high


def _rows(w: int, h: int, shift: int, middle: float, inner: float, outer: float) -> list[Box]:
    """Chips in centred rows inside the wedge, for one vertical offset of the rows."""
    out: list[Box] = []
    y = -outer + shift
    while y + h <= outer:
        lines = [_stretch(y + dy, middle, inner, outer) for dy in (0, h / 2, h)]
        low, high = max(line[0] for line in lines), min(line[1] for line in lines)
        count = int((high - low + GAP) // (w + GAP)) if high > low else 0
        start = (low + high) / 2 - (count * (w + GAP) - GAP) / 2
        out += [Box(start + i * (w + GAP), y, w, h) for i in range(count)]
        y += h + GAP
    return out


def slots(segment: int, count: int, radius: float, heaps: bool = False) -> tuple[Box, ...]:
    """Where the chips of a segment (0 is I) lie, relative to the hub; the six wedges mirror two of them.

    With `heaps` these are the rooms of heaps, chip and figure together."""
    boxes, _ = wedge(segment % 3 != 0, count, radius, heaps)
    if segment in (4, 5):
        boxes = tuple(Box(-b.right, b.y, b.w, b.h) for b in boxes)
    if segment in (2, 3, 4):
        boxes = tuple(Box(b.x, -b.bottom, b.w, b.h) for b in boxes)
    return tuple(sorted(boxes, key=lambda b: (b.y, b.x)))


Room = tuple[int, int, int]
"""One of `HEAPS`."""


@cache
def wedge(slanted: bool, count: int, radius: float, heaps: bool = False) -> tuple[tuple[Box, ...], Room]:
    """Chips in the wedge I, or in II if slanted: as large and as central as they fit; and the room of heaps there."""
    middle, outer = math.radians(-30 if slanted else -90), radius - rim(radius) - 3
    aim = (hub(radius) + outer) / 2 + 6
    cx, cy = aim * math.cos(middle), aim * math.sin(middle)
    tried = [(room, chip) for chip, room in product(CHIPS, HEAPS if heaps else HEAPS[-1:])]
    if heaps:
        tried += [(HEAPS[-1], chip) for chip in FLAT]
        tried.sort(key=lambda each: each[1][0] + each[0][1] < READABLE)
    for room, (wide, high) in tried:
        w, h = wide + room[1], high + room[0] + room[2]
        best: tuple[float, list[Box]] | None = None
        for shift in range(h + GAP):
            cells = sorted(
                _rows(w, h, shift, middle, hub(radius) + 2, outer),
                key=lambda b: math.hypot(b.cx - cx, (b.cy - cy) * 1.2),
            )[:count]
            if len(cells) == count:
                spread = sum(math.hypot(b.cx - cx, b.cy - cy) for b in cells)
                if best is None or spread < best[0]:
                    best = (spread, cells)
        if best:
            return tuple(best[1] if slanted else _recentred(best[1])), room
    raise ValueError(f"{count} chips do not fit a wheel of radius {radius}")


def _recentred(cells: list[Box]) -> list[Box]:
    """Rows of an upright wedge are centred on its axis."""
    out: list[Box] = []
    for y in sorted({b.y for b in cells}):
        row = sorted((b for b in cells if b.y == y), key=lambda b: b.x)
        start = -(len(row) * (row[0].w + GAP) - GAP) / 2
        out += [Box(start + i * (b.w + GAP), y, b.w, b.h) for i, b in enumerate(row)]
    return out


def wheel(sheet: Sheet, box: Box, segments: Sequence[SegmentView]) -> None:
    """The wheel in its slab."""
    c = sheet.c
    radius = min(box.w, box.h) / 2 - (14 if box.h > 420 else 10)
    whole = Box(box.x, box.y, box.w, box.h + EDGE)
    c.static(("wheel", radius), whole, lambda: _ground(c, box, radius, sheet.accent))
    with c.within("wheel", box):
        _regions(c, box, radius, segments)
    for segment, lying in enumerate(segments):
        there = [(colour, count) for colour, count in lying.bricks.items() if count]
        if not there:
            continue
        heaps = any(count > 1 for _, count in there)
        spots, room = slots(segment, len(there), radius, heaps), wedge(segment % 3 != 0, len(there), radius, heaps)[1]
        for (colour, count), spot in zip(there, spots, strict=True):
            _chip(sheet, spot.move(box.cx, box.cy), room, colour, count, lying.prices[colour])


def _regions(c: Canvas, box: Box, radius: float, segments: Sequence[SegmentView]) -> None:
    """Six wedges, their chips, and the hub that turns them."""
    for segment, lying in enumerate(segments):
        there = [colour for colour, count in lying.bricks.items() if count]
        heaps = any(count > 1 for count in lying.bricks.values())
        spots = [spot.move(box.cx, box.cy) for spot in slots(segment, len(there), radius, heaps)] if there else []
        name = f"segment/{segment + 1}"
        path, bounds = outline(box.cx, box.cy, hub(radius), radius, -120 + 60 * segment)
        c.place(bounds, name, kind="area", path=path, rings=())
        if spots:
            c.spots.append(Spot(Box.around(spots), frozenset({name}), False))
        for colour, spot in zip(there, spots, strict=True):
            c.place(spot, f"brick/{colour}", name, rings=())
    size = 2 * hub(radius) - 6
    c.place(Box.centred(box.cx, box.cy, size, size), "wheel/hub", round=True, rings=(("event/turned",),))


def outline(cx: float, cy: float, inner: float, outer: float, start: float) -> tuple[str, Box]:
    """The SVG path of a wedge of sixty degrees between hub and rim, and its bounds."""
    turns = [math.radians(start + k * 5) for k in range(13)]
    edge = [(cx + outer * math.cos(a), cy + outer * math.sin(a)) for a in turns]
    near = [(cx + inner * math.cos(a), cy + inner * math.sin(a)) for a in (turns[-1], turns[0])]
    (ax, ay), (bx, by), (dx, dy), (ex, ey) = edge[0], edge[-1], near[0], near[1]
    arcs = f"A{outer:.0f} {outer:.0f} 0 0 1 {bx:.0f} {by:.0f}", f"A{inner:.0f} {inner:.0f} 0 0 0 {ex:.0f} {ey:.0f}"
    path = f"M{ax:.0f} {ay:.0f}{arcs[0]}L{dx:.0f} {dy:.0f}{arcs[1]}Z"
    return path, Box.around(Box(x, y, 0, 0) for x, y in (*edge, *near))


def _chip(sheet: Sheet, box: Box, room: Room, colour: str, count: int, price: int) -> None:
    """A chip in its room; a heap has another behind it, and its figure in the lower corner."""
    c = sheet.c
    above, beside, below = room
    pigment = sheet.t.pigment("marble", colour)
    chip = Box(box.x, box.y + above, box.w - beside, box.h - above - below)
    if count == 1:
        brick(c, chip, pigment, price, max(25, round(chip.h * 0.78)))
        return
    if above:
        brick(c, chip.move(above, -above), pigment)
    brick(c, chip, pigment, "")
    _heap(sheet, box, chip, pigment, count, price)


def _heap(sheet: Sheet, box: Box, chip: Box, pigment: Pigment, count: int, price: int) -> None:
    """Price and figure of a heap, neither over the other; pips where there is no room for a figure."""
    c, t = sheet.c, sheet.t
    (size, high), tall, text = FIGURE, max(25, round(chip.h * 0.7)), f"×{count}"
    wide = c.measure(text, "b", round(size * t.scale)) + 4
    free = box.right - wide - chip.x - c.measure(str(price), "x", round(tall * t.scale))
    if free < 1:
        _pips(c, chip, pigment, count)
        c.text(chip.right - 3, chip.y + (chip.h - 4) / 2, price, "x", tall, pigment.ink, align="r")
        return
    c.text(chip.x + min(free / 2, 20), chip.y + (chip.h - 4) * 0.46, price, "x", tall, pigment.ink)
    badge = Box(box.right - wide, box.bottom - high, wide, high)
    c.plate(badge, t.ink, radius=high / 2)
    c.text(badge.cx, badge.cy, text, "b", size, t.slab, align="m")


def _pips(c: Canvas, chip: Box, pigment: Pigment, count: int) -> None:
    """A dot for each brick, where the hatching lies else."""
    c.plate(Box(chip.x + 2, chip.y + 2, 14, chip.h - 8), pigment.colour)
    for n in range(count):
        column, row = divmod(n, PIPS)
        y = chip.cy - 2 + (row - (min(count, PIPS) - 1) / 2) * (PIP + 1)
        c.disc(chip.x + 7 + column * (PIP + 1), y, PIP / 2, pigment.ink)


def _ground(c: Canvas, box: Box, radius: float, accent: str) -> None:
    t, ivory = c.theme, c.theme.pigments.band
    slab(c, box, hair=True)
    cx, cy, inner = box.cx, box.cy, radius - rim(radius)
    pale, deep = ("#2E3738", "#21302D") if t.dark else ("#F9F3E5", "#CFDCD3")
    rule = mix(accent, ivory, 0.6) if t.dark else ivory
    c.disc(cx, cy, radius, t.key)
    c.disc(cx, cy, radius - 2, accent)
    c.ring(cx, cy, radius - 5, mix(accent, ivory, 0.7), 2)
    for i in range(6):
        c.sector(cx, cy, inner, -120 + i * 60, -60 + i * 60, deep if i % 2 else pale)
    for i in range(6):
        a = math.radians(-120 + i * 60)
        c.line([(cx, cy), (cx + (radius - 5) * math.cos(a), cy + (radius - 5) * math.sin(a))], rule, 3)
        x, y = cx + (radius - rim(radius) * 0.55) * math.cos(a), cy + (radius - rim(radius) * 0.55) * math.sin(a)
        lozenge(c, x, y, 13, accent)
        lozenge(c, x, y, 9, mix(accent, ivory, 0.8))
        m = math.radians(-90 + i * 60)
        x, y = cx + (radius - rim(radius) * 0.55) * math.cos(m), cy + (radius - rim(radius) * 0.55) * math.sin(m)
        c.text(x, y, roman(i + 1), "d", 27 if radius > 205 else 24, ivory, align="m")
    c.ring(cx, cy, inner, rule, 3)
    c.disc(cx, cy, hub(radius), accent)
    c.ring(cx, cy, hub(radius) - 5, mix(accent, ivory, 0.8), 2)
    c.icon("clockwise-rotation", cx, cy, hub(radius) * 1.08, ivory)

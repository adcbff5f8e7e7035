"""The six towers of Firenze on the sky: commissions, seals, balconies, majorities, storey tokens, privileges."""

from engines.firenze.view import ColourView, CommissionView, FirenzeView, HeightView
from render.boxes import Box
from render.colour import mix
from render.paint.canvas import Canvas, Spot
from render.sheet import Sheet
from render.theme import Pigment
from render.widgets.marks import cross
from render.widgets.stone import slab
from render.words import roman

AXIS = 158
TOWER = 112
STOREY = 53
ABOVE, BELOW = 90, 52
HEIGHT = ABOVE + 6 * STOREY + BELOW


def towers(sheet: Sheet, view: FirenzeView, storey: float = STOREY) -> None:
    c, t = sheet.c, sheet.t
    box = sheet.panel(ABOVE + 6 * storey + BELOW)
    slab(c, box, t.sky)
    with c.within("towers", box):
        _towers(sheet, box, view, storey)


def _towers(sheet: Sheet, box: Box, view: FirenzeView, storey: float) -> None:
    c, t = sheet.c, sheet.t
    top = box.y + ABOVE
    heights = sorted(view.heights, key=lambda height: -height.height)
    for n, height in enumerate(heights):
        _axis(sheet, box, Box(box.x, top + storey * n, AXIS, storey), height)
    c.icon("swap-bag", box.x + 80, top + 6 * storey + 24, 36, t.mute)
    step = (box.w - AXIS - 10) / 6
    for n, colour in enumerate(view.colours):
        x = box.x + AXIS + step * n + (step - TOWER) / 2
        _tower(sheet, Box(x, top, TOWER, 6 * storey), colour, storey)


def _axis(sheet: Sheet, box: Box, row: Box, height: HeightView) -> None:
    """Height, storey token (disc) and privilege (gabled plate)."""
    c, t = sheet.c, sheet.t
    c.line([(box.x + 16, row.y), (box.right - 12, row.y)], mix(t.sky, t.ink, 0.13), 2)
    c.text(row.x + 32, row.cy, height.height, "x", 34, t.mute, align="m")
    if height.storey_token:
        c.disc(row.x + 80, row.cy, 22, t.ink)
        c.text(row.x + 80, row.cy, f"+{height.storey_token}", "x", 26, t.slab, align="m")
        ring = (f"height/{height.height}", "event/storey")
        c.place(Box.centred(row.x + 80, row.cy, 40, 40), f"storey/storey-{height.height}", round=True, rings=(ring,))
    elif height.height >= 5:
        c.ring(row.x + 80, row.cy, 20, mix(t.sky, t.ink, 0.25), 2)
    if height.privilege:
        x, y = row.x + 135, row.cy
        gable = [(x - 25, y + 22), (x - 25, y - 9), (x, y - 26), (x + 25, y - 9), (x + 25, y + 22)]
        c.poly(gable, t.slab)
        c.line(gable, t.ink, 2.5, closed=True)
        c.text(x, y + 6, f"+{height.privilege}", "x", 26, align="m")
        c.place(Box(x - 25, y - 26, 50, 48), f"privilege/privilege-{height.height}", rings=())


def _tower(sheet: Sheet, box: Box, colour: ColourView, storey: float) -> None:
    c, t = sheet.c, sheet.t
    pigment = t.pigment("marble", colour.colour)
    key = mix(pigment.colour, "#FFFFFF", 0.3) if t.dark and colour.colour == "purple" else t.key
    c.place(Box(box.x, box.y - 84, box.w, box.h + 84 + 42), f"tower/{colour.colour}", kind="area", rings=())
    _pennant(sheet, box, colour)
    _stone(c, box, pigment, key, storey)
    for n, commission in enumerate(sorted(colour.commissions, key=lambda one: -one.height)):
        _commission(sheet, Box(box.x, box.y + storey * n, box.w, storey), commission, pigment)
    plinth = Box(box.x - 9, box.bottom, box.w + 18, 42)
    c.plate(plinth, pigment.colour, outline=key, width=2)
    count = c.measure(str(colour.in_bag), "x", 29)
    name = sheet.words.noun("tower", colour.colour)
    c.text(plinth.x + 9, plinth.cy, name, "b", 26, pigment.ink, width=plinth.w - 26 - count)
    c.text(plinth.right - 9, plinth.cy, colour.in_bag, "x", 29, pigment.ink, align="r")
    c.place(plinth, f"bag/{colour.colour}", kind="figure", rings=())


def _pennant(sheet: Sheet, box: Box, colour: ColourView) -> None:
    """The majority's points on a pennant, beside it who has it now."""
    c, t = sheet.c, sheet.t
    x, top = box.cx - 2, box.y - 80
    c.place(Box(box.x, top, box.w, 44), f"majority/{colour.colour}", kind="figure", rings=())
    c.rect(Box(x - 2, top, 4, 60), t.ink)
    c.poly([(x, top), (x + 60, top), (x + 49, top + 19), (x + 60, top + 38), (x, top + 38)], t.ink)
    c.text(x + 25, top + 19, f"+{colour.majority}", "x", 28, t.slab, align="m")
    if colour.leader is not None:
        sheet.emblem(colour.leader, box.cx - 30, top + 19, 42)


def _stone(c: Canvas, box: Box, pigment: Pigment, key: str, storey: float) -> None:
    """Merlons, wall and joints; the hatching keeps to both sides of the figures."""
    c.plate(Box(box.x - 5, box.y - 12, box.w + 10, 14), pigment.colour, outline=key, width=1.5)
    width = box.w / 3
    for i in range(3):
        a, top = box.x + i * width + width * 0.16, box.y - 34
        b = a + width * 0.68
        merlon = [(a, top + 23), (a, top), (a + 6, top), ((a + b) / 2, top + 12), (b - 6, top), (b, top), (b, top + 23)]
        c.poly(merlon, pigment.colour)
        c.line(merlon, key, 1.5)
    c.plate(box, pigment.colour, outline=key, width=2)
    joint = mix(pigment.colour, pigment.ink, 0.30)
    for i in range(6):
        y = box.y + i * storey
        for x in (box.x + 4, box.right - 20):
            c.hatch(Box(x, y + 4, 16, storey - 8), pigment.hatch, pigment.ink, 0.34, 7)
        if i:
            c.rect(Box(box.x + 2, y - 1, box.w - 4, 2), joint)


def _commission(sheet: Sheet, box: Box, one: CommissionView, pigment: Pigment) -> None:
    c, t = sheet.c, sheet.t
    neutral = t.pigment("neutral", "seal")
    if one.owner is not None:
        sheet.emblem(one.owner, box.cx, box.cy, 47)
    elif one.neutral:
        c.disc(box.cx, box.cy, 21, t.key)
        c.disc(box.cx, box.cy, 19, neutral.colour)
        cross(c, box.cx, box.cy, 8, neutral.ink, 5)
    elif one.balcony:
        _balcony(sheet, box, one)
    else:
        c.text(box.cx, box.cy, one.points, "x", 35, pigment.ink, align="m")
    name = f"commission/{one.colour}-{one.height}"
    c.place(Box(box.x, box.y, box.w, box.h), name, *([f"seat/{one.owner}"] if one.owner is not None else []), rings=())
    c.spots.append(Spot(Box.centred(box.cx, box.cy, 58, 46), frozenset({name}), False))


def _balcony(sheet: Sheet, box: Box, one: CommissionView) -> None:
    """A ledge with its numeral; a padlock until its turn comes."""
    c = sheet.c
    ground, ink = ("#FBF6EA", "#2A231D") if one.open else ("#E2D9C7", "#6A5B4B")
    ledge = Box(box.x - 10, box.cy - 22, box.w + 20, 43)
    c.plate(ledge, ground, outline="#2A231D", width=2.5, radius=3)
    c.plate(Box(ledge.x, box.cy + 11, ledge.w, 10), "#2A231D", radius=2)
    for n in range(10):
        c.rect(Box(ledge.x + 6 + n * (ledge.w - 16) / 9, box.cy + 13, 4, 6), ground)
    c.text(ledge.x + 11, box.cy - 5, roman(one.balcony), "d", 26, ink)
    c.text(ledge.right - 10, box.cy - 5, one.points, "x", 33, ink, align="r")
    if not one.open:
        c.icon("padlock", ledge.x + ledge.w * 0.52, box.cy - 7, 23, "#7D7263")

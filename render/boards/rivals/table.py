"""Rivals: the ribbon with points and advantages, dice, stacks and supply."""

from engines.rivals.view import RivalsView, SeatView
from render.boards.rivals.cards import FACES, set_colour
from render.boxes import Box
from render.regions import least
from render.sheet import Sheet
from render.widgets.ribbon import active
from render.widgets.stone import slab

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
NAMES = ("point/commerce", "point/strength", "point/skill", "point/progress", "figure/hand")
SUPPLY = (("road", "stone-path"), ("settlement", "house"), ("city", "medieval-village-01"))


def points(seat: SeatView) -> list[tuple[str, int, bool]]:
    """Icon, figure and whether it carries an advantage."""
    return [
        ("scales", seat.commerce, seat.has_trade_advantage),
        ("broadsword", seat.strength, seat.has_strength_advantage),
        ("lyre", seat.skill, False),
        ("gears", seat.progress, False),
        ("poker-hand", len(seat.hand), False),
    ]


def ribbon(sheet: Sheet, view: RivalsView) -> None:
    """Both seats: score, then commerce, strength, skill, progress and hand; an advantage is an inverted plate."""
    c, t = sheet.c, sheet.t
    box = sheet.panel(106)
    slab(c, box)
    with c.within("ribbon", box):
        for number, (seat, cell) in enumerate(zip(view.seats, box.columns(2), strict=True)):
            _figures(sheet, cell, number, seat)
    for number, (seat, cell) in enumerate(zip(view.seats, box.columns(2), strict=True)):
        if sheet.is_owed(number):
            active(sheet, cell)
        sheet.emblem(number, cell.x + 50, cell.cy - 3, 62)
        lit = sheet.is_owed(number)
        c.text(cell.x + 90, cell.y + 30, sheet.names[number], "b", 28, t.ink if lit else t.mute, width=100)
        w = c.text(cell.x + 89, cell.y + 69, seat.points, "d", 50)
        gain = sheet.p.gains.get(number, 0)
        if gain:
            c.text(cell.x + 98 + w, cell.y + 70, sheet.words.gain(gain), "x", 28, t.leafink if gain > 0 else t.bad)
        for n, (icon, figure, leads) in enumerate(points(seat)):
            x = cell.x + 222 + n * 60
            if leads:
                c.plate(Box(x - 28, cell.y + 14, 56, 72), t.ink, radius=8)
            c.icon(icon, x, cell.y + 36, 34, t.slab if leads else t.mute)
            c.text(x, cell.y + 69, figure, "x", 30, t.slab if leads else t.ink, align="m")


def _figures(sheet: Sheet, cell: Box, number: int, seat: SeatView) -> None:
    """The seat with its points, and each of its other figures."""
    sheet.c.place(Box(cell.x + 4, cell.y + 6, 184, cell.h - 14), f"seat/{number}", rings=())
    for n, (name, (_, _, leads)) in enumerate(zip(NAMES, points(seat), strict=True)):
        spot = Box(cell.x + 222 + n * 60 - 28, cell.y + 14, 56, 72)
        rings = ((f"seat/{number}", "event/advantage"),) if leads else ()
        sheet.c.place(spot, name, f"seat/{number}", kind="figure", rings=rings)


def strip(sheet: Sheet, view: RivalsView) -> None:
    """Dice, draw stacks with their set, what is left in the centre."""
    c = sheet.c
    box = sheet.panel(84)
    slab(c, box)
    with c.within("centre", box):
        _strip(sheet, box, view)


def _strip(sheet: Sheet, box: Box, view: RivalsView) -> None:
    c, t = sheet.c, sheet.t
    _dice(sheet, box, view)
    count = len(view.stacks)
    centre = len(SUPPLY) + 2
    step = min(least(), (box.w - 176 - centre * least()) / count)
    x = box.x + 164
    for number, stack in enumerate(view.stacks, 1):
        plate = Box(x, box.y + 13, step - 6, 58)
        colour = set_colour(sheet, stack.set)
        c.plate(plate, t.slab2, outline=colour, width=2.5, radius=6)
        if stack.set != "basic":
            c.plate(plate.top(9), colour, radius=4)
        c.text(plate.cx, plate.cy + 1, stack.size, "x", 30, None if stack.size else t.mute, align="m")
        c.place(plate, f"stack/draw-{number}", f"set/{stack.set}", rings=((f"stack/{number}",),))
        x += step
    x += 8
    left = [(icon, view.supply.get(name, 0), name) for name, icon in SUPPLY]
    left += [("hills", view.regions_left, "region"), ("uncertainty", view.events_left, "event")]
    step = min(88.0, (box.right - 4 - x) / len(left))
    for icon, number, name in left:
        c.icon(icon, x + 18, box.cy, min(36.0, step - 40), t.mute)
        c.text(x + min(40.0, step - 34), box.cy, number, "x", 30)
        ref = f"centre/{name}" if name in view.supply else f"deck/{name}"
        c.place(Box(x, box.y + 16, step - 6, 52), ref, "supply/supply", rings=((f"supply/{name}",),))
        x += step


def _dice(sheet: Sheet, box: Box, view: RivalsView) -> None:
    c, t, p = sheet.c, sheet.t, sheet.t.pigments
    first, second = Box(box.x + 18, box.y + 11, 62, 62), Box(box.x + 90, box.y + 11, 62, 62)
    c.place(first, "die/production", rings=(("event/rolled",),) if view.production else ())
    c.place(second, "die/event", rings=())
    if not view.production:
        for die in (first, second):
            c.plate(die, outline=t.line, width=2.5, radius=12)
        return
    c.plate(first, p.ivory, outline=p.ink, width=2.5, radius=12)
    for dx, dy in PIPS.get(view.production, ()):
        c.disc(first.cx + dx * 16, first.cy + dy * 16, 6.5, p.ink)
    c.plate(second, t.ink, radius=12)
    if view.face:
        c.icon(FACES.get(view.face, "uncertainty"), second.cx, second.cy, 46, t.slab)

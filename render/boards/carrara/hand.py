"""Behind the own screen in Carrara: coins, bricks, objects; for their owner alone."""

from engines.carrara.view import CarraraView, ConditionView
from render.boards.carrara.tiles import OBJECT_ICONS
from render.boxes import Box
from render.sheet import GAP, Sheet
from render.widgets.header import Heading, header
from render.widgets.marks import check, token
from render.widgets.stone import brick, slab


def hand(sheet: Sheet, view: CarraraView) -> None:
    c, t, w = sheet.c, sheet.t, sheet.words
    own = view.own
    if own is None:
        raise ValueError("an onlooker has no hand")
    line = w("hand", name=f"seat/{view.seat}")
    header(sheet, Heading(w("round", n=view.round), w("only_you"), icon="padlock"), seat=view.seat, line=line)
    purse = sheet.panel(104)
    slab(c, purse)
    facts = (
        ("two-coins", w.number(own.coins), w("coins", n=own.coins)),
        ("brick-wall", str(sum(own.bricks.values())), w("bricks", n=sum(own.bricks.values()))),
        ("checked-shield", str(sum(own.objects.values())), w("objects", n=sum(own.objects.values()))),
    )
    for n, ((icon, figure, label), cell) in enumerate(zip(facts, purse.columns(3), strict=True)):
        if n:
            c.line([(cell.x, cell.y + 20), (cell.x, cell.bottom - 20)], t.line, 2)
        c.place(cell, f"figure/{('coins', 'bricks', 'objects')[n]}", f"seat/{view.seat}", kind="figure", rings=())
        c.icon(icon, cell.x + 56, cell.cy, 54)
        c.text(cell.x + 100, cell.y + 38, figure, "x", 42)
        c.text(cell.x + 100, cell.y + 76, label, "r", 26, t.mute, width=cell.w - 112)
    _conditions(sheet, own.conditions)
    rows = sheet.panel(210)
    slab(c, rows, hair=True)
    for colour, cell in zip(own.bricks, rows.inset(26, 22).columns(6, GAP), strict=True):
        count = own.bricks.get(colour, 0)
        _brick(sheet, cell, colour, count)
        c.place(cell, f"brick/{colour}", f"seat/{view.seat}", rings=())
    box = sheet.panel(190)
    slab(c, box, hair=True)
    for (name, icon), cell in zip(OBJECT_ICONS.items(), box.inset(26, 18).columns(6, GAP), strict=True):
        count = own.objects.get(name, 0)
        token(c, icon, cell.cx, cell.y + 44, 40, there=count > 0)
        c.place(cell, f"object/{name}", f"seat/{view.seat}", rings=())
        c.text(cell.cx, cell.y + 106, w.figure(count), "x", 38, None if count else t.mute, align="m")
        c.text(cell.cx, cell.y + 142, w.noun("object", name), "r", 25, t.mute, align="m", width=cell.w + 8)


def _conditions(sheet: Sheet, conditions: tuple[ConditionView, ...]) -> None:
    """How far the owner is from being allowed to announce the end."""
    c, t, w = sheet.c, sheet.t, sheet.words
    for condition, box in zip(conditions, sheet.panel(92).columns(len(conditions), GAP), strict=True):
        slab(c, box)
        c.place(box, f"card/{condition.card}", f"seat/{sheet.p.viewer}", rings=())
        done = condition.has >= condition.least
        colour = t.good if done else t.ink
        words = w.noun("card", condition.card)
        area = Box(box.x + 18, box.y + 8, box.w - 170, box.h - 16)
        c.paragraph(area, words, "r", 26, t.mute, most=3, leading=1.02)
        if done:
            check(c, box.right - 130, box.cy, 14, t.good, 6)
        c.text(box.right - 22, box.cy, f"{condition.has}/{condition.least}", "x", 38, colour, align="r")


def _brick(sheet: Sheet, cell: Box, colour: str, count: int) -> None:
    c, t = sheet.c, sheet.t
    box = Box.centred(cell.cx, cell.y + 44, min(110, cell.w - 10), 72)
    if count:
        brick(c, box, t.pigment("marble", colour))
    else:
        c.plate(box, outline=t.line, width=3, radius=4)
    c.text(cell.cx, cell.y + 108, sheet.words.figure(count), "x", 44, None if count else t.mute, align="m")
    c.text(cell.cx, cell.y + 148, sheet.words.noun("brick", colour), "r", 26, t.mute, align="m", width=cell.w)

"""The own hand in Rivals, and what lies in the centre: face-up cards, known cards, discard pile."""

from engines.rivals.view import RivalsView
from render.boards.rivals.cards import RESOURCES, icon_of, set_colour
from render.boxes import Box
from render.sheet import GAP, Sheet
from render.widgets.header import Heading, header
from render.widgets.stone import slab


def hand(sheet: Sheet, view: RivalsView) -> None:
    w = sheet.words
    if view.seat is None:
        raise ValueError("an onlooker has no hand")
    player = view.seats[view.seat]
    heading = Heading(w(f"mode_{view.mode}"), w("only_you"), icon="padlock")
    header(sheet, heading, seat=view.seat, line=w("hand", name=f"seat/{view.seat}"))
    _stores(sheet, view)
    cards = [(card.set, card.card) for card in player.hand if card.card]
    cards_panel(sheet, cards)
    if not cards:
        box = sheet.panel(110)
        sheet.c.text(box.cx, box.cy, w("no_cards"), "r", 32, sheet.t.mute, align="m")
    c = sheet.c
    box = sheet.panel(70)
    c.icon("poker-hand", box.x + 40, box.cy, 40, sheet.t.mute)
    c.text(box.x + 72, box.cy, f"{len(player.hand)}/{player.hand_limit}", "x", 34, sheet.t.mute)


def _stores(sheet: Sheet, view: RivalsView) -> None:
    """All stored goods by kind."""
    c, t = sheet.c, sheet.t
    player = view.seats[view.seat or 0]
    box = sheet.panel(112)
    slab(c, box)
    for (resource, icon), cell in zip(RESOURCES.items(), box.inset(14, 14).columns(6, 10), strict=True):
        paint = t.pigment("resource", resource)
        count = player.resources.get(resource, 0)
        c.plate(cell, paint.colour, radius=6)
        c.icon(icon, cell.x + 46, cell.cy, 52, paint.ink, 1 if count else 0.35)
        c.text(cell.right - 22, cell.cy, count, "x", 46, paint.ink, align="r")


def cards_panel(sheet: Sheet, cards: list[tuple[str, str]]) -> None:
    """Cards two abreast: set as a coloured bar, icon, name."""
    c, w = sheet.c, sheet.words
    for n in range(0, len(cards), 2):
        if sheet.left < 110:
            return
        for (name, card), box in zip(cards[n : n + 2], sheet.panel(104).columns(2, GAP), strict=False):
            slab(c, box)
            c.plate(Box(box.x + 12, box.y + 14, 9, box.h - 28), set_colour(sheet, name), radius=4)
            c.icon(icon_of(card), box.x + 68, box.cy, 62)
            c.paragraph(Box(box.x + 114, box.y + 10, box.w - 130, box.h - 20), w.noun("card", card), "b", 34, most=2)


def market(sheet: Sheet, view: RivalsView) -> None:
    """Face-up cards of the centre and the top of the discard pile."""
    c, t, w = sheet.c, sheet.t, sheet.words
    cards = [("basic", card) for card in view.face_up]
    if cards:
        cards_panel(sheet, cards)
    box = sheet.panel(92)
    slab(c, box)
    top = view.discard_top
    name = w.noun("card", top.card) if top is not None and top.card else "–"
    c.icon("card-draw", box.x + 54, box.cy, 50, t.mute)
    c.text(box.x + 96, box.cy, view.discard_size, "x", 36)
    c.text(box.x + 160, box.cy, f"{w('discard')}: {name}", "r", 30, t.mute, width=box.w - 190)
    if view.event:
        box = sheet.panel(92)
        slab(c, box)
        c.icon(icon_of(view.event), box.x + 54, box.cy, 56)
        c.text(box.x + 110, box.cy, w.noun("card", view.event), "b", 34, width=box.w - 140)

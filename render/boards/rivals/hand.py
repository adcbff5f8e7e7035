"""The own hand in Rivals, and what lies in the centre: face-up cards, known cards, discard pile."""

from engines.rivals.view import HandCardView, RivalsView, SeatView
from render.boards.rivals.cards import RESOURCES, icon_of, set_colour
from render.boards.rivals.holding import cost_tokens, note_of, state_of
from render.boxes import Box
from render.holding import Token
from render.sheet import GAP, Sheet
from render.widgets.header import Heading, header
from render.widgets.stone import slab

TALLEST_CARD = 144
TOKEN = 46
FOOT = 96


def hand(sheet: Sheet, view: RivalsView) -> None:
    w = sheet.words
    if view.seat is None:
        raise ValueError("an onlooker has no hand")
    player = view.seats[view.seat]
    heading = Heading(w(f"mode_{view.mode}"), w("only_you"), icon="padlock")
    header(sheet, heading, seat=view.seat, line=w("hand", name=f"seat/{view.seat}"))
    _stores(sheet, view)
    cards = [card for card in player.hand if card.card]
    high = min(TALLEST_CARD, (sheet.left - FOOT) / max(1, len(cards)) - GAP)
    for card in cards:
        _card(sheet, sheet.panel(high), player, card)
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
        c.place(cell, f"resource/{resource}", f"seat/{view.seat}", kind="figure", rings=())
        c.icon(icon, cell.x + 46, cell.cy, 52, paint.ink, 1 if count else 0.35)
        c.text(cell.right - 22, cell.cy, count, "x", 46, paint.ink, align="r")


def _card(sheet: Sheet, box: Box, player: SeatView, card: HandCardView) -> None:
    """A card as a strip: set as a coloured bar, icon, name and cost, whether it can be paid, what it does."""
    c, t = sheet.c, sheet.t
    slab(c, box)
    c.place(box, f"card/{card.card}", f"seat/{sheet.p.viewer}", f"set/{card.set}", "panel/hand", rings=())
    c.plate(Box(box.x + 12, box.y + 14, 9, box.h - 28), set_colour(sheet, card.set), radius=4)
    c.icon(icon_of(card.card or ""), box.x + 76, box.cy, min(76, box.h - 30))
    tokens = cost_tokens(sheet, player, card)
    state, good = state_of(sheet, tokens, card)
    line = box.y + 18 + TOKEN / 2
    wide = c.text(
        box.right - 26, line, state, "b" if good else "r", 29, t.good if good else t.mute, align="r", width=200
    )
    x = box.right - 26 - wide - 22 - len(tokens) * (TOKEN + 6)
    for n, token in enumerate(tokens):
        _cost(sheet, Box(x + n * (TOKEN + 6), box.y + 18, TOKEN, TOKEN), token)
    c.text(box.x + 132, line, sheet.words.noun("card", card.card or ""), "b", 33, width=x - box.x - 150)
    under = Box(box.x + 132, box.y + TOKEN + 28, box.w - 164, box.h - TOKEN - 40)
    c.paragraph(under, note_of(sheet, card), "r", 28, t.mute, most=2 if under.h >= 62 else 1, leading=1.08)


def _cost(sheet: Sheet, box: Box, token: Token) -> None:
    """One piece of a cost: in its pigment where it is in store, as an outline where it is missing."""
    c, t = sheet.c, sheet.t
    paint = t.pigment(*token.look.pigment.split("/"))
    if token.there:
        c.plate(box, paint.colour, outline=t.line if paint.colour == t.slab else None, radius=6)
        c.icon(token.look.icon, box.cx, box.cy, TOKEN - 12, paint.ink)
    else:
        c.plate(box, outline=t.mute, width=2.5, radius=6)
        c.icon(token.look.icon, box.cx, box.cy, TOKEN - 14, t.mute)


def cards_panel(sheet: Sheet, cards: list[tuple[str, str]]) -> None:
    """Cards two abreast: set as a coloured bar, icon, name."""
    c, w = sheet.c, sheet.words
    for n in range(0, len(cards), 2):
        if sheet.left < 110:
            return
        for (name, card), box in zip(cards[n : n + 2], sheet.panel(104).columns(2, GAP), strict=False):
            slab(c, box)
            c.place(box, f"card/{card}", "deck/face_up", rings=())
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
    c.place(box, "figure/discard", kind="figure", rings=())
    top = view.discard_top
    name = w.noun("card", top.card) if top is not None and top.card else "–"
    c.icon("card-draw", box.x + 54, box.cy, 50, t.mute)
    c.text(box.x + 96, box.cy, view.discard_size, "x", 36)
    c.text(box.x + 160, box.cy, f"{w('discard')}: {name}", "r", 30, t.mute, width=box.w - 190)
    if view.event:
        box = sheet.panel(92)
        slab(c, box)
        c.place(box, f"card/{view.event}", rings=())
        c.icon(icon_of(view.event), box.x + 54, box.cy, 56)
        c.text(box.x + 110, box.cy, w.noun("card", view.event), "b", 34, width=box.w - 140)

"""Firenze: towers, card row and sites; a seat's own site; the hand."""

from engines.firenze.view import FirenzeView
from render.boards.firenze.cards import ROW, row
from render.boards.firenze.hand import hand
from render.boards.firenze.holding import holding, look
from render.boards.firenze.sites import HEIGHT as SITES
from render.boards.firenze.sites import described, own_site, sites
from render.boards.firenze.towers import ABOVE, BELOW, STOREY, towers
from render.boards.firenze.twin import twin
from render.sheet import GAP, Sheet
from render.widgets.chronicle import chronicle, rings
from render.widgets.header import Heading, header
from render.widgets.ribbon import Entry, ribbon

__all__ = ["draw", "holding", "look", "twin"]


def draw(sheet: Sheet, view: FirenzeView) -> None:
    part = sheet.p.part
    if part == "hand":
        hand(sheet, view)
        return
    if part == "mine" and view.seat is not None:
        part = f"seat:{view.seat}"
    header(sheet, heading(sheet, view))
    ribbon(sheet, [Entry(player.seat, player.score) for player in view.players])
    chronicle(sheet)
    if part.startswith("seat:"):
        own_site(sheet, view, int(part[5:]))
    elif part == "market":
        row(sheet, view)
        for card in dict.fromkeys(card.card for card in view.row):
            described(sheet, card, built=False)
    else:
        room = sheet.left - ABOVE - BELOW - ROW - SITES - 2 * GAP
        towers(sheet, view, max(44.0, min(float(STOREY), room / 6)))
        row(sheet, view)
        sites(sheet, view, min(float(SITES), sheet.left))
    rings(sheet)


def heading(sheet: Sheet, view: FirenzeView) -> Heading:
    w = sheet.words
    top = w("last_round") if view.last_round and not view.over else w("round", n=view.round)
    return Heading(top, w("deck", n=view.draw_pile))

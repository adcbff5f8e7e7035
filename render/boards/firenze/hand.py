"""The own hand in Firenze: each card with what it does, those built and those not."""

from engines.firenze.view import FirenzeView
from render.boards.firenze.sites import STRIP, described
from render.sheet import GAP, Sheet
from render.widgets.header import Heading, header


def hand(sheet: Sheet, view: FirenzeView) -> None:
    w = sheet.words
    if view.seat is None:
        raise ValueError("an onlooker has no hand")
    header(
        sheet,
        Heading(w("round", n=view.round), w("only_you"), icon="padlock"),
        seat=view.seat,
        line=w("hand", name=f"seat/{view.seat}"),
    )
    player = view.players[view.seat]
    cards = [(card, False) for card in player.hand or ()] + [(card, True) for card in player.buildings]
    height = min(STRIP, sheet.left / max(1, len(cards)) - GAP)
    for card, built in cards:
        described(sheet, card, f"seat/{view.seat}", built=built, height=height)
    if not player.hand and not player.buildings:
        box = sheet.panel(120)
        sheet.c.text(box.cx, box.cy, w("no_cards"), "r", 32, sheet.t.mute, align="m")

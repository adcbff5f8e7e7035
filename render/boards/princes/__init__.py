"""The Princes of Florence: auctions and turns, principalities, numbered places, hand, common map."""

from engines.princes.view import PrincesView
from render.boards.princes.auction import centre
from render.boards.princes.hand import hand
from render.boards.princes.holding import holding, look, shape
from render.boards.princes.own import common, place, principality
from render.boards.princes.seats import matrix, supply
from render.boards.princes.twin import twin
from render.sheet import Sheet
from render.widgets.chronicle import chronicle, rings
from render.widgets.header import Heading, header
from render.widgets.ribbon import Entry, ribbon

__all__ = ["draw", "holding", "look", "shape", "twin"]

LINES = 2


def draw(sheet: Sheet, view: PrincesView) -> None:
    part = sheet.p.part
    if part == "hand":
        hand(sheet, view)
        return
    if part == "mine" and view.seat is not None:
        part = f"seat:{view.seat}"
    placing = sheet.p.place if part == "place" else None
    line = sheet.p.headline or sheet.p.say(placing.prompt.key, placing.prompt.facts) if placing else None
    header(sheet, heading(sheet, view), seat=view.seat if placing else None, line=line)
    if placing is not None and view.seat is not None:
        place(sheet, view, view.seat)
        return
    if part.startswith("seat:"):
        principality(sheet, view, int(part[5:]))
        return
    ribbon(sheet, [Entry(player.seat, player.points) for player in view.players])
    chronicle(sheet, LINES)
    if part == "market" and view.coop:
        common(sheet, view)
    else:
        centre(sheet, view)
        supply(sheet, view)
    if part != "market":
        matrix(sheet, view)
    rings(sheet, LINES)


def heading(sheet: Sheet, view: PrincesView) -> Heading:
    w = sheet.words
    top = f"{w('round', n=view.round)} · {w.noun('phase', view.phase)}"
    return Heading(top, rounds=(view.round, view.rounds))

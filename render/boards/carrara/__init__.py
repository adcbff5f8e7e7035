"""The Palaces of Carrara: the shared board, a seat's cities, what is behind the own screen, the market."""

from engines.carrara.view import CarraraView, SeatView
from render.boards.carrara.cards import cards
from render.boards.carrara.cities import cities, height, own_cities
from render.boards.carrara.hand import hand
from render.boards.carrara.holding import holding, look
from render.boards.carrara.tiles import display
from render.boards.carrara.twin import twin
from render.boards.carrara.wheel import wheel
from render.sheet import GAP, Sheet
from render.widgets.chronicle import chronicle, rings
from render.widgets.header import Heading, header
from render.widgets.ribbon import Entry, ribbon

__all__ = ["draw", "holding", "look", "twin"]

TALL, LOW, STEP = 446, 380, 22


def draw(sheet: Sheet, view: CarraraView) -> None:
    part = sheet.p.part
    if part == "hand":
        hand(sheet, view)
        return
    if part == "mine" and view.seat is not None:
        part = f"seat:{view.seat}"
    header(sheet, heading(sheet, view))
    ribbon(sheet, [_entry(seat, player) for seat, player in enumerate(view.seats)])
    chronicle(sheet)
    if part.startswith("seat:"):
        own_cities(sheet, view, int(part[5:]))
    elif part == "market":
        _market(sheet, view, 506)
    else:
        room = sheet.left - height(view) - GAP
        _market(sheet, view, LOW + STEP * max(0.0, min(TALL - LOW, room - LOW) // STEP))
        cities(sheet, view, sheet.left)
    rings(sheet)


def _entry(seat: int, player: SeatView) -> Entry:
    return Entry(seat, player.points, (("house", str(player.cost)), ("medal", str(player.scorings))))


def heading(sheet: Sheet, view: CarraraView) -> Heading:
    w = sheet.words
    return Heading(w("round", n=view.round), w("stack", n=view.pile))


def _market(sheet: Sheet, view: CarraraView, high: float) -> None:
    """Wheel and display side by side; the expansion's cards stand beside them."""
    box = sheet.panel(min(high, LOW) if view.expansion else high)
    if not view.expansion:
        left, right = box.columns(2, GAP)
    else:
        left, rest = box.left(box.h), box.after(box.h + GAP)
        right = rest.left(320)
        cards(sheet, rest.after(320 + GAP), view)
    wheel(sheet, left, view.wheel)
    display(sheet, right, view)

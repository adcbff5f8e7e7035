"""The own hand in Princes: purse, people with their works, bonus and prestige cards, cards being looked at."""

from engines.princes.view import PrincesView
from render.boards.princes.cards import card, does, line
from render.boxes import Box
from render.paint.canvas import FLOOR
from render.sheet import GAP, Sheet
from render.widgets.header import Heading, header
from render.widgets.stone import slab

CARD = 286
SMALL = 142
DECK_NOUNS = {"professions": "person", "bonus": "bonus", "prestige": "prestige"}


def hand(sheet: Sheet, view: PrincesView) -> None:
    w = sheet.words
    if view.seat is None:
        raise ValueError("an onlooker has no hand")
    heading = Heading(w("round", n=view.round), w("only_you"), icon="padlock")
    header(sheet, heading, seat=view.seat, line=w("hand", name=f"seat/{view.seat}"))
    _purse(sheet, view)
    if view.looking:
        _looking(sheet, view)
    if len(view.works) <= 4 and not view.looking:
        free = _people(sheet, view)
    else:
        free = []
        for work in view.works:
            line(sheet, sheet.panel(78), work, view)
    _cards(sheet, view, free)


def _people(sheet: Sheet, view: PrincesView) -> list[Box]:
    """Large cards two abreast; returns the room that an odd number leaves beside the last."""
    free: list[Box] = []
    for n in range(0, len(view.works), 2):
        boxes = sheet.panel(CARD).columns(2, GAP)
        for work, box in zip(view.works[n : n + 2], boxes, strict=False):
            card(sheet, box, work, view)
        if n + 1 == len(view.works):
            free = boxes[1].rows(2, GAP)
    return free


def _purse(sheet: Sheet, view: PrincesView) -> None:
    c, t, w = sheet.c, sheet.t, sheet.words
    player = view.players[view.seat or 0]
    people = len(player.hand)
    facts = (
        ("two-coins", w.number(player.cash or 0), w("florins_unit", n=player.cash or 0)),
        ("character", str(people), w("people_unit", n=people)),
        ("jester-hat", str(player.jesters), w("jesters_unit", n=player.jesters)),
        ("scroll-unfurled", f"{view.minimum}+", w("work_value")),
    )
    box = sheet.panel(100)
    slab(c, box)
    for n, ((icon, figure, label), cell) in enumerate(zip(facts, box.columns(4), strict=True)):
        if n:
            c.line([(cell.x, cell.y + 20), (cell.x, cell.bottom - 20)], t.line, 2)
        figure_name = ("florins", "people", "jesters", "minimum")[n]
        c.place(cell, f"figure/{figure_name}", f"seat/{view.seat}", kind="figure", rings=())
        c.icon(icon, cell.x + 52, cell.cy, 54)
        c.text(cell.x + 92, cell.y + 38, figure, "x", 42)
        c.text(cell.x + 92, cell.y + 74, label, "r", 26, t.mute, width=cell.w - 100)


def _looking(sheet: Sheet, view: PrincesView) -> None:
    """The cards drawn to choose from."""
    c, w = sheet.c, sheet.words
    noun = DECK_NOUNS[view.looked_at or "professions"]
    for box, kind in zip(sheet.panel(96).columns(len(view.looking), 10), view.looking, strict=True):
        slab(c, box, sheet.t.tint(), 8)
        c.place(box, f"{noun}/{kind}", rings=())
        c.paragraph(box.inset(10, 8), w.noun(noun, kind), "b", 27, align="m", most=3, leading=1.1)


def _cards(sheet: Sheet, view: PrincesView, free: list[Box]) -> None:
    """Bonus and prestige cards: first where there is room beside the people, then two abreast."""
    player = view.players[view.seat or 0]
    cards = [("bonus", kind) for kind in player.bonus if kind] + [
        ("prestige", kind) for kind in player.prestige if kind
    ]
    for (noun, kind), box in zip(cards, free, strict=False):
        _small(sheet, box, noun, kind, view)
    rest = cards[len(free) :]
    for n in range(0, len(rest), 2):
        if sheet.left < SMALL:
            return
        for (noun, kind), box in zip(rest[n : n + 2], sheet.panel(SMALL).columns(2, GAP), strict=False):
            _small(sheet, box, noun, kind, view)


def _small(sheet: Sheet, box: Box, noun: str, kind: str, view: PrincesView) -> None:
    c, t, w = sheet.c, sheet.t, sheet.words
    slab(c, box, notch=16, hair=True)
    c.place(box, f"{noun}/{kind}", f"seat/{view.seat}", rings=())
    c.icon("heraldic-sun" if noun == "bonus" else "trophy-cup", box.x + 52, box.y + 48, 50)
    name, width = w.noun(noun, kind), box.w - (190 if noun == "bonus" else 114)
    lines = [name] if c.fitted(name, "b", 28, width)[0] == name else c.wrap(name, "b", FLOOR, width, 2)
    for n, part in enumerate(lines):
        c.text(box.x + 88, box.y + 46 + 28 * (n - (len(lines) - 1) / 2), part, "b", 28, width=width)
    if noun == "bonus" and kind in view.bonus_values:
        value = view.bonus_values[kind]
        c.text(box.right - 26, box.y + 48, w.gain(value) if value else "0", "x", 40, align="r")
    told = does(w, noun, kind, view)
    c.paragraph(Box(box.x + 26, box.y + 74, box.w - 52, box.h - 86), told, "r", 24, t.mute, most=2, leading=1.05)

"""The Rivals for Catan: own principality large, the rival's in icons, dice and stacks; hand; market."""

from dataclasses import replace

from engines.rivals.view import RivalsView
from render.boards.rivals.hand import hand, market
from render.boards.rivals.holding import holding, look
from render.boards.rivals.land import CLOSE, LARGE, SMALL, STACKED, TIGHT, Style, height, land, span, tiers
from render.boards.rivals.sites import where
from render.boards.rivals.table import ribbon, strip
from render.boards.rivals.twin import twin
from render.boxes import Box
from render.regions import least
from render.sheet import GAP, MARGIN, Sheet
from render.widgets.chronicle import chronicle, rings
from render.widgets.header import Heading, header
from render.widgets.stone import slab

__all__ = ["draw", "holding", "look", "twin", "where"]

LINES = 2
MOST_NAMED, MOST_SMALL = 9, 15
RIVAL_LEFT = 144


def draw(sheet: Sheet, view: RivalsView) -> None:
    part = sheet.p.part
    if part == "hand":
        hand(sheet, view)
        return
    near = view.seat if view.seat is not None else view.turn
    if part == "mine":
        part = f"seat:{near}"
    header(sheet, heading(sheet, view))
    ribbon(sheet, view)
    if not part.startswith("seat:"):
        chronicle(sheet, LINES)
    if part == "market":
        strip(sheet, view)
        market(sheet, view)
    elif part.startswith("seat:"):
        _alone(sheet, view, int(part[5:]))
    else:
        strip(sheet, view)
        _near(sheet, view, near)
        _far(sheet, view, 1 - near)
        rings(sheet, LINES)


def heading(sheet: Sheet, view: RivalsView) -> Heading:
    w = sheet.words
    return Heading(w(f"mode_{view.mode}"), w("first_to", n=view.target))


def far_style(view: RivalsView, seat: int) -> Style:
    """Narrow columns need two lines in a region."""
    left, right = span(view.seats[seat])
    return SMALL if right - left + 1 <= MOST_NAMED else STACKED


def far_height(view: RivalsView, seat: int) -> float:
    player, style = view.seats[seat], far_style(view, seat)
    parts = tiers(player, MOST_SMALL)
    return sum(height(player, columns, style) for columns in parts) + GAP * (len(parts) - 1) + 36


def _style(view: RivalsView, seat: int, room: float, *, choosing: bool) -> tuple[Style, list[tuple[int, int]]]:
    """The largest style that fits the room: named cards in one row or broken at a road, else icons."""
    player = view.seats[seat]
    for style, most in ((LARGE, MOST_NAMED), (CLOSE, MOST_NAMED), (TIGHT, MOST_NAMED), (STACKED, MOST_SMALL)):
        style = _opened(style, choosing)
        parts = tiers(player, most)
        single = len(parts) == 1 or most == MOST_SMALL
        if single and sum(height(player, columns, style) + GAP for columns in parts) <= room + GAP:
            return style, parts
    return _opened(SMALL, choosing), tiers(player, MOST_NAMED)


def _opened(style: Style, choosing: bool) -> Style:
    """With sites to choose from, the outer rows are large enough for a finger."""
    return replace(style, open=True, empty=max(style.empty, least())) if choosing else style


def _near(sheet: Sheet, view: RivalsView, seat: int) -> None:
    """The reader's principality (an onlooker sees that of the seat on turn)."""
    choosing = sheet.p.place is not None and seat == view.seat
    style, parts = _style(view, seat, sheet.left - far_height(view, seat ^ 1) - GAP, choosing=choosing)
    for columns in parts:
        player = view.seats[seat]
        box = sheet.panel(height(player, columns, style))
        with sheet.c.within("principality", box, f"seat/{seat}"):
            land(sheet, Box(MARGIN, box.y, box.w + 8, box.h), seat, player, columns, style)


def _far(sheet: Sheet, view: RivalsView, seat: int) -> None:
    c, t = sheet.c, sheet.t
    player = view.seats[seat]
    box = sheet.panel(max(far_height(view, seat), 190))
    slab(c, box)
    cx = box.x + 70
    sheet.emblem(seat, cx, box.y + 60, 70)
    c.paragraph(Box(cx - 58, box.y + 98, 116, 56), sheet.names[seat], "b", 30, align="m", most=2, leading=1.05)
    c.icon("poker-hand", cx - 24, box.y + 176 if box.h > 200 else box.bottom - 24, 38, t.mute)
    c.text(cx + 6, box.y + 176 if box.h > 200 else box.bottom - 24, len(player.hand), "x", 32)
    c.place(Box(box.x + 6, box.y + 6, 128, box.h - 12), f"seat/{seat}", rings=())
    parts, style = tiers(player, MOST_SMALL), far_style(view, seat)
    y = box.y + (box.h - far_height(view, seat) + 36) / 2
    for columns in parts:
        high = height(player, columns, style)
        with c.within("rival", box, f"seat/{seat}"):
            land(sheet, Box(box.x + RIVAL_LEFT, y, box.w - RIVAL_LEFT - 8, high), seat, player, columns, style)
        y += high + GAP


def _alone(sheet: Sheet, view: RivalsView, seat: int) -> None:
    """One principality at full width, broken at a road where it is long."""
    player = view.seats[seat]
    for style, most in ((LARGE, 7), (CLOSE, 7), (CLOSE, MOST_NAMED), (STACKED, MOST_NAMED)):
        parts = tiers(player, most)
        if sum(height(player, columns, style) + GAP for columns in parts) <= sheet.left + GAP:
            break
    for columns in parts:
        box = sheet.panel(height(player, columns, style))
        sheet.c.place(box, "panel/principality", f"seat/{seat}", kind="area", rings=())
        land(sheet, Box(MARGIN, box.y, box.w + 8, box.h), seat, player, columns, style)

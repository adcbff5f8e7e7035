"""Header: whose turn it is, large, on the game's accent band; phase and rounds at the right."""

from dataclasses import dataclass

from render.boxes import Box
from render.colour import mix
from render.sheet import Sheet
from render.widgets.friezes import band
from render.widgets.marks import lozenge, lozenge_line

HEIGHT = 156
EDGE = 36


@dataclass(frozen=True, slots=True)
class Heading:
    """What the header says besides the turn: a phase, and either a fact or round lozenges (now, of all)."""

    top: str
    sub: str = ""
    rounds: tuple[int, int] | None = None
    icon: str = ""


def headline(sheet: Sheet) -> str:
    """The request's own headline, else who is owed."""
    if sheet.p.headline:
        return sheet.p.headline
    owed = sheet.p.owed
    if not owed:
        return sheet.words("over")
    if len(owed) == 1:
        return sheet.words("turn", name=f"seat/{owed[0]}")
    return sheet.words("turns", names=[f"seat/{seat}" for seat in owed])


def header(sheet: Sheet, heading: Heading, *, seat: int | None = None, line: str | None = None) -> None:
    """Paint the header unless the picture is bare; the cursor moves below it."""
    if sheet.p.bare:
        return
    c, p = sheet.c, sheet.t.pigments
    band(c, sheet.p.game, HEIGHT)
    c.place(Box(0, 0, c.width, HEIGHT), "panel/header", kind="area", rings=())
    soft = mix(sheet.accent, p.band, 0.74)
    c.text(EDGE, 30, sheet.words.title().upper(), "d", 25, soft, track=2, width=760)
    if sheet.p.code:
        c.text(c.width - EDGE, 30, f"#{sheet.p.code}", "b", 27, soft, align="r", track=1)
    owed = sheet.p.owed
    seats = [seat] if seat is not None else list(owed[:1] if len(owed) == 1 else owed[:3])
    x = float(EDGE)
    for n, who in enumerate(seats):
        sheet.emblem(who, 78 + n * 62, 87, 76 if len(seats) == 1 else 58)
        x = 134 + n * 58
    scale = sheet.t.scale
    sub = c.measure(heading.sub, "r", round(27 * scale)) + (52 if heading.icon else 0)
    room = max(c.measure(heading.top, "b", round(32 * scale)), sub, 24 * (heading.rounds or (0, 0))[1])
    turn = line if line is not None else headline(sheet)
    _turn_line(sheet, turn, x, c.width - x - room - 66)
    c.text(c.width - EDGE, 74, heading.top, "b", 32, p.band, align="r", width=460)
    if heading.rounds:
        _rounds(sheet, *heading.rounds, soft)
    elif heading.sub:
        w = c.text(c.width - EDGE, 108, heading.sub, "r", 27, soft, align="r", width=420)
        if heading.icon:
            c.icon(heading.icon, c.width - EDGE - w - 24, 107, 28, soft)
    sheet.y = HEIGHT + 10


def _turn_line(sheet: Sheet, text: str, x: float, width: float) -> None:
    """One line as large as it goes; two lines where even 40 px is too wide."""
    c, ivory = sheet.c, sheet.t.pigments.band
    if c.measure(text, "b", 40) <= width:
        c.text(x, 86, text, "b", 54, ivory, width=width, floor=40)
        return
    lines = c.wrap(text, "b", 32, width, 2)
    for n, line in enumerate(lines):
        c.text(x, 88 + (n - (len(lines) - 1) / 2) * 40, line, "b", 34, ivory, width=width)


def _rounds(sheet: Sheet, now: int, every: int, soft: str) -> None:
    c = sheet.c
    for i in range(1, every + 1):
        cx = c.width - EDGE - 10 - (every - i) * 24
        if i < now:
            lozenge(c, cx, 107, 8, soft)
        elif i == now:
            lozenge(c, cx, 107, 13, sheet.t.pigments.gold)
        else:
            lozenge_line(c, cx, 107, 8, soft)

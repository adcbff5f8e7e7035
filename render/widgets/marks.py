"""Marks: lozenges, ticks, arrows, tokens, gold rings with their numbers, numbered candidates."""

from render.boxes import Box
from render.paint.canvas import Canvas
from render.paint.outlines import diamond, seat_shape


def lozenge(c: Canvas, cx: float, cy: float, r: float, fill: str) -> None:
    c.poly(diamond(cx, cy, r), fill)


def lozenge_line(c: Canvas, cx: float, cy: float, r: float, colour: str, width: float = 2) -> None:
    c.line(diamond(cx, cy, r), colour, width, closed=True)


def check(c: Canvas, cx: float, cy: float, r: float, colour: str, width: float = 5) -> None:
    c.line([(cx - r, cy), (cx - r * 0.25, cy + r * 0.72), (cx + r, cy - r * 0.7)], colour, width)


def cross(c: Canvas, cx: float, cy: float, r: float, colour: str, width: float = 5) -> None:
    c.line([(cx - r, cy - r), (cx + r, cy + r)], colour, width)
    c.line([(cx - r, cy + r), (cx + r, cy - r)], colour, width)


def plus(c: Canvas, cx: float, cy: float, r: float, colour: str, width: float = 3) -> None:
    c.line([(cx - r, cy), (cx + r, cy)], colour, width)
    c.line([(cx, cy - r), (cx, cy + r)], colour, width)


def arrow(c: Canvas, cx: float, cy: float, r: float, colour: str, width: float = 4) -> None:
    c.line([(cx - r, cy), (cx + r, cy)], colour, width)
    c.poly([(cx + r + 5, cy), (cx + r * 0.2, cy - r * 0.75), (cx + r * 0.2, cy + r * 0.75)], colour)


def token(c: Canvas, icon: str, cx: float, cy: float, r: float, *, there: bool = True) -> None:
    """Ink disc with a cut-out icon: owned, present. Outline with a mute icon: missing, gone."""
    t = c.theme
    if there:
        c.disc(cx, cy, r, t.ink)
        c.icon(icon, cx, cy, r * 1.36, t.slab)
    else:
        c.ring(cx, cy, r - 1, t.line, 2.5)
        c.icon(icon, cx, cy, r * 1.25, t.mute, 0.45)


def pip(c: Canvas, seat: int, cx: float, cy: float, r: float, *, there: bool = True) -> None:
    """A seat's small shape without letter: a seal, a marker on a curve."""
    t = c.theme
    pigment = t.pigments.seat(seat)
    if there:
        c.poly(seat_shape(pigment.shape, cx, cy, r + 1.4), t.key if not t.dark else t.pigments.ivory)
        c.poly(seat_shape(pigment.shape, cx, cy, r), pigment.colour)
    else:
        c.line(seat_shape(pigment.shape, cx, cy, r - 1), t.line, 2, closed=True)


def mark(c: Canvas, cx: float, cy: float, number: int, r: float = 18) -> None:
    """The gold lozenge that ties a ring to a line of the chronicle."""
    t = c.theme
    lozenge(c, cx, cy, r + 4, t.key)
    lozenge(c, cx, cy, r + 1.2, t.leaf)
    before, c.over = c.over, True
    c.text(cx, cy, number, "x", 24, t.pigments.goldink, align="m")
    c.over = before


def ring(c: Canvas, box: Box, number: int = 0, *, around: bool = False) -> None:
    """A gold ring cased in ink round what changed, with its number at the upper right corner; 0: without one."""
    t = c.theme
    casing = t.pigments.goldink if not t.dark else t.key
    small = min(box.w, box.h) < 60
    width, pad = (4, 3) if small else (5, 4)
    if around:
        r = max(box.w, box.h) / 2
        c.ring(box.cx, box.cy, r + width + 2 + pad, casing, width + 4)
        c.ring(box.cx, box.cy, r + width + pad, t.leaf, width)
        x, y = box.cx + r * 0.8, box.cy - r * 0.8
    else:
        grown = box.inset(-pad)
        c.plate(grown.inset(-2), outline=casing, width=width + 4, radius=12)
        c.plate(grown, outline=t.leaf, width=width, radius=10)
        x, y = grown.right - 3, grown.y + 3
    x, y = min(c.width - 26.0, max(26.0, x)), max(26.0, y)
    if number:
        mark(c, x, y, number, 15 if small else 18)


def candidate(c: Canvas, cx: float, cy: float, number: int, *, first: bool = False, r: float = 34) -> None:
    """A numbered disc on the cell where a piece may go; the first one is inverted."""
    p = c.theme.pigments
    before, c.over = c.over, True
    c.disc(cx, cy, r + 1, p.ink)
    if first:
        c.ring(cx, cy, r - 2, p.ivory, 3)
    else:
        c.disc(cx, cy, r - 3, p.ivory)
    c.text(cx, cy, number, "x", round(r * 1.1), p.ivory if first else p.ink, align="m", width=1.7 * r)
    c.over = before

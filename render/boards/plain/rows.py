"""Rows of chips in a slab: each field with its name at the left, its figure or things beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.boards.plain.reading import Chip, Row
from render.boxes import Box
from render.paint.canvas import ELLIPSIS
from render.sheet import Sheet
from render.widgets.stone import slab
from render.words import NONE

LABEL = 236
CHIP, BETWEEN = 48, 10
PAD = 18
LINE, MOST_LINES = 32, 4
ICON = 32
FACE_DOWN = "uncertainty"
CELL, ABREAST = 92, 4
MORE = 34
"""Room for the sign that there is more than could be drawn; the words of the picture tell it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A chip where it lies, from the upper left corner of its row."""

    chip: Chip
    box: Box


def text_of(chip: Chip) -> str:
    """`wheat × 3`; of what lies face down only the number."""
    return " × ".join(part for part in (chip.name, chip.count) if part)


def _size(sheet: Sheet) -> int:
    return round(28 * sheet.t.scale)


def laid(sheet: Sheet, row: Row, width: float) -> list[Placed]:
    """The chips of a row in lines as wide as there is room."""
    out, x, y = list[Placed](), 0.0, 0.0
    for chip in row.chips:
        w = sheet.c.measure(text_of(chip), "b", _size(sheet)) + 34 + (0 if chip.name else ICON + 6)
        w = min(width, w)
        if x and x + w > width:
            x, y = 0.0, y + CHIP + BETWEEN
        out.append(Placed(chip, Box(x, y, w, CHIP)))
        x += w + BETWEEN
    return out


def height(sheet: Sheet, row: Row, width: float) -> float:
    if row.figure:
        return max(
            CHIP, LINE * sheet.t.scale * len(sheet.c.wrap(row.figure, "b", _size(sheet), width, MOST_LINES)) + 12
        )
    return max((placed.box.bottom for placed in laid(sheet, row, width)), default=CHIP)


def split(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Short figures, shown large beside each other, and what takes a row of its own."""
    figures = [row for row in rows if row.figure and len(row.figure) <= 8 and len(row.label) <= 18]
    return figures, [row for row in rows if row not in figures]


def figures(sheet: Sheet, rows: Sequence[Row]) -> None:
    """Figures with their names, four abreast."""
    c, t = sheet.c, sheet.t
    for n in range(0, len(rows), ABREAST):
        part = rows[n : n + ABREAST]
        if sheet.left < CELL:
            return
        box = sheet.panel(CELL)
        slab(c, box)
        for k, (row, cell) in enumerate(zip(part, box.columns(len(part)), strict=True)):
            if k:
                c.line([(cell.x, cell.y + 18), (cell.x, cell.bottom - 18)], t.line, 2)
            c.text(cell.cx, cell.y + 34, row.figure, "x", 40, align="m", width=cell.w - 20)
            c.text(cell.cx, cell.y + 70, row.label, "r", 26, t.mute, align="m", width=cell.w - 20)


def panel(sheet: Sheet, rows: Sequence[Row], left: float = 0, *where: str) -> Box | None:
    """A slab with as many rows as there is room for; `left` keeps a strip free, `where` says whose they are."""
    width = 1080 - 2 * 28 - 2 * PAD - LABEL - left
    kept, high = list[tuple[Row, float]](), 2.0 * PAD - BETWEEN
    for n, row in enumerate(rows):
        needed = height(sheet, row, width) + BETWEEN
        if high + needed + (MORE if n + 1 < len(rows) else 0) > sheet.left:
            break
        kept.append((row, needed))
        high += needed
    high += MORE if len(kept) < len(rows) else 0
    if sheet.left < high or (not kept and not left):
        return None
    box = sheet.panel(min(max(high, 104 if left else 0), sheet.left))
    slab(sheet.c, box, hair=True)
    y = box.y + max(PAD, (box.h - high) / 2 + PAD)
    for n, (row, needed) in enumerate(kept):
        if n:
            line = y - BETWEEN / 2
            sheet.c.line([(box.x + PAD + left, line), (box.right - PAD, line)], sheet.t.faint, 2)
        _row(sheet, Box(box.x + PAD + left, y, box.w - 2 * PAD - left, needed - BETWEEN), row, *where)
        y += needed
    if len(kept) < len(rows):
        sheet.c.text(box.x + PAD + left, y + MORE / 2 - BETWEEN / 2, ELLIPSIS, "x", 30, sheet.t.mute)
    return box


def _row(sheet: Sheet, box: Box, row: Row, *where: str) -> None:
    c, t = sheet.c, sheet.t
    c.paragraph(Box(box.x, box.y, LABEL - 16, CHIP), row.label, "r", 27, t.mute, leading=1.0)
    if not row.chips:
        area = Box(box.x + LABEL, box.y, box.w - LABEL, box.h)
        c.paragraph(area, row.figure or NONE, "b", 28, most=MOST_LINES, leading=1.12)
        return
    for placed in laid(sheet, row, box.w - LABEL):
        chip(sheet, placed.box.move(box.x + LABEL, box.y), placed.chip, *where)


def chip(sheet: Sheet, box: Box, shown: Chip, *where: str) -> None:
    c, t = sheet.c, sheet.t
    if not shown.name:
        c.plate(box, outline=t.line, width=2.5, radius=8)
        c.icon(FACE_DOWN, box.x + 17 + ICON / 2, box.cy, ICON, t.mute)
        c.text(box.x + 17 + ICON + 6, box.cy, shown.count, "b", 28, t.mute)
        return
    c.plate(box, t.slab2, outline=t.line, width=2, radius=8)
    c.text(box.cx, box.cy, text_of(shown), "b", 28, align="m", width=box.w - 20)
    if shown.ref:
        c.place(box, shown.ref, *where, rings=((shown.ref,),))

"""Ribbon: the seats in turn order, never re-sorted: emblem, name, score, gain, up to two icon facts."""

from dataclasses import dataclass

from render.boxes import Box
from render.sheet import Sheet
from render.widgets.stone import slab

HEIGHT = 102


@dataclass(frozen=True, slots=True)
class Entry:
    """A seat in the ribbon; facts are (icon, figure). Without a score it has its name alone."""

    seat: int
    score: int | None
    facts: tuple[tuple[str, str], ...] = ()


def ribbon(sheet: Sheet, entries: list[Entry], height: float = HEIGHT) -> Box:
    box = sheet.panel(height)
    slab(sheet.c, box)
    best = max((entry.score for entry in entries if entry.score is not None), default=0)
    leaders = [entry.seat for entry in entries if entry.score == best]
    lit = [sheet.is_owed(entry.seat) for entry in entries]
    with sheet.c.within("ribbon", box):
        for entry, cell in zip(entries, box.columns(len(entries)), strict=True):
            sheet.c.place(cell, f"seat/{entry.seat}", rings=())
    for n, (entry, cell) in enumerate(zip(entries, box.columns(len(entries)), strict=True)):
        if n and not lit[n] and not lit[n - 1]:
            sheet.c.line([(cell.x, cell.y + 20), (cell.x, cell.bottom - 20)], sheet.t.line, 2)
        _cell(sheet, cell, entry, lit=lit[n], leads=best > 0 and leaders == [entry.seat])
    return box


def active(sheet: Sheet, cell: Box) -> None:
    """The tint and gold bar of a seat that is to move."""
    sheet.c.plate(cell.inset(9), sheet.t.tint(), radius=5)
    sheet.c.plate(Box(cell.x + 9, cell.bottom - 16, cell.w - 18, 7), sheet.t.leaf, radius=3)


def _cell(sheet: Sheet, cell: Box, entry: Entry, *, lit: bool, leads: bool) -> None:
    c, t = sheet.c, sheet.t
    if lit:
        active(sheet, cell)
    sheet.emblem(entry.seat, cell.x + 46, cell.cy - 3, 58)
    wide = 0.0
    for n, (icon, figure) in enumerate(entry.facts[:2]):
        y = cell.y + 31 + n * 36
        w = c.text(cell.right - 20, y, figure, "b", 28, align="r")
        c.icon(icon, cell.right - 20 - w - 22, y, 28, t.mute)
        wide = max(wide, w + 58)
    room = cell.w - 94 - wide
    y = cell.y + 30 if entry.score is not None else cell.cy - 3
    c.text(cell.x + 84, y, sheet.names[entry.seat], "b", 28, t.ink if lit else t.mute, width=room)
    if entry.score is None:
        return
    w = c.text(cell.x + 83, cell.y + 67, entry.score, "d", 48)
    gain = sheet.p.gains.get(entry.seat, 0)
    end = cell.x + 92 + w
    if gain:
        end += c.text(end, cell.y + 68, sheet.words.gain(gain), "x", 28, t.leafink if gain > 0 else t.bad)
    if leads and cell.right - 58 - wide > end:
        c.icon("laurel-crown", cell.right - 36 - wide, cell.y + 66, 36)

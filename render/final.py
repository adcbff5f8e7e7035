"""The final scoring of any game: seats by rank, the score curve, the breakdown by source."""

from collections.abc import Callable
from dataclasses import dataclass

from render.boxes import Box, spread
from render.colour import mix
from render.paint.outlines import seat_shape
from render.sheet import Reader, Sheet
from render.widgets.header import Heading, header
from render.widgets.stone import slab

PODIUM = 120
CURVE = 520
LEAST_CURVE = 330
MOST_SOURCES = 13
At = Callable[[int, int], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Final:
    """A finished game: totals by seat, seats by rank, sources as (sentence, points by seat), totals over time."""

    totals: tuple[int, ...]
    order: tuple[int, ...]
    winners: tuple[int, ...]
    sources: tuple[tuple[str, tuple[int, ...]], ...]
    curve: tuple[tuple[int, ...], ...] = ()
    axis: str = ""
    ended: str = ""


def draw(sheet: Sheet, final: Final) -> None:
    w = sheet.words
    names = [f"seat/{seat}" for seat in final.winners]
    line = w("wins", names=names, n=len(names), points=final.totals[final.winners[0]]) if names else ""
    header(sheet, Heading(w("final"), final.ended), seat=final.winners[0] if names else None, line=line)
    _podium(sheet, final)
    rows = min(len(final.sources), MOST_SOURCES) + 1
    table = 90 + rows * 50
    if final.curve:
        high = max(LEAST_CURVE, min(CURVE, sheet.left - table - 14))
        _curve(sheet, final, high)
    _sources(sheet, final, min(table, sheet.left))


def _podium(sheet: Sheet, final: Final) -> None:
    c, t = sheet.c, sheet.t
    box = sheet.panel(PODIUM)
    slab(c, box)
    for rank, (seat, cell) in enumerate(zip(final.order, box.columns(len(final.order)), strict=True)):
        wins = seat in final.winners
        if wins:
            c.plate(cell.inset(9), t.tint(1.3), radius=5)
        elif rank and final.order[rank - 1] not in final.winners:
            c.line([(cell.x, cell.y + 22), (cell.x, cell.bottom - 22)], t.line, 2)
        sheet.emblem(seat, cell.x + 48, cell.cy, 64 if wins else 58)
        room = cell.w - 98 - (46 if wins else 0)
        c.text(cell.x + 90, cell.y + 34, sheet.names[seat], "b", 28, t.ink if wins else t.mute, width=room)
        c.text(cell.x + 89, cell.y + 80, final.totals[seat], "d", 54)
        if wins:
            c.icon("laurel-crown", cell.right - 38, cell.y + 36, 36)


def _nice_top(most: int) -> tuple[int, int]:
    """The top of the axis and the step of its lines."""
    step = next(s for s in (2, 5, 10, 20, 50, 100) if most / s <= 8 or s == 100)
    return (most // step + 1) * step, step


def _curve(sheet: Sheet, final: Final, height: float) -> None:
    c, t = sheet.c, sheet.t
    box = sheet.panel(height)
    slab(c, box, hair=True)
    points = max(len(row) for row in final.curve) - 1
    low = min(0, *(min(row) for row in final.curve))
    top, step = _nice_top(max(max(row) for row in final.curve))
    plot = Box(96, box.y + 56, 794, box.h - 126)

    def at(k: int, value: int) -> tuple[float, float]:
        return plot.x + plot.w * k / max(1, points), plot.bottom - plot.h * (value - low) / max(1, top - low)

    last = at(points - 1, 0)[0]
    c.rect(Box(last, plot.y - 20, plot.right - last, plot.h + 20), mix(t.slab, t.faint, 0.6))
    for n, value in enumerate(range(0, top + 1, step)):
        y = at(0, value)[1]
        c.line([(plot.x, y), (plot.right, y)], mix(t.slab, t.line, 0.75 if value else 1), 2 if value else 3)
        if n % 2 == 0:
            c.text(plot.x - 16, y, value, "r", 27, t.mute, align="r")
    every = max(1, -(-points // 12))
    for k in range(every, points, every):
        if points - k > every * 0.7:
            c.text(at(k, 0)[0], plot.bottom + 32, k, "r", 27, t.mute, align="m")
    c.icon("trophy-cup", plot.right - 4, plot.bottom + 32, 34, t.mute)
    c.text(plot.x - 48, plot.bottom + 32, final.axis, "r", 25, t.mute, width=plot.w / 4)
    _lines(sheet, final, at, points)


def _lines(sheet: Sheet, final: Final, at: At, points: int) -> None:
    c, t = sheet.c, sheet.t
    for seat in reversed(final.order):
        path = [at(k, value) for k, value in enumerate(final.curve[seat])]
        wins = seat in final.winners
        c.line(path, t.slab, 12 if wins else 9)
        c.line(path, t.seat_line(seat), 8 if wins else 5)
        shape, r = t.pigments.seat(seat).shape, (10 if wins else 8)
        for x, y in path[1:-1] if points <= 14 else ():
            c.poly(seat_shape(shape, x, y, r + 2), t.key)
            c.poly(seat_shape(shape, x, y, r), t.seat_line(seat))
    ends = [at(points, final.curve[seat][-1]) for seat in final.order]
    low, high = at(0, 0)[1] + 10, at(0, 0)[1]
    places = spread([y for _, y in ends], 54, min(y for _, y in ends) - 130, max(low, high))
    for seat, (x, y), place in zip(final.order, ends, places, strict=True):
        c.line([(x + 4, y), (x + 26, place)], t.line, 2.5)
        sheet.emblem(seat, x + 52, place, 48)
        c.text(x + 86, place, final.totals[seat], "x" if seat in final.winners else "b", 36)


def _sources(sheet: Sheet, final: Final, height: float) -> None:
    c, t = sheet.c, sheet.t
    box = sheet.panel(height)
    slab(c, box)
    label, head = 250, 76
    columns = Box(label + 30, box.y, box.right - label - 42, box.h).columns(len(final.order))
    for seat, column in zip(final.order, columns, strict=True):
        if seat in final.winners:
            c.plate(Box.centred(column.cx, box.cy, min(144, column.w - 8), box.h - 20), t.tint(), radius=6)
        sheet.emblem(seat, column.cx, box.y + 42, 50)
    sources = final.sources[:MOST_SOURCES]
    rows = Box(box.x, box.y + head, box.w, box.h - head - 14).rows(len(sources) + 1)
    for (name, values), row in zip(sources, rows, strict=False):
        c.line([(46, row.y), (1034, row.y)], mix(t.slab, t.line, 0.7), 2)
        c.text(52, row.cy, name, "r", 29, t.mute, width=label - 34)
        best = max(values)
        for seat, column in zip(final.order, columns, strict=True):
            value = values[seat]
            lead = value == best and value > 0
            figure = sheet.words.figure(value)
            c.text(column.cx, row.cy, figure, "x" if lead else "r", 33, t.ink if lead else t.mute, align="m")
    total = rows[-1]
    c.line([(46, total.y), (1034, total.y)], t.ink, 3)
    c.text(52, total.cy, sheet.words("total"), "b", 30)
    for seat, column in zip(final.order, columns, strict=True):
        c.text(column.cx, total.cy, final.totals[seat], "d", 38, align="m")


def twin(reader: Reader, final: Final) -> str:
    """Rank, total and sources of every seat, then the totals over time."""
    w, rows = reader.words, []
    for rank, seat in enumerate(final.order, 1):
        parts = [f"{name} {w.figure(values[seat])}" for name, values in final.sources]
        rows.append(f"{rank}. {reader.p.names[seat]}: {final.totals[seat]} ({', '.join(parts)})")
    if final.ended:
        rows.append(final.ended)
    for seat in final.order if final.curve else ():
        rows.append(f"{reader.p.names[seat]}: " + ", ".join(str(v) for v in final.curve[seat]))
    return "\n".join(rows)

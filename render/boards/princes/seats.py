"""Supply strip, and the matrix of seats with their maps and holdings."""

from collections.abc import Callable
from dataclasses import dataclass

from engines.princes.view import PlayerSeen, PrincesView
from render.boards.princes.maps import minimap
from render.boards.princes.pieces import ICONS, SIDE, pigment
from render.boxes import Box
from render.colour import mix
from render.regions import least
from render.sheet import INNER, Sheet
from render.widgets.marks import token
from render.widgets.stone import slab, tile

SUPPLY = 108
DECKS = (("professions", "character"), ("bonus", "heraldic-sun"))
LABEL = 182
LEAST_ROW = 33
TOLD = {
    "florins": ("back",),
    "builders": ("builder",),
    "jesters": ("jester",),
    "freedoms": ("freedom",),
    "works": ("completed",),
    "people": ("recruited",),
    "character": ("took",),
}
"""By row: the events, by their last words, that change a seat's figure in it."""


def supply(sheet: Sheet, view: PrincesView) -> None:
    """Buildings, freedoms and decks with what is left of each; in several rows where fingers would not fit beside
    each other."""
    c, t = sheet.c, sheet.t
    groups = (len(view.buildings), len(view.freedoms), len(DECKS))
    count = sum(groups)
    rows = -(-count * least() // INNER)
    abreast = -(-count // int(rows))
    box = sheet.panel(SUPPLY * rows)
    slab(c, box)
    cells = [cell for row in box.rows(int(rows)) for cell in row.columns(abreast)]
    with c.within("supply", box):
        for (kind, number), cell in zip(view.buildings.items(), cells, strict=False):
            _building(sheet, cell, view, kind, number)
        for (kind, number), cell in zip(view.freedoms.items(), cells[groups[0] :], strict=False):
            token(c, ICONS[kind], cell.cx, cell.y + 37, 26, there=number > 0)
            c.text(cell.cx, cell.y + 84, number, "x", 30, None if number else t.mute, align="m")
            c.place(_target(cell), f"freedom/{kind}", "supply/supply", rings=())
        for (deck, icon), cell in zip(DECKS, cells[groups[0] + groups[1] :], strict=False):
            c.plate(Box(cell.cx - 20, cell.y + 11, 40, 52), t.slab2, outline=t.ink, width=2.5, radius=5)
            c.icon(icon, cell.cx, cell.y + 37, 32)
            c.text(cell.cx, cell.y + 84, len(view.decks[deck]), "x", 30, align="m")
            c.place(_target(cell), f"deck/{deck}", rings=())
    for first in (groups[0], groups[0] + groups[1]):
        if first % abreast:
            cell = cells[first]
            c.line([(round(cell.x), cell.y + 18), (round(cell.x), cell.bottom - 18)], t.line, 2)


def _building(sheet: Sheet, cell: Box, view: PrincesView, kind: str, number: int) -> None:
    c, paint = sheet.c, pigment(sheet.t, view, kind)
    tile(c, Box(cell.cx - 25, cell.y + 14, 50, 46), paint.colour, 5)
    c.icon(ICONS[kind], cell.cx, cell.y + 37, 37, paint.ink)
    c.text(cell.cx, cell.y + 84, number, "x", 30, None if number else sheet.t.mute, align="m")
    c.place(_target(cell), f"building/{kind}", "supply/supply", rings=((f"building/{kind}", "supply"),))


def _target(cell: Box) -> Box:
    """A piece with the figure below it."""
    return Box(cell.cx - 27, cell.y + 10, 54, 90)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the matrix: caption, icon, how a seat's cell is drawn."""

    caption: str
    icon: str
    cell: Callable[[Sheet, Box, PlayerSeen], None]


def _figure(value: Callable[[PlayerSeen], int | None]) -> Callable[[Sheet, Box, PlayerSeen], None]:
    def draw(sheet: Sheet, box: Box, player: PlayerSeen) -> None:
        number = value(player)
        mute = None if number else sheet.t.mute
        sheet.c.text(box.cx, box.cy, sheet.words.figure(number), "b" if number else "r", 31, mute, align="m")

    return draw


def _icons(icon: str, count: Callable[[PlayerSeen], int]) -> Callable[[Sheet, Box, PlayerSeen], None]:
    def draw(sheet: Sheet, box: Box, player: PlayerSeen) -> None:
        number = count(player)
        if not number:
            _figure(lambda _: None)(sheet, box, player)
            return
        size = min(34.0, box.h - 2)
        if number > 3:
            sheet.c.icon(icon, box.cx - 22, box.cy, size)
            sheet.c.text(box.cx + 12, box.cy, f"×{number}", "b", 29, align="m")
            return
        for n in range(number):
            sheet.c.icon(icon, box.cx + (n - (number - 1) / 2) * 36, box.cy, size)

    return draw


def _freedoms(sheet: Sheet, box: Box, player: PlayerSeen) -> None:
    if not player.freedoms:
        _figure(lambda _: None)(sheet, box, player)
    r = min(18.0, box.h / 2 - 1)
    for n, freedom in enumerate(player.freedoms):
        x = box.cx + (n - (len(player.freedoms) - 1) / 2) * (2 * r + 4)
        token(sheet.c, ICONS[freedom], x, box.cy, r)


def _character(sheet: Sheet, box: Box, player: PlayerSeen) -> None:
    if player.character is None:
        _figure(lambda _: None)(sheet, box, player)
    else:
        sheet.c.icon(ICONS[player.character], box.cx, box.cy, min(32.0, box.h - 2))


def rows_of(view: PrincesView) -> list[Row]:
    """The rows that this table needs: florins where they are open, characters where they play."""
    rows = []
    if all(player.cash is not None for player in view.players):
        rows.append(Row("florins", "two-coins", _figure(lambda player: player.cash)))
    rows += [
        Row("builders", "trowel", _icons("trowel", lambda player: player.builders)),
        Row("jesters", "jester-hat", _icons("jester-hat", lambda player: player.jesters)),
        Row("freedoms", "key", _freedoms),
        Row("works", "scroll-unfurled", _figure(lambda player: player.works)),
        Row("people", "character", _figure(lambda player: len(player.hand))),
        Row("recruiting", "shaking-hands", _figure(lambda player: player.recruiting)),
        Row("bonus", "heraldic-sun", _figure(lambda player: len(player.bonus))),
        Row("prestige", "trophy-cup", _figure(lambda player: len(player.prestige))),
    ]
    if view.muse:
        rows.append(Row("character", "harp", _character))
    return rows


def matrix(sheet: Sheet, view: PrincesView) -> None:
    """Name, map and holdings of every seat, in columns."""
    c = sheet.c
    rows, count = rows_of(view), len(view.players)
    wide = ((sheet.c.width - 56 - LABEL - 6) / count - 24) / SIDE
    cell = float(int(max(19.0, min(28.0, wide, (sheet.left - 82 - LEAST_ROW * len(rows)) / SIDE))))
    head = 60 + SIDE * cell + 14
    high = min(40.0, (sheet.left - head - 8) / len(rows))
    box = sheet.panel(head + high * len(rows) + 8)
    slab(c, box)
    with c.within("seats", box):
        _matrix(sheet, box, view, rows, head, high, cell)


def _matrix(sheet: Sheet, box: Box, view: PrincesView, rows: list[Row], head: float, high: float, cell: float) -> None:
    c, t = sheet.c, sheet.t
    columns = Box(box.x + LABEL, box.y, box.w - LABEL - 6, box.h).columns(len(view.players))
    area = Box(box.x + 10, box.y + head, box.w - 20, high * len(rows))
    for n, row in enumerate(area.rows(len(rows))):
        if n % 2 == 0:
            c.plate(row, t.zebra, radius=4)
    for player, column in zip(view.players, columns, strict=True):
        if sheet.is_owed(player.seat):
            tint = t.tint(0.8)
            c.plate(Box(column.x + 1, box.y + 8, column.w - 2, box.h - 16), tint, radius=6)
            for n, row in enumerate(area.rows(len(rows))):
                if n % 2 == 0:
                    c.rect(Box(column.x + 1, row.y, column.w - 2, row.h), mix(tint, t.faint, 0.35))
        _head(sheet, column, view, player, cell)
    _minimum(sheet, box, view)
    for line, row in zip(rows, area.rows(len(rows)), strict=True):
        c.icon(line.icon, box.x + 34, row.cy, min(31.0, high - 2), t.mute)
        c.text(box.x + 58, row.cy, sheet.words(line.caption), "r", 27, t.mute, width=LABEL - 64)
        for player, column in zip(view.players, columns, strict=True):
            line.cell(sheet, Box(column.x, row.y, column.w, row.h), player)
            target = Box(column.x + 8, row.y, column.w - 16, row.h)
            rings = [(f"seat/{player.seat}", f"event/{told}") for told in TOLD.get(line.caption, ())]
            c.place(target, f"figure/{line.caption}", f"seat/{player.seat}", kind="figure", rings=rings)


def _head(sheet: Sheet, column: Box, view: PrincesView, player: PlayerSeen, cell: float) -> None:
    c = sheet.c
    starts = player.seat == view.start
    room = column.w - 62 - (32 if starts else 0)
    name, size = c.fitted(sheet.names[player.seat], "b", 28, room)
    wide = c.measure(name, "b", size)
    x = column.cx - (wide + 46 + (30 if starts else 0)) / 2
    c.place(Box(column.x + 4, column.y + 6, column.w - 8, 48), f"seat/{player.seat}", rings=())
    sheet.emblem(player.seat, x + 20, column.y + 32, 42)
    c.text(x + 48, column.y + 32, sheet.names[player.seat], "b", 28, width=room)
    if starts:
        c.icon("flying-flag", x + 48 + wide + 20, column.y + 31, 28)
    minimap(sheet, column.cx - SIDE * cell / 2, column.y + 60, cell, view, player)


def _minimum(sheet: Sheet, box: Box, view: PrincesView) -> None:
    """The least value of a work, now and in the next round, in the free corner."""
    c, t, w = sheet.c, sheet.t, sheet.words
    c.place(Box(box.x + 8, box.y + 64, LABEL - 20, 120), "figure/minimum", kind="figure", rings=())
    c.text(box.x + 18, box.y + 84, w("work"), "r", 26, t.mute, width=LABEL - 24)
    c.text(box.x + 18, box.y + 122, f"{view.minimum}+", "x", 42)
    if view.next_minimum is not None:
        c.text(box.x + 18, box.y + 162, w("next", n=view.next_minimum), "r", 26, t.mute, width=LABEL - 24)

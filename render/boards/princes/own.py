"""A seat's principality at full width, the numbered places for a piece, and the common map."""

from dataclasses import dataclass

from engines.kit import Place, spot_at
from engines.princes.view import PlayerSeen, PrincesView
from render.boards.princes.cards import helped, works
from render.boards.princes.maps import barred, common_map, common_size, grid, pieces
from render.boards.princes.pieces import ICONS, SIDE, Cells, covered, named_cell, pigment, turned
from render.boxes import Box, contour
from render.colour import mix
from render.regions import LAID
from render.sheet import Sheet
from render.theme import Pigment
from render.widgets.marks import candidate, token
from render.widgets.stone import ghost, polyomino, slab

CELL = 106
FLOOR_PLAN = 808


def principality(sheet: Sheet, view: PrincesView, seat: int) -> None:
    """The floor plan, and beside it what this seat owns; below, if it is the reader's, the works in hand."""
    player = view.players[seat]
    area, column = _floor(sheet)
    pieces(sheet, area, CELL, view, player)
    facts = holdings(sheet, player)
    box = Box(column.x, column.y, column.w, column.h)
    slab(sheet.c, box)
    step = min(92.0, (box.h - 100) / len(facts))
    for n, (icon, figure, label) in enumerate(facts):
        _fact(sheet, Box(box.x + 16, box.y + 12 + n * step, box.w - 32, step), icon, figure, label)
    for n, freedom in enumerate(player.freedoms):
        token(sheet.c, ICONS[freedom], box.x + 48 + n * 54, box.bottom - 50, 24)
        spot = Box.centred(box.x + 48 + n * 54, box.bottom - 50, 48, 48)
        sheet.c.place(spot, f"freedom/{freedom}", f"seat/{seat}", rings=())
    works(sheet, view, seat)


def holdings(sheet: Sheet, player: PlayerSeen) -> list[tuple[str, str, str]]:
    """Icon, figure and caption of what a seat owns."""
    w = sheet.words
    counts = [
        ("laurel-crown", player.points, "points"),
        ("trowel", player.builders, "builders"),
        ("jester-hat", player.jesters, "jesters_unit"),
        ("scroll-unfurled", player.works, "works_unit"),
        ("character", len(player.hand), "people"),
        ("heraldic-sun", len(player.bonus), "bonus"),
        ("trophy-cup", len(player.prestige), "prestige"),
    ]
    facts = [(icon, w.number(number), w(key, n=number)) for icon, number, key in counts]
    if player.cash is not None:
        facts.insert(1, ("two-coins", w.number(player.cash), w("florins_unit", n=player.cash)))
    return facts


def _fact(sheet: Sheet, box: Box, icon: str, figure: str, label: str) -> None:
    c = sheet.c
    c.icon(icon, box.x + 22, box.cy, 42)
    c.text(box.x + 54, box.cy - 14, figure, "x", 36)
    c.text(box.x + 54, box.cy + 19, label, "r", 25, sheet.t.mute, width=box.w - 50)


def _floor(sheet: Sheet) -> tuple[Box, Box]:
    """The slab of the floor plan with its grid; returns grid and right column."""
    outer = sheet.panel(FLOOR_PLAN)
    slab(sheet.c, outer.left(FLOOR_PLAN), notch=18, hair=True)
    pad = (FLOOR_PLAN - SIDE * CELL) / 2
    area = Box(outer.x + pad, outer.y + pad, SIDE * CELL, SIDE * CELL)
    grid(sheet, area, CELL)
    return area, outer.after(FLOOR_PLAN + 14)


def orientations(place: Place) -> list[tuple[int, bool]]:
    """The orientations that have a legal place, in the ask's order."""
    return list(dict.fromkeys((spot.turn, spot.flip) for spot in place.spots))


def place(sheet: Sheet, view: PrincesView, seat: int) -> None:
    """Numbered candidates of one orientation on the reader's own floor, or on the common map."""
    ask = sheet.p.place
    assert ask is not None
    kind = ask.piece.split("/")[1]
    looks = orientations(ask)
    number = sheet.p.turn % len(looks)
    turn, flip = looks[number]
    every = {spot.key: covered(view.shapes[kind], spot.cell, spot.turn, spot.flip) for spot in ask.spots}
    shown = [spot for spot in ask.spots if (spot.turn, spot.flip) == (turn, flip)]
    together = ask.prompt.key.endswith("together.place")
    bars = False
    if together:
        area, column = _common_floor(sheet, view), None
        cell = area.w / common_size(view)[0]
        common_map(sheet, area, cell, view)
    else:
        area, column = _floor(sheet)
        cell = float(CELL)
        player = view.players[seat]
        taken = {at for tile in (*player.landscapes, *player.buildings) for at in tile.cells} | set(view.palazzo)
        free = {at for cells in every.values() for at in cells}
        floor = {(x, y) for x in range(SIDE) for y in range(SIDE)}
        bars = bool(floor - taken - free)
        barred(sheet, area, cell, floor - taken - free)
        pieces(sheet, area, cell, view, player)
    paint = pigment(sheet.t, view, kind)
    chosen = sheet.p.spot if sheet.p.spot in {spot.key for spot in shown} else shown[0].key
    ghost(sheet.c, area.x, area.y, cell, every[chosen], paint.colour)
    lies = [Box(area.x + x * cell, area.y + y * cell, cell, cell) for x, y in every[chosen]]
    if Box.around(lies).right <= area.right + 1:
        sheet.c.place(Box.around(lies), LAID, kind="area", path=contour(lies), rings=())
    for n, spot in enumerate(shown, 1):
        x, y = named_cell(spot.cell)
        cx, cy = area.x + (x + 0.5) * cell, area.y + (y + 0.5) * cell
        candidate(sheet.c, cx, cy, n, first=spot.key == chosen, r=min(34.0, cell * 0.46))
        sheet.spots[spot.key] = Box(area.x + x * cell, area.y + y * cell, cell, cell)
        if sheet.spots[spot.key].right <= area.right + 1:  # a spot across the border is not on this map
            sheet.c.place(sheet.spots[spot.key], *spot_at(spot), rings=())
    price = ask.prompt.facts.get("price")
    cost = price if isinstance(price, int) else None
    legend = _Legend(number + 1, len(looks), turned(view.shapes[kind], turn, flip), cost, paint)
    if column is not None:
        _side(sheet, column, legend, view.players[seat], bars=bars)
        helped(sheet, view, kind)
    else:
        _strip(sheet, legend)


@dataclass(frozen=True, slots=True)
class _Legend:
    """What the picture explains: which turn of how many, the turned piece, its price and pigment."""

    number: int
    count: int
    cells: Cells
    price: int | None
    paint: Pigment


def _common_floor(sheet: Sheet, view: PrincesView) -> Box:
    columns, rows = common_size(view)
    cell = float(int(min(58.0, 1000 / columns, (sheet.left - 150) / rows)))
    box = sheet.panel(rows * cell + 36)
    slab(sheet.c, box, hair=True)
    return Box(box.cx - columns * cell / 2, box.y + 18, columns * cell, rows * cell)


def common(sheet: Sheet, view: PrincesView) -> None:
    """The common map of cooperative building as a picture of its own."""
    area = _common_floor(sheet, view)
    common_map(sheet, area, area.w / common_size(view)[0], view)


def _piece(sheet: Sheet, legend: _Legend, cx: float, y: float, cell: float) -> None:
    """The turned piece with `n` on the cell that carries the numbers."""
    c, p = sheet.c, sheet.t.pigments
    wide = max(x for x, _ in legend.cells) + 1
    left = cx - wide * cell / 2
    polyomino(
        c, left, y, cell, legend.cells, legend.paint,
        joint=1, inset=6, line=2, gap=10, stroke=2, alpha=0.3,
    )  # fmt: skip
    x, row = legend.cells[0]
    ax, ay = left + (x + 0.5) * cell, y + (row + 0.5) * cell
    c.disc(ax, ay, 22, p.ink)
    c.disc(ax, ay, 19.5, p.ivory)
    c.over = True
    c.text(ax, ay, "n", "x", 28, p.ink, align="m")
    c.over = False


def _side(sheet: Sheet, column: Box, legend: _Legend, player: PlayerSeen, *, bars: bool) -> None:
    c, t, w = sheet.c, sheet.t, sheet.words
    box = column.top(316)
    slab(c, box)
    c.text(box.cx, box.y + 34, w("turn_of", n=legend.number, all=legend.count), "b", 28, align="m", width=box.w - 20)
    rows = max(y for _, y in legend.cells) + 1
    cell = min(54.0, 190 / rows, (box.w - 30) / (max(x for x, _ in legend.cells) + 1))
    _piece(sheet, legend, box.cx, box.y + 62 + (200 - rows * cell) / 2, cell)
    c.paragraph(Box(box.x + 12, box.bottom - 50, box.w - 24, 40), w("n_marks"), "r", 25, t.mute, align="m", most=2)
    y = box.bottom + 12
    if legend.price is not None:
        box = Box(column.x, y, column.w, 90)
        slab(c, box)
        _fact(sheet, Box(box.x + 12, box.y, box.w - 24, box.h), "two-coins", w.number(legend.price), w("price"))
        y = box.bottom + 12
    if bars:
        box = Box(column.x, y, column.w, 190)
        _bars(sheet, box)
        y = box.bottom + 12
    box = Box(column.x, y, column.w, column.bottom - y)
    slab(c, box)
    facts = holdings(sheet, player)[: int((box.h - 20) // 76)]
    for n, (icon, figure, label) in enumerate(facts):
        _fact(sheet, Box(box.x + 16, box.y + 10 + n * 76, box.w - 32, 76), icon, figure, label)


def _bars(sheet: Sheet, box: Box) -> None:
    """What the dots on the floor mean."""
    c, t, w = sheet.c, sheet.t, sheet.words
    slab(c, box)
    for a in range(3):
        for b in range(3):
            c.disc(box.x + 34 + a * 20, box.y + 30 + b * 20, 3.6, mix(t.slab, t.ink, 0.45))
    c.text(box.x + 98, box.y + 50, w("barred"), "b", 26, width=box.w - 108)
    c.paragraph(Box(box.x + 16, box.y + 86, box.w - 32, 96), w("barred_why"), "r", 25, t.mute, most=3)


def _strip(sheet: Sheet, legend: _Legend) -> None:
    c, t, w = sheet.c, sheet.t, sheet.words
    box = sheet.panel(124)
    slab(c, box)
    rows = max(y for _, y in legend.cells) + 1
    _piece(sheet, legend, box.x + 110, box.cy - rows * 17, 34)
    c.text(box.x + 240, box.y + 42, w("turn_of", n=legend.number, all=legend.count), "b", 30)
    c.text(box.x + 240, box.y + 84, w("n_marks"), "r", 27, t.mute, width=box.w - 260)

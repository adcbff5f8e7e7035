"""Principalities: the small map in the matrix, the large one of a seat, the common map of cooperative building."""

from collections.abc import Iterable

from engines.princes.view import PlayerSeen, PrincesView, TileSeen
from render.boards.princes.pieces import ICONS, SIDE, Cells, pigment
from render.boxes import Box
from render.colour import mix
from render.sheet import Sheet
from render.widgets.stone import polyomino

Cell = tuple[int, int]


def minimap(sheet: Sheet, x: float, y: float, cell: float, view: PrincesView, player: PlayerSeen) -> None:
    """A 7x7 map in the matrix of seats."""
    c, t = sheet.c, sheet.t
    side = SIDE * cell
    c.plate(Box(x - 4, y - 4, side + 8, side + 8), t.empty, outline=t.line, width=2, radius=3)
    c.place(Box(x - 4, y - 4, side + 8, side + 8), "map/map", f"seat/{player.seat}", kind="slot", rings=())
    rule = mix(t.empty, t.line, 0.5)
    for k in range(1, SIDE):
        c.rect(Box(x + k * cell, y, 1, side), rule)
        c.rect(Box(x, y + k * cell, side, 1), rule)
    _palazzo(sheet, x, y, cell, view.palazzo)
    for tile in (*player.landscapes, *player.buildings):
        polyomino(
            c, x, y, cell, tile.cells, pigment(t, view, tile.kind),
            joint=0.6, inset=3.2, line=1.3, edge=False, gap=5.2, stroke=1.3, alpha=0.5,
        )  # fmt: skip
        _remember(sheet, view, x, y, cell, player.seat, tile)


def _remember(sheet: Sheet, view: PrincesView, x: float, y: float, cell: float, seat: int, tile: TileSeen) -> None:
    columns, rows = [a for a, _ in tile.cells], [b for _, b in tile.cells]
    box = Box(
        x + min(columns) * cell,
        y + min(rows) * cell,
        (max(columns) - min(columns) + 1) * cell,
        (max(rows) - min(rows) + 1) * cell,
    )
    first = min(tile.cells, key=lambda at: (at[1], at[0]))
    name = f"{chr(ord('A') + first[0])}{first[1] + 1}"
    refs = ("a_building", "the_building", "building") if tile.kind in view.sizes else ("lot", "object", "pile")
    rings = [(f"seat/{seat}", f"{kind}/{tile.kind}", name) for kind in refs]
    path = "".join(f"M{x + a * cell:.0f} {y + b * cell:.0f}h{cell:.0f}v{cell:.0f}h-{cell:.0f}z" for a, b in tile.cells)
    sheet.c.place(box, f"{refs[2]}/{tile.kind}", f"seat/{seat}", path=path, rings=rings)


def _palazzo(sheet: Sheet, x: float, y: float, cell: float, cells: Cells, *, lily: bool = True) -> None:
    if not cells:
        return
    c, t = sheet.c, sheet.t
    paint = t.pigment("principality", "palazzo")
    large = cell > 60
    polyomino(c, x, y, cell, cells, paint, joint=2 if large else 0.5, inset=10, line=3 if large else 0, edge=large)
    left, top = min(a for a, _ in cells), min(b for _, b in cells)
    wide, high = max(a for a, _ in cells) - left + 1, max(b for _, b in cells) - top + 1
    cx, cy = x + (left + wide / 2) * cell, y + (top + high / 2) * cell
    if lily:
        c.icon("fleur-de-lys", cx, cy, cell * (1.13 if large else 1.7), paint.ink)


def grid(sheet: Sheet, box: Box, cell: float, columns: int = SIDE, rows: int = SIDE) -> None:
    """An empty chequered floor."""
    c, t = sheet.c, sheet.t
    c.plate(box.inset(-4), t.empty, outline=t.line, width=3)
    for row in range(rows):
        for column in range(columns):
            if (row + column) % 2:
                c.rect(Box(box.x + column * cell, box.y + row * cell, cell, cell), mix(t.empty, t.slab, 0.35))
    rule = mix(t.empty, t.line, 0.7)
    for k in range(1, columns):
        c.rect(Box(box.x + k * cell - 1, box.y, 2, rows * cell), rule)
    for k in range(1, rows):
        c.rect(Box(box.x, box.y + k * cell - 1, columns * cell, 2), rule)


def barred(sheet: Sheet, box: Box, cell: float, cells: Iterable[Cell]) -> None:
    """Dots on cells that no legal place covers."""
    tone = mix(sheet.t.empty, sheet.t.ink, 0.28)
    r = 3.4 if cell > 60 else 2
    for x, y in cells:
        for a in (0.25, 0.5, 0.75):
            for b in (0.25, 0.5, 0.75):
                sheet.c.disc(box.x + (x + a) * cell, box.y + (y + b) * cell, r, tone)


def pieces(sheet: Sheet, box: Box, cell: float, view: PrincesView, player: PlayerSeen, *, lily: bool = True) -> None:
    """Palazzo, landscapes and buildings, each with its icon on its most inner cell."""
    c, t = sheet.c, sheet.t
    sheet.c.place(Box(box.x, box.y, SIDE * cell, SIDE * cell), "map/map", f"seat/{player.seat}", kind="slot", rings=())
    _palazzo(sheet, box.x, box.y, cell, view.palazzo, lily=lily)
    large = cell > 60
    for tile in (*player.landscapes, *player.buildings):
        paint = pigment(t, view, tile.kind)
        polyomino(
            c, box.x, box.y, cell, tile.cells, paint,
            inset=11 if large else 5, line=3 if large else 2, gap=17 if large else 9, stroke=2.6 if large else 2,
        )  # fmt: skip
        x, y = inner_cell(tile.cells)
        cx, cy = box.x + (x + 0.5) * cell, box.y + (y + 0.5) * cell
        if paint.hatch != "plain":
            c.disc(cx, cy, cell * 0.4, paint.colour)
        c.icon(ICONS[tile.kind], cx, cy, cell * 0.62, paint.ink)
        _remember(sheet, view, box.x, box.y, cell, player.seat, tile)


def inner_cell(cells: Cells) -> Cell:
    """The cell with most neighbours in the piece, the uppermost of them."""
    taken = set(cells)

    def neighbours(cell: Cell) -> int:
        x, y = cell
        return sum(place in taken for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))

    return max(cells, key=lambda cell: (neighbours(cell), -cell[1]))


def common_size(view: PrincesView) -> tuple[int, int]:
    """Columns and rows of the common map."""
    return max(x for x, _ in view.offsets) + SIDE, max(y for _, y in view.offsets) + SIDE


def common_map(sheet: Sheet, box: Box, cell: float, view: PrincesView) -> None:
    """All boards at their offsets, borders in the seats' colours."""
    c, t = sheet.c, sheet.t
    for player, (left, top) in zip(view.players, view.offsets, strict=True):
        area = Box(box.x + left * cell, box.y + top * cell, SIDE * cell, SIDE * cell)
        grid(sheet, area, cell)
        c.plate(area.inset(-2), outline=t.seat_line(player.seat), width=4)
    for player, (left, top) in zip(view.players, view.offsets, strict=True):
        area = Box(box.x + left * cell, box.y + top * cell, SIDE * cell, SIDE * cell)
        pieces(sheet, area, cell, view, player, lily=False)
        left, top = min(x for x, _ in view.palazzo), min(y for _, y in view.palazzo)
        sheet.emblem(player.seat, area.x + (left + 1.5) * cell, area.y + (top + 1) * cell, min(60.0, 1.8 * cell))

"""The 7x7 principality as 49-bit masks, with every spot of every piece ready made (1.3, 5.2, 8.2)."""

from dataclasses import dataclass
from functools import cache

from engines.princes.tables import GRID, SHAPES

WIDTH: int = GRID["width"]
HEIGHT: int = GRID["height"]
FULL = (1 << WIDTH * HEIGHT) - 1
_LEFT_COLUMN = sum(1 << y * WIDTH for y in range(HEIGHT))
_RIGHT_COLUMN = _LEFT_COLUMN << WIDTH - 1


@dataclass(frozen=True, slots=True)
class Spot:
    """One way to lay one piece: its name, its first filled cell, quarter turns clockwise, face."""

    key: str
    x: int
    y: int
    turn: int
    flip: bool
    mask: int


def cell(x: int, y: int) -> int:
    return 1 << y * WIDTH + x


def cells_of(mask: int) -> list[tuple[int, int]]:
    """The covered cells, row by row."""
    return [(i % WIDTH, i // WIDTH) for i in range(WIDTH * HEIGHT) if mask >> i & 1]


def palazzo(coop: bool) -> int:
    """1.3 Six cells in the lower left corner; inside the board on the back side (18.2)."""
    rows = GRID["back"] if coop else GRID["front"]
    return sum(cell(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "P")


PALAZZO = (palazzo(False), palazzo(True))


def beside(mask: int) -> int:
    """The cells that share an edge with the mask."""
    sideways = (mask & ~_LEFT_COLUMN) >> 1 | (mask & ~_RIGHT_COLUMN) << 1
    return (sideways | mask >> WIDTH | mask << WIDTH) & FULL & ~mask


def cell_name(x: int, y: int) -> str:
    """A person's name of a cell: column letter, then row from the top (C4)."""
    return f"{chr(ord('A') + x)}{y + 1}"


def spot_key(x: int, y: int, turn: int, flip: bool) -> str:
    """The name of a spot: first filled cell, turn, face (C4 r90 flip)."""
    return cell_name(x, y) + (f" r{turn * 90}" if turn else "") + (" flip" if flip else "")


Cells = tuple[tuple[int, int], ...]


@cache
def orientations(kind: str) -> tuple[tuple[int, bool, Cells], ...]:
    """8.2a Quarter turns and either face, each different look once."""
    looks: dict[Cells, tuple[int, bool]] = {}
    rows = SHAPES[kind]
    plain = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
    for flip in (False, True):
        cells = [(-x, y) for x, y in plain] if flip else plain
        for turn in range(4):
            looks.setdefault(_normal(cells), (turn, flip))
            cells = [(-y, x) for x, y in cells]
    return tuple((turn, flip, cells) for cells, (turn, flip) in looks.items())


def _normal(cells: list[tuple[int, int]]) -> Cells:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted(((x - left, y - top) for x, y in cells), key=lambda c: (c[1], c[0])))


@cache
def spots(kind: str) -> tuple[Spot, ...]:
    """5.2 8.2a Every spot of a piece wholly inside an empty grid, grouped by orientation."""
    found = []
    for turn, flip, cells in orientations(kind):
        width, height = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
        for top in range(HEIGHT - height + 1):
            for left in range(WIDTH - width + 1):
                mask = sum(cell(left + x, top + y) for x, y in cells)
                x, y = left + cells[0][0], top + cells[0][1]
                found.append(Spot(spot_key(x, y, turn, flip), x, y, turn, flip, mask))
    return tuple(found)


def free_spots(kind: str, blocked: int) -> list[Spot]:
    """The spots of a piece that cover none of the blocked cells."""
    return [spot for spot in spots(kind) if not spot.mask & blocked]


def has_spot(kind: str, blocked: int) -> bool:
    return any(not spot.mask & blocked for spot in spots(kind))

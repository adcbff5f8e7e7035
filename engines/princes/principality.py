"""The 7x7 principality as 49-bit masks, with every spot of every piece ready made (1.3, 5.2, 8.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nsmallest

from engines.kit import Spot as Offered

WIDTH = HEIGHT = 7
FULL = (1 << WIDTH * HEIGHT) - 1
_LEFT_COLUMN = sum(1 << y * WIDTH for y in range(HEIGHT))
_RIGHT_COLUMN = _LEFT_COLUMN << WIDTH - 1


@dataclass(frozen=True, slots=True)
class Spot:
    """One way to lay one piece: its cells, and how it is offered (first filled cell, quarter turns, face)."""

    mask: int
    around: int
    offered: Offered


def cell(x: int, y: int) -> int:
    return 1 << y * WIDTH + x


def cells_of(mask: int) -> list[tuple[int, int]]:
    """The covered cells, row by row."""
    return [(i % WIDTH, i // WIDTH) for i in range(WIDTH * HEIGHT) if mask >> i & 1]


@cache
def palazzo(rows: tuple[str, ...]) -> int:
    """1.3 The palazzo's cells: lower left on the front side, inside the board on the back (18.2)."""
    return sum(cell(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "P")


def beside(mask: int) -> int:
    """The cells that share an edge with the mask."""
    sideways = (mask & ~_LEFT_COLUMN) >> 1 | (mask & ~_RIGHT_COLUMN) << 1
    return (sideways | mask >> WIDTH | mask << WIDTH) & FULL & ~mask


def cell_name(x: int, y: int) -> str:
    """A person's name of a cell: column letter, then row from the top (C4)."""
    return f"{chr(ord('A') + x)}{y + 1}"


Cells = tuple[tuple[int, int], ...]


Shape = tuple[str, ...]


@cache
def orientations(shape: Shape) -> tuple[tuple[int, bool, Cells], ...]:
    """8.2a Quarter turns and either face, each different look once."""
    looks: dict[Cells, tuple[int, bool]] = {}
    plain = [(x, y) for y, row in enumerate(shape) for x, sign in enumerate(row) if sign == "#"]
    for flip in (False, True):
        cells = [(-x, y) for x, y in plain] if flip else plain
        for turn in range(4):
            looks.setdefault(_normal(cells), (turn, flip))
            cells = [(-y, x) for x, y in cells]
    return tuple((turn, flip, cells) for cells, (turn, flip) in looks.items())


def _normal(cells: list[tuple[int, int]]) -> Cells:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted(((x - left, y - top) for x, y in cells), key=lambda c: (c[1], c[0])))


def offered(x: int, y: int, turn: int, flip: bool) -> Offered:
    """A spot as it is offered, named by its first filled cell, turn and face (C4 r90 flip)."""
    name = cell_name(x, y)
    return Offered(name + (f" r{turn * 90}" if turn else "") + (" flip" if flip else ""), name, turn, flip)


@cache
def spots(shape: Shape) -> tuple[Spot, ...]:
    """5.2 8.2a Every spot of a piece wholly inside an empty grid, grouped by orientation."""
    found = []
    for turn, flip, cells in orientations(shape):
        width, height = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
        for top in range(HEIGHT - height + 1):
            for left in range(WIDTH - width + 1):
                mask = sum(cell(left + x, top + y) for x, y in cells)
                found.append(Spot(mask, beside(mask), offered(left + cells[0][0], top + cells[0][1], turn, flip)))
    return tuple(found)


@lru_cache(maxsize=4096)
def wordless_spots(shape: Shape, blocked: int) -> tuple[tuple[Offered, ...], str]:
    """For a script: what is offered of a piece, and the spot that wastes the least room."""
    found = free_spots(shape, blocked)
    return tuple([spot.offered for spot in found]), snug(found, blocked, 1)[0]


@lru_cache(maxsize=512)
def free_spots(shape: Shape, blocked: int) -> tuple[Spot, ...]:
    """The spots of a piece that cover none of the blocked cells. Boards change seldom, so answers are remembered."""
    return tuple([spot for spot in spots(shape) if not spot.mask & blocked])


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Some pieces by name. Each set of tables makes one such list, known by itself alone: a key that costs nothing."""

    shapes: tuple[tuple[str, Shape], ...]


@lru_cache(maxsize=4096)
def fitting(pieces: Pieces, blocked: int) -> frozenset[str]:
    """8.5 Which of these pieces fit anywhere beside the blocked cells."""
    return frozenset(kind for kind, shape in pieces.shapes if any(not spot.mask & blocked for spot in spots(shape)))


def spot_at(shape: Shape, key: str) -> Spot:
    """The spot of this name."""
    return _by_key(shape)[key]


@cache
def _by_key(shape: Shape) -> dict[str, Spot]:
    return {spot.offered.key: spot for spot in spots(shape)}


def snug(found: Sequence[Spot], blocked: int, most: int = 3) -> tuple[str, ...]:
    """The spots that waste the least room: fewest empty cells beside them."""
    free = ~blocked
    best = nsmallest(most, found, key=lambda spot: (spot.around & free).bit_count())
    return tuple([spot.offered.key for spot in best])

"""The boards edge to edge for cooperative building: borders and the spots across them (18.2, 18.3, 18.4)."""

from dataclasses import dataclass
from functools import cache

from engines.princes.principality import HEIGHT, WIDTH, cell, orientations, spot_key
from engines.princes.tables import LAYOUTS


@dataclass(frozen=True, slots=True)
class JointSpot:
    """A spot over one border: names by the common map, one mask for each partner's board."""

    key: str
    x: int
    y: int
    turn: int
    flip: bool
    masks: tuple[int, int]


def origin(seats: int) -> tuple[int, int]:
    """The map's upper left corner: cells of the common map are counted from it."""
    offsets = LAYOUTS[seats]
    return min(x for x, _ in offsets), min(y for _, y in offsets)


def offset(seats: int, seat: int) -> tuple[int, int]:
    """Where a board lies on the common map, counted from the map's corner."""
    left, top = origin(seats)
    x, y = LAYOUTS[seats][seat]
    return x - left, y - top


def neighbours(seats: int, seat: int) -> tuple[int, ...]:
    """18.2 The players before and after in turn order; one with two players."""
    return tuple(sorted({(seat - 1) % seats, (seat + 1) % seats}))


def _cells(seats: int, seat: int) -> dict[tuple[int, int], int]:
    left, top = offset(seats, seat)
    return {(left + x, top + y): cell(x, y) for y in range(HEIGHT) for x in range(WIDTH)}


@cache
def border_edges(seats: int, seat: int) -> tuple[tuple[int, int, int], ...]:
    """18.3 Every edge between a cell of this board and one of another's: own cell, other seat, other cell."""
    edges = []
    for other in range(seats):
        if other == seat:
            continue
        across = _cells(seats, other)
        for (x, y), own in _cells(seats, seat).items():
            for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if place in across:
                    edges.append((own, other, across[place]))
    return tuple(edges)


@cache
def border_cells(seats: int, seat: int) -> int:
    """18.3 The cells of a board with an edge on another principality."""
    mask = 0
    for own, _, _ in border_edges(seats, seat):
        mask |= own
    return mask


def beside_across(seats: int, seat: int, masks: list[int]) -> int:
    """18.4 Own cells whose edge across a border touches a marked cell there (A-17)."""
    found = 0
    for own, other, far in border_edges(seats, seat):
        if masks[other] & far:
            found |= own
    return found


@cache
def joint_spots(seats: int, first: int, second: int, kind: str) -> tuple[JointSpot, ...]:
    """18.4 2B Every spot that covers cells of both boards and of no third (A-54)."""
    ours, theirs = _cells(seats, first), _cells(seats, second)
    left, top = min(x for x, _ in (*ours, *theirs)), min(y for _, y in (*ours, *theirs))
    right, bottom = max(x for x, _ in (*ours, *theirs)), max(y for _, y in (*ours, *theirs))
    found = []
    for turn, flip, cells in orientations(kind):
        for dy in range(top, bottom + 1):
            for dx in range(left, right + 1):
                places = [(dx + x, dy + y) for x, y in cells]
                if not all(place in ours or place in theirs for place in places):
                    continue
                mine = sum(ours.get(place, 0) for place in places)
                yours = sum(theirs.get(place, 0) for place in places)
                if mine and yours:
                    x, y = places[0]
                    found.append(JointSpot(spot_key(x, y, turn, flip), x, y, turn, flip, (mine, yours)))
    return tuple(found)

"""The boards edge to edge for cooperative building: borders and the spots across them (18.2, 18.3, 18.4)."""

from dataclasses import dataclass
from functools import cache, lru_cache

from engines.kit import Spot as Offered
from engines.princes.principality import HEIGHT, WIDTH, Pieces, Shape, cell, offered, orientations

Layout = tuple[tuple[int, int], ...]
"""Where each seat's board lies: the place of its upper left cell."""


@dataclass(frozen=True, slots=True)
class JointSpot:
    """A spot over one border, named by the common map, with the cells on each partner's board."""

    masks: tuple[int, int]
    offered: Offered


@cache
def normal(layout: Layout) -> Layout:
    """18.2 The boards as cells of one map, counted from its upper left corner."""
    left, top = min(x for x, _ in layout), min(y for _, y in layout)
    return tuple((x - left, y - top) for x, y in layout)


def neighbours(seats: int, seat: int) -> tuple[int, ...]:
    """18.2 The players before and after in turn order; one with two players."""
    return tuple(sorted({(seat - 1) % seats, (seat + 1) % seats}))


def _cells(layout: Layout, seat: int) -> dict[tuple[int, int], int]:
    left, top = normal(layout)[seat]
    return {(left + x, top + y): cell(x, y) for y in range(HEIGHT) for x in range(WIDTH)}


@cache
def border_edges(layout: Layout, seat: int) -> tuple[tuple[int, int, int], ...]:
    """18.3 Every edge between a cell of this board and one of another's: own cell, other seat, other cell."""
    edges = []
    for other in range(len(layout)):
        if other == seat:
            continue
        across = _cells(layout, other)
        for (x, y), own in _cells(layout, seat).items():
            for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if place in across:
                    edges.append((own, other, across[place]))
    return tuple(edges)


@cache
def border_cells(layout: Layout, seat: int) -> int:
    """18.3 The cells of a board with an edge on another principality; the outer edge is no border."""
    mask = 0
    for own, _, _ in border_edges(layout, seat):
        mask |= own
    return mask


@lru_cache(maxsize=4096)
def beside_across(layout: Layout, seat: int, masks: tuple[int, ...]) -> int:
    """A17 Own cells whose edge across a border touches a marked cell right there."""
    found = 0
    for own, other, far in border_edges(layout, seat):
        if masks[other] & far:
            found |= own
    return found


@cache
def joint_spots(layout: Layout, first: int, second: int, shape: Shape) -> tuple[JointSpot, ...]:
    """18.4.2 Every spot that covers cells of both boards and of no third.

    A54 A building on one board only is never among them.
    """
    ours, theirs = _cells(layout, first), _cells(layout, second)
    places = [*ours, *theirs]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    found = []
    for turn, flip, cells in orientations(shape):
        for dy in range(top, bottom + 1):
            for dx in range(left, right + 1):
                covered = [(dx + x, dy + y) for x, y in cells]
                mine = sum(ours.get(place, 0) for place in covered)
                yours = sum(theirs.get(place, 0) for place in covered)
                if mine and yours and all(place in ours or place in theirs for place in covered):
                    found.append(JointSpot((mine, yours), offered(*covered[0], turn, flip)))
    return tuple(found)


@lru_cache(maxsize=512)
def free_joint_spots(
    layout: Layout, first: int, second: int, shape: Shape, blocked: tuple[int, int]
) -> tuple[JointSpot, ...]:
    """The spots across a border that cover none of the blocked cells of either board."""
    return tuple(
        [
            spot
            for spot in joint_spots(layout, first, second, shape)
            if not spot.masks[0] & blocked[0] and not spot.masks[1] & blocked[1]
        ]
    )


@lru_cache(maxsize=4096)
def fitting_jointly(
    layout: Layout, first: int, second: int, pieces: Pieces, blocked: tuple[int, int]
) -> frozenset[str]:
    """18.4.2 Which of these pieces fit anywhere across the border of two boards."""
    ours, theirs = blocked
    return frozenset(
        kind
        for kind, shape in pieces.shapes
        if any(
            not spot.masks[0] & ours and not spot.masks[1] & theirs
            for spot in joint_spots(layout, first, second, shape)
        )
    )

"""Regions: where the things of a picture lie and what they are called, so that what is drawn can be touched.

Boxes and paths are in the board's own measure, 1080 wide, whatever size the picture is delivered in.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from render.boxes import Box

MOST_POINTED = 18
"""More rings than this point at nothing."""
FINGER = 24
"""Pixels on the screen that a finger needs."""
PHONE = 390
BOARD = 1080

LAID = "panel/laid"
"""The area that a piece would cover where it is to be placed; its path goes round it."""

KINDS = ("area", "slot", "piece", "figure")
"""What lies lowest first: an area holds others, a slot may be empty, a piece is a thing, a figure a number."""


@dataclass(frozen=True, slots=True)
class Region:
    """A thing as it is drawn: its references (the thing first, then where it is), its box, where the camera can go.

    `path` is an SVG path where a box would lie (a wedge); the box is its bounds. `round`: the disc in it.
    """

    refs: tuple[str, ...]
    box: Box
    path: str = ""
    kind: str = "piece"
    panel: str = ""
    round: bool = False

    @property
    def layer(self) -> int:
        """Areas lie lowest, slots over them, pieces and figures on top."""
        return min(KINDS.index(self.kind), 2)


def pointed(points: Sequence[str], regions: Sequence[Region]) -> list[Region]:
    """What a lesson points at; nothing where that would be nearly everything.

    `city/*`: things that are called so; `city/*+seat/0`: those of them that have a reference like each further one too.
    """
    wanted = [each.split("+") for each in points if "/" in each]
    found = [region for region in regions if any(_fits(region, each) for each in wanted)]
    return found if len(found) <= MOST_POINTED else []


def _fits(region: Region, patterns: Sequence[str]) -> bool:
    first, *others = patterns
    return fnmatchcase(region.refs[0], first) and all(
        any(fnmatchcase(ref, each) for ref in region.refs) for each in others
    )


def least(width: float = PHONE) -> float:
    """How large a target must be, in the board's measure, when the picture is so many pixels wide."""
    return -(-FINGER * BOARD // width)


def grown(box: Box, size: float, page: Box) -> Box:
    """The box at least so large, moved back into the page where it would leave it."""
    w, h = max(box.w, size), max(box.h, size)
    x = min(max(box.cx - w / 2, page.x), max(page.x, page.right - w))
    y = min(max(box.cy - h / 2, page.y), max(page.y, page.bottom - h))
    return Box(x, y, w, h)


def hit_boxes(regions: Sequence[Region], width: float = PHONE, page: Box | None = None) -> list[Box]:
    """For each region what a finger may hit: grown to 24 pixels, cut at the middle line between neighbours.

    Only things of one layer are neighbours: a piece lies over its slot, and both over their area. What lies on the very
    same place is one target, and a wedge is hit by its path: neither is cut. A disc is whole, but its corners are not.
    """
    page = page or Box.around([Box(0, 0, BOARD, 1), *(region.box for region in regions)])
    size = least(width)
    wide = [region.box if region.path or not region.layer else grown(region.box, size, page) for region in regions]
    return [_cut(n, regions, wide) for n in range(len(regions))]


def _cut(own: int, regions: Sequence[Region], wide: Sequence[Box]) -> Box:
    region, found = regions[own], wide[own]
    if region.path or not region.layer:
        return found
    for n, other in enumerate(regions):
        if n == own or other.path or other.layer != region.layer or not wide[n].overlap(wide[own]):
            continue
        found = _apart(found, filled(region, region.box), filled(other, other.box))
    return Box.around([found, region.box]) if region.round else found


def filled(region: Region, box: Box) -> Box:
    """The part of a box that is a thing's up to its corners: of a disc the square in it."""
    return Box.centred(box.cx, box.cy, box.w / math.sqrt(2), box.h / math.sqrt(2)) if region.round else box


def _apart(found: Box, own: Box, other: Box) -> Box:
    """The box without what lies beyond the middle line to a neighbour; the line runs where there is most room."""
    across = max(other.x - own.right, own.x - other.right)
    down = max(other.y - own.bottom, own.y - other.bottom)
    if max(across, down) < -2:  # one lies on the other: they are one target, or the upper one hides nothing
        return found
    if across >= down:
        if own.cx < other.cx:
            return found.left(min(found.right, (own.right + other.x) / 2) - found.x)
        edge = max(found.x, (other.right + own.x) / 2)
        return Box(edge, found.y, found.right - edge, found.h)
    if own.cy < other.cy:
        return found.top(min(found.bottom, (own.bottom + other.y) / 2) - found.y)
    edge = max(found.y, (other.bottom + own.y) / 2)
    return Box(found.x, edge, found.w, found.bottom - edge)


def as_json(region: Region) -> list[Any]:
    """The region as the page gets it: references, box, kind, panel, and the path where there is one."""
    box = " ".join(f"{value:.0f}" for value in (region.box.x, region.box.y, region.box.w, region.box.h))
    refs = " ".join(region.refs)
    return [refs, box, region.kind, region.panel, *([region.path] if region.path else [])]

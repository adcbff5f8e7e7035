"""Lines round the things of a board: geometry as attributes of SVG, no inline style."""

from __future__ import annotations

from bot.platforms.web.html import Element, el
from render import Box, Region

CORNER = 10


def rect(box: Box, kind: str, is_round: bool = False) -> Element:
    """A box, or the disc that fills it."""
    return el(
        "rect",
        x=num(box.x),
        y=num(box.y),
        width=num(box.w),
        height=num(box.h),
        rx=num(box.h / 2 if is_round else min(CORNER, box.h / 2)),
        class_=kind,
    )


def num(value: float) -> str:
    """A length as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def edges(region: Region) -> list[Element]:
    """A line of ink in a casing of stone."""
    if region.path:
        return [el("path", d=region.path, class_=kind) for kind in ("case", "edge")]
    box = region.box.inset(-2)
    return [rect(box, kind, region.round) for kind in ("case", "edge")]


def outline(region: Region, kind: str) -> Element:
    """A single line a little outside."""
    if region.path:
        return el("path", d=region.path, class_=kind)
    return rect(region.box.inset(-5), kind, region.round)

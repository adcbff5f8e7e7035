"""Stone: the page with its veins, slabs with concave corners, pigment tiles, bricks, inlaid polyominoes."""

from collections.abc import Iterable

from render.boxes import Box
from render.colour import mix
from render.paint import masks, sprites
from render.paint.canvas import Canvas
from render.paint.veins import veins
from render.theme import Pigment


def page(c: Canvas) -> None:
    """The ground of every picture."""
    t = c.theme
    if t.veins:
        whole = Box(0, 0, c.width, c.height)
        c.static("page", whole, lambda: c.stamp(veins(c.width, c.height), 0, 0, t.ink, t.veins))


def slab(c: Canvas, box: Box, fill: str | None = None, notch: float = 12, *, hair: bool = False) -> None:
    """A marble slab; main panels carry a hairline."""
    t = c.theme
    fill = fill or t.slab
    style = sprites.Slab(fill, t.line, mix(fill, t.line, 0.55) if hair else None, t.edge, notch)
    c.slab_style(box, style)


def tile(c: Canvas, box: Box, fill: str, radius: float = 6, inlay: str | None = None) -> None:
    """A pigment tile with a lower edge, and an inlaid line if asked for."""
    c.plate(box, fill, radius=radius, edge=mix(fill, "#000000", 0.45), depth=3)
    if inlay:
        c.plate(box.inset(5), outline=inlay, width=1.6, radius=max(0, radius - 3))


def brick(c: Canvas, box: Box, pigment: Pigment, figure: str | int | None = None, size: int | None = None) -> None:
    """A marble brick; with a figure the hatching keeps to the left."""
    t = c.theme
    dark_stone = pigment.hatch in ("grid", "rising")
    lower = mix(pigment.colour, "#000000", 0.38 if pigment.hatch != "plain" else 0.30)
    outline = (mix(pigment.colour, "#FFFFFF", 0.45) if dark_stone else t.key) if t.dark else t.key
    c.plate(box, lower, radius=4)
    c.plate(Box(box.x, box.y, box.w, box.h - 4), pigment.colour, radius=4)
    if figure is None:
        c.hatch(Box(box.x + 3, box.y + 3, box.w - 6, box.h - 10), pigment.hatch, pigment.ink)
    strip = min(box.w * 0.30, 18)
    if figure is not None:
        c.hatch(Box(box.x + 3, box.y + 3, strip, box.h - 10), pigment.hatch, pigment.ink, 0.42, 7)
    c.plate(box, outline=outline, width=1.5, radius=4)
    if figure is not None:
        x, y = box.x + (box.w + strip) / 2 + 1, box.y + (box.h - 4) / 2
        c.text(x, y, figure, "x", size or round(box.h * 0.72), pigment.ink, align="m", width=box.w - strip - 4)


Cell = tuple[int, int]


def polyomino(
    c: Canvas,
    x: float,
    y: float,
    cell: float,
    cells: Iterable[Cell],
    pigment: Pigment,
    *,
    joint: float = 2,
    inset: float = 11,
    line: float = 3,
    edge: bool = True,
    gap: float = 17,
    stroke: float = 2.6,
    alpha: float = 0.2,
) -> None:
    """A union of cells as one stone; land is hatched, buildings carry an inlaid line."""
    ox, oy, local = _origin(x, y, cell, cells)
    stone = masks.union(local, cell, joint)
    if edge:
        c.stamp(stone, ox, oy + 3, mix(pigment.colour, "#000000", 0.5))
    c.stamp(stone, ox, oy, pigment.colour)
    if pigment.hatch != "plain":
        pattern = masks.union_hatch(local, cell, joint + stroke, pigment.hatch, gap, stroke)
        c.stamp(pattern, ox, oy, pigment.ink, alpha)
    elif line:
        c.stamp(masks.union_line(local, cell, inset, line), ox, oy, mix(pigment.colour, "#FBF6EA", 0.55))


def ghost(c: Canvas, x: float, y: float, cell: float, cells: Iterable[Cell], colour: str) -> None:
    """A piece that might stand here: a breath of colour and a firm outline."""
    ox, oy, local = _origin(x, y, cell, cells)
    colour = mix(colour, c.theme.pigments.ivory, 0.35) if c.theme.dark else colour
    c.stamp(masks.union(local, cell, 4), ox, oy, colour, 0.22)
    c.stamp(masks.union_line(local, cell, 4, 5), ox, oy, colour)


def _origin(x: float, y: float, cell: float, cells: Iterable[Cell]) -> tuple[float, float, masks.Cells]:
    every = sorted(cells)
    left, top = min(a for a, _ in every), min(b for _, b in every)
    return x + left * cell, y + top * cell, tuple((a - left, b - top) for a, b in every)

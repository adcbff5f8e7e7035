"""Masks: smooth shapes in one channel, drawn four times too large and reduced, kept by their geometry."""

import math
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

SS = 4
Points = tuple[tuple[float, float], ...]


def _blank(w: float, h: float, scale: int = SS) -> Image.Image:
    return Image.new("L", (max(1, math.ceil(w)) * scale, max(1, math.ceil(h)) * scale), 0)


@lru_cache(maxsize=1024)
def disc(diameter: float) -> Image.Image:
    big = _blank(diameter, diameter)
    ImageDraw.Draw(big).ellipse([0, 0, diameter * SS - 1, diameter * SS - 1], fill=255)
    return big.reduce(SS)


@lru_cache(maxsize=512)
def ring(diameter: float, width: float) -> Image.Image:
    big = _blank(diameter, diameter)
    ImageDraw.Draw(big).ellipse([0, 0, diameter * SS - 1, diameter * SS - 1], outline=255, width=round(width * SS))
    return big.reduce(SS)


@lru_cache(maxsize=256)
def sector(diameter: float, start: float, end: float) -> Image.Image:
    big = _blank(diameter, diameter)
    ImageDraw.Draw(big).pieslice([0, 0, diameter * SS - 1, diameter * SS - 1], start, end, fill=255)
    return big.reduce(SS)


@lru_cache(maxsize=2048)
def polygon(points: Points, w: int, h: int) -> Image.Image:
    big = _blank(w, h)
    ImageDraw.Draw(big).polygon([(x * SS, y * SS) for x, y in points], fill=255)
    return big.reduce(SS)


@lru_cache(maxsize=2048)
def stroke(points: Points, width: float, w: int, h: int) -> Image.Image:
    big = _blank(w, h)
    path = [(x * SS, y * SS) for x, y in points]
    ImageDraw.Draw(big).line(path, fill=255, width=max(1, round(width * SS)), joint="curve")
    return big.reduce(SS)


@lru_cache(maxsize=512)
def faint_hatch(w: int, h: int, kind: str, gap: float, width: float, alpha: float) -> Image.Image:
    return faded(hatch(w, h, kind, gap, width), alpha)


@lru_cache(maxsize=512)
def hatch(w: int, h: int, kind: str, gap: float, width: float) -> Image.Image:
    """Heraldic hatching over a whole box."""
    big = _blank(w, h)
    pen, step, thick = ImageDraw.Draw(big), gap * SS, max(1, round(width * SS))
    wide, high = big.size
    if kind == "dots":
        r = width * SS * 0.85
        for row in range(math.ceil(high / (step * 0.8)) + 1):
            y = step * 0.5 + row * step * 0.8
            for column in range(math.ceil(wide / step) + 1):
                x = step * (0.5 + column) + (step / 2 if row % 2 else 0)
                pen.ellipse([x - r, y - r, x + r, y + r], fill=255)
    if kind in ("vertical", "grid"):
        _bars(pen, wide, high, step, thick, upright=True)
    if kind in ("horizontal", "grid"):
        _bars(pen, high, wide, step, thick, upright=False)
    if kind == "falling":
        for k in range(-high, wide + high, max(1, round(step * 1.25))):
            pen.line([(k, 0), (k + high, high)], fill=255, width=thick)
    if kind == "rising":
        for k in range(0, wide + high, max(1, round(step * 1.25))):
            pen.line([(k, 0), (k - high, high)], fill=255, width=thick)
    return big.reduce(SS)


def _bars(pen: ImageDraw.ImageDraw, across: int, along: int, step: float, thick: int, *, upright: bool) -> None:
    at = (across % step) / 2 + step / 2
    while at < across:
        pen.line([(at, 0), (at, along)] if upright else [(0, at), (along, at)], fill=255, width=thick)
        at += step


Cells = tuple[tuple[int, int], ...]


@lru_cache(maxsize=1024)
def union(cells: Cells, cell: float, inset: float) -> Image.Image:
    """A union of grid cells as one stone, its rim drawn in by `inset`; the cells begin at 0, 0."""
    scale = SS if cell < 60 else 1
    taken = set(cells)
    columns, rows = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    big = Image.new("L", (round(columns * cell) * scale, round(rows * cell) * scale), 0)
    pen, q, c = ImageDraw.Draw(big), inset * scale, cell * scale
    for x, y in cells:
        left = x * c + (0 if (x - 1, y) in taken else q)
        right = (x + 1) * c - (0 if (x + 1, y) in taken else q)
        top = y * c + (0 if (x, y - 1) in taken else q)
        bottom = (y + 1) * c - (0 if (x, y + 1) in taken else q)
        pen.rectangle([round(left), round(top), round(right) - 1, round(bottom) - 1], fill=255)
    for x, y in cells:
        for dx in (-1, 1):
            for dy in (-1, 1):
                if (x + dx, y) in taken and (x, y + dy) in taken and (x + dx, y + dy) not in taken:
                    left = x * c if dx < 0 else (x + 1) * c - q
                    top = y * c if dy < 0 else (y + 1) * c - q
                    if q >= 1:
                        pen.rectangle([round(left), round(top), round(left + q) - 1, round(top + q) - 1], fill=0)
    return big.reduce(scale) if scale > 1 else big


@lru_cache(maxsize=512)
def union_line(cells: Cells, cell: float, inset: float, width: float) -> Image.Image:
    """The inlaid line of such a stone."""
    return ImageChops.subtract(union(cells, cell, inset), union(cells, cell, inset + width))


@lru_cache(maxsize=512)
def union_hatch(cells: Cells, cell: float, inset: float, kind: str, gap: float, width: float) -> Image.Image:
    stone = union(cells, cell, inset)
    return ImageChops.multiply(hatch(stone.width, stone.height, kind, gap, width), stone)


@lru_cache(maxsize=64)
def _fade(alpha: float) -> list[int]:
    return [round(v * alpha) for v in range(256)]


def faded(mask: Image.Image, alpha: float) -> Image.Image:
    return mask if alpha >= 1 else mask.point(_fade(alpha))

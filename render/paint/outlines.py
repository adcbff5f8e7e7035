"""Outlines: the concave slab and the five seat shapes as plain points."""

import math

Points = list[tuple[float, float]]


def notched(x: float, y: float, w: float, h: float, notch: float) -> Points:
    """A rectangle whose corners are cut by concave quarter rounds."""
    points: Points = []
    for cx, cy, start in ((x, y, 90), (x + w, y, 180), (x + w, y + h, 270), (x, y + h, 0)):
        for i in range(13):
            angle = math.radians(start - i * 7.5)
            points.append((cx + notch * math.cos(angle), cy + notch * math.sin(angle)))
    return points


def diamond(cx: float, cy: float, rx: float, ry: float | None = None) -> Points:
    ry = rx if ry is None else ry
    return [(cx, cy - ry), (cx + rx, cy), (cx, cy + ry), (cx - rx, cy)]


def seat_shape(kind: str, cx: float, cy: float, r: float) -> Points:
    """Tondo, scudo, losanga, formella, quadrilobo: of equal optical weight for equal r."""
    if kind == "tondo":
        return [(cx + r * 0.98 * math.cos(a), cy + r * 0.98 * math.sin(a)) for a in _turn(60)]
    if kind == "formella":
        q = r * 0.86
        return [(cx - q, cy - q), (cx + q, cy - q), (cx + q, cy + q), (cx - q, cy + q)]
    if kind == "losanga":
        return diamond(cx, cy, r * 1.16)
    if kind == "scudo":
        return _shield(cx, cy, r)
    return _quatrefoil(cx, cy, r)


def _turn(n: int) -> list[float]:
    return [2 * math.pi * i / n for i in range(n)]


def _shield(cx: float, cy: float, r: float) -> Points:
    q = r * 0.9
    right = []
    for i in range(21):
        a = i / 20 * math.pi / 2
        right.append((q * max(0.0, math.cos(a)) ** 0.75, cy + r * 0.05 + r * 1.05 * math.sin(a)))
    points = [(cx - q, cy - q), (cx + q, cy - q)]
    points += [(cx + dx, y) for dx, y in right]
    points += [(cx - dx, y) for dx, y in reversed(right)]
    return points


def _quatrefoil(cx: float, cy: float, r: float) -> Points:
    points: Points = []
    for k in range(4):
        start = k * math.pi / 2
        ox, oy = cx + r * 0.50 * math.cos(start), cy + r * 0.50 * math.sin(start)
        for i in range(-16, 17):
            a = start + i / 16 * math.radians(84.2)
            points.append((ox + r * 0.56 * math.cos(a), oy + r * 0.56 * math.sin(a)))
    return points

"""Layout as pure rectangles: cut, inset, split and compare boxes; nothing here knows of pixels or colours."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its left upper corner and size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> "Box":
        """The box with a margin taken off on all sides; a negative margin grows it."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def move(self, dx: float = 0, dy: float = 0) -> "Box":
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def top(self, h: float) -> "Box":
        return Box(self.x, self.y, self.w, h)

    def below(self, h: float) -> "Box":
        """What is left under a strip of height h."""
        return Box(self.x, self.y + h, self.w, self.h - h)

    def left(self, w: float) -> "Box":
        return Box(self.x, self.y, w, self.h)

    def after(self, w: float) -> "Box":
        """What is left beside a strip of width w."""
        return Box(self.x + w, self.y, self.w - w, self.h)

    def columns(self, n: int, gap: float = 0) -> list["Box"]:
        w = (self.w - gap * (n - 1)) / n
        return [Box(self.x + i * (w + gap), self.y, w, self.h) for i in range(n)]

    def rows(self, n: int, gap: float = 0) -> list["Box"]:
        h = (self.h - gap * (n - 1)) / n
        return [Box(self.x, self.y + i * (h + gap), self.w, h) for i in range(n)]

    def grid(self, columns: int, rows: int, gap: float = 0) -> Iterator["Box"]:
        """Cells in reading order."""
        for row in self.rows(rows, gap):
            yield from row.columns(columns, gap)

    def holds(self, other: "Box", slack: float = 0.5) -> bool:
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlap(self, other: "Box") -> float:
        """The area that two boxes share."""
        w = min(self.right, other.right) - max(self.x, other.x)
        h = min(self.bottom, other.bottom) - max(self.y, other.y)
        return w * h if w > 0 and h > 0 else 0.0

    def within(self, other: "Box") -> "Box":
        """The part that lies inside the other."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    @classmethod
    def around(cls, boxes: Iterable["Box"]) -> "Box":
        """The smallest box that holds all of them."""
        every = list(boxes)
        x, y = min(b.x for b in every), min(b.y for b in every)
        return cls(x, y, max(b.right for b in every) - x, max(b.bottom for b in every) - y)

    @classmethod
    def centred(cls, cx: float, cy: float, w: float, h: float) -> "Box":
        return cls(cx - w / 2, cy - h / 2, w, h)


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Positions in the given order at least `gap` apart, near what is wanted, inside low..high where they fit.

    Only those that meet make room for each other, evenly; the others stay where they are.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    rows: list[tuple[float, int]] = []
    for i in order:
        rows.append((wanted[i], 1))
        while len(rows) > 1 and rows[-2][0] + rows[-2][1] * gap > rows[-1][0]:
            (start, count), (other, more) = rows[-2:]
            rows[-2:] = [((start * count + (other - count * gap) * more) / (count + more), count + more)]
    placed = [start + n * gap for start, count in rows for n in range(count)]
    for n in range(len(placed) - 1, -1, -1):
        placed[n] = min(placed[n], high if n == len(placed) - 1 else placed[n + 1] - gap)
    for n in range(len(placed)):
        placed[n] = max(placed[n], low if n == 0 else placed[n - 1] + gap)
    out = [0.0] * len(wanted)
    for place, i in zip(placed, order, strict=True):
        out[i] = place
    return out


def contour(cells: Iterable[Box]) -> str:
    """The way round cells of one grid that touch each other, as an SVG path; round holes too."""
    sides = set[tuple[tuple[float, float], tuple[float, float]]]()
    for cell in cells:
        corners = [(cell.x, cell.y), (cell.right, cell.y), (cell.right, cell.bottom), (cell.x, cell.bottom)]
        sides ^= {(min(pair), max(pair)) for pair in zip(corners, [*corners[1:], corners[0]], strict=True)}
    path = []
    while sides:
        side = min(sides)
        sides.remove(side)
        loop = [*side]
        while loop[-1] != loop[0]:
            side = next(each for each in sorted(sides) if loop[-1] in each)
            sides.remove(side)
            loop.append(side[1] if side[0] == loop[-1] else side[0])
        path.append("M" + "L".join([f"{x:.0f} {y:.0f}" for x, y in loop[:-1]]) + "Z")
    return "".join(path)

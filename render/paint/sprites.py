"""Sprites: small coloured pieces with smooth edges, drawn once; plates and slabs are stretched by their middle."""

from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageDraw

from render.colour import mix
from render.paint import fonts
from render.paint.outlines import notched, seat_shape
from render.theme import Theme

SS = 4


@dataclass(frozen=True, slots=True)
class Plate:
    """A rounded rectangle: fill, outline, and a darker lower edge of some depth."""

    fill: str | None = None
    outline: str | None = None
    width: float = 2
    radius: float = 0
    edge: str | None = None
    depth: float = 0

    @property
    def margin(self) -> int:
        return int(self.radius + self.width + self.depth) + 2

    def times(self, zoom: int) -> "Plate":
        """The same plate, so many times larger."""
        return replace(self, width=self.width * zoom, radius=self.radius * zoom, depth=self.depth * zoom)

    def draw(self, w: int, h: int) -> Image.Image:
        """The whole plate; its lower edge hangs below the given height."""
        deep = int(self.depth)
        big = Image.new("RGBA", (w * SS, (h + deep) * SS), (0, 0, 0, 0))
        pen, right, r = ImageDraw.Draw(big), w * SS - 1, self.radius * SS
        if self.edge:
            pen.rounded_rectangle([0, deep * SS, right, (h + deep) * SS - 1], r, fill=self.edge)
        line = round(self.width * SS) if self.outline else 0
        pen.rounded_rectangle([0, 0, right, h * SS - 1], r, fill=self.fill, outline=self.outline, width=line)
        return big.reduce(SS)


@dataclass(frozen=True, slots=True)
class Slab:
    """A marble slab: concave corners, edge line, hairline inside, darker lower edge."""

    fill: str
    line: str
    hair: str | None
    edge: str | None
    notch: float
    depth: int = 4
    unit: int = 1

    @property
    def margin(self) -> int:
        return int(self.notch) + 14 * self.unit

    def times(self, zoom: int) -> "Slab":
        """The same slab, so many times larger."""
        return replace(self, notch=self.notch * zoom, depth=self.depth * zoom, unit=self.unit * zoom)

    def draw(self, w: int, h: int) -> Image.Image:
        big = Image.new("RGBA", (w * SS, (h + self.depth) * SS), (0, 0, 0, 0))
        pen = ImageDraw.Draw(big)
        u = self.unit
        if self.edge:
            pen.polygon(_big(notched(u, u + self.depth, w - 2 * u, h - 2 * u, self.notch)), fill=self.edge)
        outline = _big(notched(u, u, w - 2 * u, h - 2 * u, self.notch))
        pen.polygon(outline, fill=self.fill)
        pen.line([*outline, outline[0], outline[1]], fill=self.line, width=2 * u * SS, joint="curve")
        if self.hair:
            inner = _big(notched(8 * u, 8 * u, w - 16 * u, h - 16 * u, max(3.0 * u, self.notch - 2 * u)))
            pen.line([*inner, inner[0], inner[1]], fill=self.hair, width=round(1.4 * u * SS), joint="curve")
        return big.reduce(SS)


def _big(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x * SS, y * SS) for x, y in points]


Style = Plate | Slab


@lru_cache(maxsize=1024)
def core(style: Style, w: int, h: int) -> Image.Image:
    """The smallest drawing of a style that can be stretched to the size asked for."""
    least = 2 * style.margin + 1
    return style.draw(min(w, least), min(h, least))


@lru_cache(maxsize=1024)
def whole(style: Style, w: int, h: int) -> Image.Image:
    return style.draw(w, h)


def emblem_reach(size: float) -> int:
    """Half the side of the square that an emblem of this size is drawn in."""
    return int(size * 0.6) + 3


@lru_cache(maxsize=1024)
def emblem(theme: Theme, seat: int, size: int, letter: str, dim: bool) -> Image.Image:
    """Colour, shape and letter of a seat, with ivory rim and key line."""
    pigment, reach = theme.pigments.seat(seat), emblem_reach(size)
    big = Image.new("RGBA", (2 * reach * SS, 2 * reach * SS), (0, 0, 0, 0))
    pen, centre, r = ImageDraw.Draw(big), reach * SS, size / 2
    key, rim = (1.6 if size < 60 else 2.2), max(1.8, size * 0.05)
    colour = mix(pigment.colour, theme.slab, 0.5) if dim else pigment.colour
    layers = (
        (r, theme.line if dim else theme.key),
        (r - key, theme.slab if dim or not theme.dark else theme.pigments.ivory),
        (r - key - rim, colour),
    )
    for radius, fill in layers:
        pen.polygon(seat_shape(pigment.shape, centre, centre, radius * SS), fill=fill)
    file = fonts.file_for("x", letter) if letter else None
    if file:
        face = fonts.font(file, max(24, round(size * 0.5)) * SS)
        cap = -face.getbbox("H", anchor="ls")[1]
        lift = size * 0.03 * SS if pigment.shape == "scudo" else 0
        ink = theme.ink if dim else pigment.ink
        pen.text((centre, centre + cap / 2 - lift), letter, font=face, fill=ink, anchor="ms", features=fonts.FEATURES)
    return big.reduce(SS)

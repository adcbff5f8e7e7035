"""Canvas: flat fills, smooth shapes, icons and text that fits, on one RGB image; remembers what was written where."""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.boxes import Box
from render.colour import rgb
from render.paint import fonts, icons, lines, masks, sprites
from render.paint.layers import LAYERS, Written
from render.regions import Region
from render.theme import Theme

FLOOR = 24
DISPLAY = 44
ELLIPSIS = "…"
Path = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Spot:
    """What can be ringed: where it lies, and the references that a line of the chronicle must name for it."""

    box: Box
    refs: frozenset[str]
    round: bool


class Canvas:
    """Everything is told in the board's own measure; with a zoom each unit is so many pixels."""

    def __init__(self, width: int, height: int, theme: Theme, zoom: int = 1) -> None:
        self.width, self.height, self.theme, self.zoom = width, height, theme, zoom
        self.image = Image.new("RGB", (width * zoom, height * zoom), theme.page)
        self.pen = ImageDraw.Draw(self.image)
        self.written: list[Written] = []
        self.spots: list[Spot] = []
        self.regions: list[Region] = []
        self.panel = ""
        self.divisions: lines.Divisions = {}
        self.torn: list[str] = []
        """Words that were divided though nobody said where they may be."""
        self.over = False

    # fills and shapes

    def _pixels(self, box: Box) -> Box:
        zoom = self.zoom
        return box if zoom == 1 else Box(box.x * zoom, box.y * zoom, box.w * zoom, box.h * zoom)

    def rect(self, box: Box, fill: str) -> None:
        box = self._pixels(box)
        x0, y0, x1, y1 = round(box.x), round(box.y), round(box.right), round(box.bottom)
        if x1 > x0 and y1 > y0:
            self.pen.rectangle([x0, y0, x1 - 1, y1 - 1], fill=rgb(fill))

    def stamp(self, mask: Image.Image, x: float, y: float, colour: str, alpha: float = 1.0) -> None:
        """A mask in the board's measure."""
        if self.zoom != 1:
            mask = mask.resize((mask.width * self.zoom, mask.height * self.zoom), Image.Resampling.BICUBIC)
        self._stamp(mask, x * self.zoom, y * self.zoom, colour, alpha)

    def _stamp(self, mask: Image.Image, x: float, y: float, colour: str, alpha: float = 1.0) -> None:
        """A mask in pixels."""
        self.image.paste(rgb(colour), (round(x), round(y)), masks.faded(mask, alpha))

    def plate(
        self,
        box: Box,
        fill: str | None = None,
        *,
        outline: str | None = None,
        width: float = 2,
        radius: float = 0,
        edge: str | None = None,
        depth: float = 0,
    ) -> None:
        self._style(sprites.Plate(fill, outline, width, radius, edge, depth), box)

    def slab_style(self, box: Box, style: sprites.Slab) -> None:
        self._style(style, box)

    def _style(self, style: sprites.Style, box: Box) -> None:
        if self.zoom != 1:
            box, style = self._pixels(box), style.times(self.zoom)
        x, y = round(box.x), round(box.y)
        w, h = round(box.right) - x, round(box.bottom) - y
        if w <= 0 or h <= 0:
            return
        if w * h <= 12000:
            sprite = sprites.whole(style, w, h)
            self.image.paste(sprite, (x, y), sprite)
            return
        self._stretch(sprites.core(style, w, h), style.margin, x, y, w, h)

    def _stretch(self, sprite: Image.Image, margin: int, x: int, y: int, w: int, h: int) -> None:
        deep = sprite.height - min(h, 2 * margin + 1)
        for sx, sw, dx, dw in _spans(sprite.width, margin, w):
            for sy, sh, dy, dh in _spans(sprite.height, margin, h + deep):
                piece = sprite.crop((sx, sy, sx + sw, sy + sh))
                if sw == 1 and sh == 1:
                    r, g, b, a = piece.getpixel((0, 0))  # type: ignore[misc]
                    if a:
                        self.pen.rectangle([x + dx, y + dy, x + dx + dw - 1, y + dy + dh - 1], fill=(r, g, b))
                    continue
                if (dw, dh) != (sw, sh):
                    piece = piece.resize((dw, dh), Image.Resampling.NEAREST)
                self.image.paste(piece, (x + dx, y + dy), piece)

    def disc(self, cx: float, cy: float, r: float, fill: str, alpha: float = 1.0) -> None:
        d = round(2 * r * self.zoom * 2) / 2
        self._stamp(masks.disc(d), cx * self.zoom - d / 2, cy * self.zoom - d / 2, fill, alpha)

    def ring(self, cx: float, cy: float, r: float, colour: str, width: float) -> None:
        d = round(2 * r * self.zoom * 2) / 2
        self._stamp(masks.ring(d, width * self.zoom), cx * self.zoom - d / 2, cy * self.zoom - d / 2, colour)

    def sector(self, cx: float, cy: float, r: float, start: float, end: float, fill: str) -> None:
        r, cx, cy = r * self.zoom, cx * self.zoom, cy * self.zoom
        self._stamp(masks.sector(2 * r, start, end), cx - r, cy - r, fill)

    def poly(self, points: Path, fill: str, alpha: float = 1.0) -> None:
        points = self._path(points)
        x0, y0 = math.floor(min(x for x, _ in points)), math.floor(min(y for _, y in points))
        w, h = math.ceil(max(x for x, _ in points)) - x0 + 1, math.ceil(max(y for _, y in points)) - y0 + 1
        local = tuple((round((x - x0) * 4) / 4, round((y - y0) * 4) / 4) for x, y in points)
        self._stamp(masks.polygon(local, w, h), x0, y0, fill, alpha)

    def _path(self, points: Path) -> Path:
        return points if self.zoom == 1 else [(x * self.zoom, y * self.zoom) for x, y in points]

    def line(self, points: Path, colour: str, width: float = 2, *, closed: bool = False) -> None:
        path = [*points, points[0], points[1]] if closed else list(points)
        if len(path) == 2 and (path[0][0] == path[1][0] or path[0][1] == path[1][1]):
            (ax, ay), (bx, by) = path
            w = max(1.0, round(width))
            box = Box.around([Box(min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by))])
            self.rect(box.move(dx=-w / 2).left(w) if box.w == 0 else box.move(dy=-w / 2).top(w), colour)
            return
        path, width = list(self._path(path)), width * self.zoom
        pad = math.ceil(width)
        x0, y0 = math.floor(min(x for x, _ in path)) - pad, math.floor(min(y for _, y in path)) - pad
        w2 = math.ceil(max(x for x, _ in path)) - x0 + pad + 1
        h2 = math.ceil(max(y for _, y in path)) - y0 + pad + 1
        local = tuple((round((x - x0) * 4) / 4, round((y - y0) * 4) / 4) for x, y in path)
        self._stamp(masks.stroke(local, width, w2, h2), x0, y0, colour)

    def hatch(self, box: Box, kind: str, colour: str, alpha: float = 0.38, gap: float = 8, width: float = 2) -> None:
        if kind != "plain" and box.w >= 1 and box.h >= 1:
            box, zoom = self._pixels(box), self.zoom
            mask = masks.faint_hatch(round(box.w), round(box.h), kind, gap * zoom, width * zoom, alpha)
            self._stamp(mask, box.x, box.y, colour)

    def put(self, other: "Canvas", x: float, y: float) -> None:
        """Lay another canvas on this one: what was painted over its edge is gone."""
        self.image.paste(other.image, (round(x * self.zoom), round(y * self.zoom)))

    # icons, emblems

    def icon(self, name: str, cx: float, cy: float, size: float, fill: str | None = None, alpha: float = 1.0) -> None:
        unit = round(size)
        px = unit * self.zoom
        mask = icons.mask(name, px) if alpha >= 1 else icons.faint_mask(name, px, alpha)
        self._stamp(mask, cx * self.zoom - px / 2, cy * self.zoom - px / 2, fill or self.theme.ink)
        self._note("icon", name, Box.centred(cx, cy, unit * 0.9, unit * 0.9), unit)

    def emblem(self, seat: int, cx: float, cy: float, size: float, letter: str, *, dim: bool = False) -> None:
        sprite = sprites.emblem(self.theme, seat, round(size) * self.zoom, letter, dim)
        x, y = cx * self.zoom - sprite.width / 2, cy * self.zoom - sprite.height / 2
        self.image.paste(sprite, (round(x), round(y)), sprite)
        self._note("emblem", letter, Box.centred(cx, cy, size * 0.9, size * 0.9), size)

    # text

    def measure(self, text: str, face: str, size: float, track: float = 0) -> float:
        return fonts.length(face, round(size), text) + track * max(0, len(text) - 1)

    def fitted(
        self, text: str, face: str, size: int, width: float | None, floor: int = FLOOR, track: float = 0
    ) -> tuple[str, int]:
        """The text and size that fit the width: shrunk down to the floor, then cut with an ellipsis."""
        size = round(size * self.theme.scale) if size < DISPLAY else size
        if width is None:
            return text, size
        while size > floor and self.measure(text, face, size, track) > width:
            size -= 1
        if self.measure(text, face, size, track) > width:
            while text and self.measure(text + ELLIPSIS, face, size, track) > width:
                text = text[:-1].rstrip()
            text += ELLIPSIS
        return text, size

    def text(
        self,
        x: float,
        y: float,
        text: str | int,
        face: str = "r",
        size: int = 28,
        fill: str | None = None,
        *,
        align: str = "l",
        width: float | None = None,
        floor: int = FLOOR,
        track: float = 0,
    ) -> float:
        """Write one line, centred on its cap height at y; returns its width."""
        asked = str(text)
        shown, size = self.fitted(asked, face, size, width, floor, track)
        w, cap = self.measure(shown, face, size, track), fonts.cap_height(face, size)
        left = x - (w / 2 if align == "m" else w if align == "r" else 0)
        self._write(left, y + cap / 2, shown, face, size, fill or self.theme.ink, track)
        self._note("text", shown, Box(left, y - cap / 2, w, cap), size, cut=shown != asked)
        return w

    def _write(self, x: float, base: float, text: str, face: str, size: int, fill: str, track: float) -> None:
        zoom = self.zoom
        colour, gap, base = rgb(fill), fonts.space(face, size), round(base * zoom)
        parts = [" " if c == " " else c for c in text] if track else text.split(" ")
        for n, part in enumerate(parts):
            if not track and n:
                x += gap
            if part == " ":
                x += gap + track
                continue
            for file, run in fonts.runs(face, part):
                word = fonts.raster(file, size * zoom, run)
                if word.mask is not None:
                    self.image.paste(colour, (round(x * zoom) + word.dx, int(base) + word.dy), word.mask)
                x += word.advance / zoom
            x += track

    def wrap(self, text: str, face: str, size: int, width: float, most: int) -> list[str]:
        """Lines of words no wider than the width; the last one may overflow."""
        return lines.wrap(text, lambda each: self.measure(each, face, size), width, most)

    def broken(self, text: str, face: str, size: int, width: float, most: int) -> list[str]:
        """The lines of a text at this size, long words divided while there are lines left."""
        wrapped = self.wrap(text, face, size, width, most)
        out = lines.divided(wrapped, lambda each: self.measure(each, face, size), width, most, self.divisions)
        self.torn += [word for word in wrapped if word not in out and not lines.is_known(word, self.divisions)]
        return out

    def paragraph(
        self,
        box: Box,
        text: str,
        face: str = "r",
        size: int = 28,
        fill: str | None = None,
        *,
        align: str = "l",
        most: int = 2,
        leading: float = 1.22,
        floor: int = FLOOR,
        valign: str = "m",
    ) -> float:
        """Write up to `most` lines inside the box, as large as they fit; returns the height used."""
        size = round(size * self.theme.scale) if size < DISPLAY else size
        wrapped = self.wrap(text, face, size, box.w, most)
        while size > floor and (
            any(self.measure(line, face, size) > box.w for line in wrapped) or len(wrapped) * size * leading > box.h + 3
        ):
            size -= 1
            wrapped = self.wrap(text, face, size, box.w, most)
        wrapped = self.broken(text, face, size, box.w, most)
        step = size * leading
        start = box.cy - step * (len(wrapped) - 1) / 2 if valign == "m" else box.y + size * 0.5
        x = box.cx if align == "m" else box.right if align == "r" else box.x
        plain = round(size / self.theme.scale) if size < DISPLAY * self.theme.scale else size
        for n, line in enumerate(wrapped):
            self.text(x, start + n * step, line, face, plain, fill, align=align, width=box.w, floor=min(size, floor))
        return step * len(wrapped)

    # notes

    def _note(self, kind: str, text: str, box: Box, size: float, *, cut: bool = False) -> None:
        self.written.append(Written(kind, text, box, size, self.over, cut))

    def place(
        self,
        box: Box,
        *refs: str,
        kind: str = "piece",
        path: str = "",
        round: bool = False,
        rings: Sequence[tuple[str, ...]] | None = None,
    ) -> None:
        """Note where the thing named by these references lies: what can be touched, and ringed when it changes.

        The thing comes first, then where it is. `rings` says by which references it is ringed, by default its own; an
        `event/...` among the references is for rings alone.
        """
        for names in (refs,) if rings is None else rings:
            self.spots.append(Spot(box, frozenset(names), round))
        named = tuple(ref for ref in refs if not ref.startswith("event/"))
        if named:
            self.regions.append(Region(named, box, path, kind, self.panel, round))

    @contextmanager
    def within(self, panel: str, box: Box, *refs: str) -> Iterator[None]:
        """What is placed inside belongs to this panel, an area of its own."""
        before, self.panel = self.panel, panel
        self.place(box, f"panel/{panel}", *refs, kind="area", rings=())
        try:
            yield
        finally:
            self.panel = before

    def static(self, key: Hashable, box: Box, paint: Callable[[], None]) -> None:
        """Paint a part that never changes once per theme, and paste it afterwards."""
        full = (self.theme.name, self.zoom, key, round(box.x), round(box.y), round(box.w), round(box.h))
        kept = LAYERS.get(full)
        if kept is None:
            first = len(self.written)
            paint()
            area = (round(box.x), round(box.y), round(box.right), round(box.bottom))
            x0, y0, x1, y1 = (edge * self.zoom for edge in area)
            LAYERS.put(full, (self.image.crop((x0, y0, x1, y1)), tuple(self.written[first:])))
            return
        self.image.paste(kept[0], (round(box.x) * self.zoom, round(box.y) * self.zoom))
        self.written.extend(kept[1])


def _spans(size: int, margin: int, wanted: int) -> list[tuple[int, int, int, int]]:
    """Source and target spans along one axis: the ends as they are, one pixel of the middle stretched."""
    if wanted <= size:
        return [(0, size, 0, size)]
    tail = size - margin - 1
    return [
        (0, margin, 0, margin),
        (margin, 1, margin, wanted - margin - tail),
        (margin + 1, tail, wanted - tail, tail),
    ]

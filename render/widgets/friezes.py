"""Friezes: the accent band of a game with the tone-on-tone inlay and the 24 px frieze that its theme names."""

from render.boxes import Box
from render.colour import mix
from render.paint.canvas import Canvas
from render.paint.outlines import diamond
from render.theme import of_game
from render.widgets.marks import lozenge


def band(c: Canvas, game: str, height: float) -> None:
    """The accent band from the top of the picture; painted once per theme and kept."""

    def paint() -> None:
        own = Canvas(c.width, round(height), c.theme, c.zoom)
        _band(own, game, height)
        c.put(own, 0, 0)

    c.static(("band", game), Box(0, 0, c.width, height), paint)


def _band(c: Canvas, game: str, height: float) -> None:
    accent, ivory, own = c.theme.accent(game), c.theme.pigments.band, of_game(game)
    c.rect(Box(0, 0, c.width, height), accent)
    INLAYS.get(own.inlay, _stones)(c, height - 30, mix(accent, ivory, 0.065))
    rule = mix(accent, ivory, 0.55)
    c.rect(Box(0, height - 28, c.width, 28), accent)
    c.rect(Box(0, height - 28, c.width, 2), rule)
    FRIEZES.get(own.frieze, _studs)(c, height - 24, 21, mix(accent, ivory, 0.8), accent)
    c.rect(Box(0, height - 3, c.width, 3), rule)


def _stones(c: Canvas, height: float, tone: str) -> None:
    """The house: courses of ashlar."""
    for row in range(3):
        y = row * 52 - 6
        c.rect(Box(0, y, c.width, 5), tone)
        for k in range(9):
            c.rect(Box(c.width - 60 - k * 148 - row % 2 * 74, y, 5, 52), tone)


def _tondi(c: Canvas, height: float, tone: str) -> None:
    for k in range(6):
        for r in (86, 66, 46):
            c.ring(c.width - 80 - k * 190, height * 0.5 + 36, r, tone, 9)


def _towers(c: Canvas, height: float, tone: str) -> None:
    for k in range(9):
        x, top, w = c.width - 70 - k * 128, (28, 60, 12, 46)[k % 4], 84
        c.rect(Box(x, top + 16, w, height), tone)
        for i in range(3):
            c.rect(Box(x + i * w / 3 + 4, top, w / 3 - 8, 18), tone)


def _lozenges(c: Canvas, height: float, tone: str) -> None:
    for k in range(13):
        for j in range(2):
            cx, cy = c.width - 40 - k * 92, j * 92 + 18
            c.line(diamond(cx, cy, 46), tone, 7, closed=True)
            lozenge(c, cx, cy, 20, tone)


def _links(c: Canvas, height: float, tone: str) -> None:
    for k in range(10):
        c.ring(c.width - 60 - k * 118, height * 0.5, 58, tone, 10)
        c.ring(c.width - 119 - k * 118, height * 0.5, 58, tone, 4)


def _steps(c: Canvas, step: float) -> list[float]:
    n = int(c.width // step)
    return [(c.width - n * step) / 2 + step * i for i in range(n)]


def _studs(c: Canvas, y: float, h: float, ink: str, ground: str) -> None:
    """The house: one small stone beside the other."""
    step, cy = 36, y + h / 2
    for x in _steps(c, step):
        lozenge(c, x + step / 2, cy, h * 0.32, ink)
        c.disc(x, cy, h * 0.1, ink)


def _arcade(c: Canvas, y: float, h: float, ink: str, ground: str) -> None:
    step = 54
    for x in _steps(c, step):
        cx, spring = x + step / 2, y + h * 0.62
        c.sector(cx, spring, step * 0.36, 180, 360, ink)
        c.rect(Box(cx - step * 0.36, spring, step * 0.72, h * 0.38), ink)
        c.sector(cx, spring + 1, step * 0.24, 180, 360, ground)
        c.rect(Box(cx - step * 0.24, spring + 1, step * 0.48, h * 0.38 - 1), ground)
        lozenge(c, x, y + h * 0.36, h * 0.17, ink)
    lozenge(c, c.width, y + h * 0.36, h * 0.17, ink)


def _merlons(c: Canvas, y: float, h: float, ink: str, ground: str) -> None:
    step = 45
    for x in _steps(c, step):
        a, b, top = x + step * 0.17, x + step * 0.83, y + h * 0.12
        notch = ((a + b) / 2, y + h * 0.55)
        c.poly([(a, y + h), (a, top), (a + step * 0.12, top), notch, (b - step * 0.12, top), (b, top), (b, y + h)], ink)


def _inlay(c: Canvas, y: float, h: float, ink: str, ground: str) -> None:
    step, cy = 60, y + h / 2
    for x in _steps(c, step):
        cx = x + step / 2
        c.poly(diamond(cx, cy, step * 0.34, h * 0.44), ink)
        c.poly(diamond(cx, cy, step * 0.17, h * 0.22), ground)
        c.rect(Box.centred(cx + step * 0.5, cy, h * 0.24, h * 0.24), ink)


def _chain(c: Canvas, y: float, h: float, ink: str, ground: str) -> None:
    step, cy = 40, y + h / 2
    for n, x in enumerate(_steps(c, step)):
        cx = x + step / 2
        c.ring(cx, cy, h * 0.40, ink, 3)
        c.disc(cx, cy, h * 0.14, ink)
        if n:
            c.rect(Box(x - 4, cy - 1.5, 8, 3), ink)


INLAYS = {"tondi": _tondi, "towers": _towers, "lozenges": _lozenges, "links": _links}
FRIEZES = {"arcade": _arcade, "merlons": _merlons, "inlay": _inlay, "chain": _chain}

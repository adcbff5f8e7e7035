"""The lobby card: an arcade with one arch for each seat, the table's options, and what to do next."""

from dataclasses import dataclass

from render.boxes import Box
from render.colour import mix
from render.paint.canvas import Canvas
from render.paint.outlines import diamond, seat_shape
from render.sheet import GAP, Reader, Sheet
from render.widgets.friezes import band
from render.widgets.marks import lozenge
from render.widgets.stone import slab

BAND = 196
ARCADE = Box(52, 222, 976, 500)
STEPS = 36


@dataclass(frozen=True, slots=True)
class Guest:
    """Who sits in an arch: name, and one or two short notes (host, platform, computer)."""

    name: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table that has not begun: one entry per seat (None: free), options as (icon, title, note), a last line."""

    guests: tuple[Guest | None, ...]
    subtitle: str
    options: tuple[tuple[str, str, str], ...] = ()
    last: str = ""


def draw(sheet: Sheet, lobby: Lobby) -> None:
    c, p = sheet.c, sheet.t.pigments
    band(c, sheet.p.game, BAND)
    c.text(540, 70, sheet.words.title(), "d", 62, p.band, align="m", width=1000, floor=40)
    c.text(540, 132, lobby.subtitle, "r", 30, mix(sheet.accent, p.band, 0.72), align="m", width=1000)
    arcade = Arcade(sheet, len(lobby.guests))
    for n in range(-arcade.first, arcade.bays - arcade.first):
        guest = lobby.guests[n] if 0 <= n < len(lobby.guests) else None
        arcade.arch(n, taken=guest is not None)
    arcade.columns()
    for n, guest in enumerate(lobby.guests):
        _guest(sheet, arcade, n, guest)
    sheet.y = ARCADE.bottom + 24
    for n in range(0, len(lobby.options), 2):
        for (icon, title, note), box in zip(lobby.options[n : n + 2], sheet.panel(90).columns(2, GAP), strict=False):
            slab(c, box)
            c.icon(icon, box.x + 58, box.y + 46, 54)
            c.text(box.x + 108, box.y + 33 if note else box.cy, title, "b", 32, width=box.w - 128)
            if note:
                c.text(box.x + 108, box.y + 68, note, "r", 27, sheet.t.mute, width=box.w - 128)
    if lobby.last:
        _last(sheet, lobby.last)


def _last(sheet: Sheet, text: str) -> None:
    c, t = sheet.c, sheet.t
    box = sheet.panel(76)
    c.plate(box, mix(t.page, t.leaf, 0.30 if not t.dark else 0.16), radius=8)
    c.plate(box.left(7), t.leaf, radius=3)
    c.text(540, box.cy, text, "b", 40, align="m", width=box.w - 150)
    lozenge(c, box.x + 42, box.cy, 13, t.leaf)
    lozenge(c, box.right - 42, box.cy, 13, t.leaf)


def _guest(sheet: Sheet, arcade: "Arcade", seat: int, guest: Guest | None) -> None:
    c, t = sheet.c, sheet.t
    cx, cy, width = arcade.centre(seat), arcade.spring + 40, min(arcade.bay - 50, 300)
    if guest is None:
        outline = seat_shape(t.pigments.seat(seat).shape, cx, cy, 50)
        c.line(outline, mix(t.ink, t.page, 0.45), 4, closed=True)
        c.text(cx, cy + 102, sheet.words("free"), "r", 34, t.mute, align="m", width=width)
        return
    sheet.emblem(seat, cx, cy, 108)
    used = c.paragraph(Box.centred(cx, cy + 102, width, 44), sheet.names[seat], "b", 34, align="m", most=2)
    y = cy + 102 + used / 2 + 24
    for n, note in enumerate(guest.notes[:2]):
        c.text(cx, y + n * 36, note, "r", 28, t.mute, align="m", width=width + 16)


class Arcade:
    """A loggia in flat stone: cornice, arches, columns, steps; for two seats with a blind arch at each end."""

    def __init__(self, sheet: Sheet, seats: int) -> None:
        self.sheet, self.c, self.seats = sheet, sheet.c, seats
        dark = sheet.t.dark
        self.plaster = "#273032" if dark else "#F8F1E2"
        self.stone = "#75807D" if dark else "#8D918A"
        self.deep = "#58625F" if dark else "#6E736D"
        self.shade = "#1C2325" if dark else "#E7DCC6"
        self.bays = 4 if seats == 2 else seats
        self.first = (self.bays - seats) // 2
        self.bay = ARCADE.w / self.bays
        self.radius = min(self.bay / 2 - 17, 150)
        self.spring = ARCADE.y + 62 + self.radius
        self.floor = ARCADE.bottom - STEPS
        self._walls()

    def centre(self, seat: int) -> float:
        return ARCADE.x + self.bay * (seat + self.first + 0.5)

    def _walls(self) -> None:
        c, a = self.c, ARCADE
        c.rect(a, self.plaster)
        c.rect(Box(a.x - 10, a.y - 6, a.w + 20, 16), self.stone)
        c.rect(Box(a.x - 10, a.y + 10, a.w + 20, 3), self.deep)
        for k in range(int(a.w / 17)):
            c.rect(Box(a.x + 6 + k * 17.06, a.y + 15, 9, 10), self.stone)
        c.rect(Box(a.x, a.y + 28, a.w, 5), self.stone)
        for i in range(3):
            step = Box(a.x - 6 - i * 6, a.bottom - STEPS + i * 12, a.w + 12 + i * 12, 12)
            c.rect(step, mix(self.stone, self.plaster, 0.25 + 0.18 * (2 - i)))
            c.rect(step.top(2), mix(self.stone, self.plaster, 0.75))

    def arch(self, seat: int, *, taken: bool) -> None:
        c, cx, r, spring = self.c, self.centre(seat), self.radius, self.spring
        for grow, colour in ((13, self.stone), (9, self.plaster), (6, self.stone)):
            c.sector(cx, spring, r + grow, 180, 360, colour)
        part = 0.72 if self.sheet.t.dark else 0.78
        inner = mix(self.sheet.t.pigments.seat(seat).colour, self.plaster, part) if taken else self.shade
        c.sector(cx, spring, r, 180, 360, inner)
        c.rect(Box(cx - r, spring - 1, 2 * r, self.floor - spring + 1), inner)
        dado, tone = self.floor - 62, mix(inner, self.stone, 0.34)
        c.rect(Box(cx - r, dado, 2 * r, 62), mix(inner, self.stone, 0.16))
        c.rect(Box(cx - r, dado, 2 * r, 3), tone)
        for k in range(4):
            x = cx - r + 2 * r * (k + 0.5) / 4
            c.line(diamond(x, dado + 33, 15, 19), tone, 3, closed=True)
            lozenge(c, x, dado + 33, 5, tone)

    def columns(self) -> None:
        for i in range(self.bays + 1):
            self._column(i)

    def _column(self, i: int) -> None:
        c, cx, spring, floor = self.c, ARCADE.x + self.bay * i, self.spring, self.floor
        first, last = i == 0, i == self.bays
        a, b = (cx if first else cx - 11), (cx if last else cx + 11)
        left, right = (cx if first else cx - 24), (cx if last else cx + 24)
        near, far = left + (0 if first else 4), right - (0 if last else 4)
        c.rect(Box(a, spring + 26, b - a, floor - spring - 44), self.stone)
        light = mix(self.stone, "#FFFFFF", 0.16 if self.sheet.t.dark else 0.28)
        c.rect(Box(a, spring + 26, (b - a) * 0.28, floor - spring - 44), light)
        c.rect(Box(left, spring - 2, right - left, 8), self.deep)
        c.poly([(near, spring + 6), (far, spring + 6), (b, spring + 28), (a, spring + 28)], self.stone)
        c.rect(Box(near, floor - 18, far - near, 8), self.stone)
        c.rect(Box(left, floor - 10, right - left, 10), self.deep)
        if not first and not last:
            _roundel(c, cx, ARCADE.y + 33 + (spring - ARCADE.y - 33) * 0.36, self.stone, self.plaster)


def _roundel(c: Canvas, cx: float, cy: float, stone: str, plaster: str) -> None:
    for r, colour in ((31, stone), (27, plaster), (24, "#2A5BA0")):
        c.disc(cx, cy, r, colour)
    c.icon("fleur-de-lys", cx, cy, 31, c.theme.pigments.ivory)


def twin(reader: Reader, lobby: Lobby) -> str:
    rows = [reader.words.title(), lobby.subtitle]
    for seat, guest in enumerate(lobby.guests):
        who = ", ".join((guest.name, *guest.notes)) if guest else reader.words("free")
        rows.append(f"{seat + 1}. {who}")
    rows += [f"{title}: {note}" if note else title for _, title, note in lobby.options]
    return "\n".join([*rows, lobby.last] if lobby.last else rows)

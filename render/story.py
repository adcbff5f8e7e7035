"""The story of a game as a picture: everybody's chance of winning over time, and the moves at which it turned."""

from dataclasses import dataclass

from render.boxes import Box, spread
from render.colour import mix
from render.sheet import Reader, Sheet
from render.widgets.header import Heading, header
from render.widgets.stone import slab

CURVE = 560
TURN = 176


@dataclass(frozen=True, slots=True)
class Told:
    """A turning point: its move, whose move it was, how the chance changed, and what is said about it."""

    number: int
    seat: int
    chance: str
    played: str
    master: str


@dataclass(frozen=True, slots=True)
class Story:
    """Everybody's chances (0 to 1) after some moves, the turning points, who won."""

    moves: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    turns: tuple[Told, ...]
    winners: tuple[int, ...]
    axis: str = ""
    without: str = ""
    """What is said where nothing turned."""


def draw(sheet: Sheet, story: Story) -> None:
    w = sheet.words
    header(sheet, Heading(w("story")), line=w("story_line"))
    _curve(sheet, story)
    for number, turn in enumerate(story.turns, 1):
        _turn(sheet, number, turn)
    if not story.turns:
        box = sheet.panel(96)
        slab(sheet.c, box)
        sheet.c.paragraph(box.inset(24), story.without, "r", 30)


def _curve(sheet: Sheet, story: Story) -> None:
    c, t = sheet.c, sheet.t
    box = sheet.panel(CURVE)
    slab(c, box, hair=True)
    plot = Box(126, box.y + 46, 820, box.h - 122)
    first, last = story.moves[0], max(story.moves[-1], story.moves[0] + 1)

    def at(move: int, chance: float) -> tuple[float, float]:
        return plot.x + plot.w * (move - first) / (last - first), plot.bottom - plot.h * chance

    for percent in (0, 25, 50, 75, 100):
        y = at(first, percent / 100)[1]
        c.line([(plot.x, y), (plot.right, y)], mix(t.slab, t.line, 0.75 if percent else 1), 2 if percent else 3)
        c.text(plot.x - 16, y, f"{percent} %", "r", 25, t.mute, align="r")
    turned = [at(turn.number, 0)[0] for turn in story.turns]
    for number, (x, shown) in enumerate(zip(turned, spread(turned, 50, plot.x, plot.right), strict=True), 1):
        c.line([(x, plot.y - 8), (x, plot.bottom), (shown, plot.bottom + 20)], t.line, 3)
        c.disc(shown, plot.bottom + 34, 21, t.ink)
        c.text(shown, plot.bottom + 34, number, "b", 28, t.slab, align="m")
    seats = range(len(story.chances[0]))
    for seat in sorted(seats, key=lambda each: each in story.winners):
        path = [at(move, row[seat]) for move, row in zip(story.moves, story.chances, strict=True)]
        wins = seat in story.winners
        c.line(path, t.slab, 12 if wins else 9)
        c.line(path, t.seat_line(seat), 8 if wins else 5)
    ends = [at(last, story.chances[-1][seat])[1] for seat in seats]
    places = spread(ends, 54, plot.y, plot.bottom)
    low = max(0.0, max(places) - plot.bottom)
    for seat, y, place in zip(seats, ends, [place - low for place in places], strict=True):
        c.line([(plot.right + 4, y), (plot.right + 24, place)], t.line, 2.5)
        sheet.emblem(seat, plot.right + 50, place, 48)
    if not any(at(turn.number, 0)[0] < plot.x + 200 for turn in story.turns):
        c.text(plot.x, plot.bottom + 34, story.axis, "r", 25, t.mute, width=180)


def _turn(sheet: Sheet, number: int, turn: Told) -> None:
    c, t = sheet.c, sheet.t
    box = sheet.panel(TURN)
    slab(c, box)
    c.disc(box.x + 46, box.y + 44, 24, t.ink)
    c.text(box.x + 46, box.y + 44, number, "b", 32, t.slab, align="m")
    sheet.emblem(turn.seat, box.x + 108, box.y + 44, 54)
    room = c.measure(turn.chance, "b", 28) + 30
    inside = Box(box.x + 148, box.y + 12, box.w - 176 - room, 66)
    c.paragraph(inside, turn.played, "b", 30, most=2)
    c.text(box.right - 26, box.y + 44, turn.chance, "b", 28, t.mute, align="r")
    c.paragraph(Box(box.x + 28, box.y + 84, box.w - 56, box.h - 98), turn.master, "r", 27, t.mute, most=3)


def twin(reader: Reader, story: Story) -> str:
    """The chances at the ends and in the middle, and the turning points in words."""
    rows = [reader.words("story")]
    for seat, name in enumerate(reader.p.names):
        shown = sorted({0, len(story.moves) // 4, len(story.moves) // 2, 3 * len(story.moves) // 4})
        parts = [f"{story.moves[at]}: {round(100 * story.chances[at][seat])} %" for at in shown]
        rows.append(f"{name}: {', '.join(parts)}")
    rows += [f"{n}. {turn.played} ({turn.chance}) {turn.master}" for n, turn in enumerate(story.turns, 1)]
    return "\n".join(rows if story.turns else [*rows, story.without])

"""A table of results: places, names and figures, as a season or a league has them."""

from dataclasses import dataclass

from render.colour import mix
from render.sheet import Reader, Sheet
from render.widgets.friezes import band
from render.widgets.stone import slab
from render.words import shown

BAND = 156
ROW = 66
MOST_ROWS = 15
COLUMN = 150
UNDRAWN = "…"
"""Instead of a name or a title in letters that our fonts lack; whoever shows the picture says it in words."""


@dataclass(frozen=True, slots=True)
class Standings:
    """Heads of the columns of figures, and rows of (place, name, figures), the best first."""

    title: str
    subtitle: str
    heads: tuple[str, ...]
    rows: tuple[tuple[int, str, tuple[str, ...]], ...]


def draw(sheet: Sheet, standings: Standings) -> None:
    c, t, p = sheet.c, sheet.t, sheet.t.pigments
    band(c, sheet.p.game, BAND)
    c.text(540, 56, shown(standings.title) or UNDRAWN, "d", 50, p.band, align="m", width=1000, floor=34)
    c.text(540, 106, standings.subtitle, "r", 28, mix(sheet.accent, p.band, 0.72), align="m", width=1000)
    sheet.y = BAND + 14
    rows = standings.rows[:MOST_ROWS]
    box = sheet.panel(64 + len(rows) * ROW + 14)
    slab(c, box, hair=True)
    ends = [box.right - 34 - COLUMN * n for n in range(len(standings.heads) - 1, -1, -1)]
    for head, end in zip(standings.heads, ends, strict=True):
        c.text(end, box.y + 36, head, "r", 26, t.mute, align="r", width=COLUMN - 14)
    for number, (place, name, figures) in enumerate(rows):
        y = box.y + 64 + number * ROW
        if place == 1:
            c.plate(box.top(ROW).move(0, 64 + number * ROW).inset(8, 2), t.tint(1.3), radius=5)
        else:
            c.line([(box.x + 28, y), (box.right - 28, y)], t.line, 2)
        c.text(box.x + 62, y + ROW / 2, place, "d", 40, align="m")
        if place == 1:
            c.icon("laurel-crown", box.x + 122, y + ROW / 2, 36)
        room = ends[0] - COLUMN - box.x - 150 if ends else box.w - 180
        c.text(box.x + 150, y + ROW / 2, shown(name) or UNDRAWN, "b", 32, width=room)
        for figure, end in zip(figures, ends, strict=True):
            c.text(end, y + ROW / 2, figure, "b", 34, align="r", width=COLUMN - 14)


def twin(reader: Reader, standings: Standings) -> str:
    rows = [standings.title, standings.subtitle]
    for place, name, figures in standings.rows[:MOST_ROWS]:
        told = ", ".join([f"{head} {figure}" for head, figure in zip(standings.heads, figures, strict=True)])
        rows.append(f"{place}. {name}: {told}")
    return "\n".join(rows)

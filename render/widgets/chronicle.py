"""Chronicle: what changed since the reader's last move, and the rings that tie each line to its place."""

from render.boxes import Box
from render.paint.canvas import FLOOR
from render.picture import Line
from render.regions import pointed
from render.sheet import Sheet
from render.widgets.marks import mark, ring

STEP = 46
MOST_LINES = 3
MOST_RINGS = 4


def latest(sheet: Sheet, most: int = MOST_LINES) -> list[tuple[int, Line]]:
    """The lines that fit, the latest ones, with the numbers that the text gives them."""
    numbered = list(enumerate(sheet.p.lines, 1))
    return numbered[-most:]


def chronicle(sheet: Sheet, most: int = MOST_LINES) -> None:
    """Paint the strip unless the picture is bare or nothing changed."""
    lines = latest(sheet, most)
    if sheet.p.bare or not sheet.p.chronicle or not lines:
        return
    c, t = sheet.c, sheet.t
    box = sheet.panel(STEP * len(lines) + 10)
    with c.within("chronicle", box):
        for n, (number, _) in enumerate(lines):
            c.place(Box(box.x, box.y + 5 + STEP * n, box.w, STEP), f"line/line-{number}", rings=())
    c.plate(box, t.strip, radius=8)
    c.plate(box.left(7), t.leaf, radius=3)
    for n, (number, line) in enumerate(lines):
        y = box.y + 5 + STEP * (n + 0.5)
        mark(c, box.x + 38, y, number, 17)
        x = box.x + 72
        if line.seat is not None:
            sheet.emblem(line.seat, x + 21, y, 40)
            x += 48
        _sentence(sheet, x, y, line, box.right - 16 - x)


def _sentence(sheet: Sheet, x: float, y: float, line: Line, width: float) -> None:
    """The sentence, its actor's name in bold when it begins with it; as large as it fits, at worst cut."""
    c = sheet.c
    name = sheet.names[line.seat] if line.seat is not None else ""
    rest = line.text[len(name) :]
    size = round(29 * sheet.t.scale)
    while size > FLOOR and c.measure(name, "x", size) + c.measure(rest, "r", size) > width:
        size -= 1
    plain = round(size / sheet.t.scale)
    fits = c.measure(name, "x", size) + c.measure(rest, "r", size) <= width
    if name and fits and line.text.startswith(name):
        x += c.text(x, y, name, "x", plain)
        c.text(x, y, rest, "r", plain)
        return
    c.text(x, y, line.text, "r", 29, width=width)


def rings(sheet: Sheet, most: int = MOST_LINES) -> None:
    """Ring the places whose references a line names, the most telling ones, at most four, the latest first.

    Of places named alike (two copies of a card in a row) the last one is new. Without rings only their places are
    noted, for whoever draws them."""
    for box, is_round in _pointed(sheet):
        ring(sheet.c, box, around=is_round)
    left, done = MOST_RINGS, list[Box]()
    for number, line in reversed(latest(sheet, most)):
        matching = {spot.refs: spot for spot in sheet.c.spots if spot.refs and spot.refs <= line.refs}
        found = list(matching.values())
        found.sort(key=lambda spot: -len(spot.refs))
        for spot in found[:2]:
            if left and not any(spot.box.overlap(other) > 0.6 * spot.box.w * spot.box.h for other in done):
                if sheet.p.rings:
                    ring(sheet.c, spot.box, number, around=spot.round)
                sheet.c.place(spot.box, f"line/line-{number}", kind="area", round=spot.round, rings=())
                done.append(spot.box)
                left -= 1


def _pointed(sheet: Sheet) -> list[tuple[Box, bool]]:
    """What a lesson points at, where that is not nearly everything; wedges are ringed as the wheel that they make."""
    found = pointed(sheet.p.points, sheet.c.regions)
    wedges = [region.box for region in found if region.path]
    boxes = [(region.box, region.round) for region in found if not region.path]
    if wedges:
        wheel = Box.around(wedges)
        boxes = [each for each in boxes if each[0].overlap(wheel) == 0]
        boxes.append((wheel, True))
    return list(dict.fromkeys(boxes))

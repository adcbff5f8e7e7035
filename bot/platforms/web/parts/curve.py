"""The score curve as a drawing: a line a seat, rounds below, gold lozenges where the lead changed most."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.parts.elements import emblem
from render.boxes import spread

WIDE, HIGH = 640, 256
LEFT, RIGHT, TOP, FOOT = 50, 580, 34, 200
MARK, LOZENGE = 30, 46
"""A lozenge is hit by 24 pixels on a phone 360 wide, too."""
STEPS = (1, 2, 5, 10, 15, 20, 25, 30, 50, 100, 200, 500, 1000)


def curve(
    rows: Sequence[Sequence[int]],
    names: Sequence[str],
    end: str = "",
    turning: Sequence[tuple[int, str, str, bool]] = (),
    chosen: int | None = None,
) -> Element:
    """`rows`: everybody's points, one row after another; `turning`: place, words and way of each turning point, and
    whether it is the one shown; `chosen` is the row under the knob."""
    most = max(1, len(rows) - 1)
    high = max([1, *[value for row in rows for value in row]])
    step = next((each for each in STEPS if high / each <= 4), ceil(high / 4))
    top = step * ceil(high / step)

    def x(place: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * place / most, 1)

    def y(value: float) -> float:
        return round(FOOT - (FOOT - TOP) * max(value, 0) / top, 1)

    parts: list[Node] = []
    for value in range(0, top + 1, step):
        parts.append(el("line", x1=str(LEFT), x2=str(RIGHT), y1=str(y(value)), y2=str(y(value)), class_="grid"))
        parts.append(el("text", str(value), x=str(LEFT - 10), y=str(y(value) + 5), class_="num"))
    every = max(1, ceil(most / 7 / 5) * 5) if most > 9 else 1
    for place in range(every, most, every):
        if most - place >= every / 2:
            parts.append(el("text", str(place), x=str(x(place)), y=str(FOOT + 46), class_="axis"))
    if end:
        parts.append(el("text", end, x=str(x(most)), y=str(FOOT + 46), class_="axis"))
    for seat in range(len(names)):
        points = " ".join([f"{x(place)},{y(row[seat])}" for place, row in enumerate(rows)])
        parts.append(el("polyline", points=points, class_=f"c k{seat % 5 + 1}"))
    if chosen is not None:
        at = str(x(chosen))
        parts.append(el("line", x1=at, x2=at, y1=str(TOP - 12), y2=str(FOOT), class_="knobline", id="knobline"))
    apart = spread([x(place) for place, *_ in turning], LOZENGE, LEFT, RIGHT)
    parts += [
        _turning(x(place), at, words, way, on) for at, (place, words, way, on) in zip(apart, turning, strict=True)
    ]
    parts += _marks(rows[-1], names, y)
    return el("svg", parts, viewBox=f"0 0 {WIDE} {HIGH}", class_="curve", role="group")


def _turning(true: float, at: float, words: str, way: str, on: bool) -> Element:
    """A lozenge over its round; where its neighbour has the room, a line leads there."""
    foot = f"M{at:.1f} {TOP}L{true:.1f} {TOP + 12}" if abs(true - at) > 4 else ""
    shape = el("path", d=f"M{at:.1f} {TOP - 26}l13 13-13 13-13-13Z{foot}")
    left, top = f"{at - LOZENGE / 2:.1f}", str(TOP - 13 - LOZENGE // 2)
    hit = el("rect", x=left, y=top, width=LOZENGE, height=LOZENGE, class_="hit")
    return el("a", hit, shape, href=way, aria_label=words, data_round=True, class_="turn on" if on else "turn")


def _marks(last: Sequence[int], names: Sequence[str], y: object) -> list[Node]:
    """Each seat's emblem at the end of its line; they make room for each other."""
    assert callable(y)
    tops: list[tuple[int, float]] = []
    for seat in sorted(range(len(names)), key=lambda seat: -last[seat]):
        wanted = y(last[seat]) - MARK / 2
        tops.append((seat, max(wanted, tops[-1][1] + MARK * 0.7) if tops else wanted))
    found: list[Node] = []
    for seat, top in tops:
        mark = emblem(seat, names)
        mark.attributes |= {"x": str(RIGHT + 12), "y": str(round(top, 1)), "width": str(MARK), "height": str(MARK)}
        found.append(mark)
    return found

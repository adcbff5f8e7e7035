"""What is chosen, shown where it would stand: the piece's own pixels, or a card of the hand by its icon and title."""

from __future__ import annotations

from collections.abc import Sequence

from bot.platforms.web.assets import assets
from bot.platforms.web.html import Element, el
from bot.platforms.web.parts.outlines import num, rect
from bot.platforms.web.things import Things
from render import Box, Card

LETTER = 0.5
"""The width of a letter of the face, of its size."""
LARGEST, SMALLEST = 25, 19
"""Sizes of a title; one that needs a smaller one is left out, and the icon speaks."""


def _room(slot: Box, piece: Box, there: Sequence[Box]) -> Box:
    """Where in a slot a piece may stand, made smaller: low in the middle, or where it covers least of what is there."""
    inside = [box for box in there if slot.holds(box, 2)]
    scale = min(0.8 * slot.w / piece.w, (0.45 if inside else 0.5) * slot.h / piece.h, 1)
    w, h = piece.w * scale, piece.h * scale
    if not inside:
        return Box.centred(slot.cx, slot.bottom - 0.3 * slot.h, w, h)
    across = [slot.right - w - 4, slot.x + 4, slot.cx - w / 2]
    down = [slot.bottom - h - 4, slot.y + 4, slot.cy - h / 2]
    return min([Box(x, y, w, h) for y in down for x in across], key=lambda room: sum(map(room.overlap, inside)))


def ghost(shown: Things, piece: Box, slot: Box, images: Sequence[tuple[str, str]]) -> Element:
    """A piece of the board in its slot."""
    wide, high = shown.measure
    room = _room(slot, piece, [each.box for each in shown.regions if each.kind == "piece"])
    cut = " ".join([num(part) for part in (piece.x, piece.y, piece.w, piece.h)])
    drawn = [el("image", href=source, width=wide, height=high, class_=kind or None) for source, kind in images]
    inner = el(
        "svg", drawn, x=num(room.x), y=num(room.y), width=num(room.w), height=num(room.h), viewBox=cut, class_="shade"
    )
    return el("g", inner, rect(room.inset(-3), "case"), rect(room.inset(-3), "edge"), class_="ghost")


def laid(card: Card, slot: Box) -> Element:
    """A card of the own hand on its site."""
    inside, (lines, size) = slot.inset(5), _lines(card.title, slot.w - 14)
    lines = lines if inside.h > 2 * SMALLEST * (len(lines) + 1) else []
    side = min(inside.h - 10 - len(lines) * size, 0.5 * inside.w)
    top = inside.cy - (side + len(lines) * size) / 2
    drawn = [rect(inside, "paper")]
    if card.icon:
        address = f"{assets().url(f'i/{card.icon}.svg')}#i"
        drawn.append(el("use", href=address, x=num(slot.cx - side / 2), y=num(top), width=num(side), height=num(side)))
    for n, line in enumerate(lines):
        drawn.append(el("text", line, x=num(slot.cx), y=num(top + side + (n + 0.85) * size), font_size=size))
    return el("g", drawn, rect(inside, "edge"), class_="ghost laid")


def _lines(title: str, width: float) -> tuple[list[str], int]:
    """A title in two lines at most, as large as it fits; none where it would be too small to be read."""
    words = title.split()
    ways = [[title], *[[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]]
    lines = min(ways, key=lambda way: max(map(len, way)))
    size = min(LARGEST, int(width / (LETTER * max(map(len, lines)))))
    return (lines, size) if size >= SMALLEST else ([], 0)

"""The board alive: a link over its picture for each thing. What can be chosen leads to a plan, all else explains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.move_data import Item, MoveData
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import plan_address, plan_of
from bot.platforms.web.parts.ghost import ghost, laid
from bot.platforms.web.parts.outlines import edges, num, outline, rect
from bot.platforms.web.things import Things, is_of
from engines.kit import Bundle, Place
from render import LAID, Box, Region, hit_boxes, pointed

PHONE = 390
RING = "line/line-"
"""The reference of what changed, by the number of its line."""
WHOLE = 0.7
"""A panel of this share of the board's width is too wide to be looked at as a whole."""
KEYS = 9
FINE = 40
"""What is smaller has a thinner line: whole casings of small neighbours would lie over each other."""
FINGER, COMFORT = 24, 32
"""Pixels that a finger needs, and those with which it is at ease."""
_NUMBERS = re.compile(r"-?[0-9.]+")
LAST = 9


@dataclass(frozen=True, slots=True)
class Light:
    """A region with what it lets choose."""

    index: int
    region: Region
    items: tuple[Item, ...]

    @property
    def item(self) -> Item:
        """What a tap chooses: the present question's first, then later ones, at last what was chosen before."""
        return min(self.items, key=lambda item: item.offer.depth or LAST)

    @property
    def is_chosen(self) -> bool:
        return any(item.offer.chosen for item in self.items)

    @property
    def is_counted(self) -> bool:
        """Whether it is one of several alike, to be paid or taken."""
        return any(isinstance(item.offer.pending.ask, Bundle) for item in self.items)

    @property
    def is_past(self) -> bool:
        """Whether it belongs to an earlier question alone."""
        return all(item.offer.depth == 0 for item in self.items)


def lights(shown: Things, move: MoveData | None) -> list[Light]:
    """Every region that lets something be chosen, in the order of drawing."""
    found: list[Light] = []
    for index, region in enumerate(shown.regions if move else ()):
        assert move is not None
        items = tuple([item for item in move.items if region in item.regions])
        if items:
            found.append(Light(index, region, items))
    return found


def overlay(sight: PageData, images: Sequence[tuple[str, str]]) -> Element | None:
    """The links over the picture. `images`: its address in each theme, with the class of what shows it."""
    move, shown = sight.move, sight.things
    if not shown.regions:
        return None
    wide, high = shown.measure
    lit = lights(shown, move)
    past = move is not None and bool(move.choosing.planned.chosen)
    lies = [region for region in shown.regions if region.refs[0] == LAID]
    inside: list[Node] = []
    if past:
        assert move is not None
        clear = [light.region for light in lit if not light.is_past or light.is_chosen]
        inside += _scrim(shown, [*clear, *move.targets, *lies])
    inside += [_explained(sight, index) for index in _others(shown, lit)]
    points = pointed(sight.advice.points, shown.regions) if sight.advice else []
    inside += _pointed(points) if points else _rings(shown, thin=past)
    boxes = hit_boxes([light.region for light in lit], PHONE, Box(0, 0, wide, high))
    order = sorted(zip(lit, boxes, strict=True), key=lambda pair: (not pair[0].is_past, pair[0].region.layer))
    links = [_link(sight, light, box) for light, box in order]
    if move is not None and move.choosing.lead is not None:
        inside += _in_place(shown, move, lit, images)
        links += [el("g", *edges(region), class_="sel goal") for region in [*move.targets, *lies]]
    inside += links
    if shown.card is not None and shown.card.region is not None:
        inside.append(el("g", *edges(shown.card.region), class_="foc"))
    return el(
        "svg",
        inside,
        class_="live",
        viewBox=f"0 0 {wide} {high}",
        role="group",
        aria_label=sight.words("board"),
        data_focus=None if _is_elsewhere(move, lit) else _focus(shown, lit, boxes),
    )


def _others(shown: Things, lit: Sequence[Light]) -> list[int]:
    """The regions that only explain themselves: what has a name, areas below what lies on them."""
    there = {light.index for light in lit}
    return [
        index
        for index, region in enumerate(shown.regions)
        if index in shown.names and index not in there and not region.refs[0].startswith(RING)
    ]


def _is_elsewhere(move: MoveData | None, lit: Sequence[Light]) -> bool:
    """Whether a whole plan was made without the board: what is lit is only what could be chosen instead."""
    return move is not None and move.choosing.planned.is_whole and not any(light.is_chosen for light in lit)


def _focus(shown: Things, lit: Sequence[Light], hits: Sequence[Box]) -> str | None:
    """What the camera looks at by itself where it is small: the panel of all that can be chosen, or, where that is as
    wide as the board, only what can be chosen; how large the smallest of it is, and how large it has to be. What
    answers the question itself comes before what could be done beside it."""
    open_now = [light for light in lit if not light.is_past]
    open_now = [light for light in open_now if light.item.offer.depth == 1] or open_now
    now = [light.region for light in open_now]
    panels = {region.panel for region in now}
    if not now or len(panels) != 1 or "" in panels:
        return None
    small = min([min(box.w, box.h) for light, box in zip(lit, hits, strict=True) if light in open_now])
    name = f"panel/{now[0].panel}"
    panel = next((region.box for region in shown.regions if region.refs[0] == name), None)
    box, wanted = Box.around([region.box for region in now]), FINGER
    if panel is not None and panel.w < WHOLE * shown.measure[0]:
        box, wanted = panel, COMFORT
    return " ".join([f"{part:.0f}" for part in (box.x, box.y, box.w, box.h, small, wanted)])


def _link(sight: PageData, light: Light, box: Box) -> Element:
    item = light.item
    kinds = ["sel" if light.is_chosen else "alt" if light.is_past else "lit"]
    kinds += ["fine"] if _is_fine(light.region.box) else []
    name = sight.things.names.get(light.index, "")
    said = [item.label if name.lower() in item.label.lower() else f"{name}: {item.label}", item.note]
    said += [sight.words.low("chosen")] if light.is_chosen else []
    return el(
        "a",
        _hit(light.region, box),
        *edges(light.region),
        _mark(light),
        href=plan_address(sight, item.offer.plan),
        class_=" ".join(kinds),
        aria_label=", ".join([part for part in said if part]),
        aria_current="true" if light.is_chosen else None,
        data_plan=True,
        data_key=f"r{light.index}",
        data_about=plan_address(sight, plan_of(sight), about=light.index),
    )


def _is_fine(box: Box) -> bool:
    """Whether it is so small that what is drawn round it would cover it."""
    return min(box.w, box.h) < FINE


def _explained(sight: PageData, index: int) -> Element:
    region = sight.things.regions[index]
    return el(
        "a",
        _hit(region, region.box),
        href=plan_address(sight, plan_of(sight), about=index),
        class_="tell",
        aria_label=sight.things.names[index],
        tabindex=-1,
        data_plan=True,
        data_key=f"r{index}",
    )


def _hit(region: Region, box: Box) -> Element:
    if region.path:
        return el("path", d=region.path, class_="hit")
    return rect(box, "hit", region.round)


def _mark(light: Light) -> Element | None:
    """What is chosen has a check, or a number where it is counted or ordered; places have their numbers."""
    box, item = light.region.box, light.item
    if light.region.path and light.is_chosen:
        return None
    if isinstance(item.offer.pending.ask, Place) and item.number:
        if not item.offer.chosen:
            return _disc(box.cx, box.cy, str(item.number), "numd")
        at = (box.x + 8, box.y + 8) if light.region.kind == "slot" else (box.cx, box.cy)
        return _disc(*at, str(item.number), "numd on")
    if counted := next((each.offer for each in light.items if each.offer.chosen and each.offer.is_counted), None):
        return _disc(box.x - 2, box.y - 2, str(counted.count), "cnt", 12 if _is_fine(box) else 16)
    if light.is_chosen:
        half = min(28, 0.3 * min(box.w, box.h) + 6)
        return _check(box.right - half + 4, box.y + 4, half)
    if light.is_past or not 1 <= item.number <= KEYS:
        return None
    cx, cy = _rim(light.region.path) if light.region.path else (box.x + 4, box.y + 4)
    return _disc(cx, cy, str(item.number), "keyd", 17)


def _rim(path: str) -> tuple[float, float]:
    """Where a path can be marked: between its first two corners, where a wedge has its rim."""
    start, end = (_NUMBERS.findall(part) for part in re.split("[A-Z]", path)[1:3])
    return (float(start[-2]) + float(end[-2])) / 2, (float(start[-1]) + float(end[-1])) / 2


def _disc(cx: float, cy: float, said: str, kind: str, radius: int = 26) -> Element:
    return el(
        "g",
        el("circle", cx=num(cx), cy=num(cy), r=radius),
        el("text", said, x=num(cx), y=num(cy + 0.46 * radius)),
        class_=kind,
    )


def _check(cx: float, cy: float, half: float) -> Element:
    lozenge = f"M{cx:.0f} {cy - half:.0f}L{cx + half:.0f} {cy:.0f}L{cx:.0f} {cy + half:.0f}L{cx - half:.0f} {cy:.0f}Z"
    arm = 0.4 * half
    tick = f"M{cx - arm:.1f} {cy:.1f}L{cx - 0.25 * arm:.1f} {cy + 0.8 * arm:.1f}L{cx + arm:.1f} {cy - 0.8 * arm:.1f}"
    return el("g", el("path", d=lozenge), el("path", d=tick), class_="chk")


def _scrim(things: Things, shown: Sequence[Region]) -> list[Node]:
    """The rest steps back: the page's colour over all but what is lit, what is chosen and who plays."""
    wide, high = things.measure
    holes: list[Node] = [el("rect", x=-50, y=-50, width=wide + 100, height=high + 100, fill="white")]
    clear = [*shown]
    clear += [region for region in things.regions if region.refs[0] == "panel/ribbon"]
    for region in clear:
        hole = el("path", d=region.path) if region.path else rect(region.box, "hole", region.round)
        hole.attributes["fill"] = "black"
        holes.append(hole)
    return [
        el("mask", holes, id="m"),
        el("rect", width=wide, height=high, class_="scrim", mask="url(#m)"),
    ]


def _pointed(regions: Sequence[Region]) -> list[Node]:
    """What the teacher points at, ringed like what changed."""
    return [
        el("g", [outline(region, kind) for kind in ("rim", "gold")], class_="ring thin point") for region in regions
    ]


def _rings(shown: Things, thin: bool) -> list[Node]:
    """Gold round what changed, with the number of its line."""
    found: list[Node] = []
    for region in shown.regions:
        number = region.refs[0].removeprefix(RING)
        if number == region.refs[0] or region.panel == "chronicle":
            continue
        box = region.box.inset(-5)
        rim = [rect(box, kind, region.round) for kind in ("rim", "gold")]
        mark = None
        if not thin:
            cx, cy, half = box.right - 3, box.y + 3, 20
            shape = f"M{cx:.0f} {cy - half:.0f}l{half} {half}l-{half} {half}l-{half} -{half}Z"
            mark = el("g", el("path", d=shape), el("text", number, x=num(cx), y=num(cy + 8)), class_="no")
        found.append(el("g", rim, mark, class_="ring thin" if thin else "ring"))
    return found


def _in_place(shown: Things, move: MoveData, lit: Sequence[Light], images: Sequence[tuple[str, str]]) -> list[Node]:
    """What is chosen where it would stand: a piece of the board, or a card of the own hand."""
    chosen = [light for light in lit if light.is_chosen]
    goals = [*move.targets, *[light.region for light in reversed(chosen)]]
    slot = next((region for region in goals if region.kind in ("slot", "area")), None)
    if slot is None or slot.path:
        return []
    if piece := next((light.region for light in chosen if light.region.kind == "piece" and not light.is_counted), None):
        return [ghost(shown, piece.box, slot.box, images)]
    placed = any(light.region == slot and isinstance(light.item.offer.pending.ask, Place) for light in chosen)
    picked = [item for item in move.items if item.offer.chosen]
    card = next((card for card in shown.held if card.ref and any(is_of(item, card.ref) for item in picked)), None)
    return [laid(card, slot.box)] if placed and card is not None else []

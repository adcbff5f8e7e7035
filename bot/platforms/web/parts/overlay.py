"""The board alive: a link over its picture for each thing. What can be chosen leads to a plan, all else explains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.choices.offers import Offer
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.move_data import Item, MoveData
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import plan_address, plan_of
from bot.platforms.web.things import Things
from engines.kit import Bundle, Pick, Place
from render import Box, Region, hit_boxes, pointed

PHONE = 390
RING = "line/line-"
"""The reference of what changed, by the number of its line."""
CORNER = 10
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
    inside: list[Node] = []
    if past:
        assert move is not None
        clear = [light.region for light in lit if not light.is_past or light.is_chosen]
        inside += _scrim(shown, [*clear, *move.targets])
    inside += [_explained(sight, index) for index in _others(shown, lit)]
    points = pointed(sight.advice.points, shown.regions) if sight.advice else []
    inside += _pointed(points) if points else _rings(shown, thin=past)
    boxes = hit_boxes([light.region for light in lit], PHONE, Box(0, 0, wide, high))
    order = sorted(zip(lit, boxes, strict=True), key=lambda pair: (not pair[0].is_past, pair[0].region.layer))
    inside += [_link(sight, light, box) for light, box in order]
    if move is not None and move.choosing.lead is not None:
        inside += [el("g", *_shape(region), class_="sel goal") for region in move.targets]
        inside += _ghost(shown, lit, move.targets, images)
    if shown.card is not None and shown.card.region is not None:
        inside.append(el("g", *_shape(shown.card.region), class_="foc"))
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
    wide as the board, only what can be chosen; how large the smallest of it is, and how large it has to be."""
    now = [light.region for light in lit if not light.is_past]
    panels = {region.panel for region in now}
    if not now or len(panels) != 1 or "" in panels:
        return None
    small = min([min(box.w, box.h) for light, box in zip(lit, hits, strict=True) if not light.is_past])
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
        *_shape(light.region),
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
    return _rect(box, "hit")


def _rect(box: Box, kind: str, radius: float = CORNER) -> Element:
    return el(
        "rect",
        x=_number(box.x),
        y=_number(box.y),
        width=_number(box.w),
        height=_number(box.h),
        rx=_number(min(radius, box.h / 2)),
        class_=kind,
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _shape(region: Region) -> list[Element]:
    """A line of ink in a casing of stone."""
    if region.path:
        return [el("path", d=region.path, class_=kind) for kind in ("case", "edge")]
    box = region.box.inset(-2)
    return [_rect(box, kind) for kind in ("case", "edge")]


def _mark(light: Light) -> Element | None:
    """What is chosen has a check, or a number where it is counted or ordered; places have their numbers."""
    box, item = light.region.box, light.item
    if light.region.path and light.is_chosen:
        return None
    if isinstance(item.offer.pending.ask, Place) and item.number:
        return _disc(box.cx, box.cy, str(item.number), "numd on" if item.offer.chosen else "numd")
    counted = next((each.offer for each in light.items if each.offer.count and each.offer.chosen), None)
    if counted is not None and _is_counted(counted):
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


def _is_counted(offer: Offer) -> bool:
    ask = offer.pending.ask
    return not isinstance(ask, Pick) or ask.ordered


def _disc(cx: float, cy: float, said: str, kind: str, radius: int = 26) -> Element:
    return el(
        "g",
        el("circle", cx=_number(cx), cy=_number(cy), r=radius),
        el("text", said, x=_number(cx), y=_number(cy + 0.46 * radius)),
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
        hole = el("path", d=region.path) if region.path else _rect(region.box, "hole")
        hole.attributes["fill"] = "black"
        holes.append(hole)
    return [
        el("mask", holes, id="m"),
        el("rect", width=wide, height=high, class_="scrim", mask="url(#m)"),
    ]


def _pointed(regions: Sequence[Region]) -> list[Node]:
    """What the teacher points at, ringed like what changed."""
    return [
        el("g", [_outline(region, kind) for kind in ("rim", "gold")], class_="ring thin point") for region in regions
    ]


def _outline(region: Region, kind: str) -> Element:
    return el("path", d=region.path, class_=kind) if region.path else _rect(region.box.inset(-5), kind)


def _rings(shown: Things, thin: bool) -> list[Node]:
    """Gold round what changed, with the number of its line."""
    found: list[Node] = []
    for region in shown.regions:
        number = region.refs[0].removeprefix(RING)
        if number == region.refs[0] or region.panel == "chronicle":
            continue
        box = region.box.inset(-5)
        rim = [_rect(box, kind) for kind in ("rim", "gold")]
        mark = None
        if not thin:
            cx, cy, half = box.right - 3, box.y + 3, 20
            shape = f"M{cx:.0f} {cy - half:.0f}l{half} {half}l-{half} {half}l-{half} -{half}Z"
            mark = el("g", el("path", d=shape), el("text", number, x=_number(cx), y=_number(cy + 8)), class_="no")
        found.append(el("g", rim, mark, class_="ring thin" if thin else "ring"))
    return found


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


def _ghost(
    shown: Things, lit: Sequence[Light], targets: Sequence[Region], images: Sequence[tuple[str, str]]
) -> list[Node]:
    """The chosen piece where it would stand."""
    chosen = [light.region for light in lit if light.is_chosen]
    moved = [light.region for light in lit if light.is_chosen and not light.is_counted]
    piece = next((region for region in moved if region.kind == "piece"), None)
    goals = [*targets, *reversed(chosen)]
    slot = next((region for region in goals if region.kind in ("slot", "area")), None)
    if piece is None or slot is None or slot.path:
        return []
    wide, high = shown.measure
    room = _room(slot.box, piece.box, [each.box for each in shown.regions if each.kind == "piece"])
    cut = " ".join([_number(part) for part in (piece.box.x, piece.box.y, piece.box.w, piece.box.h)])
    drawn = [el("image", href=source, width=wide, height=high, class_=kind or None) for source, kind in images]
    inner = el(
        "svg",
        drawn,
        x=_number(room.x),
        y=_number(room.y),
        width=_number(room.w),
        height=_number(room.h),
        viewBox=cut,
        class_="shade",
    )
    return [el("g", inner, _rect(room.inset(-3), "case"), _rect(room.inset(-3), "edge"), class_="ghost")]

"""The card of a thing that was asked about: its picture and name, what it does, how it stands now, or why not."""

from __future__ import annotations

from collections.abc import Sequence

from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import plan_address, plan_of
from bot.platforms.web.parts.elements import drawing, icon, link, swatch
from bot.platforms.web.things import PieceCard
from render import Box

MOST_RULES = 2
LEAST_CUT = 40
"""Units of the picture that are shown of the smallest thing."""


def piece_card(sight: PageData, images: Sequence[tuple[str, str]]) -> Element | None:
    """The sheet over a phone's foot, or the top of a desk's right column."""
    card, words = sight.things.card, sight.words
    if card is None:
        return None
    shut = el(
        "a",
        icon("close"),
        href=plan_address(sight, plan_of(sight)),
        class_="btn square",
        aria_label=words("close"),
        data_plan=True,
        data_shut=True,
    )
    named = el("div", el("h2", card.name, id="cardname"), el("p", card.place, class_="mute") if card.place else None)
    return el(
        "section",
        el("div", _cut(sight, card, images), named, shut, class_="pc"),
        el("p", card.reason, class_="nowline no") if card.reason else None,
        _needs(sight, card),
        _told(sight, card),
        _now(sight, card),
        _ways(sight, card),
        class_="card",
        role="region",
        aria_labelledby="cardname",
        tabindex="0",
        data_key="card",
    )


def _needs(sight: PageData, card: PieceCard) -> Element | None:
    """What must hold before it can be chosen: a tick or a cross for each, the word for whoever sees neither, and the
    things that it speaks of."""
    rows = [
        el(
            "li",
            icon("check" if each.is_met else "close"),
            el("span", f"{sight.words('met' if each.is_met else 'unmet')}: ", class_="vh"),
            el("span", [swatch(look) for look in each.looks], el("span", each.said)),
            class_="met" if each.is_met else "unmet",
        )
        for each in card.needs
    ]
    return el("ul", rows, class_="needs") if rows else None


def _now(sight: PageData, card: PieceCard) -> Element | None:
    if card.now:
        return el("p", el("b", sight.words("now"), ": "), card.now, class_="nowline")
    return None if card.reason else el("p", sight.words("not_now"), class_="nowline")


def _cut(sight: PageData, card: PieceCard, images: Sequence[tuple[str, str]]) -> Element:
    """The thing, cut out of the picture; a card of the own hand by its sign."""
    wide, high = sight.things.measure
    if card.region is None:
        sign = drawing(card.icon) if card.icon else icon("poker-hand")
        return el("span", sign, class_="crop sign", aria_hidden="true")
    drawn_as = [region for region in sight.things.regions if region.refs[0] == card.region.refs[0]]
    pieces = [region.box for region in drawn_as if region.kind == "piece"]
    box = pieces[0] if pieces and card.region.kind == "slot" else card.region.box  # an empty place shows nothing
    box = Box.centred(box.cx, box.cy, max(box.w, LEAST_CUT), max(box.h, LEAST_CUT)).inset(-2)
    cut = f"{box.x:.0f} {box.y:.0f} {box.w:.0f} {box.h:.0f}"
    drawn = [el("image", href=source, width=wide, height=high, class_=kind or None) for source, kind in images]
    return el("svg", drawn, viewBox=cut, class_="crop", aria_hidden="true")


def _told(sight: PageData, card: PieceCard) -> list[Node]:
    """What it does, and its figures."""
    entry = card.entry
    if entry is None:
        return []
    doubts = sight.words.chat("entry_doubts", figures=sight.words.join(entry.doubts)) if entry.doubts else ""
    figures = [
        el("div", el("dt", line.label), el("dd", line.value or "✓"), class_="wide" if len(line.value) > 12 else None)
        for line in entry.lines
    ]
    found: list[Node] = [el("p", entry.effect)] if entry.effect else []
    found += [el("dl", figures, class_="cells")] if figures else []
    return [*found, el("p", doubts, class_="mute doubt")] if doubts else found


def _ways(sight: PageData, card: PieceCard) -> Element | None:
    """Its rules; and on: choosing it, or what is possible instead."""
    words, table, found = sight.words, sight.look.table, list[Node]()
    for number in card.rules[:MOST_RULES]:
        rule = link(words("rule_number", number=number), f"/rules/{table.game}?at={table.code}#r{number}", "book")
        rule.attributes["data-panel"] = ""
        found.append(rule)
    way, label = card.plan, words("choose_this")
    for said, plan in card.nearest:
        found.append(el("a", said, href=plan_address(sight, plan), class_="btn", data_plan=True))
    if way is None and card.others and not card.nearest:
        way, label = plan_of(sight), words("show_open", n=card.others)
    if way is not None:
        found.append(el("a", label, href=plan_address(sight, way), class_="btn", data_plan=True, data_show=True))
    return el("div", found, class_="foot") if found else None

"""The card of a thing that was asked about: its picture, name and place, and how it stands or why not."""

from __future__ import annotations

from collections.abc import Sequence

from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import plan_address, plan_of
from bot.platforms.web.parts.elements import icon, link
from bot.platforms.web.parts.entry import entry_lines


def piece_card(sight: PageData, images: Sequence[tuple[str, str]]) -> Element | None:
    """The sheet over a phone's foot, or the top of a desk's right column."""
    shown, words = sight.things, sight.words
    card = shown.card
    if card is None:
        return None
    box, (wide, high) = card.region.box, shown.measure
    cut = f"{box.x:.0f} {box.y:.0f} {box.w:.0f} {box.h:.0f}"
    drawn = [el("image", href=source, width=wide, height=high, class_=kind or None) for source, kind in images]
    crop = el("svg", drawn, viewBox=cut, class_="crop", aria_hidden="true")
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
    table = sight.look.table
    rules: list[Node] = []
    written = entry_lines(words, card.entry) if card.entry else []
    sections = [card.rule] if card.rule else list(card.entry.sections[:2]) if card.entry else []
    for number in sections:
        rule = link(words("rule_number", number=number), f"/rules/{table.game}?at={table.code}#r{number}", "book")
        rule.attributes["data-panel"] = ""
        rules.append(rule)
    return el(
        "section",
        el("div", crop, named, shut, class_="pc"),
        el("p", card.reason, class_="nowline no") if card.reason else None,
        el("p", card.now, class_="nowline") if card.now else None,
        el("div", written, class_="entry") if written else None,
        el("div", rules, class_="foot") if rules else None,
        class_="card",
        role="region",
        aria_labelledby="cardname",
        data_key="card",
    )

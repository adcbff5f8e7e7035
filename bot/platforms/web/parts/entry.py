"""An entry of the reference as a card: for the sheet over the board, and for any page."""

from __future__ import annotations

from bot.learn.reference import Entry
from bot.platforms.web.context import address
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.parts.elements import Words


def entry_card(words: Words, game: str, shown: Entry, at: str = "") -> Element:
    """Name, kind and rules; what it does; its figures; what it means now, where it lies, what is not certain."""
    rules: list[Node] = []
    for number in shown.sections:
        where = f"{address(f'/rules/{game}', at=at)}#r{number}"
        rules.append(el("a", words.chat("button.rule", section=number), href=where, data_panel=True))
    lines: list[Node] = []
    for line in shown.lines:
        lines += [el("dt", line.label), el("dd", line.value or "✓")]
    now = " ".join([part for part in (shown.now, shown.where) if part])
    doubts = words.chat("entry_doubts", figures=words.join(shown.doubts)) if shown.doubts else ""
    return el(
        "article",
        el("h3", shown.name),
        el("p", shown.kind, class_="mute"),
        el("p", shown.effect),
        el("dl", lines, class_="figures") if lines else None,
        el("p", now, class_="now") if now else None,
        el("p", doubts, class_="mute doubt") if doubts else None,
        el("p", rules, class_="row") if rules else None,
        class_="entry",
        data_ref=shown.reference,
    )

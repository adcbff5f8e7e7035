"""The line to type a move or a command in."""

from __future__ import annotations

from bot.platforms.web.html import Element, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.elements import form, hidden, icon


def line_form(sight: PageData) -> Element:
    """The line to type a move or a command in."""
    words = sight.words
    hint = "or_type" if sight.main is not None else "type_command"
    field = el(
        "input",
        id="line",
        name="text",
        maxlength=300,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        enterkeyhint="send",
        role="combobox",
        aria_expanded="false",
        aria_controls="list",
        aria_autocomplete="list",
        placeholder=words.low(hint),
    )
    return form(
        sight.browser,
        f"/t/{sight.code}/line",
        hidden(seat=sight.seat or 0),
        el("label", el("span", words("type_move"), class_="vh"), field, class_="field"),
        el("button", icon("send"), class_="square main", aria_label=words("send_line")),
        id="lineform",
    )

"""A way to the coach, for whoever may ask and is to move."""

from __future__ import annotations

from bot.messages.post import command_id
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.elements import form, hidden, icon
from bot.table.hints import may_ask


def hint_way(sight: PageData) -> Element | None:
    """The button that asks for a hint; None: not here, or not now."""
    look = sight.look
    if look.seat is None or look.seat not in look.owed or not may_ask(look.table, look.seat):
        return None
    label: list[Node] = [icon("why"), sight.words.chat("button.hint")]
    asked = el("button", label, name="id", value=command_id("hint", sight.code), class_="plain")
    return form(sight.browser, "/tap", hidden(at=sight.code, seat=look.seat), asked, data_key="hint")

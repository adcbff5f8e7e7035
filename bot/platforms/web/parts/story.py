"""The way to the story of a finished game, for its last page."""

from __future__ import annotations

from bot.platforms.web.html import Element
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.elements import link


def story_way(sight: PageData) -> Element:
    """A link to how the game went and where it turned."""
    return link(sight.words.past("story"), f"/t/{sight.code}/story", "book")

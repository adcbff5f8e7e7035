"""What the lobby says of computer seats."""

from __future__ import annotations

import pytest

from bot.platforms.web.pages.lobby_seats import level_label
from bot.platforms.web.parts.elements import Words
from bot.table.model import Level


@pytest.mark.parametrize(
    ("language", "plain", "alike"),
    [
        ("en", "Computer, master", "Computer, sharp (plays like steady here)"),
        ("nl", "Computer, meester", "Computer, scherp (speelt hier als degelijk)"),
        ("de", "Computer, Meister", "Computer, stark (spielt hier wie solide)"),
    ],
)
def test_the_lobby_says_where_thinking_was_not_shown_to_help(language: str, plain: str, alike: str) -> None:
    words = Words(language)
    assert level_label(words, "princes", Level.MASTER) == plain
    assert level_label(words, "rivals", Level.SHARP) == alike
    assert "(" not in level_label(words, "rivals", Level.STEADY)

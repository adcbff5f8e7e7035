"""Commands as they are typed: which word is which argument."""

from __future__ import annotations

from typing import Any

import pytest

from bot.lines.command_parser import UNREAD, arguments_in, command_in, read_command


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("/season", {}),
        ("/season carrara", {"game": "carrara"}),
        ("/season start Winter carrara", {"action": "start", "name": "Winter carrara"}),
        ("/season end", {"action": "end"}),
        ("/league carrara join", {"game": "carrara", "action": "join"}),
        ("/lfg firenze day", {"game": "firenze", "pace": "day"}),
        ("/lfg off", {"off": True}),
        ("/records rivals", {"game": "rivals"}),
        ("/lfg carrara quickly", {"game": "carrara", UNREAD: "quickly"}),
        ("/league carrara foo", {"game": "carrara", UNREAD: "foo"}),
        ("/records of foo", {UNREAD: "of foo"}),
        ("/next please", {}),
    ],
)
def test_commands_of_a_club_are_read(line: str, given: dict[str, Any]) -> None:
    found = command_in(line, "signoria_bot")
    assert found is not None
    assert arguments_in(*found) == given


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("/remind forecast off", {"forecast": False}),
        ("/remind forecast=no", {"forecast": False}),
        ("/remind forecast", {"forecast": True}),
        ("/remind ahead nee forecast", {"ahead": False, "forecast": True}),
    ],
)
def test_a_switch_is_put_off_by_the_word_behind_it(line: str, given: dict[str, Any]) -> None:
    """And nothing else is: `off` had put off the quiet hours instead."""
    typed = read_command(line)
    assert typed is not None
    assert typed.given == given

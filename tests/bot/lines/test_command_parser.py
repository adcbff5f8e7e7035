"""Commands as they are typed: which word is which argument."""

from __future__ import annotations

from typing import Any

import pytest

from bot.lines.command_parser import arguments_in, command_in


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
    ],
)
def test_commands_of_a_club_are_read(line: str, given: dict[str, Any]) -> None:
    found = command_in(line, "signoria_bot")
    assert found is not None
    assert arguments_in(*found) == given

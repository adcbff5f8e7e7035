"""The computer's script: what it must not waste."""

from __future__ import annotations

import pytest

from engines.kit import Pick
from engines.princes import ENGINE
from engines.princes.policy import act
from tests.engines.princes.builder import princes

HAND = ["poet", "painter", "lawyer", "botanist"]


@pytest.mark.parametrize(("actions", "hires"), [(2, False), (3, True)])
def test_nobody_is_hired_who_would_find_no_action_left(actions: int, hires: bool) -> None:
    """In round 6 with two actions four works are all that can still be done."""
    table = princes().with_player(0, hand=HAND, jesters=6, cash=2_000).with_game(round=6).at_turn(0, actions)
    script = ENGINE.script
    assert script is not None
    asked = next(each for each in ENGINE.pending(table.state) if each.step == "turn.action")
    assert isinstance(asked.ask, Pick)
    tuned = script.weights("plain", 2)
    assert (act(table.state, 0, asked.ask, tuned) == ["hire"]) is hires
    eager = tuned.changed({"hire_enough": 0})
    assert act(table.state, 0, asked.ask, eager) == ["hire"], "it would be the best otherwise"

"""The computer's script: what it must not waste."""

from __future__ import annotations

import pytest

from engines.kit import Dice, Pick
from engines.kit.scripted import play_out, shipped
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


@pytest.mark.parametrize(("seats", "deals"), [(2, (3, 11, 29, 48)), (3, (23, 32, 37, 38))])
def test_nobody_bids_everything_away(seats: int, deals: tuple[int, ...]) -> None:
    """On these deals somebody paid up to 2,000 florins for the first jester and never completed a work again."""
    for deal in deals:
        state = ENGINE.setup(seats, None, f"games {deal}").state
        result = play_out(ENGINE, ENGINE.rollout(state), [shipped(ENGINE, state)] * seats, Dice(f"luck {deal}").below)
        assert result is not None
        assert min(result.scores) > 15


def test_what_makes_a_first_work_possible_comes_before_hiring() -> None:
    """One freedom short of seven in the first round, with two actions: then the work pays for all else."""
    table = princes().with_player(0, hand=["poet", "painter", "lawyer"], jesters=1, cash=900).at_turn(0)
    asked = next(each for each in ENGINE.pending(table.state) if each.step == "turn.action")
    assert ENGINE.script is not None
    assert isinstance(asked.ask, Pick)
    tuned = ENGINE.script.weights("plain", 2)
    assert act(table.state, 0, asked.ask, tuned)[0].startswith("freedom:")
    assert act(table.state, 0, asked.ask, tuned.changed({"lift_first": 0})) == ["hire"]


def test_gentle_seats_slip_as_often_as_their_number_of_seats_wants() -> None:
    script = ENGINE.script
    assert script is not None
    assert script.slips("plain", 2) == script.slips("plain", 5) < script.slips("plain", 3)
    assert script.slips("muse", 3) == script.slips("muse", 2)

"""A23 The plain computer player: games end, and the play is not absurd."""

from __future__ import annotations

import pytest

from engines.firenze import ENGINE
from engines.firenze.planning import desired_plan
from engines.firenze.policy import choose
from engines.kit import Dice
from tests.engines.firenze.builder import Table, table

assert ENGINE.script is not None
BASE = ENGINE.script.base


def plain(t: Table, step: str) -> object:
    pending = t.pending(step)
    return choose(t.state, pending.seat, step, pending.ask, Dice("plain").below, BASE)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plain_players_end_a_game_in_a_normal_number_of_turns(seats: int) -> None:
    """A23 Answering only what is owed, far below the cap."""
    for number in range(4):
        game = ENGINE.rollout(ENGINE.setup(seats, ENGINE.info.options(campanile=True), f"plain {number}").state)
        while game.result() is None:
            asked = next(each for each in game.pending() if each.owed)
            game.answer(asked, choose(game.state, asked.seat, asked.step, asked.ask, Dice("x").below, BASE))
        assert game.state.ending == "last_seal"
        assert game.state.turn.number <= 45 * seats
        assert max(player.score for player in game.state.players) > 15


def test_a_tower_is_finished_when_the_bricks_are_there() -> None:
    """8.1 Two bricks bring red to a commission."""
    t = (
        table()
        .player(0, warehouse={"red": 2, "white": 3}, towers=[("red", 3)])
        .sealed(red_4=1)
        .balconies("b01", "b09", "b14", "b17")
    )
    t.at("build.bricks")
    assert desired_plan(t.state, 0, BASE)[0] == ("raise:red-3", 2)


def test_a_tower_with_an_aim_is_kept_up() -> None:
    """7.1 One brick is enough."""
    t = table().player(0, warehouse={"blue": 1, "white": 1}, towers=[("blue", 1)]).at("build.bricks")
    assert ("raise:blue-1", 1) in desired_plan(t.state, 0, BASE)


def test_whatever_fits_is_handed_in_for_most_points() -> None:
    """8.2 Blue 3 is worth more than white 3."""
    t = table().player(0, towers=[("white", 3), ("blue", 3)]).at("fulfil.choose")
    assert plain(t, "fulfil.choose") == ["blue-3"]


def test_scandal_is_left_for_others() -> None:
    """9.1 A brick is a fair price for a better card."""
    t = table().player(0, warehouse={"white": 2}).row(("scandal", {"white": 1}), ("workshop", {"white": 1}))
    assert plain(t.at("card.choose"), "card.choose") == ["slot:1"]


def test_who_is_blocked_keeps_white_bricks() -> None:
    """9.1 They are needed for the bell tower."""
    t = table(campanile=True).church("campanile").player(0, warehouse={"white": 2, "red": 2}).at("card.choose")
    t.answer("card.choose", "slot:2")
    assert plain(t, "card.pay") == {"red": 2}


def test_persons_are_played_soon() -> None:
    """A23 A hand that only grows starves the draw pile."""
    t = table().player(0, warehouse={"white": 2}, hand=["alchemist"]).at("limits.check")
    assert plain(t, "limits.close") == ["alchemist"]


def test_the_least_useful_cards_go_first() -> None:
    """8.8 The Wholesaler before Mason, Architect and Workshop."""
    hand = ["fame", "fame", "wholesaler", "mason", "architect"]
    t = table().player(0, hand=hand, buildings=["workshop"]).at("limits.check")
    assert plain(t, "limits.cards") == ["wholesaler"]

"""Chapter 3: the turn and the object purchase."""

import pytest

from .table import table


def test_a_turn_is_one_action_and_then_the_next_seat_plays() -> None:
    """3.1"""
    position = table(3).player(0, coins=3).player(1, buildings=["villa 1 pisa"]).wheel({1: "black", 2: "white"})
    game = position.empty_bag().at().answer("buy")
    assert (game.seat, game.step) == (1, "turn.action")


def test_after_the_last_seat_a_new_round_begins() -> None:
    """3.1"""
    position = table(3).player(2, coins=6).player(0, buildings=["villa 1 pisa"]).wheel({1: "black"})
    game = position.empty_bag().player(2, bricks={}).set(turn=2).at().answer("buy")
    assert (game.seat, game.state.round) == (0, 2)


def test_only_possible_actions_are_offered() -> None:
    """3.1"""
    assert table().at().keys == ["buy"]
    assert table().player(0, bricks={"black": 1}).display("villa 1").at().keys == ["buy", "build"]
    assert table().player(0, buildings=["villa 1 pisa"]).at().keys == ["buy", "score"]


def test_nobody_may_decline_before_an_announcement() -> None:
    """3.1, A5"""
    assert "decline" not in table().player(0, buildings=["villa 1 pisa"]).at().keys


def test_after_an_action_one_object_of_the_field_may_be_bought_for_ten_coins() -> None:
    """3.2, 3.4"""
    game = table().player(0, coins=10).at("turn.object")
    assert game.keys == ["none", "book", "cup", "crown", "gate", "flag", "coat_of_arms"]
    game = game.answer("crown")
    assert (game.me.coins, game.objects) == (0, {"crown": 1})


def test_at_most_one_object_is_bought_in_a_turn() -> None:
    """3.4"""
    game = table().player(0, coins=40).at("turn.object").answer("cup")
    assert (game.seat, game.me.coins) == (1, 30)


def test_the_object_field_is_never_refilled_and_the_supply_is_not_for_sale() -> None:
    """3.4"""
    position = table().player(0, coins=20).player(1, coins=20, buildings=["villa 1 pisa"])
    game = position.at("turn.object").play("cup", "score")
    assert (game.seat, game.step, "cup" in game.keys) == (1, "turn.object", False)
    assert game.state.supply["cup"] == 5


def test_an_object_need_not_be_bought() -> None:
    """3.2"""
    game = table().player(0, coins=25).at("turn.object").answer("none")
    assert (game.me.coins, game.objects) == (25, {})


@pytest.mark.parametrize("action", ["build", "score"])
def test_the_purchase_follows_every_kind_of_action(action: str) -> None:
    """3.2"""
    position = (
        table().player(0, coins=10, bricks={"black": 1}, buildings=["villa 1 lerici"]).display("gate 1", "gate 5")
    )
    assert position.at().answer(action).step == "turn.object"


def test_below_ten_coins_no_object_is_offered() -> None:
    """3.4"""
    game = table().player(0, coins=9, buildings=["villa 1 livorno"]).at().answer("score")
    assert game.state.turn == 1


def test_with_an_empty_field_no_object_is_offered() -> None:
    """3.4"""
    objects = dict.fromkeys(("book", "cup", "crown", "gate", "flag", "coat_of_arms"), 1)
    position = table().player(0, coins=30, buildings=["villa 1 livorno"]).player(1, objects=objects)
    assert position.set(object_field=[]).at().answer("score").state.turn == 1


def test_everybody_is_told_which_object_was_bought() -> None:
    """9.3"""
    game = table().player(0, coins=10).at("turn.object").answer("flag")
    assert game.told("object").facts["object"] == "object/flag"

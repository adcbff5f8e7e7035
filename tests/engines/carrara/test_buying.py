"""Chapter 4: the wheel, and buying bricks."""

import pytest

from engines.carrara.buying import turn_wheel
from engines.carrara.state import CarraraState
from engines.kit import Draft, NotOffered

from .table import Game, some, table


def turned(game: Game) -> CarraraState:
    """The wheel after a turn, before anything is bought."""
    s = game.state.clone()
    turn_wheel(Draft(s))
    return s


def test_the_first_turn_moves_six_bricks_to_segment_two_and_draws_five() -> None:
    """4.1, 1.6"""
    s = turned(table().at())
    assert s.wheel[1] == list(s.bag)
    assert len(s.wheel[0]) == 5
    assert s.bricks_on_wheel == 11


def test_a_brick_turned_from_six_to_one_starts_over_beside_the_drawn_ones() -> None:
    """4.4"""
    s = turned(table().wheel({6: "yellow black", 2: "white"}).at())
    assert {"yellow", "black"} <= set(s.wheel[0])
    assert s.wheel[2] == ["white"]
    assert len(s.wheel[0]) == 2 + 8
    assert s.bricks_on_wheel == 11
    assert (s.tables.prices[0]["yellow"], s.tables.prices[0]["black"]) == (5, 1)


def test_with_eleven_bricks_on_the_wheel_nothing_is_drawn() -> None:
    """4.1, A8"""
    s = turned(table().wheel({1: "white " * 6, 4: "black " * 5}).at())
    assert (s.wheel[1], s.wheel[4], s.wheel[0]) == (["white"] * 6, ["black"] * 5, [])


def test_drawing_stops_when_the_bag_is_empty() -> None:
    """4.6"""
    s = turned(table().wheel({1: "white green"}).empty_bag().at())
    assert s.bricks_on_wheel == 2
    assert s.wheel[1] == ["white", "green"]


def test_buying_may_be_chosen_with_an_empty_bag_while_bricks_lie_on_the_wheel() -> None:
    """4.6"""
    assert "buy" in table().wheel({1: "black"}).empty_bag().at().keys


def test_buying_may_be_chosen_with_an_empty_wheel_while_the_bag_holds_bricks() -> None:
    """4.6, A27"""
    assert "buy" in table().wheel({}).at().keys


def test_only_sets_of_one_segment_that_the_coins_pay_can_be_bought() -> None:
    """4.2"""
    game = table().player(0, coins=3).wheel({1: "white green black", 4: "white"}).at("buy.segment")
    game = game.answer("1")
    for bought in ({"green": 1}, {"black": 1}):
        assert not game.refuses(bought)
    for refused in ({"white": 1}, {"green": 1, "black": 1}, {}):
        assert game.refuses(refused)


def test_a_refusal_names_the_section_of_the_rules() -> None:
    """4.2"""
    game = table().player(0, coins=3).wheel({1: "white green black"}).at("buy.segment").answer("1")
    with pytest.raises(NotOffered) as caught:
        game.answer({"green": 1, "black": 1})
    assert (caught.value.code, caught.value.section) == ("kit.refusal.over_budget", "4.2")


def test_a_second_segment_cannot_be_added() -> None:
    """4.2"""
    game = table().wheel({1: "white black", 4: "green green"}).at("buy.segment").answer("1")
    assert game.refuses({"white": 1, "green": 1})


def test_every_brick_is_paid_at_the_price_of_its_segment() -> None:
    """4.2, 4.3"""
    position = table().wheel({3: "red red green blue"}).player(0, coins=9).player(1, buildings=["villa 1 pisa"])
    game = position.at("buy.segment")
    game = game.play("3", {"red": 2, "green": 1, "blue": 1})
    assert game.me.coins == 9 - 5
    assert game.bricks == {"red": 2, "green": 1, "blue": 1}
    assert game.state.bricks_on_wheel == 0


def test_taking_only_free_bricks_is_a_purchase() -> None:
    """4.2"""
    game = table().wheel({6: "yellow red white"}).player(0, coins=9).at("buy.bricks")
    game.state.choice.segment = 5
    game = game.answer({"yellow": 1, "red": 1})
    assert (game.me.coins, game.bricks) == (9, {"yellow": 1, "red": 1})


def test_who_can_take_a_free_brick_must_take_it_and_gets_no_coins() -> None:
    """4.2, 4.5"""
    game = table().player(0, coins=0).wheel({6: "white", 3: "green red"}).empty_bag().at()
    game = game.answer("buy")  # white turns to I, green is free on IV, red costs 1: one answer is left
    assert not game.was_told("cannot_pay")
    assert (game.bricks, game.me.coins) == ({"green": 1}, 0)


def test_segments_without_a_payable_brick_are_not_offered() -> None:
    """4.2"""
    game = (
        table()
        .player(0, coins=1)
        .wheel({1: "white black", 2: "yellow", 5: "white yellow", 6: "white"})
        .at("buy.segment")
    )
    assert game.keys == ["1", "5", "6"]


def test_who_cannot_pay_shows_the_screen_takes_two_coins_and_buys_nothing() -> None:
    """4.5, 9.4"""
    position = table().player(0, coins=1, objects={"book": 2}, bricks={"red": 1}).wheel({1: "white white yellow"})
    game = position.display("villa 5").empty_bag().at()
    game = game.answer("buy")
    assert game.me.coins == 3
    assert game.state.bricks_on_wheel == 3
    facts = game.told("cannot_pay").facts
    assert (facts["coins"], facts["bricks"], facts["objects"]) == (1, {"brick/red": 1}, {"object/book": 2})
    assert game.barrier


def test_the_two_coins_do_not_buy_a_brick_in_the_same_action() -> None:
    """4.5"""
    game = table().player(0, coins=2).wheel({1: "yellow"}).empty_bag().at().answer("buy")
    assert (game.me.coins, game.bricks, game.state.turn) == (4, {}, 1)


def test_buying_without_money_may_be_chosen_though_other_actions_are_possible() -> None:
    """4.5, A7"""
    position = table().player(0, coins=0, bricks={"black": 3}, buildings=["villa 1 lerici"])
    game = position.wheel({1: "white"}).empty_bag().at()
    assert {"buy", "build", "score"} <= set(game.keys)
    assert game.answer("buy").me.coins == 2


def test_with_wheel_and_bag_empty_buying_is_not_offered() -> None:
    """4.7"""
    game = (
        table()
        .player(0, bricks={"black": 1}, buildings=["villa 1 lerici"])
        .wheel({})
        .empty_bag()
        .display("gate 1")
        .at()
    )
    assert game.keys == ["build", "score"]


def test_who_can_do_nothing_at_all_shows_the_screen_and_takes_two_coins() -> None:
    """4.7"""
    game = table(3).player(0, coins=14).player(1, buildings=["villa 1 pisa", "gate 1 pisa"]).wheel({}).empty_bag().at()
    assert game.keys == ["stuck"]
    game = game.answer("stuck")
    assert game.me.coins == 16
    assert game.told("stuck").facts["coins"] == 14
    assert game.state.turn == 1


def test_after_being_stuck_no_object_can_be_bought() -> None:
    """4.7, A25"""
    game = table().player(0, coins=14).player(1, coins=0).wheel({}).empty_bag().at().answer("stuck")
    assert (game.step, game.seat) != ("turn.object", 0)
    assert game.state.turn == 1


def test_after_being_stuck_the_end_may_be_announced() -> None:
    """A25"""
    position = table(4, cards=(6, 2, 9, 2)).player(0, coins=18, objects={"book": 2, "cup": 2, "flag": 2})
    built = ["villa 1 pisa", "castle 1 pisa", "gate 1 pisa", "palace 1 pisa"]
    scored = ["villa", "castle", "gate", "palace", "library", "cathedral"]
    game = position.player(0, buildings=built, types_scored=scored).wheel({}).empty_bag().at()
    assert game.keys == ["stuck"]
    assert game.answer("stuck").step == "turn.announce"


def test_the_next_building_feeds_the_bag_again() -> None:
    """4.7, 5.3"""
    position = table().player(0, bricks={"black": 1}).wheel({}).display("gate 1", "palace 5").empty_bag()
    game = position.player(0, coins=0).at().answer("build")
    assert some(game.state.bag) == {"black": 1}
    assert (game.seat, "buy" in game.keys) == (1, True)


def test_the_wheel_turns_before_the_purchase_and_that_cannot_be_taken_back() -> None:
    """4.1"""
    game = table().at().answer("buy")
    assert game.barrier
    assert game.was_told("turned")


def test_everybody_is_told_what_was_bought_and_what_was_drawn() -> None:
    """9.3"""
    game = table().player(0, coins=9).wheel({2: "red blue blue"}).empty_bag().at().play("buy", {"red": 1, "blue": 2})
    facts = game.told("bought").facts
    assert (facts["bricks"], facts["price"], facts["segment"]) == ({"brick/red": 1, "brick/blue": 2}, 2, "segment/3")


@pytest.mark.parametrize("coins", [0, 5])
def test_a_purse_that_pays_no_brick_is_too_small_for_an_object(coins: int) -> None:
    """A7"""
    game = table().player(0, coins=coins).wheel({6: "white"}).empty_bag().at().answer("buy")
    assert game.me.coins == coins + 2
    assert game.state.turn == 1

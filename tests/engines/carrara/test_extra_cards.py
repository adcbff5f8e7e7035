"""Section 11.4: the extra cards."""

import pytest

from engines.carrara.extra_cards import extra_gain
from engines.carrara.values import gain_of

from .table import Table, building, table

BOARD = [
    "cathedral 3 livorno", "gate 2 livorno", "villa 1 lucca",
    "library 2 massa", "library 8 lerici", "cathedral 4 lerici",
]  # fmt: skip


def board(extra: int, top: int = 1, coins: int = 0) -> Table:
    """The player board of the printed examples, with the upgrader of Lérici."""
    return table(4, cards=(top, 1, 1, extra)).player(0, coins=coins, buildings=BOARD, upgraders=["lerici"])


def test_two_cities_bring_livorno_and_lerici_with_its_upgrader() -> None:
    """11.4"""
    for number in (2, 3, 4, 5):
        assert extra_gain(board(number).at().state, 0) == (15 + 12, 12)


def test_with_buildings_in_one_city_only_that_one_is_scored() -> None:
    """11.4"""
    s = table(2, cards=(1, 1, 1, 2)).player(0, buildings=["villa 3 lucca"]).at().state
    assert extra_gain(s, 0) == (6, 0)


def test_two_types_bring_libraries_and_cathedrals() -> None:
    """11.4"""
    assert extra_gain(board(6).at().state, 0) == (23, 12)


def test_the_cheapest_building_of_each_type_is_scored() -> None:
    """11.4"""
    assert extra_gain(board(7).at().state, 0) == (2 + 9 + 6 + 2, 0)


def test_the_two_regions_bring_nine_points_for_the_highest_cost() -> None:
    """11.4"""
    position = board(8).player(1, buildings=["castle 5 pisa", "castle 2 pisa"])
    assert extra_gain(position.at().state, 0) == (9, 0)


def test_every_city_brings_its_points_for_the_highest_cost() -> None:
    """11.4"""
    position = board(9).player(1, buildings=["castle 5 massa", "villa 5 lucca"])
    assert extra_gain(position.at().state, 0) == (18, 0)


def test_tied_players_all_get_the_full_points() -> None:
    """11.4"""
    position = table(3, cards=(1, 1, 1, 9)).player(0, buildings=["gate 3 pisa"]).player(1, buildings=["villa 3 pisa"])
    s = position.at().state
    assert [extra_gain(s, seat).points for seat in range(3)] == [12, 12, 0]


def test_a_majority_with_nothing_built_brings_nothing() -> None:
    """A18"""
    s = table(2, cards=(1, 1, 1, 9)).at().state
    assert [extra_gain(s, seat).points for seat in range(2)] == [0, 0]


def test_majorities_compare_costs_without_upgraders() -> None:
    """A32"""
    position = table(2, cards=(1, 1, 1, 9)).player(
        0, buildings=["gate 3 pisa"], upgraders=["pisa"], cities_scored=["pisa"]
    )
    s = position.player(1, buildings=["villa 4 pisa"]).at().state
    assert [extra_gain(s, seat).points for seat in range(2)] == [0, 12]


def test_the_extra_card_needs_no_minimum_gives_no_objects_and_ignores_earlier_scorings() -> None:
    """A16, 11.4"""
    position = table(2, cards=(1, 1, 1, 2)).player(0, coins=0, buildings=["villa 3 lerici", "gate 4 pisa"])
    position = position.player(0, cities_scored=["pisa"], types_scored=["gate"]).player(1, cities_scored=["lerici"])
    game = position.set(announcer=0).over()
    assert game.objects == {}
    assert game.me.coins == 12 + 3


@pytest.mark.parametrize(("coins", "gain"), [(0, (17, 0)), (3, (17, 0)), (4, (15, 6)), (8, (17, 0)), (9, (15, 6))])
def test_the_choice_is_the_one_with_most_points_in_the_end_rounding_included(coins: int, gain: tuple[int, int]) -> None:
    """A17"""
    built = ["villa 5 livorno", "gate 3 viareggio", "castle 2 massa"]  # 15 points, 6 coins, 2 points
    s = table(2, cards=(1, 1, 1, 2)).player(0, coins=coins, buildings=built).at().state
    assert extra_gain(s, 0) == gain


def test_with_top_card_six_coins_weigh_more_in_that_choice() -> None:
    """A17, 11.1"""
    built = ["villa 5 livorno", "gate 3 viareggio", "castle 2 massa"]
    s = table(2, cards=(6, 1, 1, 2)).player(0, coins=0, buildings=built).at().state
    assert extra_gain(s, 0) == (15, 6)


def test_without_buildings_the_extra_card_brings_nothing() -> None:
    """11.4"""
    for number in range(2, 10):
        assert extra_gain(table(2, cards=(1, 1, 1, number)).at().state, 0) == (0, 0)


def test_of_equal_cheapest_buildings_the_better_city_counts() -> None:
    """A17"""
    s = table(2, cards=(1, 1, 1, 7)).player(0, coins=0).at().state
    s.players[0].buildings = [
        building(s, "villa 2 lerici"),
        building(s, "villa 2 livorno"),
        building(s, "villa 5 pisa"),
    ]
    assert extra_gain(s, 0) == (6, 0)


def test_special_fields_play_no_part_in_the_values_of_cities() -> None:
    """10.6"""
    s = table(2, cards=(1, 1, 1, 2)).player(0, buildings=["villa 2 lucca"], upgraders=["country_buildings"]).at().state
    assert gain_of(s.tables, s.players[0], s.players[0].buildings) == (4, 0)

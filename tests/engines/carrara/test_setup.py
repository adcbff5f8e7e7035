"""Chapters 1 and 2: pieces and set-up."""

import pytest
from pydantic import ValidationError

from engines.carrara import ENGINE
from engines.carrara.options import CarraraOptions
from engines.carrara.state import CarraraState
from engines.kit import BadSetup

from .table import some


def fresh(seats: int, **options: object) -> CarraraState:
    return ENGINE.new(seats, CarraraOptions.model_validate(options), ENGINE.tables.current())


def dealt(seats: int, seed: str = "a", **options: object) -> CarraraState:
    return ENGINE.setup(seats, CarraraOptions.model_validate(options), seed).state


def test_there_are_seven_bricks_of_each_of_six_colours() -> None:
    """1.1"""
    assert ENGINE.tables.current().constants.bricks_per_colour * len(fresh(2).bag) == 42


def test_each_city_takes_its_own_colour_and_every_nobler_one() -> None:
    """1.2"""
    allowed = ENGINE.tables.current().allowed
    assert allowed["livorno"] == ("white",)
    assert allowed["viareggio"] == ("white", "yellow", "red", "green")
    assert len(allowed["lerici"]) == 6


def test_four_types_are_city_and_two_are_country_buildings() -> None:
    """1.3"""
    categories = {kind.id: kind.category for kind in ENGINE.tables.current().building_type}
    assert [kind for kind, category in categories.items() if category == "country"] == ["castle", "villa"]


def test_there_are_thirty_tiles_each_type_once_with_each_cost() -> None:
    """1.4"""
    tiles = ENGINE.tables.current().display_tiles
    assert len(tiles) == 30
    assert sorted(tile.cost for tile in tiles.values() if tile.type == "gate") == [1, 2, 3, 4, 5]


def test_a_library_brings_books_and_a_palace_crowns() -> None:
    """1.5"""
    types = ENGINE.tables.current().types
    assert (types["library"].object, types["palace"].object) == ("book", "crown")


@pytest.mark.parametrize("segment", range(1, 7))
def test_a_price_falls_by_one_with_each_plainer_colour_and_each_segment(segment: int) -> None:
    """1.7"""
    prices = list(ENGINE.tables.current().prices[segment - 1].values())
    assert prices == [max(0, 6 - rank - (segment - 1)) for rank in range(6)]


def test_on_segment_one_white_costs_six_yellow_five_and_red_four() -> None:
    """1.7"""
    prices = ENGINE.tables.current().prices[0]
    assert [prices[colour] for colour in ("white", "yellow", "red")] == [6, 5, 4]


def test_cities_are_worth_points_and_coins_in_turn() -> None:
    """1.8"""
    values = [(city.points, city.coins) for city in ENGINE.tables.current().city]
    assert values == [(3, 0), (0, 3), (2, 0), (0, 2), (1, 0), (0, 1)]


def test_noble_cities_need_two_buildings_and_plain_ones_three() -> None:
    """1.9"""
    assert [city.needs for city in ENGINE.tables.current().city] == [2, 2, 2, 3, 3, 3]


def test_everybody_begins_with_twenty_coins_no_points_and_six_markers() -> None:
    """2.1, 1.10"""
    view = ENGINE.look(dealt(3), 1)
    assert view.own.coins == 20  # type: ignore[attr-defined]
    assert [(seat.points, seat.markers_left) for seat in view.seats] == [(0, 6)] * 3  # type: ignore[attr-defined]


def test_the_first_seat_begins() -> None:
    """2.2"""
    assert ENGINE.owed(dealt(4)) == (0,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_starting_bricks_go_from_black_to_red_by_seat(seats: int) -> None:
    """2.3"""
    bricks = [some(player.bricks) for player in fresh(seats).players]
    assert bricks == [{"black": 1}, {"blue": 1}, {"green": 1}, {"red": 1}][:seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_brick_of_each_colour_lies_on_segment_one_and_the_rest_in_the_bag(seats: int) -> None:
    """2.4"""
    s = fresh(seats)
    assert s.wheel[0] == list(s.bag)
    assert s.bricks_on_wheel == 6
    assert sum(s.bag.values()) == 42 - 6 - seats


def test_nine_tiles_are_open_and_twenty_one_are_the_stack() -> None:
    """2.5"""
    s = dealt(2)
    assert (len(s.display), len(s.pile)) == (9, 21)
    assert len({*s.display, *(card.kind for card in s.pile)}) == 30


def test_one_object_of_each_kind_is_on_the_field_and_five_are_the_supply() -> None:
    """2.6"""
    s = fresh(2)
    assert len(s.object_field) == len(set(s.object_field)) == 6
    assert set(s.supply.values()) == {5}


def test_only_the_conditions_depend_on_the_number_of_players() -> None:
    """2.7, 7.2"""
    least = [[condition.least[seats - 2] for condition in dealt(seats).conditions()] for seats in (2, 3, 4)]
    assert least == [[4, 9, 30], [4, 8, 25], [4, 7, 20]]


def test_the_base_game_has_no_extra_card_upgraders_or_value_eight_tiles() -> None:
    """2.7"""
    s = dealt(2)
    assert (s.extra_card, s.upgraders, s.value_eight) == (0, [], [])


def test_the_expansion_lays_out_six_value_eight_tiles_and_eight_upgraders() -> None:
    """10.1"""
    s = dealt(2, expansion=True)
    assert len(s.value_eight) == 6
    assert len(s.upgraders) == 8


def test_chosen_cards_lie_open() -> None:
    """10.1"""
    s = dealt(2, expansion=True, cards=[6, 8, 9, 2])
    assert (s.top_card, s.object_card, s.building_card, s.extra_card) == (6, 8, 9, 2)


def test_random_cards_can_be_any_of_the_thirty_one() -> None:
    """10.1"""
    games = [dealt(2, f"cards {number}", expansion=True) for number in range(150)]
    assert {s.top_card for s in games} == set(range(1, 7))
    assert {s.object_card for s in games} == set(range(1, 9))
    assert {s.building_card for s in games} == set(range(1, 10))
    assert {s.extra_card for s in games} == set(range(2, 10))


@pytest.mark.parametrize(
    "cards", [[7, 1, 1, 2], [1, 9, 1, 2], [1, 1, 10, 2], [1, 1, 1, 1], [1, 1, 1, 10], [1, 1, 1], "mine"]
)
def test_cards_that_do_not_exist_cannot_be_chosen(cards: object) -> None:
    """10.1"""
    with pytest.raises(ValidationError):
        CarraraOptions.model_validate({"expansion": True, "cards": cards})


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_the_game_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(BadSetup):
        ENGINE.setup(seats)

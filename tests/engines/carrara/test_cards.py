"""Sections 11.1 to 11.3: what the cards ask for and what they are worth."""

import pytest

from engines.carrara import ENGINE
from engines.carrara.cards import is_fulfilled, measure, score_buildings, score_objects
from engines.carrara.state import Building, Player
from engines.carrara.tables import CarraraTables

TABLES: CarraraTables = ENGINE.tables.current()  # type: ignore[assignment]
TYPES = ["library", "cathedral", "palace", "gate", "castle", "villa"]


def standing(*names: str) -> list[Building]:
    """`villa 3 pisa`; the kind matters only for its category."""
    found = []
    for name in names:
        kind, cost, city = name.split()
        found.append(Building(f"{kind}_{cost}", kind, int(cost), TABLES.types[kind].category, city))
    return found


def in_cities(**counts: int) -> list[Building]:
    return [b for city, count in counts.items() for b in standing(*[f"gate 1 {city}"] * count)]


def of_categories(city: int = 0, country: int = 0) -> list[Building]:
    return standing(*["gate 1 pisa"] * city, *["villa 1 pisa"] * country)


# --- 11.1 -------------------------------------------------------------------------------------------------------------


def fulfils_top(number: int, types: int = 0, cities: int = 0, fields: int = 0, coins: int = 0) -> bool:
    player = Player(coins=coins, types_scored=["x"] * types, cities_scored=["x"] * cities, fields_scored=["x"] * fields)
    return is_fulfilled(TABLES, player, TABLES.top_card[number - 1].condition, 3)


def test_top_cards_one_and_two_count_scorings_of_every_kind() -> None:
    """11.1"""
    assert fulfils_top(1, types=2, cities=1, fields=1)
    assert not fulfils_top(1, types=2, cities=1)
    assert fulfils_top(2, types=3, cities=1, fields=1)
    assert not fulfils_top(2, types=3, cities=1)


def test_top_cards_three_and_four_count_one_kind_of_scoring() -> None:
    """11.1"""
    assert fulfils_top(3, cities=2)
    assert not fulfils_top(3, types=5, cities=1)
    assert fulfils_top(4, types=3)
    assert not fulfils_top(4, types=2, cities=4)


def test_top_card_five_wants_each_kind_of_scoring() -> None:
    """11.1"""
    assert fulfils_top(5, types=1, cities=1, fields=1)
    assert not fulfils_top(5, types=3, cities=3)


def test_top_card_six_wants_twenty_coins() -> None:
    """11.1"""
    assert fulfils_top(6, coins=20)
    assert not fulfils_top(6, coins=19)


# --- 11.2 -------------------------------------------------------------------------------------------------------------


def points(number: int, **objects: int) -> int:
    return score_objects(TABLES, objects, TABLES.object_card[number - 1].scoring).points


def fulfils(number: int, seats: int = 3, **objects: int) -> bool:
    return is_fulfilled(TABLES, Player(objects=objects), TABLES.object_card[number - 1].condition, seats)


@pytest.mark.parametrize(
    ("number", "objects", "condition", "worth"),
    [
        (2, {"gate": 2, "flag": 2, "book": 2, "cup": 1, "crown": 1}, True, 17),
        (2, {"gate": 2, "flag": 2}, False, 10),
        (3, {"gate": 3, "flag": 1}, False, 8),
        (3, {"gate": 3, "flag": 3}, True, 14),
        (4, {"cup": 4, "gate": 3}, True, 16),
        (5, {"gate": 4, "book": 2}, True, 20),
        (6, {"gate": 2, "book": 2, "cup": 1, "crown": 1, "flag": 1}, True, 21),
        (7, {"gate": 2, "book": 2, "cup": 2}, True, 16),
        (8, {"gate": 3, "book": 2, "cup": 2}, True, 12),
    ],
)
def test_the_printed_examples_of_the_object_cards_come_out(
    number: int, objects: dict[str, int], condition: bool, worth: int
) -> None:
    """11.2"""
    assert fulfils(number, **objects) is condition
    assert points(number, **objects) == worth


@pytest.mark.parametrize(("seats", "least"), [(2, 9), (3, 8), (4, 7)])
def test_object_card_one_counts_objects_at_three_points(seats: int, least: int) -> None:
    """11.2, A20"""
    assert fulfils(1, seats, book=least - 5, cup=5)
    assert not fulfils(1, seats, book=least - 6, cup=5)
    assert points(1, book=2, cup=5) == 21


def test_four_equal_objects_are_two_pairs() -> None:
    """A13"""
    assert fulfils(2, book=4, cup=2)
    assert points(2, book=4, cup=2) == 15
    assert fulfils(2, book=6)


def test_six_equal_objects_are_two_triplets() -> None:
    """A13"""
    assert fulfils(3, book=6)
    assert points(3, book=6) == 14
    assert points(3, book=5) == 7 + 2


def test_the_best_split_into_quadruplets_and_triplets_counts() -> None:
    """A13"""
    assert points(4, book=6) == 12
    assert points(4, book=5) == 11
    assert points(4, book=3, cup=3) == 12


def test_the_groups_of_cards_four_and_five_are_of_different_kinds() -> None:
    """A13"""
    assert not fulfils(4, book=6)
    assert not fulfils(5, book=6)
    assert not fulfils(4, book=4, cup=2)
    assert fulfils(4, book=5, cup=4)
    assert fulfils(5, book=4, cup=3)


def test_card_five_scores_combinations_of_four_and_two_of_another_kind() -> None:
    """A13, 11.2"""
    assert points(5, book=6) == 6
    assert points(5, book=6, cup=6) == 40
    assert points(5, book=4, cup=4) == 20 + 2
    assert points(5, book=4, cup=4, flag=4) == 40
    assert points(5, book=4, cup=1) == 5


def test_rows_of_different_objects_are_split_for_the_best() -> None:
    """11.2, A13"""
    assert [points(6, **dict.fromkeys(("book", "cup", "crown", "gate", "flag", "arms")[:n], 1)) for n in range(7)] == [
        0, 1, 3, 7, 12, 18, 25,
    ]  # fmt: skip
    assert points(6, book=2, cup=2, crown=2, gate=2, flag=2, arms=2) == 50
    assert points(6, book=3) == 3
    assert points(6, book=2, cup=1) == 4


def test_card_six_wants_five_different_objects() -> None:
    """11.2"""
    assert fulfils(6, book=1, cup=1, crown=1, gate=1, flag=1)
    assert not fulfils(6, book=5, cup=5, crown=1, gate=1)


def test_equal_trios_are_allowed_and_the_rest_counts_one_each() -> None:
    """11.2, A13"""
    assert points(7, book=3, cup=2, crown=2, gate=1) == 16 + 2
    assert points(7, book=4, cup=1) == 5
    assert fulfils(7, book=1, cup=1, crown=1, gate=1, flag=1, arms=1)
    assert not fulfils(7, book=4, cup=1, crown=1)


def test_a_product_of_fewer_than_three_groups_is_nothing() -> None:
    """A14"""
    assert not fulfils(8, book=6, cup=6)
    assert points(8, book=6, cup=5) == 11


def test_a_product_smaller_than_a_point_per_object_gives_a_point_per_object() -> None:
    """A14"""
    assert points(8, book=1, cup=1, crown=1) == 3
    assert points(8, book=3, cup=1, crown=1) == 5
    assert points(8, book=2, cup=2, crown=2) == 8
    assert points(8, book=3, cup=2, crown=2, gate=2, flag=1) == 12 + 3


def test_a_split_says_how_much_the_sets_bring() -> None:
    """10.9"""
    split = score_objects(TABLES, {"book": 1, "cup": 1, "crown": 1}, TABLES.object_card[7].scoring)
    assert (split.points, split.by_sets) == (3, 0)


# --- 11.3 -------------------------------------------------------------------------------------------------------------


def worth(number: int, buildings: list[Building]) -> int:
    return score_buildings(TABLES, buildings, TABLES.building_card[number - 1].scoring)


def holds(number: int, buildings: list[Building], seats: int = 4) -> bool:
    return is_fulfilled(TABLES, Player(buildings=buildings), TABLES.building_card[number - 1].condition, seats)


@pytest.mark.parametrize(
    ("number", "buildings", "seats", "condition", "points"),
    [
        (2, in_cities(pisa=4, massa=2, lerici=1), 4, False, 21),
        (3, in_cities(lucca=3, massa=4, lerici=6), 4, True, 20),
        (4, in_cities(lerici=5), 4, True, 3),
        (5, standing("library 8 lucca"), 4, True, 19),
        (5, standing("library 8 massa", "villa 8 massa"), 4, True, 16),
        (6, of_categories(country=1), 4, False, 6),
        (6, of_categories(country=3), 4, True, 18),
        (7, of_categories(city=3), 3, False, 9),
        (7, of_categories(city=7), 4, True, 21),
        (8, in_cities(pisa=2, lucca=3, massa=3), 4, True, 18),
        (
            9,
            standing("gate 5 pisa", "gate 4 pisa", "gate 2 pisa", "palace 2 pisa", "villa 4 pisa", "villa 1 pisa"),
            3,
            False,
            14,
        ),
    ],
)
def test_the_printed_examples_of_the_building_cards_come_out(
    number: int, buildings: list[Building], seats: int, condition: bool, points: int
) -> None:
    """11.3"""
    assert holds(number, buildings, seats) is condition
    assert worth(number, buildings) == points


@pytest.mark.parametrize(("seats", "least"), [(2, 30), (3, 25), (4, 20)])
def test_building_card_one_counts_costs(seats: int, least: int) -> None:
    """11.3"""
    fives = standing(*[f"{kind} 5 pisa" for kind in TYPES])
    buildings = fives[: least // 5]
    assert holds(1, buildings, seats)
    assert not holds(1, [*buildings[:-1], *standing("villa 4 pisa")], seats)
    assert worth(1, buildings) == least


def test_the_conditions_of_cards_two_to_four_count_cities_not_groups() -> None:
    """A15"""
    assert not holds(2, in_cities(pisa=6))
    assert holds(2, in_cities(pisa=2, lucca=2, massa=2))
    assert not holds(3, in_cities(pisa=6))
    assert holds(3, in_cities(pisa=3, lerici=3))
    assert holds(4, in_cities(pisa=4))
    assert not holds(4, in_cities(pisa=3, lucca=3))


def test_full_groups_score_by_city_and_remainders_nothing() -> None:
    """11.3"""
    row = ("livorno", "pisa", "lucca", "viareggio", "massa", "lerici")
    assert [worth(2, in_cities(**{city: 3})) for city in row] == [11, 9, 7, 5, 3, 1]
    assert [worth(3, in_cities(**{city: 5})) for city in row] == [17, 14, 11, 8, 5, 2]
    assert [worth(4, in_cities(**{city: 7})) for city in row] == [23, 19, 15, 11, 7, 3]
    assert worth(2, in_cities(livorno=1)) == 0


def test_value_eight_buildings_score_by_city() -> None:
    """11.3"""
    assert worth(5, standing("villa 8 livorno", "gate 8 lerici", "gate 5 livorno")) == 38
    assert not holds(5, standing("gate 5 livorno"))


@pytest.mark.parametrize(("seats", "country", "city", "pairs"), [(2, 5, 10, 4), (3, 4, 8, 3), (4, 3, 6, 2)])
def test_counts_of_categories_and_pairs_depend_on_the_players(seats: int, country: int, city: int, pairs: int) -> None:
    """11.3"""
    assert holds(6, of_categories(country=country), seats)
    assert not holds(6, of_categories(country=country - 1, city=9), seats)
    assert holds(7, of_categories(city=city), seats)
    assert not holds(7, of_categories(city=city - 1, country=9), seats)
    assert holds(9, of_categories(city=pairs, country=pairs), seats)
    assert not holds(9, of_categories(city=9, country=pairs - 1), seats)


def test_the_product_of_three_cities_needs_three_cities() -> None:
    """A14, 11.3"""
    assert worth(8, in_cities(pisa=4, lucca=5)) == 0
    assert not holds(8, in_cities(pisa=4, lucca=5))
    assert worth(8, in_cities(pisa=3, lucca=2, massa=2, lerici=1)) == 12
    assert holds(8, in_cities(pisa=3, lucca=2, massa=2))
    assert not holds(8, in_cities(pisa=3, lucca=3, massa=1))


def test_four_pairs_of_the_two_player_example_make_twenty_four() -> None:
    """A19, A31"""
    city = [f"gate {cost} pisa" for cost in (5, 4, 2, 1)]
    country = [f"villa {cost} pisa" for cost in (5, 4, 2, 1)]
    assert worth(9, standing(*city, *country, "palace 1 lucca")) == 24


def test_pairs_take_the_dearest_of_the_larger_category() -> None:
    """A31"""
    assert worth(9, standing("gate 1 pisa", "gate 5 pisa", "palace 3 pisa", "villa 2 pisa")) == 7
    assert worth(9, standing("gate 5 pisa")) == 0


def test_what_a_player_has_of_a_condition_can_be_measured() -> None:
    """7.2"""
    player = Player(buildings=standing("gate 5 pisa", "villa 2 lucca"), objects={"book": 3}, types_scored=["gate"])
    conditions = TABLES.top_card[0].condition, TABLES.object_card[0].condition, TABLES.building_card[0].condition
    assert [measure(TABLES, player, condition) for condition in conditions] == [1, 3, 7]

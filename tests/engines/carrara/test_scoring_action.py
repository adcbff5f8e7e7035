"""Chapter 6: scoring a type or a city."""

import pytest

from engines.carrara.scoring_action import can_score

from .table import table


def test_two_libraries_bring_the_values_of_their_cities_and_a_book_each() -> None:
    """6.2, 6.4"""
    position = table().player(0, coins=0, buildings=["library 3 pisa", "library 2 massa", "gate 1 pisa"])
    game = position.at("score.choose").answer("type:library")
    assert (game.me.points, game.me.coins, game.objects) == ({"types": 2}, 9, {"book": 2})


def test_two_palaces_in_massa_bring_six_points_and_two_crowns() -> None:
    """6.2, 6.4"""
    position = table().player(0, coins=0, buildings=["palace 5 massa", "palace 1 massa", "gate 1 pisa"])
    game = position.at("score.choose").answer("type:palace")
    assert (game.me.points, game.me.coins, game.objects) == ({"types": 6}, 0, {"crown": 2})
    assert game.me.types_scored == ["palace"]


def test_massa_with_costs_one_three_and_five_brings_nine_points_and_three_objects() -> None:
    """6.3, 6.4"""
    position = table().player(0, coins=0, buildings=["palace 1 massa", "villa 3 massa", "gate 5 massa"])
    game = position.at("score.choose").answer("city:massa")
    assert (game.me.points, game.me.coins, sum(game.objects.values())) == ({"cities": 9}, 0, 3)


def test_pisa_with_two_and_four_brings_eighteen_coins_and_is_closed_for_everybody() -> None:
    """6.3"""
    position = table().player(0, coins=0, buildings=["palace 2 pisa", "villa 4 pisa"])
    position = position.player(1, buildings=["gate 1 pisa", "gate 2 pisa"])
    game = position.at("score.choose").answer("city:pisa")
    assert (game.me.points.get("cities", 0), game.me.coins, sum(game.objects.values())) == (0, 18, 2)
    assert game.state.is_closed("pisa")
    game = game.answer("none")
    assert "city:pisa" not in game.answer("score").keys


@pytest.mark.parametrize(
    ("city", "needs"), [("livorno", 2), ("pisa", 2), ("lucca", 2), ("viareggio", 3), ("massa", 3), ("lerici", 3)]
)
def test_a_city_needs_its_minimum_of_own_buildings(city: str, needs: int) -> None:
    """6.3, 1.9"""
    for count, is_offered in ((needs - 1, False), (needs, True)):
        buildings = [f"villa {cost} {city}" for cost in range(1, count + 1)]
        game = table().player(0, buildings=buildings).at("score.choose")
        assert (f"city:{city}" in game.keys) is is_offered


def test_a_type_is_scored_once_by_a_player_but_stays_open_to_others() -> None:
    """6.2"""
    position = table().player(0, buildings=["villa 1 pisa"], types_scored=["villa"])
    game = position.player(1, buildings=["villa 2 pisa"]).set(turn=1).at("score.choose")
    assert game.keys == ["type:villa"]
    assert "score" not in table().player(0, buildings=["villa 1 pisa"], types_scored=["villa"]).at().keys


def test_a_type_without_a_building_cannot_be_scored() -> None:
    """6.2, A2"""
    assert table().player(0, buildings=["villa 1 pisa"]).at("score.choose").keys == ["type:villa"]


def test_a_building_counts_with_its_type_and_again_with_its_city() -> None:
    """6.5"""
    built = ["villa 4 livorno", "gate 1 livorno"]
    game = table().player(0, buildings=built, types_scored=["villa"]).at("score.choose")
    assert game.answer("city:livorno").me.points == {"cities": 15}


def test_a_building_added_after_the_scoring_of_its_type_is_not_scored_by_type() -> None:
    """A11"""
    game = table().player(0, buildings=["villa 4 livorno", "villa 5 pisa"], types_scored=["villa"]).at()
    assert "score" not in game.keys


def test_six_scorings_are_all() -> None:
    """6.1"""
    position = table().player(0, buildings=["palace 1 pisa", "library 1 massa"], cities_scored=["pisa", "lucca"])
    game = (
        position.player(0, coins=0, types_scored=["villa", "gate", "castle"]).at("score.choose").answer("type:palace")
    )
    assert game.me.scorings == 6
    assert not can_score(game.state, 0)


def test_when_the_supply_runs_short_the_rest_is_lost_and_the_field_is_untouched() -> None:
    """A1, 6.4"""
    position = table().player(0, buildings=["library 1 pisa", "library 2 pisa"]).player(1, objects={"book": 4})
    game = position.at("score.choose").answer("type:library")
    assert (game.objects, game.state.supply["book"]) == ({"book": 1}, 0)
    assert "book" in game.state.object_field
    assert game.me.coins == 20 + 9


def test_with_no_object_left_in_the_supply_the_scoring_still_pays() -> None:
    """A1"""
    position = table().player(0, buildings=["library 1 livorno"]).player(1, objects={"book": 5})
    game = position.at("score.choose").answer("type:library")
    assert (game.objects, game.me.points) == ({}, {"types": 3})


def test_a_city_gives_an_object_of_each_buildings_own_type() -> None:
    """6.4"""
    game = table().player(0, buildings=["palace 4 lucca", "gate 1 lucca"]).at("score.choose").answer("city:lucca")
    assert (game.objects, game.me.points) == ({"crown": 1, "gate": 1}, {"cities": 10})


def test_points_are_public_at_once() -> None:
    """6.6"""
    from engines.carrara.view import view

    game = table().player(0, buildings=["palace 4 livorno"]).at("score.choose").answer("type:palace")
    assert view(game.state, 1).seats[0].points == 12
    assert game.told("scored_type").facts["gain"] == {"gain/point": 12, "object/crown": 1}


def test_each_option_says_what_it_brings() -> None:
    """6.2"""
    built = ["villa 3 viareggio", "villa 4 lucca"]
    game = table().player(0, buildings=built).at("score.choose")
    note = game.ask.options[0].note  # type: ignore[union-attr]
    assert note is not None
    assert note.facts["gain"] == {"gain/point": 8, "gain/coin": 6, "object/coat_of_arms": 2}

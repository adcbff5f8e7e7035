"""Chapter 10: buying without turning, value-8 tiles, replacing, upgraders, special fields."""

import pytest

from engines.carrara.values import value_of

from .table import table


def test_with_an_empty_wheel_only_the_turning_purchase_is_left() -> None:
    """10.2"""
    keys = table(expansion=True).wheel({}).at().keys
    assert "buy" in keys
    assert "buy_without_turning" not in keys


def test_the_base_game_always_turns() -> None:
    """10.2"""
    assert "buy_without_turning" not in table().at().keys


def test_buying_without_turning_leaves_the_wheel_as_it_lies() -> None:
    """10.2"""
    game = table(expansion=True).wheel({2: "red black", 5: "white"}).at().play("buy_without_turning", "2", {"black": 1})
    assert (game.bricks, game.me.coins) == ({"black": 1}, 20)
    assert game.state.wheel[1] == ["red"]
    assert game.state.bricks_on_wheel == 2
    assert not game.was_told("turned")


def test_buying_without_turning_can_be_taken_back() -> None:
    """10.2"""
    game = table(expansion=True).wheel({2: "red black", 5: "white"}).at().answer("buy_without_turning")
    assert not game.barrier


def test_without_turning_and_without_money_the_screen_is_shown_for_two_coins() -> None:
    """10.2, A26"""
    game = table(expansion=True).player(0, coins=1).wheel({1: "white"}).at().answer("buy_without_turning")
    assert (game.me.coins, game.was_told("cannot_pay")) == (3, True)


def test_a_value_eight_tile_costs_eight_bricks_and_does_not_touch_the_display() -> None:
    """10.3"""
    position = table(expansion=True).player(0, bricks={"black": 5, "blue": 3}).display("gate 5", pile=["gate 1"])
    game = position.at().play("build", "castle_8")
    assert game.step == "build.upgrader"
    game = game.answer("lerici")
    assert game.buildings == ["castle 8 lerici"]
    assert (game.state.display, len(game.state.pile)) == (["gate_5"], 1)
    assert "castle_8" not in game.state.value_eight


def test_seven_white_bricks_do_not_build_a_value_eight_in_livorno() -> None:
    """10.3"""
    game = table(expansion=True).player(0, bricks={"white": 7, "yellow": 1}).display("gate 5").at("build.place")
    game.state.choice.tile = "castle_8"
    assert "city:livorno" not in game.keys
    assert "city:pisa" in game.keys


def test_a_library_of_one_in_livorno_is_raised_to_a_villa_of_eight_for_seven_white() -> None:
    """10.3, 10.4, 10.5"""
    position = table(expansion=True).player(0, bricks={"white": 7}, buildings=["library 1 livorno"]).display("gate 5")
    game = position.at("build.place")
    game.state.choice.tile = "villa_8"
    assert game.keys == ["replace:library_1"]
    game = game.answer("replace:library_1")
    assert (game.step, game.bricks, game.buildings) == ("build.upgrader", {}, ["villa 8 livorno"])
    game = game.answer("massa")
    assert (game.me.upgraders, game.objects, game.state.display) == (["massa"], {}, ["gate_5"])


def test_a_gate_of_three_is_replaced_by_a_castle_of_eight_for_five_bricks() -> None:
    """10.4"""
    position = (
        table(expansion=True).player(0, bricks={"red": 5, "black": 2}, buildings=["gate 3 lucca"]).display("villa 5")
    )
    game = position.at("build.place")
    game.state.choice.tile = "castle_8"
    game = game.answer("replace:gate_3")
    assert (game.bricks, game.buildings) == ({"black": 2}, ["castle 8 lucca"])
    standing = [b.tile for player in game.state.players for b in player.buildings]
    assert "gate_3" not in [*standing, *game.state.display, *(card.kind for card in game.state.pile)]


def test_a_castle_of_three_in_lucca_is_replaced_by_a_library_of_four_for_one_yellow() -> None:
    """10.4"""
    position = table(expansion=True).player(0, coins=0, bricks={"yellow": 1}, buildings=["castle 3 lucca"])
    game = position.display("library 4", pile=["gate 2"]).at().answer("build")
    assert (game.bricks, game.buildings, game.state.display) == ({}, ["library 4 lucca"], ["gate_2"])
    assert game.told("replaced").facts["replaced"] == "tile/castle_3"


def test_a_building_is_replaced_only_by_one_of_strictly_higher_cost() -> None:
    """10.4"""
    position = table(expansion=True).player(0, bricks={"black": 1}, buildings=["castle 3 lerici", "gate 2 lerici"])
    game = position.display("library 3", "villa 2").at("build.place")
    game.state.choice.tile = "library_3"
    assert game.keys == ["replace:gate_2"]


def test_the_difference_is_paid_in_colours_of_the_old_buildings_city() -> None:
    """10.4"""
    position = table(expansion=True).player(0, bricks={"black": 5}, buildings=["castle 3 pisa"]).display("library 4")
    game = position.at("build.place")
    game.state.choice.tile = "library_4"
    assert game.keys == ["city:lerici"]


def test_the_base_game_does_not_replace() -> None:
    """10.4"""
    position = table().player(0, bricks={"black": 1}, buildings=["castle 3 lerici"]).display("library 4")
    assert "build" not in position.at().keys


def test_a_scored_building_may_be_replaced_and_its_gains_stay() -> None:
    """A12, A28"""
    position = table(expansion=True).player(
        0, coins=0, bricks={"white": 1}, buildings=["castle 1 livorno"], types_scored=["castle"], points={"types": 3}
    )
    game = position.display("castle 2").at().answer("build")
    assert (game.me.points, game.me.types_scored) == ({"types": 3}, ["castle"])


def test_the_new_tile_counts_with_its_own_type_category_and_cost() -> None:
    """A28"""
    position = table(expansion=True).player(0, coins=0, bricks={"white": 1}, buildings=["castle 1 livorno"])
    game = position.player(0, types_scored=["castle"]).display("gate 2", "palace 5").at().answer("build")
    from engines.carrara.scoring_action import possible_scorings

    assert [scoring.key for scoring in possible_scorings(game.state, 0)] == ["type:gate", "field:city_buildings"]


def test_replacing_never_changes_the_number_of_buildings_in_a_city() -> None:
    """A28"""
    position = table(expansion=True).player(0, coins=0, bricks={"white": 1}, buildings=["castle 1 pisa", "gate 1 pisa"])
    game = position.display("villa 2").at().play("build", "replace:castle_1")
    assert len(game.me.buildings) == 2


def test_a_display_tile_that_replaces_counts_as_built_for_exhaustion() -> None:
    """A10"""
    position = table(expansion=True).player(0, coins=0, bricks={"white": 1}, buildings=["castle 1 livorno"])
    game = position.display("castle 2", "").at().answer("build")
    assert game.state.is_exhausted
    assert len(game.state.value_eight) == 6


def test_a_value_eight_tile_does_not_exhaust_the_display() -> None:
    """10.3, 7.1"""
    position = table(expansion=True).player(0, bricks={"black": 7, "blue": 1}).display("gate 5")
    game = position.at().play("build", "castle_8", "massa")
    assert not game.state.is_exhausted


def test_the_upgrader_must_be_taken_and_any_of_the_supply_may_be() -> None:
    """10.5, A9"""
    position = table(expansion=True).player(0, buildings=["castle 8 pisa"], fields_scored=["city_buildings"])
    position = position.player(1, upgraders=["lucca"], cities_scored=["livorno"])
    game = position.at("build.upgrader")
    assert game.keys == ["livorno", "pisa", "viareggio", "massa", "lerici", "city_buildings", "country_buildings"]
    assert game.answer("livorno").me.upgraders == ["livorno"]


def test_a_display_tile_brings_no_upgrader() -> None:
    """10.5"""
    game = table(expansion=True).player(0, bricks={"black": 1}).display("gate 1").at().answer("build")
    assert game.me.upgraders == []


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("livorno", (4, 2)), ("pisa", (3, 3)), ("lucca", (3, 1)), ("viareggio", (2, 2)), ("massa", (2, 0)),
        ("lerici", (1, 1)), ("city_buildings", (1, 1)), ("country_buildings", (2, 0)),
    ],
)  # fmt: skip
def test_an_upgrader_replaces_the_value_for_its_owner_alone(place: str, value: tuple[int, int]) -> None:
    """10.6"""
    s = table(expansion=True).player(0, upgraders=[place]).at().state
    assert value_of(s.tables, s.players[0], place) == value
    assert value_of(s.tables, s.players[1], place) != value


def test_an_upgrader_counts_from_the_next_scoring_on() -> None:
    """A29, 10.6"""
    position = table(expansion=True).player(
        0, coins=0, buildings=["villa 2 lucca", "gate 3 lucca"], upgraders=["lucca"]
    )
    game = position.player(0, points={"types": 4}, types_scored=["villa"]).at("score.choose").answer("city:lucca")
    assert game.me.points == {"types": 4, "cities": 15}
    assert game.me.coins == 5


def test_the_field_of_city_buildings_brings_a_coin_per_cost_and_no_objects() -> None:
    """10.7"""
    position = table(expansion=True).player(0, coins=0, buildings=["gate 3 livorno", "library 4 massa", "villa 5 pisa"])
    game = position.at("score.choose").answer("field:city_buildings")
    assert (game.me.coins, game.me.points.get("fields", 0), game.objects) == (7, 0, {})
    assert game.me.fields_scored == ["city_buildings"]


def test_the_field_of_country_buildings_brings_a_point_per_cost() -> None:
    """10.7"""
    position = table(expansion=True).player(0, coins=0, buildings=["gate 3 livorno", "castle 4 massa", "villa 5 pisa"])
    game = position.at("score.choose").answer("field:country_buildings")
    assert (game.me.coins, game.me.points, game.objects) == (0, {"fields": 9}, {})


def test_a_field_is_scored_once_per_player_and_stays_open_to_others() -> None:
    """10.7"""
    position = table(expansion=True).player(0, buildings=["gate 3 pisa"], fields_scored=["city_buildings"])
    position = position.player(1, buildings=["gate 4 pisa"])
    assert "field:city_buildings" not in position.at("score.choose").keys
    assert "field:city_buildings" in position.set(turn=1).at("score.choose").keys


def test_a_field_without_a_building_of_its_category_cannot_be_scored() -> None:
    """10.7, A2"""
    game = table(expansion=True).player(0, buildings=["gate 3 pisa"]).at("score.choose")
    assert game.keys == ["type:gate", "field:city_buildings"]


def test_a_field_counts_as_a_scoring_and_uses_a_marker() -> None:
    """10.7"""
    game = table(expansion=True).player(0, coins=0, buildings=["gate 3 pisa"]).at("score.choose")
    assert game.answer("field:city_buildings").me.scorings == 1


def test_the_base_game_has_no_special_fields() -> None:
    """10.7"""
    assert table().player(0, buildings=["gate 3 pisa", "villa 1 pisa"]).at("score.choose").keys[-1] == "city:pisa"


def test_the_conditions_are_those_of_the_cards() -> None:
    """10.8"""
    position = table(4, cards=(5, 7, 6, 2)).player(
        0, coins=0, buildings=["villa 1 pisa", "villa 2 pisa", "castle 1 pisa"]
    )
    marks = {"types_scored": ["villa"], "cities_scored": ["pisa"], "fields_scored": ["country_buildings"]}
    objects = {"book": 2, "cup": 2, "flag": 2}
    position = position.player(0, objects=objects, **marks)  # type: ignore[arg-type]
    assert position.at("turn.announce").step == "turn.announce"

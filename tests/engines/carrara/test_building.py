"""Chapter 5: building."""

from engines.carrara.building import plainest_bricks

from .table import table

CITIES = ["livorno", "pisa", "lucca", "viareggio", "massa", "lerici"]


def test_a_red_and_two_green_bricks_build_from_viareggio_down() -> None:
    """5.2"""
    game = table().player(0, bricks={"red": 1, "green": 2}).display("villa 3").at("build.place")
    game.state.choice.tile = "villa_3"
    assert game.keys == ["city:viareggio", "city:massa", "city:lerici"]
    game = game.answer("city:viareggio")
    assert game.buildings == ["villa 3 viareggio"]
    assert game.bricks == {}


def test_blue_bricks_build_only_in_massa_and_lerici() -> None:
    """5.2"""
    game = table().player(0, bricks={"red": 1, "green": 1, "blue": 2}).display("palace 4").at("build.place")
    game.state.choice.tile = "palace_4"
    assert game.keys == ["city:massa", "city:lerici"]
    assert game.answer("city:lerici").buildings == ["palace 4 lerici"]


def test_livorno_takes_only_white_bricks() -> None:
    """5.2"""
    game = table().player(0, bricks={"white": 2, "yellow": 2}).display("gate 2").at("build.place")
    game.state.choice.tile = "gate_2"
    assert game.keys[0] == "city:livorno"
    game = game.answer("city:livorno")
    assert (game.buildings, game.bricks) == (["gate 2 livorno"], {"yellow": 2})


def test_any_mix_of_allowed_colours_pays_and_no_other() -> None:
    """5.2"""
    game = table().player(0, bricks={"white": 1, "red": 2, "black": 3}).display("gate 2", "gate 5").at()
    game = game.play("build", "gate_2", "city:lucca")
    for paid in ({"white": 1, "red": 1}, {"red": 2}):
        assert not game.refuses(paid)
    for refused in ({"black": 2}, {"red": 1, "black": 1}, {"red": 1}, {"white": 1, "red": 2}, {}):
        assert game.refuses(refused)


def test_the_bricks_go_back_into_the_bag() -> None:
    """5.3"""
    position = table().player(0, bricks={"white": 2, "red": 2}).display("gate 2", "gate 3").wheel({})
    game = position.at().play("build", "gate_2", "city:lerici", {"white": 1, "red": 1})
    assert (game.state.bag["white"], game.state.bag["red"]) == (6, 6)
    assert game.bricks == {"white": 1, "red": 1}


def test_the_empty_place_of_the_display_is_refilled_from_the_stack() -> None:
    """5.4"""
    position = (
        table().player(0, bricks={"black": 1}).display("gate 5", "gate 1", "villa 5", pile=["villa 2", "palace 2"])
    )
    game = position.at().answer("build")
    assert game.state.display == ["gate_5", "palace_2", "villa_5"]
    assert len(game.state.pile) == 1
    assert game.barrier


def test_with_an_empty_stack_the_place_stays_empty() -> None:
    """5.4"""
    game = table().player(0, bricks={"black": 1}).display("gate 5", "gate 1").at().answer("build")
    assert game.state.display == ["gate_5", ""]


def test_there_is_no_limit_to_buildings_in_a_city_or_of_a_type() -> None:
    """5.5, A24"""
    standing = [f"{kind} {cost} lerici" for kind in ("gate", "villa") for cost in (2, 3, 4, 5)]
    game = table().player(0, bricks={"black": 1}, buildings=standing).display("gate 1").at().answer("build")
    assert len(game.me.buildings) == 9


def test_only_tiles_that_can_be_paid_somewhere_are_offered() -> None:
    """5.1"""
    game = table().player(0, bricks={"white": 1, "black": 1}).display("gate 1", "gate 2", "gate 3").at("build.tile")
    assert game.keys == ["gate_1", "gate_2"]


def test_a_city_may_be_built_in_though_it_is_closed_for_scoring() -> None:
    """5.5, 6.3"""
    position = table().player(0, bricks={"white": 1}).player(1, cities_scored=["livorno"]).display("gate 1")
    assert "city:livorno" in position.at().answer("build").keys


def test_the_suggested_payment_keeps_the_noble_bricks() -> None:
    """5.2"""
    assert plainest_bricks({"white": 2, "red": 1, "black": 1}, 3) == {"black": 1, "red": 1, "white": 1}


def test_the_half_made_move_can_be_seen_by_its_seat_alone() -> None:
    """9.3"""
    from engines.carrara.view import view

    game = table().player(0, bricks={"white": 1, "red": 2}).display("gate 2", "gate 3").at().play("build", "gate_2")
    own, other = view(game.state, 0).own, view(game.state, 1).own
    assert own is not None
    assert other is not None
    assert own.tile is not None
    assert other.tile is None
    assert not game.events

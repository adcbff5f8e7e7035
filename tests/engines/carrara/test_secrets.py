"""Chapter 9: what each viewer is shown."""

from engines.carrara import ENGINE
from engines.carrara.view import view

from .table import table


def test_coins_bricks_and_objects_of_others_are_not_in_a_view() -> None:
    """9.1"""
    position = table(3).player(1, coins=77, bricks={"white": 6}, objects={"crown": 3})
    seen = str(ENGINE.view_json(position.at().state, 0))
    assert "77" not in seen
    own = view(position.at().state, 1).own
    assert own is not None
    assert (own.coins, own.bricks["white"], own.objects["crown"]) == (77, 6, 3)


def test_an_onlooker_sees_nobodys_screen() -> None:
    """9.1"""
    assert view(table().at().state, None).own is None


def test_neither_the_bag_nor_the_order_of_the_stack_is_shown() -> None:
    """9.1"""
    s = table().at().state
    other = s.clone()
    other.pile.reverse()
    other.bag = dict.fromkeys(other.bag, 0)
    assert view(s, 0) == view(other, 0)


def test_wheel_display_stack_size_objects_buildings_and_points_are_public() -> None:
    """9.2"""
    position = table(2, cards=(1, 2, 3, 4)).player(
        1, buildings=["villa 3 pisa"], points={"types": 7}, upgraders=["pisa"]
    )
    seen = view(position.wheel({2: "red red"}).at().state, None)
    assert seen.wheel[1].bricks == {"red": 2}
    assert seen.wheel[1].prices == {"red": 3}
    assert len([tile for tile in seen.display if tile]) == 9
    assert seen.pile in (20, 21)
    assert seen.object_field["book"] == 1
    assert seen.supply["book"] == 5
    assert [tile.id for tile in seen.seats[1].cities["pisa"]] == ["villa_3"]
    assert (seen.seats[1].points, seen.seats[1].upgraders[0].place) == (7, "pisa")
    assert [card.id for card in seen.cards] == ["top_1", "object_2", "building_3", "extra_4"]


def test_who_closed_a_city_is_public() -> None:
    """9.2, 6.3"""
    seen = view(table(3).player(2, cities_scored=["pisa"]).at().state, 0)
    assert [city.closed_by for city in seen.cities] == [None, 2, None, None, None, None]


def test_another_seats_question_is_private() -> None:
    """9.3"""
    for step in ("turn.action", "turn.object"):
        assert table().player(0, coins=30).at(step).ask.private


def test_a_screen_once_opened_is_told_but_not_shown_in_later_views() -> None:
    """9.4"""
    game = table().player(0, coins=1).wheel({1: "white"}).empty_bag().at().answer("buy")
    assert game.told("cannot_pay").only is None
    assert "coins" not in str(ENGINE.view_json(game.state, 1)["seats"][0])


def test_conditions_show_how_far_the_viewer_is() -> None:
    """7.2"""
    own = view(table(3).player(0, objects={"cup": 2}, buildings=["villa 5 pisa"]).at().state, 0).own
    assert own is not None
    assert [(condition.has, condition.least) for condition in own.conditions] == [(0, 4), (2, 8), (5, 25)]


def _whole_turn(coins: int, bricks: dict[str, int]) -> tuple[int, list[int], list[str]]:
    """Buy the one black brick of segment VI and nothing else: answers given, who is waited for, what all are told."""
    position = table().player(0, coins=coins, bricks=bricks).wheel({5: "black", 1: "white white"}).empty_bag()
    game, answers, owed, told = position.at(), 0, [], []
    for value in ("buy", "6", {"black": 1}, "none"):
        assert game.seat == 0
        game = game.answer(value, alone=True)
        answers += 1
        owed.append(game.seat)
        told += [str(event.seen_by(1)) for event in game.events if event.seen_by(1)]
    return answers, owed, told


def test_a_turn_has_the_same_answers_whatever_lies_behind_the_screen() -> None:
    """9.3"""
    poor, rich = _whole_turn(0, {}), _whole_turn(60, {"white": 3, "red": 3})
    assert poor == rich
    assert poor[1] == [0, 0, 0, 1]


def test_the_next_turn_is_not_begun_for_a_seat_that_can_only_buy() -> None:
    """9.3, 4.1"""
    position = table().player(0, buildings=["villa 1 pisa", "gate 2 pisa"]).player(1, coins=20)
    game = position.set(object_field=[]).at().play("score", "type:villa")
    assert (game.seat, game.step, game.keys) == (1, "turn.action", ["buy"])
    assert not game.barrier


def test_build_shows_tile_city_and_bricks_even_if_there_is_one_of_each() -> None:
    """5.1, 5.2"""
    game = table().player(0, bricks={"black": 1}).display("gate 1", "gate 5").at().answer("build", alone=True)
    assert (game.step, game.keys, game.buildings) == ("build.tile", ["gate_1"], [])
    game = game.answer("gate_1", alone=True)
    assert (game.step, game.keys) == ("build.place", ["city:lerici"])
    game = game.answer("city:lerici", alone=True)
    assert (game.step, game.buildings, game.barrier) == ("build.pay", [], False)


def test_a_single_scoring_is_shown_with_what_it_brings() -> None:
    """6.1"""
    game = table().player(0, buildings=["villa 1 pisa"]).at().answer("score", alone=True)
    assert (game.step, game.keys, game.me.scorings) == ("score.choose", ["type:villa"], 0)


def test_whether_the_end_may_be_announced_is_asked_by_what_all_can_see() -> None:
    """7.2, 9.1"""
    built = [f"{kind} 5 pisa" for kind in ("villa", "gate", "castle", "palace", "library", "cathedral")]
    scored = ["villa", "castle", "gate", "palace"]
    for objects, keys in (({}, ["play_on"]), ({"book": 5, "cup": 5}, ["play_on", "announce"])):
        ready = table().player(0, coins=0, objects=objects, buildings=built, types_scored=scored).set(object_field=[])
        game = ready.wheel({1: "white"}).empty_bag().at().answer("buy", alone=True)
        assert (game.step, game.seat, game.keys) == ("turn.announce", 0, keys)


def test_a_game_begun_by_the_former_rules_is_played_on_by_them() -> None:
    """9.3"""
    position = table().player(0, coins=0, bricks={"black": 1}).display("gate 1", "gate 5")
    position.state.rules = 1
    game = position.at().answer("build", alone=True)
    assert (game.buildings, game.state.turn) == (["gate 1 lerici"], 1)

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

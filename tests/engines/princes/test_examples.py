"""The worked examples of the two rulebooks, by name; those of single cards are in test_cards."""

from engines.kit import Amount
from engines.princes.build import blocked_alone
from engines.princes.commonmap import border_cells
from engines.princes.objects import landscape_points
from engines.princes.principality import free_spots, spot_at
from engines.princes.windows import rank
from engines.princes.work import base_value, princess_value
from tests.engines.princes.builder import princes


def test_setup_freedoms_3p() -> None:
    """2.5 Three players: two tiles of each freedom."""
    assert princes(3).state.freedoms == {"travel": 2, "religion": 2, "opinion": 2}


def test_setup_2p() -> None:
    """16.1 16.3 2500 florins, base price 300, five freedoms, four in the hard variant."""
    table = princes(2)
    assert (table.player(0).cash, table.state.tables.base_price(2)) == (2500, 300)
    assert sum(table.state.freedoms.values()) == 5
    assert sum(princes(2, two_player_hard=True).state.freedoms.values()) == 4


def test_min_work_value() -> None:
    """7.2 Ten in round 2, twelve in round 3."""
    tables = princes().state.tables
    assert (tables.minimum(2), tables.minimum(3)) == (10, 12)


def test_landscape_first_of_other_type() -> None:
    """5.2 A lake is owned: the first forest gives nothing, nor does the first park."""
    state = princes().with_player(0, landscapes=["lake"]).state
    assert (landscape_points(state, 0, "forest"), landscape_points(state, 0, "park")) == (0, 0)


def test_landscape_second_same_type() -> None:
    """5.2 The second lake gives 3 points, and so does the third."""
    assert landscape_points(princes().with_player(0, landscapes=["lake"]).state, 0, "lake") == 3
    assert landscape_points(princes().with_player(0, landscapes=["lake", "lake"]).state, 0, "lake") == 3


def test_builder_none_and_1_to_3() -> None:
    """5.4 Price, points and wall to wall, with 0 to 3 builders."""
    for builders, price, walls in ((0, 700, False), (1, 300, False), (2, 300, True), (3, 0, True)):
        table = princes().with_player(0, builders=builders, buildings=[("tower", "A1")]).at_turn(0)
        assert table.state.tables.cost_of_building(builders) == price
        touching = spot_at(table.state.tables.shapes["chapel"], "A2")
        assert (not touching.mask & blocked_alone(table.state, 0)) is walls
    assert princes().state.tables.points.builder == (0, 0, 3, 3)


def test_work_poet() -> None:
    """7.3 7.5 A poet with theater, travel, no lake, two jesters and four people cards: 15; 7 points and 100 florins."""
    table = princes().with_player(
        0, hand=["poet", "painter"], table=["lawyer"], recruiting=1, jesters=2, cash=0,
        buildings=["theater"], freedoms=["travel"],
    )  # fmt: skip
    table.with_game(round=3).at_turn(0)
    assert base_value(table.state, 0, 0) == 4 + 3 + 4 + 4
    table.answer(0, "work:poet").answer(0, 7)
    assert (table.player(0).points, table.player(0).cash) == (7, 100)


def test_best_work_single() -> None:
    """14.1 One work of 13, nobody else made one."""
    table = princes().with_player(0, best=13).at_end_of_round()
    assert [player.points for player in table.state.players] == [3, 0, 0]


def test_going_back() -> None:
    """13.1 One field back: 100 florins, one point fewer."""
    table = princes().with_player(0, cash=0, points=5).at_turn(0).answer(0, 1, "track.back")
    assert (table.player(0).cash, table.player(0).points) == (100, 4)


def test_build_violations() -> None:
    """8.2 Outside, on something, wall to wall with one builder, a second tower: never offered."""
    table = princes().with_player(0, builders=1, buildings=[("tower", "A1")], landscapes=[("park", "E1")]).at_turn(0)
    assert "build:tower" not in table.keys(0)
    keys = table.answer(0, "build:chapel").keys(0)
    assert "A2" not in keys
    assert "A5" not in keys
    assert "E1" not in keys
    assert all(key[0] in "ABCDEF" for key in keys if key == key.split()[0])


def test_princess_13() -> None:
    """17.2.3 Two lakes, university and studio, no builders, three people cards."""
    table = princes(muse=True).with_player(0, landscapes=["lake", "lake"], buildings=["university", "studio"])
    assert princess_value(table.state, 0) == 13


def test_merchant_free_object_and_points() -> None:
    """17.2.4 Wins at 500: pays nothing and gets no points, or pays 500 and takes the points of the rank."""
    for choice, cash, points in (("free", 3500, 0), ("pay", 3000, 4)):
        table = princes(4, muse=True).with_player(3, character="merchant", points=0).with_game(round=2)
        for seat in range(3):
            table.with_player(seat, points=10 + seat)
        table.at_auction(0).answer(0, "builder").answer(1, 300).answer(2, 400).answer(3, 500, "auction.bid")
        table.answer(0, "pass").answer(1, "pass").answer(2, "pass").answer(3, choice)
        if choice == "pay":
            table.answer(3, "points", "characters.window")
        assert (table.player(3).cash, table.player(3).points) == (cash, points)


def test_merchant_ranking() -> None:
    """17.2.4 Green 20, yellow and blue 15, red 9."""
    table = princes(4, muse=True)
    for seat, points in enumerate((20, 15, 15, 9)):
        table.with_player(seat, points=points)
    assert [rank(table.state, seat) for seat in range(4)] == [1, 2, 2, 4]


def test_banker_round3() -> None:
    """17.2.6 17.1.2 Untouched for two rounds: 800, all of it with a bid of 0, then 600 again."""
    table = princes(muse=True)
    for number in (1, 2):
        table.with_game(round=number).at_characters().answer(0, "pass").answer(1, "pass").answer(2, "pass")
    table.with_game(round=3).at_characters()
    cash = table.player(0).cash
    table.answer(0, "banker").answer(0, 0).answer(1, "pass").answer(2, "pass")
    assert table.player(0).cash == cash + 800
    assert table.with_game(round=4).at_characters().state.characters.money == 600


def test_coop_costs() -> None:
    """18.4.4 700, 300, 300, 0 by the active player's builders."""
    for builders, price in ((0, 700), (1, 300), (2, 300), (3, 0)):
        table = princes(2, coop=True).with_player(0, cash=0, builders=builders).at_turn(0)
        table.answer(0, "together", "turn.action").answer(0, "tower").answer(0, table.keys(0)[0])
        ask = table.asked(0)
        assert isinstance(ask, Amount)
        assert ask.low == price


def test_coop_solo_at_border_free_side() -> None:
    """18.4 A border cell with nothing built across needs one builder."""
    for builders, allowed in ((0, False), (1, True)):
        table = princes(2, coop=True).with_player(0, builders=builders).at_turn(0)
        border = border_cells(table.state.tables.offsets[2], 0)
        spots = free_spots(table.state.tables.shapes["tower"], blocked_alone(table.state, 0))
        assert any(spot.mask & border for spot in spots) is allowed

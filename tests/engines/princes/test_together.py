"""Chapter 18: cooperative building."""

import pytest

from engines.kit import Amount
from engines.princes import ENGINE
from engines.princes.build import blocked_alone
from engines.princes.commonmap import border_cells, joint_spots, neighbours, normal
from engines.princes.counts import empty_cells
from engines.princes.principality import cells_of, free_spots
from engines.princes.tables import PrincesTables
from engines.princes.together import spots_together
from tests.engines.princes.builder import Table, princes

TABLES = PrincesTables.current()


def coop(seats: int = 2, **options: object) -> Table:
    return princes(seats, coop=True, **options)


def _offer(table: Table, kind: str = "tower", amount: int = 300, partner: str = "1") -> Table:
    """Seat 0 offers a building across the border to a neighbour."""
    table.answer(0, "together", "turn.action")
    if (0, "together.partner") in table.open():
        table.answer(0, partner)
    table.answer(0, kind, "together.building")
    return table.answer(0, table.keys(0)[0], "together.place").answer(0, amount, "together.amount")


@pytest.mark.parametrize(("seats", "borders"), [(2, [7, 7]), (3, [10, 9, 7]), (4, [13] * 4), (5, [10, 11, 8, 8, 7])])
def test_every_player_borders_the_players_before_and_after(seats: int, borders: list[int]) -> None:
    """18.2 18.3 The outer edge of the map is no border."""
    layout = TABLES.offsets[seats]
    assert [border_cells(layout, seat).bit_count() for seat in range(seats)] == borders
    for seat in range(seats):
        for other in neighbours(seats, seat):
            assert joint_spots(layout, seat, other, TABLES.shapes["tower"])


def test_boards_lie_edge_to_edge() -> None:
    """18.2 Counted from the map's upper left corner."""
    assert normal(TABLES.offsets[5]) == ((4, 0), (11, 0), (14, 7), (7, 10), (0, 7))


def test_without_a_builder_the_border_is_out_of_bounds() -> None:
    """18.4 With 0 builders one cannot build against a border at all."""
    table = coop().at_turn(0)
    assert blocked_alone(table.state, 0) & border_cells(TABLES.offsets[2], 0)
    keys = [s.offered.key for s in free_spots(TABLES.shapes["tower"], blocked_alone(table.state, 0))]
    assert "E1" not in keys
    assert "D1" in keys


def test_one_builder_allows_the_border_if_the_other_side_is_not_built_on() -> None:
    """18.4 A17 Two builders where a building stands right across."""
    table = coop().with_player(0, builders=1).with_player(1, buildings=[("tower", "A1 r90")]).at_turn(0)
    keys = [s.offered.key for s in free_spots(TABLES.shapes["tower"], blocked_alone(table.state, 0))]
    assert "E1" not in keys
    assert "E3" not in keys
    assert "E6" in keys
    table = coop().with_player(0, builders=2).with_player(1, buildings=[("tower", "A1 r90")]).at_turn(0)
    assert "E1" in table.answer(0, "build:tower").keys(0)


def test_a_landscape_across_the_border_does_not_block() -> None:
    """A17 A56 Unless the option says so."""
    for blocks in (False, True):
        table = coop(coop_landscape_blocks_border=blocks).with_player(0, builders=1)
        table.with_player(1, landscapes=[("park", "A1")]).at_turn(0)
        spots = free_spots(TABLES.shapes["tower"], blocked_alone(table.state, 0))
        assert ("E1" in [spot.offered.key for spot in spots]) is not blocks


def test_a_joint_building_covers_cells_of_both_and_counts_for_both() -> None:
    """18.4.2 18.4.6 18.8 Three points each, one tile out of the supply."""
    table = _offer(coop().at_turn(0)).answer(1, "accept")
    assert [player.points for player in table.state.players] == [3, 3]
    assert [len(player.buildings) for player in table.state.players] == [1, 1]
    assert table.state.buildings["tower"] == 2
    covered = sum(len(cells_of(player.buildings[0].mask)) for player in table.state.players)
    assert covered == 3


def test_the_partner_pays_the_active_player_who_pays_the_bank() -> None:
    """18.4.4 700 without a builder; the partner pays 300."""
    table = _offer(coop().at_turn(0), amount=300).answer(1, "accept")
    assert [player.cash for player in table.state.players] == [2500 + 300 - 700, 2200]


@pytest.mark.parametrize(("builders", "price"), [(0, 700), (1, 300), (2, 300), (3, 0)])
def test_the_price_follows_the_active_players_builders(builders: int, price: int) -> None:
    """18.4.4 By the active player's builders only."""
    table = _offer(coop().with_player(0, builders=builders).at_turn(0), amount=0).answer(1, "accept")
    assert table.player(0).cash == 2500 - price


def test_it_uses_an_action_of_the_active_player_only() -> None:
    """18.4.7 A32 Whether or not the partner had a turn."""
    table = _offer(coop().at_turn(0)).answer(1, "accept")
    assert table.state.turn.actions == 1


def test_a_penniless_active_player_may_build_with_the_partners_money() -> None:
    """25.14 A52 0 florins, 1 builder, the partner agrees to 300."""
    table = coop().with_player(0, cash=0, builders=1).at_turn(0).answer(0, "together", "turn.action")
    table.answer(0, "tower").answer(0, table.keys(0)[0])
    ask = table.asked(0)
    assert isinstance(ask, Amount)
    assert ask.low == 300
    table.answer(0, 300).answer(1, "accept")
    assert [player.cash for player in table.state.players] == [0, 2200]
    assert [player.points for player in table.state.players] == [3, 3]


def test_a_refused_offer_spends_no_action() -> None:
    """18.4.1 A18 The active player goes on."""
    table = _offer(coop().at_turn(0)).answer(1, "refuse")
    assert table.state.turn.actions == 2
    assert table.owed() == [(0, "turn.action")]
    assert table.state.offer is None


def test_who_cannot_pay_cannot_accept_and_is_asked_all_the_same() -> None:
    """18.7 A51 A53 The other side's money is not tested, and the answer tells nothing."""
    table = _offer(coop().with_player(1, cash=200).at_turn(0), amount=300)
    assert table.keys(1, "together.answer") == ["refuse", "counter"]
    table = _offer(coop().with_player(1, cash=200).at_turn(0), amount=200)
    assert "accept" in table.keys(1)


def test_the_partner_may_sell_points_while_the_offer_is_pending() -> None:
    """A53 13.2 Being asked to answer an offer is not the middle of an action."""
    table = _offer(coop().with_player(1, cash=200, points=1).at_turn(0), amount=300)
    table.answer(1, 1, "track.back").answer(1, "accept", "together.answer")
    assert table.player(1).cash == 0


def test_the_partner_may_answer_with_another_triple() -> None:
    """18.7 Building, cells and amount; payable for the side that names it."""
    table = _offer(coop().with_player(1, cash=400).at_turn(0), amount=300).answer(1, "counter")
    table.answer(1, "chapel").answer(1, table.keys(1)[0])
    ask = table.asked(1)
    assert isinstance(ask, Amount)
    assert (ask.low, ask.high) == (0, 400)
    table.answer(1, 100)
    assert table.keys(0, "together.answer") == ["accept", "refuse", "counter"]
    table.answer(0, "accept")
    assert [player.buildings[0].kind for player in table.state.players] == ["chapel", "chapel"]
    assert [player.cash for player in table.state.players] == [1900, 300]


def test_the_active_player_cannot_accept_a_counter_that_leaves_the_price_unpaid() -> None:
    """18.7 Cash plus the amount must reach the price."""
    table = _offer(coop().with_player(0, cash=200).at_turn(0), amount=500).answer(1, "counter")
    table.answer(1, "chapel").answer(1, table.keys(1)[0]).answer(1, 100)
    assert table.keys(0, "together.answer") == ["refuse", "counter"]


def test_offers_and_counters_of_a_turn_are_counted_together() -> None:
    """A51 At the limit only accept and refuse remain, afterwards only building alone."""
    table = _offer(coop(coop_max_offers_per_turn=2).at_turn(0)).answer(1, "counter")
    table.answer(1, "chapel").answer(1, table.keys(1)[0]).answer(1, 100)
    assert table.keys(0) == ["accept", "refuse"]
    table.answer(0, "refuse")
    assert "together" not in table.keys(0)
    assert "build:tower" in table.keys(0)


def test_an_offer_may_be_withdrawn_while_the_other_side_thinks() -> None:
    """18.7 Nothing is binding except the deal itself."""
    table = _offer(coop().at_turn(0)).answer(0, "withdraw", "together.withdraw")
    assert table.owed() == [(0, "turn.action")]
    assert table.state.offer is None


def test_a_type_that_one_partner_has_cannot_be_built_together() -> None:
    """18.4.3 A19 It would stand there twice."""
    table = coop().with_player(1, buildings=[("tower", "E1")]).at_turn(0).answer(0, "together")
    assert "tower" not in table.keys(0)
    assert "chapel" in table.keys(0)


def test_walls_follow_the_principality_in_which_a_cell_lies() -> None:
    """18.4.5 A21 The partner has two builders, the active player none."""
    table = coop().with_player(1, buildings=[("chapel", "B1")]).at_turn(0)
    strict = {spot.offered.key for spot in spots_together(table.state, 0, 1, "tower")}
    table = coop().with_player(1, buildings=[("chapel", "B1")], builders=2).at_turn(0)
    loose = {spot.offered.key for spot in spots_together(table.state, 0, 1, "tower")}
    assert "F1" not in strict
    assert "F1" in loose
    assert "F5" in strict


def test_an_edge_across_the_border_is_judged_by_the_owner_of_the_new_cell() -> None:
    """A21 A33 A building of the neighbour right across needs two builders of the cell's owner."""
    table = coop(4).with_player(3, buildings=[("tower", "E1")]).at_turn(0)
    strict = {spot.offered.key for spot in spots_together(table.state, 0, 1, "tower")}
    assert "F7" not in strict
    table = coop(4).with_player(3, buildings=[("tower", "E1")]).with_player(0, builders=2).at_turn(0)
    assert "F7" in {spot.offered.key for spot in spots_together(table.state, 0, 1, "tower")}


def test_a_third_players_border_needs_no_builder() -> None:
    """A33 A common building may touch it freely."""
    spots = spots_together(coop(4).at_turn(0).state, 0, 1, "tower")
    assert "F7" in {spot.offered.key for spot in spots}


def test_a_building_on_one_board_only_is_no_joint_building() -> None:
    """A54 18.4.2 Cells of both, and of no third."""
    for spot in joint_spots(TABLES.offsets[4], 0, 1, TABLES.shapes["university"]):
        assert all(spot.masks)
        assert sum(mask.bit_count() for mask in spot.masks) == 7


def test_a_common_building_keeps_its_distance_later() -> None:
    """18.8 A55 On both sides, also across the border."""
    table = _offer(coop().at_turn(0)).answer(1, "accept")
    mine = table.player(0).buildings[0]
    assert blocked_alone(table.state, 0) & mine.mask == mine.mask
    assert mine.partner == 1
    assert "build:tower" not in table.keys(0)


def test_empty_cells_are_counted_in_each_principality() -> None:
    """18.6 By the cells really covered there."""
    table = _offer(coop().at_turn(0)).answer(1, "accept")
    empty = [empty_cells(table.state, player) for player in table.state.players]
    assert sum(empty) == 86 - 3
    assert 43 not in empty


def test_landscapes_stay_in_the_own_principality() -> None:
    """18.5 Touching the border is free."""
    table = coop().at_auction(0).answer(0, "landscape").answer(1, "pass").answer(0, "park")
    assert "F1" in table.keys(0)
    assert all(int(key[1]) <= 7 and key[0] in "ABCDEFG" for key in table.keys(0))


def test_the_amount_is_bounded_by_no_purse_of_the_partner() -> None:
    """18.4.4 A51 A fixed bound, also more than the building costs."""
    table = coop().with_player(1, cash=0).at_turn(0).answer(0, "together", "turn.action")
    table.answer(0, "tower").answer(0, table.keys(0)[0])
    ask = table.asked(0)
    assert isinstance(ask, Amount)
    assert ask.high == 10_000


def test_offers_are_public() -> None:
    """19.1 Everybody sees building, cells and amount; nobody sees one that is being composed."""
    table = coop(3).at_turn(0).answer(0, "together").answer(0, "1").answer(0, "tower")
    assert ENGINE.view(table.state, 2).offer is None
    table.answer(0, table.keys(0)[0]).answer(0, 200)
    offer = ENGINE.view(table.state, 2).offer
    assert offer is not None
    assert (offer.building, offer.amount, offer.by) == ("tower", 200, 0)


def test_the_last_moves_of_the_active_player_wait_for_the_answer() -> None:
    """18.7 Only one offer is pending, and nobody else acts meanwhile."""
    table = _offer(coop(3).at_turn(0, after=[1, 2]), partner="2")
    assert table.owed() == [(2, "together.answer")]
    assert {seat for seat, _ in table.open()} == {0, 2}


def test_partners_money_flows_with_characters_too() -> None:
    """A60 18.1 Only going back is switched off."""
    table = _offer(princes(2, coop=True, muse=True).at_turn(0), amount=1000).answer(1, "accept")
    assert table.player(0).cash == 2500 + 1000 - 700

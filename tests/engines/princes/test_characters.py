"""Chapter 17: Muse & Princess."""

import pytest

from engines.kit import Amount
from engines.princes import ENGINE
from engines.princes.windows import rank
from engines.princes.work import princess_value
from tests.engines.princes.builder import Table, princes


def muse(seats: int = 3, **options: object) -> Table:
    return princes(seats, muse=True, **options)


def _bid(table: Table, seat: int, character: str, space: int) -> Table:
    return table.answer(seat, character, "characters.bid").answer(seat, space, "characters.space")


def test_all_six_characters_are_on_display_at_the_start() -> None:
    """17.1.1 3.2 After the auctions of each round."""
    table = muse().with_player(0, character="princess").at_characters()
    assert table.keys(0) == ["muse", "cardinal", "princess", "merchant", "professor", "banker", "pass"]


def test_an_unused_character_goes_back_when_the_next_auctions_are_over() -> None:
    """17.3.1 17.3.3 So nobody owns two."""
    table = muse().with_player(0, character="princess").with_game(round=2).at_characters()
    assert table.player(0).character == ""


def test_spaces_run_from_300_to_1500_and_bids_may_jump() -> None:
    """17.1.4 In hundreds, up to what is payable."""
    ask = muse().at_characters().answer(0, "muse").asked(0)
    assert isinstance(ask, Amount)
    assert (ask.low, ask.high, ask.step) == (300, 1500, 100)


def test_the_bankers_spaces_run_from_0_to_500() -> None:
    """17.1.4 In hundreds."""
    ask = muse().at_characters().answer(0, "banker").asked(0)
    assert isinstance(ask, Amount)
    assert (ask.low, ask.high) == (0, 500)


def test_a_displaced_player_is_free_again_and_may_bid_higher_on_the_same_card() -> None:
    """25.11 17.1.3 A45 P 300, Q 500, R passes, P 600, Q passes, P pays 600."""
    table = muse().at_characters()
    _bid(_bid(table, 0, "muse", 300), 1, "muse", 500).answer(2, "pass")
    assert table.owed() == [(0, "characters.bid")]
    _bid(table, 0, "muse", 600).answer(1, "pass")
    assert table.player(0).character == "muse"
    assert table.player(0).cash == 2900


def test_a_higher_space_is_needed_to_displace() -> None:
    """17.1.3 Strictly higher than the marker found there."""
    table = _bid(muse().at_characters(), 0, "muse", 700).answer(1, "muse")
    ask = table.asked(1)
    assert isinstance(ask, Amount)
    assert ask.low == 800


def test_a_marker_on_the_highest_space_is_safe() -> None:
    """17.1.4 The card is not offered to others."""
    table = _bid(muse().at_characters(), 0, "muse", 1500)
    assert "muse" not in table.keys(1)


def test_a_marker_still_in_place_takes_the_card_without_a_question() -> None:
    """17.1.3 A46 At the owner's next step."""
    table = _bid(muse().at_characters(), 0, "cardinal", 400).answer(1, "pass").answer(2, "pass")
    assert table.player(0).character == "cardinal"
    assert table.state.phase == "turns"


def test_a_pass_is_final_although_markers_move() -> None:
    """A45 17.1.3 Whoever passed stays out."""
    table = _bid(muse().at_characters(), 0, "muse", 300).answer(1, "pass")
    _bid(table, 2, "muse", 400)
    assert table.owed() == [(0, "characters.bid")]
    table.answer(0, "pass")
    assert table.player(2).character == "muse"


def test_a_bid_must_be_payable_in_cash() -> None:
    """17.1.5 A10 By the German book, points do not help."""
    table = muse(going_back_allowed_with_muse=True).with_player(0, cash=200, points=9).at_characters()
    assert table.keys(0, "characters.bid") == ["banker", "pass"]


def test_by_the_dutch_book_points_help() -> None:
    """17.1.5 A10 13.4 The missing part is sold on taking the card."""
    table = muse(preset="nl").with_player(0, cash=200, points=9).at_characters()
    _bid(table, 0, "muse", 500).answer(1, "pass").answer(2, "pass")
    assert (table.player(0).cash, table.player(0).points, table.player(0).character) == (0, 6, "muse")


def test_without_going_back_the_dutch_limit_is_cash() -> None:
    """17.1.5 The option acts like "cash" while going back is off."""
    table = muse(a2_bid_limit="cash_plus_track").with_player(0, cash=200, points=9).at_characters()
    assert table.keys(0) == ["banker", "pass"]


def test_a_broke_player_may_bid_0_on_the_banker_and_else_only_pass() -> None:
    """25.12 A10 A47 And is asked all the same."""
    table = muse().with_player(0, cash=0).with_player(1, cash=0).at_characters()
    assert table.keys(0) == ["banker", "pass"]
    _bid(table, 0, "banker", 0)
    assert table.owed() == [(1, "characters.bid")]
    assert table.keys(1) == ["pass"]


def test_the_banker_gains_100_a_round_without_a_buyer() -> None:
    """17.1.2 17.2.6 Rounds 1 and 2 without: 800 in round 3, 600 in round 4."""
    table = muse()
    for number in (1, 2, 3):
        table.with_game(round=number).at_characters()
        if number < 3:
            table.answer(0, "pass").answer(1, "pass").answer(2, "pass")
    assert table.state.characters.money == 800
    _bid(table, 0, "banker", 0).answer(1, "pass").answer(2, "pass")
    assert table.player(0).cash == 3500 + 800
    assert table.with_game(round=4).at_characters().state.characters.money == 600


def test_the_bankers_bid_is_deducted() -> None:
    """17.2.6 600 minus 400."""
    table = _bid(muse().at_characters(), 0, "banker", 400).answer(1, "pass").answer(2, "pass")
    assert table.player(0).cash == 3700


def test_a_spent_card_is_laid_aside_until_the_next_auction_of_characters() -> None:
    """17.1.6 The Banker always."""
    table = _bid(muse().at_characters(), 0, "banker", 0).answer(1, "pass")
    _bid(table, 2, "muse", 300)
    assert table.state.characters.aside == ["banker"]
    assert "banker" in table.with_game(round=2).at_characters().keys(0)


def test_the_cardinal_gives_three_actions_with_the_same_limits() -> None:
    """17.2.2 6.1 6.2 A36 Three bonus cards, but one freedom."""
    table = _bid(muse().at_characters(), 0, "cardinal", 300).answer(1, "pass").answer(2, "pass")
    assert table.state.turn.actions == 3
    table.answer(0, "freedom:travel")
    assert not [key for key in table.keys(0) if key.startswith("freedom")]
    table.answer(0, "build:tower").answer(0, "A1").answer(0, "build:chapel").answer(0, "E1")
    assert table.player(0).character == ""
    assert table.owed() == [(1, "turn.action")]


def test_the_princess_counts_landscapes_builders_buildings_and_people() -> None:
    """17.2.3 Two lakes, university and studio, three people: 13."""
    table = muse().with_player(0, landscapes=["lake", "lake"], buildings=["university", "studio"])
    assert princess_value(table.state, 0) == 13


def test_the_princess_ignores_jesters_freedoms_and_bonus_cards() -> None:
    """17.2.3 5.3 Nothing else counts."""
    table = muse().with_player(0, jesters=3, freedoms=["travel"], bonus=["b11_jesters"], builders=1)
    assert princess_value(table.state, 0) == 3 + 2


def test_the_princess_works_once_and_leaves_no_card() -> None:
    """17.2.3 A12 Payment, conversion and best work as for any work."""
    table = muse().with_player(0, landscapes=["lake", "lake"], buildings=["university"], character="princess")
    table.at_turn(0).answer(0, "princess")
    assert table.open() == [(0, "work.convert")]
    table.answer(0, 2)
    player = table.player(0)
    assert (player.cash, player.points, player.best, player.table) == (3500 + 1100 - 400, 2, 11, [])
    assert player.character == ""
    assert not table.barrier


def test_the_princess_must_reach_the_minimum() -> None:
    """A11 In round 7 that is 17."""
    table = muse().with_player(0, landscapes=["lake", "lake"], character="princess").with_game(round=7).at_turn(0)
    assert "princess" not in table.keys(0)


@pytest.mark.parametrize(("seat", "expected"), [(0, 1), (1, 2), (2, 2), (3, 4)])
def test_level_players_have_the_same_rank(seat: int, expected: int) -> None:
    """17.2.4 A49 One more than the number of players strictly ahead."""
    table = muse(4)
    for number, points in enumerate((20, 15, 15, 9)):
        table.with_player(number, points=points)
    assert rank(table.state, seat) == expected


def test_the_merchant_takes_points_in_the_own_turn() -> None:
    """17.2.4 17.5.2 Beside the actions."""
    table = muse().with_player(0, character="merchant").with_player(1, points=5).at_turn(0)
    table.answer(0, "points", "merchant.points")
    assert table.player(0).points == 2
    assert table.state.characters.display.count("merchant") == 1


def _merchant_in_auction() -> Table:
    table = muse(4).with_player(0, character="merchant", cash=900, points=0)
    for seat, points in ((1, 5), (2, 6)):
        table.with_player(seat, points=points)
    return table.with_game(round=2).at_auction(0, out=[3])


def test_the_merchant_makes_the_won_object_free() -> None:
    """17.2.4 25.13 Pays nothing, gains nothing, gives the card back."""
    table = _merchant_in_auction().answer(0, "builder", "auction.open").answer(1, "pass").answer(2, "pass")
    assert table.owed() == [(0, "auction.merchant")]
    table.answer(0, "free")
    assert (table.player(0).cash, table.player(0).builders, table.player(0).points) == (900, 1, 0)
    assert table.player(0).character == ""


def test_the_merchant_may_pay_and_take_points_afterwards() -> None:
    """25.13 17.5.3 17.5.4 Asked after the purchase and once more at the end of the auctions."""
    table = _merchant_in_auction().answer(0, "builder", "auction.open").answer(1, "pass").answer(2, "pass")
    table.answer(0, "pay")
    assert table.player(0).cash == 700
    assert table.owed() == [(0, "characters.window")]
    table.answer(0, "later").answer(1, "decline").answer(2, "decline")
    assert table.owed() == [(0, "characters.last")]
    table.answer(0, "points")
    assert table.player(0).points == 3
    assert table.owed() == [(0, "characters.bid")]


def test_the_merchant_bids_under_the_normal_limit() -> None:
    """A13 Who could not pay the base price can neither open nor take the last object."""
    table = muse().with_player(0, character="merchant", cash=100).with_game(round=2).at_auction(0)
    assert table.keys(0, "auction.open") == ["decline"]
    table = muse().with_player(0, character="merchant", cash=100).with_game(round=2).at_auction(0, out=[1, 2])
    assert table.keys(0, "auction.last") == ["decline"]


def test_the_merchant_makes_the_last_purchase_free_too() -> None:
    """A13 The card speaks of the object obtained."""
    table = muse().with_player(0, character="merchant").with_game(round=2).at_auction(0, out=[1, 2])
    table.answer(0, "jester", "auction.last").answer(0, "free")
    assert (table.player(0).jesters, table.player(0).cash) == (1, 3500)


def test_the_merchant_may_be_used_beside_a_bid() -> None:
    """17.5.3 At each decision point of the next auctions."""
    table = _merchant_in_auction()
    assert (0, "merchant.points") in table.open()
    table.answer(0, "points", "merchant.points")
    assert table.player(0).points == 3


def test_a_merchant_let_go_has_no_effect() -> None:
    """17.3.1 A15 But its owner is asked."""
    table = _merchant_in_auction().answer(0, "decline", "auction.open").answer(1, "decline").answer(2, "decline")
    assert table.owed() == [(0, "characters.last")]
    table.answer(0, "let_go")
    assert table.player(0).points == 0
    assert table.player(0).character == ""


def test_merchant_and_professor_are_offered_right_after_taking_them() -> None:
    """17.5.1 17.1.6 Used on the spot they are laid aside."""
    table = _bid(muse().at_characters(), 0, "professor", 300).answer(1, "pass")
    _bid(table, 2, "merchant", 300)
    assert table.owed() == [(0, "characters.window")]
    table.answer(0, "bonus")
    table.answer(0, table.keys(0)[0])
    table.answer(0, table.keys(0))
    assert len(table.player(0).bonus) == 1
    assert table.state.characters.aside == ["professor"]
    assert table.owed() == [(2, "characters.window")]


def test_the_professor_looks_at_five_for_free_in_the_own_turn() -> None:
    """17.2.5 Independent of the limits of actions."""
    table = muse().with_player(0, character="professor").at_turn(0, actions=0)
    assert table.keys(0, "turn.action") == ["end"]
    table.answer(0, "prestige", "professor.look")
    table.answer(0, table.keys(0)[0])
    table.answer(0, table.keys(0))
    assert len(table.player(0).prestige) == 1
    assert table.player(0).cash == 3500


def test_the_professor_cannot_choose_an_empty_deck() -> None:
    """A44 With both empty the card simply goes back."""
    table = muse().with_player(0, character="professor").without_cards("bonus").at_turn(0)
    assert table.keys(0, "professor.look") == ["prestige"]
    table = muse().with_player(0, character="professor").without_cards("bonus").without_cards("prestige")
    table.with_game(round=2).at_auction(0, out=[0, 1, 2])
    assert table.owed() == [(0, "characters.bid")]
    assert table.player(0).character == ""


def test_last_calls_go_clockwise_from_the_start_player() -> None:
    """A48 17.5.4 Ranks are read when the card is used."""
    table = muse(start_player=1).with_player(0, character="merchant").with_player(2, character="professor")
    table.with_game(round=2).at_auction(1, out=[0, 1, 2])
    assert table.owed() == [(2, "characters.last")]
    table.answer(2, "let_go")
    assert table.owed() == [(0, "characters.last")]


def test_in_round_seven_the_last_window_comes_before_the_banker() -> None:
    """25.15 15.1 17.5.5 A50 Last of four: 4 points; then 900 florins buy up to 4 points, 100 are left."""
    table = muse(4).with_player(0, character="merchant", points=1).with_player(1, points=9, cash=900)
    table.with_player(2, points=8).with_player(3, points=7).with_game(round=7)
    table.state.characters.exchange = 1
    table.at_end_of_round()
    assert table.owed() == [(0, "characters.last")]
    table.answer(0, "points")
    assert table.player(0).points == 5
    ask = table.asked(1, "end.banker")
    assert isinstance(ask, Amount)
    assert (ask.low, ask.high, ask.default) == (0, 4, 4)
    table.answer(1, 4)
    assert (table.player(1).points, table.player(1).cash) == (13, 100)
    assert table.state.ending


def test_a_banker_who_changes_nothing_is_not_spoken_of() -> None:
    """17.2.6 No florins into no points."""
    table = muse(3).with_player(1, cash=900).with_game(round=7)
    table.state.characters.exchange = 1
    table.at_end_of_round()
    table.answer(1, 0)
    assert "princes.event.end.banker" not in [event.key for event in table.events]
    assert table.player(1).cash == 900


def test_taking_the_banker_in_round_seven_brings_money_and_the_exchange() -> None:
    """17.2.6 A14 Both."""
    table = _bid(muse().with_game(round=7).at_characters(), 0, "banker", 0).answer(1, "pass").answer(2, "pass")
    assert table.player(0).cash == 4200
    assert table.state.characters.exchange == 0


def test_taking_the_banker_earlier_brings_no_exchange() -> None:
    """17.2.6 Only in round 7."""
    table = _bid(muse().with_game(round=6).at_characters(), 0, "banker", 0).answer(1, "pass").answer(2, "pass")
    assert table.state.characters.exchange == -1


def test_a_professor_of_the_last_window_draws_a_card_that_scores() -> None:
    """17.3.2 A35 A15 Before the reveal."""
    table = muse().with_player(0, character="professor").with_game(round=7).at_end_of_round()
    table.answer(0, "prestige")
    table.answer(0, table.keys(0)[0])
    table.answer(0, table.keys(0))
    assert table.state.ending
    assert len(ENGINE.view(table.state, 1).players[0].prestige) == 1


def test_who_is_asked_in_the_auction_of_characters_tells_no_purse() -> None:
    """A37 A47 Everybody with a free marker is asked."""
    table = muse().with_player(1, cash=0).at_characters().answer(0, "pass")
    assert table.owed() == [(1, "characters.bid")]


def test_the_professor_leaves_the_last_prestige_card_under_the_hammer() -> None:
    """17.2.5 A44 Whoever wins it must find it."""
    table = muse().with_player(1, character="professor").without_cards("prestige", 1).with_game(round=2)
    table.at_auction(0).answer(0, "prestige_card")
    assert table.keys(1, "professor.look") == ["bonus"]
    table = muse().with_player(1, character="professor").without_cards("prestige", 1).with_game(round=2)
    table.at_auction(0).answer(0, "jester")
    assert table.keys(1, "professor.look") == ["prestige", "bonus"]

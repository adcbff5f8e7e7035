"""Chapter 4: openers, bids, the last player, and who may not bid."""

from engines.kit import Amount, Answer, Pick
from engines.princes import ENGINE
from tests.engines.princes.builder import all_but, princes


def test_the_start_player_opens_first_with_all_seven_piles() -> None:
    """4.1 4.3 Seven piles, or decline."""
    table = princes(3).at_auction(0)
    assert table.owed() == [(0, "auction.open")]
    assert table.keys(0, "auction.open") == [
        "forest", "lake", "park", "jester", "builder", "prestige_card", "recruiting_card", "decline",
    ]  # fmt: skip


def test_naming_a_pile_is_a_bid_of_the_base_price() -> None:
    """4.4.4 Then the next seat is asked for 100 more."""
    table = princes(3).at_auction(0).answer(0, "jester")
    assert (table.state.auction.bidder, table.state.auction.bid) == (0, 200)
    ask = table.asked(1)
    assert isinstance(ask, Amount)
    assert (ask.low, ask.high, [option.key for option in ask.instead]) == (300, 300, ["pass"])


def test_an_overbid_opener_is_asked_again_and_a_pass_is_final() -> None:
    """4.4.5 Round the table until all but one have passed."""
    table = princes(3).at_auction(0).answer(0, "jester").answer(1, 300).answer(2, "pass")
    assert table.owed() == [(0, "auction.bid")]
    table.answer(0, 400)
    assert table.owed() == [(1, "auction.bid")]
    table.answer(1, "pass")
    assert table.player(0).jesters == 1


def test_only_the_winner_pays() -> None:
    """4.4.6 Pays the bid; the pile is blocked."""
    table = (
        princes(3).at_auction(0).answer(0, "jester").answer(1, 300).answer(2, 400).answer(0, "pass").answer(1, "pass")
    )
    assert [player.cash for player in table.state.players] == [3500, 3500, 3100]
    assert table.state.auction.blocked == ["jester"]
    assert "jester" not in table.keys(0, "auction.open")


def test_a_winning_opener_passes_the_opening_to_the_left() -> None:
    """4.4.7 The next eligible seat clockwise opens."""
    table = princes(3).at_auction(0).answer(0, "jester").answer(1, "pass").answer(2, "pass")
    assert table.owed() == [(1, "auction.open")]


def test_an_outbid_opener_opens_again() -> None:
    """4.4.7 The same seat stays opener."""
    table = princes(3).at_auction(0).answer(0, "lake").answer(1, 300).answer(2, "pass").answer(0, "pass")
    table.answer(1, table.keys(1, "object.place")[0])
    assert table.owed() == [(0, "auction.open")]
    assert "lake" not in table.keys(0)


def test_who_declines_to_open_is_out_of_all_further_auctions() -> None:
    """4.4.4 Not asked to bid either."""
    table = princes(3).at_auction(0).answer(0, "decline").answer(1, "jester")
    assert table.owed() == [(2, "auction.bid")]
    table.answer(2, "pass")
    assert table.owed() == [(2, "auction.last")]


def test_a_buyer_takes_no_further_part() -> None:
    """4.2 At most one object for a seat in a phase."""
    table = princes(3).at_auction(0, bought={1: "builder"}, prices={1: 500}, blocked=["builder"]).answer(0, "jester")
    assert table.owed() == [(2, "auction.bid")]


def test_the_last_player_takes_an_object_for_the_base_price_without_auction() -> None:
    """4.4.2 A27 For whatever reason the others are not eligible."""
    table = princes(3).at_auction(0, out=[0, 1])
    assert table.owed() == [(2, "auction.last")]
    table.answer(2, "builder")
    assert (table.player(2).builders, table.player(2).cash) == (1, 3300)
    assert table.state.phase == "turns"


def test_the_last_player_may_decline() -> None:
    """4.4.2 4.11 A phase without any sale is possible (25.3)."""
    table = princes(3).at_auction(0).answer(0, "decline").answer(1, "decline").answer(2, "decline")
    assert table.state.phase == "turns"
    assert [player.cash for player in table.state.players] == [3500] * 3


def test_with_nobody_left_the_phase_ends_and_piles_are_open_again() -> None:
    """4.4.1 4.8 Nothing carries over."""
    table = princes(3).at_auction(0, out=[0, 1]).answer(2, "jester")
    assert table.state.auction.blocked == []


def test_the_opener_who_lost_and_is_alone_buys_without_auction() -> None:
    """4.4.7 4.4.2 So one who lost and is the only eligible player buys at the base price."""
    table = princes(3).at_auction(0, out=[2]).answer(0, "jester").answer(1, 300).answer(0, "pass")
    assert table.owed() == [(0, "auction.last")]
    table.answer(0, "builder")
    assert table.player(0).cash == 3300


def test_opener_loses_then_declines_and_the_third_buys_for_200() -> None:
    """25.4 4.4.7 The lake is excluded."""
    table = princes(3).at_auction(0).answer(0, "lake").answer(1, 300).answer(2, "pass").answer(0, "pass")
    table.answer(1, table.keys(1)[0]).answer(0, "decline")
    assert table.owed() == [(2, "auction.last")]
    assert "lake" not in table.keys(2)


def test_a_bid_may_use_money_from_the_track() -> None:
    """4.5 A2 Cash and 100 for each point."""
    table = princes(3).with_player(1, cash=300, points=4).at_auction(0).answer(0, "park")
    for price in (300, 500, 700):
        assert isinstance(table.asked(1), Amount)
        table.answer(1, price)
        if price < 700:
            (table.answer(2, "pass") if 2 not in table.state.auction.passed else table).answer(0, price + 100)
    table.answer(0, "pass")
    assert table.state.auction.bought == {1: "park"}


def test_a_winner_sells_exactly_the_missing_points() -> None:
    """25.6 13.4 A39 300 florins and 4 points pay 600 for a second park: 0 florins and 1 + 3 points."""
    table = princes(3).with_player(1, cash=300, points=4, landscapes=[("park", "A1")]).at_auction(0)
    table.answer(0, "park").answer(1, 300).answer(2, 400).answer(0, 500).answer(1, 600).answer(2, "pass").answer(
        0, "pass"
    )
    assert (table.player(1).cash, table.player(1).points) == (0, 1)
    table.answer(1, table.keys(1, "object.place")[0])
    assert table.player(1).points == 4


def test_without_going_back_only_cash_counts() -> None:
    """25.7 4.5 Somebody else bids 300, and 400 is out of reach."""
    table = princes(3, going_back_allowed=False).with_player(1, cash=300, points=4).at_auction(0).answer(0, "jester")
    table.answer(1, 300).answer(2, 400).answer(0, "pass")
    assert table.keys(1) == ["pass"]
    table.answer(1, "pass")
    assert table.player(1).points == 4


def test_who_is_poor_in_secret_is_asked_all_the_same() -> None:
    """A37 With the single answer in the own list."""
    table = princes(3).with_player(1, cash=0).at_auction(0).answer(0, "jester")
    assert table.owed() == [(1, "auction.bid")]
    assert isinstance(table.asked(1), Pick)
    assert table.keys(1) == ["pass"]


def test_who_is_openly_poor_is_passed_over() -> None:
    """A37 With open money everybody knows."""
    table = princes(3, money="open").with_player(1, cash=0).at_auction(0).answer(0, "jester")
    assert table.owed() == [(2, "auction.bid")]
    assert table.state.auction.passed == [1]


def test_a_poor_opener_can_only_decline() -> None:
    """25.5 A26 100 florins and no points: out, and no bids later."""
    table = princes(3).with_player(0, cash=100).at_auction(0)
    assert table.keys(0, "auction.open") == ["decline"]
    table.answer(0, "decline").answer(1, "jester")
    assert table.owed() == [(2, "auction.bid")]


def test_three_builders_are_the_most() -> None:
    """4.6 A3 Neither opened nor bid for, and passed over by public facts."""
    table = princes(3).with_player(0, builders=3).with_player(2, builders=3).at_auction(0)
    assert "builder" not in table.keys(0)
    table = princes(3).with_player(2, builders=3).at_auction(0).answer(0, "builder")
    table.answer(1, "pass")
    assert table.player(0).builders == 1


def test_a_landscape_that_does_not_fit_is_not_offered() -> None:
    """4.7 A4 25.8 Only the park still fits."""
    full = [("university", all_but("G6", "F7", "G7"))]
    table = princes(3).with_player(0, buildings=full).at_auction(0)
    assert table.keys(0)[:2] == ["park", "jester"]
    table = princes(3).with_player(1, buildings=full).at_auction(0).answer(0, "forest")
    assert table.owed() == [(2, "auction.bid")]


def test_an_empty_pile_cannot_be_named() -> None:
    """4.2 4.10 No jesters left."""
    table = princes(3).with_player(1, jesters=7).at_auction(0)
    assert "jester" not in table.keys(0)


def test_an_opener_without_any_pile_is_out() -> None:
    """A26 All blocked or not ownable by public facts: nobody is asked."""
    blocked = ["forest", "lake", "park", "jester", "prestige_card", "recruiting_card"]
    table = princes(3).with_player(0, builders=3).at_auction(0, blocked=blocked)
    assert table.owed() == [(1, "auction.open")]
    assert table.state.auction.out == [0]


def test_one_may_open_for_what_one_does_not_want_and_must_buy_if_all_pass() -> None:
    """A25 The risk is the opener's."""
    table = princes(3).at_auction(0).answer(0, "builder").answer(1, "pass").answer(2, "pass")
    assert table.player(0).builders == 1


def test_two_players_bid_for_landscapes_as_one_object() -> None:
    """16.2 Five objects; all three kinds are blocked afterwards."""
    table = princes(2).at_auction(0)
    assert table.keys(0) == ["landscape", "jester", "builder", "prestige_card", "recruiting_card", "decline"]
    table.answer(0, "landscape").answer(1, "pass")
    assert table.keys(0, "object.landscape") == ["forest", "lake", "park"]
    table.answer(0, "lake")
    table.answer(0, table.keys(0)[0])
    assert [tile.kind for tile in table.player(0).landscapes] == ["lake"]
    assert table.player(0).cash == 2200
    assert "landscape" not in table.keys(1, "auction.last")


def test_two_players_overbid_opener_buys_another_for_300() -> None:
    """25.1 16.5 At most one auction a round."""
    table = princes(2).at_auction(0).answer(0, "jester").answer(1, 400).answer(0, "pass")
    assert table.player(1).cash == 2100
    assert table.owed() == [(0, "auction.last")]
    assert "jester" not in table.keys(0)
    table.answer(0, "builder")
    assert table.player(0).cash == 2200


def test_two_players_opener_declines_and_the_other_takes_without_auction() -> None:
    """25.2 16.5 For 300."""
    table = princes(2).at_auction(0).answer(0, "decline")
    assert table.owed() == [(1, "auction.last")]
    assert table.answer(1, "jester").player(1).cash == 2200


def test_only_the_kinds_that_fit_are_offered_to_the_winner_of_landscapes() -> None:
    """A29 Forest has no place any more."""
    full = [("university", all_but("F6", "G6", "E7", "F7", "G7"))]
    table = princes(2).with_player(0, buildings=full).at_auction(0).answer(0, "landscape").answer(1, "pass")
    assert table.keys(0, "object.landscape") == ["lake", "park"]


def test_going_back_is_offered_beside_a_bid_and_raises_the_limit_at_once() -> None:
    """13.2 A seat may sell points while asked to bid."""
    table = princes(3).with_player(1, cash=0, points=5).at_auction(0).answer(0, "jester")
    table.answer(1, 3, "track.back")
    assert (table.player(1).cash, table.player(1).points) == (300, 2)
    assert table.owed() == [(1, "auction.bid")]


def test_effects_come_before_the_next_auction() -> None:
    """4.9 The landscape is placed before anybody opens again."""
    table = princes(3).at_auction(0).answer(0, "forest").answer(1, "pass").answer(2, "pass")
    assert table.owed() == [(0, "object.place")]


def test_a_bid_over_ones_florins_foretells_how_many_points_go() -> None:
    """13.4 Not only afterwards: who bids reads it before."""
    table = princes(3).with_player(0, cash=100, points=9).with_player(1, cash=100, points=9).at_auction(0)

    def foretold(seat: int, value: int | list[str]) -> list[tuple[str, object]]:
        pending = next(each for each in ENGINE.pending(table.state) if each.seat == seat and each.owed)
        told = ENGINE.preview(table.state, Answer(seat, pending.ask_id, value))
        return [(text.key, text.facts["points"]) for text in told]

    assert foretold(0, ["jester"]) == [("princes.preview.won", 1)]
    table.answer(0, "jester")
    assert foretold(1, 300) == [("princes.preview.won", 2)]
    table.answer(1, "pass")
    assert foretold(2, 300) == [], "florins reach"

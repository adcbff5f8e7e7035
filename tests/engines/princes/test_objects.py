"""Chapter 5: the seven objects, and looking at five (3.3)."""

from engines.princes import ENGINE
from engines.princes.objects import landscape_points
from tests.engines.princes.builder import Table, princes


def _won(table: Table, pile: str) -> Table:
    """Seat 0 opens for a pile and nobody bids."""
    table.at_auction(0).answer(0, pile)
    for seat in range(1, table.state.seats):
        table.answer(seat, "pass")
    return table


def test_the_first_of_another_landscape_gives_no_points() -> None:
    """5.2 A lake is owned, a forest is bought."""
    table = princes().with_player(0, landscapes=[("lake", "A1")])
    assert landscape_points(table.state, 0, "forest") == 0


def test_the_second_of_the_same_landscape_gives_three_points() -> None:
    """5.2 A lake is owned, a lake is bought, wherever it lies."""
    table = _won(princes().with_player(0, landscapes=[("lake", "A1")]), "lake")
    table.answer(0, table.keys(0, "object.place")[-1])
    assert table.player(0).points == 3
    assert table.state.piles["lake"] == 4


def test_a_landscape_may_touch_everything() -> None:
    """5.2 Edge contact with the palazzo and buildings is fine."""
    table = _won(princes().with_player(0, buildings=[("tower", "A1")]), "park")
    assert "A2 r270" in table.keys(0) or "A2" in table.keys(0)
    assert "A4 r270" in table.keys(0) or "A4" in table.keys(0)


def test_builders_lower_the_price_and_give_points() -> None:
    """5.4 700, 300, 300, 0 and 0, 3, 3 points."""
    table = princes()
    assert [table.state.tables.cost_of_building(n) for n in range(4)] == [700, 300, 300, 0]
    for before, points in ((0, 0), (1, 3), (2, 3)):
        table = _won(princes().with_player(0, builders=before), "builder")
        assert (table.player(0).builders, table.player(0).points) == (before + 1, points)


def test_a_jester_is_simply_owned() -> None:
    """5.3 5.1 Nothing limits how many."""
    table = _won(princes().with_player(0, jesters=4), "jester")
    assert table.player(0).jesters == 5


def test_the_buyer_of_a_prestige_card_sees_five_keeps_one_and_orders_the_rest() -> None:
    """5.5 3.3 A5 A6 The others go under the deck in the chosen order."""
    table = _won(princes(), "prestige_card")
    five = table.keys(0, "look.keep")
    assert len(five) == 5
    assert table.barrier
    table.answer(0, five[2])
    rest = [kind for kind in five if kind != five[2]]
    table.answer(0, rest[::-1], "look.return")
    assert [card.kind for card in table.state.prestige[-4:]] == rest[::-1]
    assert [card.kind for card in table.player(0).prestige] == [five[2]]
    assert len(table.state.prestige) == 13


def test_others_do_not_see_the_five_and_still_count_them_to_the_deck() -> None:
    """A43 19.1 While somebody looks the deck is as large as before."""
    table = _won(princes(), "prestige_card")
    mine, theirs = ENGINE.view(table.state, 0), ENGINE.view(table.state, 1)
    assert len(mine.looking) == 5
    assert theirs.looking == ()
    assert theirs.decks["prestige"] == (None,) * 14
    assert [pile.left for pile in theirs.piles if pile.pile == "prestige_card"] == [14]


def test_nobody_else_may_act_during_a_look() -> None:
    """3.3 A43 A pending look blocks every other command."""
    table = _won(princes().with_player(0, points=5), "prestige_card")
    assert table.open() == [(0, "look.keep")]


def test_the_looker_remembers_what_lies_under_the_deck() -> None:
    """19.1 Who looked sees the returned cards, nobody else does."""
    table = _won(princes(), "prestige_card")
    five = table.keys(0)
    table.answer(0, five[0]).answer(0, five[1:], "look.return")
    assert ENGINE.view(table.state, 0).decks["prestige"][-4:] == tuple(five[1:])
    assert set(ENGINE.view(table.state, 1).decks["prestige"]) == {None}


def test_a_random_return_order_makes_even_the_looker_forget() -> None:
    """A5 The option `random` shuffles the rest, no second question."""
    table = _won(princes(return_order="random"), "prestige_card")
    table.answer(0, table.keys(0)[0])
    assert table.owed() == [(1, "auction.open")]
    assert all(card.known == 0 for card in table.state.prestige)


def test_as_drawn_keeps_the_order() -> None:
    """A5 The option `as_drawn`."""
    table = _won(princes(return_order="as_drawn"), "prestige_card")
    five = table.keys(0)
    table.answer(0, five[0])
    assert [card.kind for card in table.state.prestige[-4:]] == five[1:]


def test_a_deck_of_one_is_seen_and_kept() -> None:
    """A43 The single card must be kept; the deck is then empty."""
    table = _won(princes().without_cards("prestige", 1), "prestige_card")
    assert table.state.prestige == []
    assert len(table.player(0).prestige) == 1


def test_an_empty_prestige_deck_cannot_be_named() -> None:
    """3.3 A deck of size 0 makes the purchase unavailable."""
    table = princes().without_cards("prestige").at_auction(0)
    assert "prestige_card" not in table.keys(0)


def test_a_recruiting_card_may_be_used_at_once() -> None:
    """5.6 12.1 Before the next auction begins."""
    table = _won(princes().with_player(1, table=["poet", "painter"]), "recruiting_card")
    assert table.keys(0, "object.recruit") == ["poet", "painter", "keep"]
    table.answer(0, "poet")
    assert "poet" in [card.kind for card in table.player(0).hand]
    assert table.player(1).table_recruiting == 1
    assert table.player(0).recruiting == 0


def test_a_recruiting_card_may_be_kept() -> None:
    """5.6 A41 Using it is never compulsory."""
    table = _won(princes().with_player(1, table=["poet"]), "recruiting_card").answer(0, "keep")
    assert table.player(0).recruiting == 1


def test_without_a_target_nothing_is_asked() -> None:
    """5.6 A41 It may be bought all the same."""
    table = _won(princes(), "recruiting_card")
    assert table.player(0).recruiting == 1
    assert table.owed() == [(1, "auction.open")]


def test_an_older_recruiting_card_waits_for_the_own_turn() -> None:
    """A41 At the purchase exactly one card may be used."""
    table = _won(princes().with_player(0, recruiting=1).with_player(1, table=["poet", "painter"]), "recruiting_card")
    table.answer(0, "poet")
    assert table.player(0).recruiting == 1
    assert table.owed() == [(1, "auction.open")]
    assert (0, "turn.recruit") not in table.open()


def test_a_target_may_belong_to_a_player_who_still_bids() -> None:
    """A23 Recruiting is not tied to the auction."""
    table = _won(princes().with_player(1, table=["poet"]), "recruiting_card")
    assert "poet" in table.keys(0)


def test_jesters_cover_no_cell() -> None:
    """A28 They lie on the palazzo."""
    table = princes().with_player(0, jesters=3)
    assert ENGINE.view(table.state, 0).players[0].empty_cells == 43

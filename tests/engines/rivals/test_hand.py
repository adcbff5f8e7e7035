"""Chapters 9 and 10: refill, exchange, stacks and the discard pile."""

from tests.engines.rivals.table import Table


def test_the_hand_is_filled_one_card_at_a_time() -> None:
    """9.1 9.2 A35 From stacks of choice; the card is seen before the next choice."""
    table = Table().answer("end")
    assert (table.asked(0).step, table.offers()) == ("hand.refill", ["1", "2", "3", "4"])
    top = table.state.stacks[2].cards[0].kind
    table.answer("3")
    assert (table.in_hand(), table.barrier) == ([top], True)
    table.play("1", "1")
    assert table.asked(0).step == "exchange.card"


def test_empty_stacks_are_not_offered() -> None:
    """9.2 10.2 Drawing stops only when all are empty."""
    table = Table()
    for stack in table.state.stacks[1:]:
        table.state.stacks[0].cards += stack.cards
        stack.cards = []
    table.answer("end")
    assert len(table.player(0).hand) == 3


def test_cards_above_the_limit_go_under_matching_stacks() -> None:
    """9.3 10.1 A30 A theme card under a stack of its own set."""
    table = Table("gold").hand(0, "abbey", "scout", "mint", "merchant").play("end")
    assert table.asked(0).step == "hand.shed"
    table.answer("mint.gold")
    assert table.offers() == ["4", "5"]
    table.answer("5")
    assert table.state.stacks[4].cards[-1].kind == "mint"
    assert table.asked(0).step == "exchange.card"


def test_an_exchange_is_optional_and_once() -> None:
    """9.4 6.4 None ends the turn."""
    table = Table().hand(0, "abbey", "scout", "austin").play("end", "none")
    assert table.state.active == 1


def test_a_card_is_exchanged_for_the_top_of_any_stack() -> None:
    """9.4 10.2 A26 The returned card may be drawn again from a stack that was empty."""
    table = Table().hand(0, "abbey", "scout", "austin")
    table.state.stacks[1].cards += table.state.stacks[0].cards
    table.state.stacks[0].cards = []
    table.play("end", "abbey", "1")
    assert table.offers() == ["draw:1", "draw:2", "draw:3", "draw:4"]
    table.answer("draw:1")
    assert (table.in_hand(), table.state.active) == (["abbey", "austin", "scout"], 1)


def test_a_search_costs_two_resources_and_shows_the_whole_stack() -> None:
    """9.4 17.6 One card must be taken; the order of the others stays."""
    table = Table().hand(0, "abbey", "scout", "austin").stores(0, ore=1, wool=1).play("end", "abbey", "1")
    assert "search:2" in table.offers()
    before = [card.kind for card in table.state.stacks[1].cards]
    table.answer("search:2")
    assert (table.held(), table.asked(0).step) == ({}, "search.take")
    table.answer(before[4])
    taken = before.index(before[4])
    assert [card.kind for card in table.state.stacks[1].cards] == before[:taken] + before[taken + 1 :]
    assert before[4] in table.in_hand()


def test_a_search_is_not_offered_without_the_price() -> None:
    """9.4 One resource is too little, unless there is a Parish Hall."""
    table = Table().hand(0, "abbey", "scout", "austin").stores(0, ore=1).play("end", "abbey", "1")
    assert not [key for key in table.offers() if key.startswith("search")]
    table = Table().built(0, "parish_hall").hand(0, "abbey", "scout", "austin").stores(0, ore=1)
    assert "search:1" in table.play("end", "abbey", "1").offers()


def test_a_town_hall_searches_for_nothing() -> None:
    """9.4 15.38 No payment is asked."""
    table = Table("progress").city(0, -1).built(0, "parish_hall").hand(0, "town_hall", "abbey", "scout")
    table.stores(0, wool=2, ore=2, brick=1).play("build:town_hall.progress", "end")
    while table.asked(0).step == "hand.refill":
        table.answer("1")
    table.play("abbey", "1", "search:2")
    assert table.asked(0).step == "search.take"


def test_the_stack_may_have_another_back_than_the_returned_card() -> None:
    """9.4 10.1 A basic card for a gold one."""
    table = Table("gold").hand(0, "abbey", "scout", "austin").play("end", "abbey", "1", "draw:4")
    assert sorted(card.back for card in table.player(0).hand) == ["basic", "basic", "gold"]


def test_any_resource_pays_for_a_search() -> None:
    """1.6 9.4 E12 One of each type is offered; gold counts like the others."""
    table = Table().built(0, "parish_hall").hand(0, "abbey", "scout", "austin").rich(0, 1)
    table.play("end", "abbey", "1", "search:1")
    assert {table.type_of(store) for store in table.offers()} == {"lumber", "brick", "wool", "grain", "ore", "gold"}


def test_the_hand_limit_matters_only_at_the_end_of_the_own_turn() -> None:
    """9.6 4.5 A lost Abbey does not cost a card at once."""
    table = Table("gold").built(0, "abbey").hand(0, "scout", "scout", "austin", "inga").play("remove")
    assert len(table.player(0).hand) == 4
    table.play("end")
    assert table.asked(0).step == "hand.shed"


def test_a_played_card_lies_on_top_of_the_discard_pile() -> None:
    """10.3 10.4 8.1 Face up; only the top is shown."""
    table = Table().hand(0, "goldsmith").stores(0, gold=3).discard("brigitta")
    table.play("play:goldsmith", {"mountains_5": 1, "pasture_4": 1})
    assert [card.kind for card in table.state.discard] == ["brigitta", "goldsmith"]


def test_a_card_put_under_an_empty_stack_starts_it_anew() -> None:
    """10.2 E72 Both theme stacks match, the empty one too."""
    table = Table("gold").hand(0, "mint", "scout", "austin")
    table.state.stacks[4].cards += table.state.stacks[3].cards
    table.state.stacks[3].cards = []
    table.play("end", "mint.gold")
    assert table.offers() == ["4", "5"]
    table.answer("4")
    assert len(table.state.stacks[3].cards) == 1


def test_cards_drawn_at_the_end_wait_for_the_next_turn() -> None:
    """9.5 After the refill no action is offered any more."""
    table = Table().rich(0).answer("end").play("1", "2", "3")
    assert table.asked(0).step == "exchange.card"

"""Chapter 17: open and secret."""

from engines.rivals import ENGINE
from engines.rivals.view import RivalsView
from tests.engines.rivals.table import Table


def seen(table: Table, viewer: int | None) -> RivalsView:
    view = ENGINE.view(table.state, viewer)
    assert isinstance(view, RivalsView)
    return view


def test_a_hand_shows_its_backs_and_to_its_owner_its_faces() -> None:
    """17.1 17.2 Sorted, so that places tell nothing."""
    table = Table("gold").hand(0, "mint", "abbey", "scout")
    assert [card.card for card in seen(table, 0).seats[0].hand] == ["abbey", "scout", "mint"]
    for viewer in (1, None):
        hand = seen(table, viewer).seats[0].hand
        assert [(card.set, card.card) for card in hand] == [("basic", None), ("basic", None), ("gold", None)]


def test_stacks_show_their_size_and_set_and_what_a_searcher_has_seen() -> None:
    """17.3 17.6 Draws from the top and cards added below leave this knowledge valid."""
    table = Table().hand(0, "abbey", "scout", "austin").stores(0, ore=1, wool=1).play("end", "abbey", "1", "search:2")
    table.answer(table.offers()[0])
    assert None not in seen(table, 0).stacks[1].known
    assert set(seen(table, 1).stacks[1].known) == {None}
    assert seen(table, 0).stacks[0].known[-1] == "abbey"


def test_what_the_opponent_draws_from_a_searched_stack_stays_known() -> None:
    """17.6 17.7 Until the opponent slips a card of that back away."""
    table = Table().hand(0, "abbey", "scout", "austin").hand(1).stores(0, ore=1, wool=1)
    table.play("end", "abbey", "1", "search:2")
    table.answer(table.offers()[0])
    top = table.state.stacks[1].cards[0].kind
    table.at("hand.refill").answer("2", seat=1)
    assert [card.card for card in seen(table, 0).seats[1].hand] == [top]
    assert [card.card for card in seen(table, None).seats[1].hand] == [None]


def test_a_search_ends_the_others_knowledge_of_that_stack() -> None:
    """17.6 It is unknown which card was taken."""
    table = Table().hand(0, "abbey", "scout", "austin").rich(0)
    for card in range(3):
        table.state.stacks[1].cards[card] = table.state.stacks[1].cards[card].marked(2)
    table.play("end", "abbey", "1", "search:2", {"mountains_5": 2})
    table.answer(table.offers()[0])
    assert set(seen(table, 1).stacks[1].known) == {None}


def test_only_the_top_of_the_discard_pile_is_shown() -> None:
    """17.1 17.3 10.3 And how many lie there."""
    view = seen(Table().discard("abbey", "scout"), None)
    assert view.discard_top is not None
    assert (view.discard_top.card, view.discard_size) == ("scout", 2)
    assert "abbey" not in str(ENGINE.view_json(Table().discard("abbey", "scout").state, None))


def test_a_drawn_card_is_told_to_its_owner_alone() -> None:
    """17.2 All see the stack it came from."""
    table = Table().answer("end").answer("1")
    drew = next(event for event in table.events if event.key.endswith("drew"))
    own, others = drew.seen_by(0), drew.seen_by(1)
    assert own is not None
    assert others is not None
    assert ("card" in own.facts, "card" in others.facts, others.facts["stack"]) == (True, False, 1)


def test_a_fraternal_victim_knows_the_own_hand_again() -> None:
    """17.4 17.6 The seat that took the cards keeps knowing the rest of the hand."""
    table = Table().built(0, "candamir").hand(1, "abbey", "scout", "austin").event("fraternal_feuds")
    table.answer(["abbey", "scout"]).answer("1").answer("2")
    assert [card.card for card in seen(table, 1).seats[1].hand] == ["austin"]
    assert [card.card for card in seen(table, 0).seats[1].hand] == ["austin"]


def test_a_card_in_composition_is_not_in_anybodys_view() -> None:
    """17.2 Others see the same table until the card is shown."""
    table = Table().hand(0, "abbey").rich(0)
    before = seen(table, 1)
    table.answer("build:abbey")
    assert seen(table, 1) == before
    assert not table.barrier


def test_events_put_away_in_the_duel_are_in_no_view() -> None:
    """17.5 Nor the order of the event stack, Yule apart."""
    view = seen(Table("duel"), 0)
    assert [kind for kind in view.events_known if kind] == ["yule"]
    assert not hasattr(view, "put_away")


def test_both_principalities_are_open() -> None:
    """17.1 With all resources, points and tokens."""
    table = Table().built(1, "candamir").stores(1, ore=2)
    seat = seen(table, None).seats[1]
    assert (seat.strength, seat.has_strength_advantage, seat.points, seat.resources["ore"]) == (4, True, 3, 2)
    assert [card.card for card in seat.expansions] == ["candamir"]

"""Chapter 12: recruiting in the own turn."""

from engines.kit import ALL
from engines.princes import ENGINE
from engines.princes.counts import quantity
from tests.engines.princes.builder import Table, princes


def _with_targets() -> Table:
    table = princes().with_player(0, recruiting=1, table=["astronomer"]).with_player(1, table=["poet", "painter"])
    return table.with_player(2, table_recruiting=1).at_turn(0)


def test_targets_are_profession_cards_on_other_tables() -> None:
    """12.2 Not the own table, no recruiting cards, no hands."""
    assert _with_targets().keys(0, "turn.recruit") == ["poet", "painter"]


def test_recruiting_is_an_exchange_and_costs_no_action() -> None:
    """12.1 12.3 The person into the hand, the card onto the other table."""
    table = _with_targets().answer(0, "poet", "turn.recruit")
    assert "poet" in [card.kind for card in table.player(0).hand]
    assert (table.player(0).recruiting, table.player(1).table_recruiting) == (0, 1)
    assert table.state.turn.actions == 2


def test_nobodys_counts_change() -> None:
    """12.4 25.10 People cards and works stay as many as they were."""
    table = _with_targets()
    before = [quantity(table.state, player, "people_total") for player in table.state.players]
    works = [quantity(table.state, player, "table_people") for player in table.state.players]
    table.answer(0, "poet", "turn.recruit")
    assert [quantity(table.state, player, "people_total") for player in table.state.players] == before
    assert [quantity(table.state, player, "table_people") for player in table.state.players] == works


def test_a_recruited_person_is_known_to_all_in_the_new_hand() -> None:
    """A22 19.1 Marked as a known card."""
    table = _with_targets().answer(0, "poet", "turn.recruit")
    assert next(card for card in table.player(0).hand if card.kind == "poet").known == ALL
    assert "poet" in ENGINE.view(table.state, 2).players[0].hand


def test_a_person_may_be_recruited_back_and_work_once_more() -> None:
    """12.6 7.7 In the turn of the former owner."""
    table = princes().with_player(0, recruiting=1, jesters=3).with_player(1, table=["poet"], table_recruiting=1)
    table.at_turn(0).answer(0, "poet", "turn.recruit")
    assert "work:poet" in table.keys(0, "turn.action")
    table.answer(0, "work:poet", "turn.action").answer(0, 0)
    assert "poet" in [card.kind for card in table.player(0).table]


def test_several_cards_may_be_used_between_works() -> None:
    """12.8 Alternating with works."""
    table = princes().with_player(0, recruiting=2, jesters=3).with_player(1, table=["poet", "painter"]).at_turn(0)
    table.answer(0, "poet", "turn.recruit").answer(0, "work:poet", "turn.action").answer(0, 0)
    table.answer(0, "painter", "turn.recruit")
    assert "work:painter" in table.keys(0, "turn.action")


def test_recruiting_is_still_offered_after_the_last_action() -> None:
    """6.3 6.4 The turn does not end by itself while it is possible."""
    table = princes().with_player(0, recruiting=1).with_player(1, table=["poet"]).at_turn(0, actions=1, after=[1])
    table.answer(0, "freedom:travel", "turn.action")
    assert table.owed() == [(0, "turn.action")]
    assert table.keys(0, "turn.action") == ["end"]
    table.answer(0, "poet", "turn.recruit")
    assert table.owed() == [(1, "turn.action")]


def test_a_used_card_never_returns() -> None:
    """12.7 A42 It stays on the table it was laid on, and is no target."""
    table = _with_targets().answer(0, "poet", "turn.recruit")
    assert table.state.piles["recruiting_card"] == 3
    table.at_turn(2)
    assert (2, "turn.recruit") not in table.open()


def test_a_person_in_hand_is_safe() -> None:
    """12.8 Only tables are searched."""
    table = _with_targets().answer(0, "poet", "turn.recruit")
    table.with_player(1, recruiting=1)
    table.state.players[1].recruiting = 1
    table.at_turn(1)
    assert table.keys(1, "turn.recruit") == ["astronomer"]


def test_recruiting_is_not_offered_in_anothers_turn() -> None:
    """12.1 Only in the own turn or at the purchase."""
    table = _with_targets().at_turn(1)
    assert (0, "turn.recruit") not in table.open()

"""4 Phase 1: choose a card, pay, take it."""

from __future__ import annotations

import pytest

from engines.kit import Refusal
from tests.engines.firenze.builder import table, totals


def test_a_slot_costs_as_many_bricks_as_cards_lie_left_of_it() -> None:
    """4.2 4.3 Slots that the warehouse cannot pay are not offered."""
    t = table().player(0, warehouse={"white": 2, "red": 1}).at("card.choose")
    assert t.offers("card.choose") == ["slot:0", "slot:1", "slot:2", "slot:3"]


def test_the_leftmost_card_can_always_be_taken() -> None:
    """4.3 A28 Even with an empty warehouse and no bricks on the card."""
    t = table().row(("mason", {})).bag().draw_pile("mason").at("card.choose")
    assert t[0].hand == ["mason"]


def test_one_brick_goes_on_each_card_to_the_left_in_the_order_chosen() -> None:
    """4.3 The player decides which colour goes on which card."""
    t = table().player(0, warehouse={"white": 1, "red": 1, "blue": 1}).at("card.choose")
    t.answer("card.choose", "slot:3")
    t.answer("card.order", ["blue", "white", "red"])
    assert [card.bricks for card in t.state.row[:3]] == [{"blue": 1}, {"white": 1}, {"red": 1}]
    assert t[0].warehouse == {}


def test_bricks_on_the_chosen_card_cannot_pay_for_it() -> None:
    """4.3 The price is paid before the bricks are taken."""
    t = table().row("mason", ("bridge", {"red": 4})).at("card.choose")
    assert t[0].hand == ["mason"]
    with pytest.raises(AssertionError):
        t.pending("card.pay")


def test_equal_bricks_need_no_order() -> None:
    """4.3 Two white bricks go on two cards without a question."""
    t = table().player(0, warehouse={"white": 2, "red": 1}).at("card.choose")
    t.answer("card.choose", "slot:2").answer("card.pay", {"white": 2})
    assert [card.bricks for card in t.state.row[:2]] == [{"white": 1}, {"white": 1}]
    assert t[0].hand == ["princess"]


def test_no_person_can_be_played_while_a_payment_is_half_made() -> None:
    """3.5 The window is closed between choosing and taking."""
    t = table().player(0, warehouse={"white": 2, "red": 1}, hand=["alchemist"]).at("card.choose")
    assert "person.play" in t.steps()
    t.answer("card.choose", "slot:2")
    assert t.steps() == ["card.pay"]
    t.answer("card.pay", {"white": 1, "red": 1})
    assert t.steps() == ["card.order"]


def test_the_princess_makes_every_card_free() -> None:
    """4.4 A17 Nothing is laid on the cards to the left."""
    t = table().player(0, hand=["princess"]).row("mason", "bridge", ("workshop", {"red": 2})).at("card.choose")
    t.play("princess").answer("card.choose", "slot:2")
    assert t[0].buildings == ["workshop"]
    assert t[0].warehouse == {"red": 2}
    assert [card.bricks for card in t.state.row[:2]] == [{}, {}]
    assert t.state.discard_pile == ["princess"]


def test_a_princess_taken_this_turn_serves_a_later_one() -> None:
    """A17 She cannot pay for herself: after taking a card her moment is over."""
    t = table().player(0, warehouse={"white": 5}).row("princess", "bridge").at("card.choose")
    t.answer("card.choose", "slot:0")
    assert t[0].hand == ["princess"]
    assert "person.play" not in t.steps()


def test_a_shorter_row_counts_only_the_cards_present() -> None:
    """4.2 The prices go from the left over what lies there."""
    t = table().player(0, warehouse={"white": 9}).row("mason", "bridge", "fame").at("card.choose")
    assert t.offers("card.choose") == ["slot:0", "slot:1", "slot:2"]


def test_an_empty_row_is_only_refilled() -> None:
    """4.2 Without a card to take the refill follows at once."""
    t = table().row().player(0, warehouse={"white": 2}).at("card.choose")
    assert len(t.state.row) == 6
    assert t.steps() == ["build.bricks", "build.apart"]


def test_a_person_goes_to_the_hand_and_its_bricks_to_the_warehouse() -> None:
    """4.5 4.6 All bricks on the card are taken."""
    t = table().player(0, warehouse={"red": 1}).row(("mason", {"red": 2, "blue": 1}), "bridge").at("card.choose")
    t.answer("card.choose", "slot:0")
    assert t[0].hand == ["mason"]
    assert t[0].warehouse == {"red": 3, "blue": 1}


def test_a_feast_goes_to_the_hand() -> None:
    """4.6 It stays there to the end."""
    t = table().player(0, warehouse={"red": 1}).row("fame", "bridge").at("card.choose").answer("card.choose", "slot:0")
    assert t[0].hand == ["fame"]


def test_a_building_lies_open_and_works_at_once() -> None:
    """4.6 The Workshop taken this turn makes this turn's building cheaper."""
    t = table().player(0, warehouse={"red": 3}).row("workshop", "bridge").at("card.choose")
    t.answer("card.choose", "slot:0")
    t.build(("new:red", 3))
    assert t[0].buildings == ["workshop"]
    assert t.towers(0) == [("red", 3)]


def test_a_second_copy_of_a_building_is_discarded_but_gives_its_bricks() -> None:
    """4.6 A legal choice for the bricks."""
    t = table().player(0, warehouse={"red": 1}, buildings=["workshop"]).row(("workshop", {"blue": 4}), "fame")
    t.at("card.choose").answer("card.choose", "slot:0")
    assert t[0].buildings == ["workshop"]
    assert t[0].warehouse == {"red": 1, "blue": 4}
    assert t.state.discard_pile == ["workshop"]


def test_a_church_card_goes_to_a_church_space() -> None:
    """4.6 1.6 It belongs to nobody."""
    t = table().player(0, warehouse={"red": 1}).row("small_privilege", "fame").at("card.choose")
    t.answer("card.choose", "slot:0")
    assert t.state.church == ["small_privilege"]
    assert t[0].hand == []


# --- refill -----------------------------------------------------------------------------------------------------------


def test_cards_right_of_the_gap_move_left_with_their_bricks() -> None:
    """4.7 The new card comes to the right end with four bricks."""
    row = [("alchemist", {"red": 1}), ("bridge", {"blue": 1}), ("fame", {"green": 2}), ("mason", {"white": 3})]
    t = table().player(0, warehouse={"white": 1}).row(*row, "scandal", "disgrace").draw_pile("smuggler", "botch")
    t.at("card.choose").answer("card.choose", "slot:1")
    assert t.cards_in_row() == ["alchemist", "fame", "mason", "scandal", "disgrace", "smuggler"]
    assert t.state.row[0].bricks == {"red": 1, "white": 1}
    assert t.state.row[1].bricks == {"green": 2}
    assert totals(t.state.row[5].bricks) == 4
    assert t.barrier


def test_a_bag_with_fewer_bricks_gives_what_it_has() -> None:
    """4.7 Three bricks lie on the new card and nothing is made up for later."""
    t = table().player(0, warehouse={"white": 3}).bag(red=2, blue=1).at("card.choose").answer("card.choose", "slot:0")
    assert t.state.row[5].bricks == {"red": 2, "blue": 1}
    assert totals(t.state.bag) == 0


def test_an_empty_bag_stops_nothing() -> None:
    """A28 The new card comes without bricks."""
    t = table().player(0, warehouse={"white": 3}).bag().at("card.choose").answer("card.choose", "slot:0")
    assert t.state.row[5].bricks == {}


def test_the_discard_pile_is_shuffled_the_moment_the_draw_pile_runs_out() -> None:
    """4.8 A18 Right after the last card was laid."""
    t = table().player(0, warehouse={"white": 3}).draw_pile("fame").discard_pile("botch", "flood", "mason")
    t.at("card.choose").answer("card.choose", "slot:0")
    assert t.cards_in_row()[5] == "fame"
    assert sorted(card.kind for card in t.state.draw_pile) == ["botch", "flood", "mason"]
    assert t.state.discard_pile == []
    assert all(card.known == 0 for card in t.state.draw_pile)


def test_a_card_discarded_this_turn_is_part_of_the_reshuffle() -> None:
    """4.9 4.6 The second Workshop is in the discard pile before the refill."""
    t = table().player(0, warehouse={"red": 1}, buildings=["workshop"]).row("workshop").draw_pile("fame")
    t.at("card.choose")
    assert t.cards_in_row() == ["fame", "workshop"]


def test_with_both_piles_empty_the_row_stays_short() -> None:
    """4.8 Nothing to shuffle, nothing to lay."""
    t = table().player(0, warehouse={"white": 3}).row("scandal", "bridge", "mason", "workshop", "botch", "flood")
    t.draw_pile("fame").at("card.choose").answer("card.choose", "slot:0")
    assert len(t.state.row) == 6
    assert t.state.draw_pile == []
    t.build().answer("card.choose", "slot:0", seat=1)
    assert len(t.state.row) == 5


def test_the_next_discarded_card_starts_a_new_draw_pile_and_later_refills_fill_up() -> None:
    """4.8 By whomever; the row is filled with four bricks a card until six lie there or no card is left."""
    t = table().player(0, warehouse={"white": 3}, hand=["princess"]).row("alchemist", "bridge", "mason")
    t.draw_pile("fame").at("card.choose")
    t.state.draw_pile = []
    t.play("princess")
    assert [card.kind for card in t.state.draw_pile] == ["princess"]
    t.answer("card.choose", "slot:0")
    assert t.cards_in_row() == ["bridge", "mason", "princess"]
    assert totals(t.state.row[2].bricks) == 4


def test_only_the_card_chosen_is_accepted() -> None:
    """4.2 Exactly one card."""
    t = table().player(0, warehouse={"white": 9}).at("card.choose")
    with pytest.raises(Refusal):
        t.answer("card.choose", ["slot:0", "slot:1"])
    with pytest.raises(Refusal):
        t.answer("card.choose", [])

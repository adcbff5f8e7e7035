"""9.2 Persons, and when they can be played."""

from __future__ import annotations

import pytest

from engines.kit import Refusal
from tests.engines.firenze.builder import table, totals

ALL_PERSONS = ["alchemist", "architect", "princess", "wholesaler", "mason", "patrician", "saboteur", "smuggler"]


@pytest.mark.parametrize(
    ("step", "persons"),
    [
        ("card.choose", {"princess", "wholesaler", "alchemist", "smuggler", "saboteur", "patrician"}),
        ("exchange.choose", {"wholesaler", "alchemist", "smuggler", "saboteur", "patrician"}),
        ("build.choose", {"mason", "wholesaler", "alchemist", "smuggler", "saboteur", "patrician"}),
        ("fulfil.choose", {"alchemist", "smuggler", "saboteur", "patrician"}),
        ("limits.check", {"alchemist", "smuggler", "saboteur", "patrician"}),
    ],
)
def test_each_person_has_its_moments(step: str, persons: set[str]) -> None:
    """3.4 3.5 4.1 5.3 8.9 The windows of the six phases."""
    t = table().player(1, warehouse={"blue": 2}, towers=[("green", 3)])
    t.player(0, warehouse={"red": 6, "white": 6}, towers=[("red", 3)], hand=ALL_PERSONS)
    t.row(("fame", {"red": 1}), "bridge", "scandal").at(step)
    assert set(t.offers("person.play")) == persons


def test_each_name_only_once_a_turn() -> None:
    """3.4 A second Alchemist waits for the next turn."""
    t = table().player(0, warehouse={"red": 1}, hand=["alchemist", "alchemist", "smuggler"]).at("card.choose")
    t.play("alchemist").answer("alchemist.take", "blue")
    assert t.offers("person.play") == ["smuggler"]


def test_several_persons_may_be_played_in_one_turn() -> None:
    """3.4 How many is free."""
    t = table().player(0, warehouse={"red": 1}, hand=["alchemist", "smuggler", "princess"]).at("card.choose")
    t.play("alchemist").answer("alchemist.take", "blue").play("princess").play("smuggler")
    assert t[0].hand == []
    assert t.state.discard_pile == ["alchemist", "princess", "smuggler"]


def test_a_person_taken_this_turn_may_be_played_this_turn() -> None:
    """3.4 Once its moment comes."""
    t = table().player(0, warehouse={"red": 2}).row("mason", "bridge").at("card.choose").answer("card.choose", "slot:0")
    assert t.offers("person.play") == ["mason"]


def test_only_the_player_in_turn_plays_persons() -> None:
    """3.2 3.4 Others wait."""
    t = table().player(1, warehouse={"red": 2}, hand=ALL_PERSONS).player(0, warehouse={"red": 2}).at("card.choose")
    assert t.owed() == [0]
    assert "person.play" not in t.steps()


def test_half_a_person_costs_nothing_yet() -> None:
    """3.4 The card is discarded when its choices are made."""
    t = table().player(0, warehouse={"red": 1, "blue": 1}, hand=["alchemist"]).at("card.choose").play("alchemist")
    assert t[0].hand == ["alchemist"]
    assert t.steps() == ["alchemist.give"]
    assert not t.barrier


# --- Alchemist --------------------------------------------------------------------------------------------------------


def test_the_alchemist_swaps_with_the_bag_by_choice() -> None:
    """9.2 A7 Any other colour that the bag holds."""
    t = table().player(0, warehouse={"red": 1, "white": 1}, hand=["alchemist"]).bag(blue=1, red=1, green=2)
    t.at("card.choose").play("alchemist").answer("alchemist.give", "red")
    assert t.offers("alchemist.take") == ["green", "blue"]
    t.answer("alchemist.take", "blue")
    assert t[0].warehouse == {"white": 1, "blue": 1}
    assert t.state.bag == {"white": 0, "yellow": 0, "green": 2, "red": 2, "blue": 0, "purple": 0}


@pytest.mark.parametrize(("warehouse", "bag"), [({}, {"red": 3}), ({"red": 1}, {}), ({"red": 1}, {"red": 3})])
def test_the_alchemist_needs_a_brick_on_both_sides(warehouse: dict[str, int], bag: dict[str, int]) -> None:
    """A7 A28 And another colour, since swapping equal ones is pointless."""
    t = table().player(0, warehouse=warehouse, hand=["alchemist", "princess"]).bag(**bag).at("card.choose")
    assert t.offers("person.play") == ["princess"]


# --- Smuggler ---------------------------------------------------------------------------------------------------------


def test_the_smuggler_swaps_with_another_warehouse() -> None:
    """9.2 A8 The active player chooses both bricks; the victim has no say."""
    t = table(3).player(0, warehouse={"red": 1, "white": 1}, hand=["smuggler"])
    t.player(1, warehouse={"blue": 1, "green": 1}).player(2, warehouse={"purple": 1}).at("card.choose")
    t.play("smuggler").answer("smuggler.victim", "seat:1").answer("smuggler.give", "white")
    t.answer("smuggler.take", "blue")
    assert t[0].warehouse == {"red": 1, "blue": 1}
    assert t[1].warehouse == {"green": 1, "white": 1}
    assert t.state.discard_pile == ["smuggler"]


def test_an_empty_warehouse_is_no_target() -> None:
    """A8 3.4 Nor can it be played from an empty one."""
    t = table(3).player(0, warehouse={"red": 1}, hand=["smuggler", "princess"])
    t.player(1, warehouse={}).player(2, warehouse={"blue": 1, "red": 1}).at("card.choose").play("smuggler")
    assert t.offers("smuggler.take") == ["red", "blue"]
    t = table().player(0, warehouse={"red": 1}, hand=["smuggler", "princess"]).player(1, warehouse={}).at("card.choose")
    assert t.offers("person.play") == ["princess"]
    t = table().player(0, hand=["smuggler", "princess"]).at("card.choose")
    assert t.offers("person.play") == ["princess"]


def test_towers_are_safe_from_the_smuggler() -> None:
    """A8 Only the warehouse is a target."""
    t = table().player(0, warehouse={"red": 1}, hand=["smuggler", "princess"])
    t.player(1, warehouse={}, towers=[("blue", 4)]).at("card.choose")
    assert t.offers("person.play") == ["princess"]


# --- Saboteur ---------------------------------------------------------------------------------------------------------


def test_the_saboteur_takes_a_brick_of_another_players_tower() -> None:
    """9.2 A10 Into the bag."""
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 2)], hand=["saboteur"])
    t.player(1, towers=[("blue", 4), ("green", 1)]).at("card.choose")
    before = t.state.bag["blue"]
    t.play("saboteur")
    assert t.offers("saboteur.tower") == ["1:blue-4", "1:green-1"]
    t.answer("saboteur.tower", "1:blue-4")
    assert t.towers(1) == [("blue", 3), ("green", 1)]
    assert t.state.bag["blue"] == before + 1


def test_a_sabotaged_tower_of_one_storey_disappears() -> None:
    """9.2 Nothing is left of it."""
    t = table().player(0, warehouse={"red": 1}, hand=["saboteur"]).player(1, towers=[("green", 1)]).at("card.choose")
    t.play("saboteur")
    assert t.towers(1) == []


def test_own_towers_are_no_target_for_the_saboteur() -> None:
    """9.2 3.4 Without a tower of another player it cannot be played."""
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 4)], hand=["saboteur"]).at("card.choose")
    assert "person.play" not in t.steps()


def test_a_sabotaged_tower_still_needs_its_brick() -> None:
    """7.2 A25 In its owner's next turn."""
    t = table().player(0, warehouse={"red": 1}, hand=["saboteur"])
    t.player(1, warehouse={"white": 2}, towers=[("blue", 3)]).at("limits.check")
    t.answer("limits.close", "saboteur").answer("card.choose", "slot:0", seat=1).build()
    assert t.towers(1) == []


# --- Patrician --------------------------------------------------------------------------------------------------------


def test_the_patrician_discards_another_card_of_the_hand() -> None:
    """9.2 A3 A person, another Patrician included, or a feast; not a building."""
    hand = ["patrician", "patrician", "scandal", "mason"]
    t = table().player(0, warehouse={"red": 1}, hand=hand, buildings=["bridge"]).at("card.choose").play("patrician")
    assert t.offers("patrician.card") == ["mason", "patrician", "scandal"]
    t.answer("patrician.card", "scandal")
    assert sorted(t[0].hand) == ["mason", "patrician"]
    assert t.state.discard_pile == ["patrician", "scandal"]


def test_a_patrician_alone_in_the_hand_cannot_be_played() -> None:
    """3.4 A3 There is no other card, and buildings are none."""
    t = table().player(0, warehouse={"red": 1}, hand=["patrician"], buildings=["bridge"]).at("card.choose")
    assert "person.play" not in t.steps()


# --- Wholesaler -------------------------------------------------------------------------------------------------------


def test_the_wholesaler_draws_as_many_new_bricks() -> None:
    """9.2 A9 They are mixed with the bag, so the same ones may come back; it cannot be taken back."""
    t = table().player(0, warehouse={"red": 1}, hand=["wholesaler"]).row(("fame", {"red": 2, "blue": 3}), "bridge")
    t.at("card.choose")
    before = totals(t.state.bag)
    t.play("wholesaler")
    assert totals(t.state.row[0].bricks) == 5
    assert totals(t.state.bag) == before
    assert t.barrier
    assert t.steps() == ["card.choose"]


def test_the_wholesaler_fills_an_empty_bag_first() -> None:
    """A28 Then exactly the same bricks come back."""
    t = table().player(0, warehouse={"red": 1}, hand=["wholesaler"]).row(("fame", {"red": 2, "blue": 3}), "bridge")
    t.bag().at("card.choose").play("wholesaler")
    assert t.state.row[0].bricks == {"red": 2, "blue": 3}


def test_a_card_without_bricks_is_no_target_for_the_wholesaler() -> None:
    """A9 3.4 With none in the row it cannot be played."""
    t = table().player(0, warehouse={"red": 1}, hand=["wholesaler"]).row("fame", "bridge").at("card.choose")
    assert "person.play" not in t.steps()
    t = (
        table()
        .player(0, warehouse={"red": 1}, hand=["wholesaler"])
        .row("fame", ("bridge", {"red": 1}), ("mason", {"red": 1}))
    )
    assert t.at("card.choose").play("wholesaler").offers("wholesaler.card") == ["slot:1", "slot:2"]


def test_a_person_not_in_hand_is_refused() -> None:
    """3.4 Only what is offered."""
    t = table().player(0, warehouse={"red": 1}, hand=["princess"]).at("card.choose")
    with pytest.raises(Refusal):
        t.play("alchemist")

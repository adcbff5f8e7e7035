"""8.6 Phase 6: the limits."""

from __future__ import annotations

import pytest

from engines.kit import Refusal
from tests.engines.firenze.builder import table, totals

FIVE_FEASTS = ["fame", "fame", "recognition", "disgrace", "scandal"]


def test_bricks_above_ten_go_into_the_bag() -> None:
    """8.7 Exactly the excess, own choice of colours."""
    t = table().player(0, warehouse={"white": 9, "red": 4}).at("limits.check")
    assert (t.ask("limits.bricks").least, t.ask("limits.bricks").most) == (3, 3)
    t.answer("limits.bricks", {"white": 2, "red": 1})
    assert t[0].warehouse == {"white": 7, "red": 3}
    assert t.owed() == [1]


def test_in_the_last_turn_nobody_is_asked_which_bricks_go() -> None:
    """8.7 12.3 What is left scores nothing."""
    t = table().player(1, warehouse={"white": 9, "red": 4}).ended_by(0).at("limits.check", seat=1)
    assert "limits.bricks" not in t.steps()
    assert totals(t[1].warehouse) == 10
    assert t.state.ending == "last_seal"


def test_bricks_in_towers_do_not_count() -> None:
    """8.7 Ten loose bricks are allowed beside any tower."""
    t = table().player(0, warehouse={"white": 10}, towers=[("red", 6)]).at("limits.check")
    assert t.owed() == [1]


def test_the_warehouse_holds_fifteen() -> None:
    """8.7 9.1 Brick limit 15."""
    t = table().player(0, warehouse={"white": 10, "red": 6}, buildings=["warehouse"]).at("limits.check")
    assert t.ask("limits.bricks").most == 1


def test_cards_above_five_are_given_up() -> None:
    """8.8 Persons and buildings of own choice, feasts count but stay."""
    hand = ["fame", "fame", "mason", "alchemist", "mason"]
    t = table().player(0, hand=hand, buildings=["bridge", "workshop"]).at("limits.check")
    assert t.offers("limits.cards") == ["alchemist", "mason", "mason#2", "bridge", "workshop"]
    t.answer("limits.cards", ["bridge", "mason#2"])
    assert sorted(t[0].hand) == ["alchemist", "fame", "fame", "mason"]
    assert t[0].buildings == ["workshop"]
    assert sorted(t.state.discard_pile) == ["bridge", "mason"]


def test_five_cards_are_allowed() -> None:
    """8.8 At most five."""
    assert table().player(0, hand=FIVE_FEASTS).at("limits.check").owed() == [1]


def test_with_five_feasts_everything_else_goes() -> None:
    """8.8 Feasts beyond the fifth simply stay."""
    t = table().player(0, hand=[*FIVE_FEASTS, "scandal", "mason"], buildings=["bridge"]).at("limits.check")
    assert sorted(t[0].hand) == sorted([*FIVE_FEASTS, "scandal"])
    assert t[0].buildings == []
    assert t.owed() == [1]


def test_the_warehouse_lifts_the_card_limit() -> None:
    """8.8 A20 It never has to be given up."""
    hand = [*FIVE_FEASTS, "mason", "mason"]
    t = table().player(0, hand=hand, buildings=["warehouse", "bridge"]).at("limits.check")
    assert t.owed() == [1]
    assert t[0].buildings == ["warehouse", "bridge"]


def test_a_feast_is_never_offered() -> None:
    """8.8 Only the Patrician removes feasts."""
    t = table().player(0, hand=[*FIVE_FEASTS[:4], "mason", "princess"]).at("limits.check")
    assert t.offers("limits.cards") == ["mason", "princess"]
    with pytest.raises(Refusal):
        t.answer("limits.cards", "fame")


def test_a_patrician_may_be_given_up_or_played_on_a_feast() -> None:
    """8.9 Five feasts stay, or four."""
    t = table().player(0, hand=[*FIVE_FEASTS, "patrician"]).at("limits.check")
    assert t.offers("limits.cards") == ["patrician"]
    assert t.offers("person.play") == ["patrician"]
    t.answer("limits.cards", "patrician")
    assert sorted(t[0].hand) == sorted(FIVE_FEASTS)
    t = table().player(0, hand=[*FIVE_FEASTS, "patrician"]).at("limits.check")
    t.play("patrician").answer("patrician.card", "scandal")
    assert sorted(t[0].hand) == sorted(FIVE_FEASTS[:4])
    assert t.owed() == [1]


def test_a_patrician_already_played_cannot_help_again() -> None:
    """8.9 A3 One a turn: the second one is the excess."""
    t = table().player(0, hand=[*FIVE_FEASTS, "patrician"]).at("limits.check", played=["patrician"])
    assert sorted(t[0].hand) == sorted(FIVE_FEASTS)


def test_a_hand_can_also_shrink_by_playing() -> None:
    """8.9 An Alchemist played is no longer counted."""
    t = table().player(0, warehouse={"red": 1}, hand=[*FIVE_FEASTS, "alchemist"]).at("limits.check")
    t.play("alchemist").answer("alchemist.take", "blue")
    assert sorted(t[0].hand) == sorted(FIVE_FEASTS)
    assert t.owed() == [1]


def test_both_limits_must_hold_before_the_turn_ends() -> None:
    """8.6 8.9 First bricks, then cards."""
    t = table().player(0, warehouse={"white": 8, "red": 3}, hand=[*FIVE_FEASTS[:4], "mason", "princess"])
    t.at("limits.check").answer("limits.bricks", {"white": 1})
    assert t.owed() == [0]
    t.answer("limits.cards", "mason")
    assert t.owed() == [1]


def test_limits_concern_only_the_player_in_turn() -> None:
    """8.6 A11 Others may hold more until their own phase 6."""
    t = table().player(1, warehouse={"white": 14}, hand=[*FIVE_FEASTS, "mason"]).at("limits.check")
    assert totals(t[1].warehouse) == 14
    assert len(t[1].hand) == 6


def test_a_person_may_be_played_before_the_turn_ends() -> None:
    """3.5 8.9 Who holds one that can be played is asked a last time."""
    t = table().player(0, warehouse={"red": 1}, hand=["alchemist"]).at("limits.check")
    assert t.steps() == ["limits.close"]
    assert t.offers("limits.close") == ["end", "alchemist"]
    t.answer("limits.close", "end")
    assert t.owed() == [1]


def test_persons_may_follow_one_another_at_the_end_of_the_turn() -> None:
    """3.4 8.9 Until none is left or the turn is ended."""
    t = table().player(0, warehouse={"red": 1}, hand=["alchemist", "smuggler", "mason"]).at("limits.check")
    t.answer("limits.close", "alchemist").answer("alchemist.take", "blue")
    assert t.offers("limits.close") == ["end", "smuggler"]
    t.answer("limits.close", "smuggler")
    assert t[0].warehouse == {"white": 1}
    assert t.owed() == [1]


def test_who_has_just_been_asked_is_not_asked_again() -> None:
    """3.5 Done in phase 5 ends the turn if the limits hold."""
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 3)], hand=["alchemist"]).at("fulfil.choose")
    t.answer("fulfil.choose", "done")
    assert t.owed() == [1]


def test_the_next_player_clockwise_follows() -> None:
    """8.10 3.1 After the last seat the first."""
    t = table(3).player(2, warehouse={"white": 2}).player(0, warehouse={"white": 1}).at("limits.check", seat=2)
    assert t.owed() == [0]
    assert t.state.turn.phase == 1


def test_the_turn_ends_by_itself_unless_one_stays() -> None:
    """3.5 8.9 Whatever is in the hand; persons stood beside the building."""
    for card in ("alchemist", "fame"):
        t = table().player(0, warehouse={"red": 3}, hand=[card]).at("build.bricks", alone=True)
        assert t.answer("build.bricks", {"new:red": 1}, alone=True).owed() == [1]


def test_who_stays_is_asked_before_the_turn_ends() -> None:
    """3.5 8.9 Once, for all persons; and it may be said but once."""
    for card, offered in (("alchemist", ["end", "alchemist"]), ("fame", ["end"])):
        t = table().player(0, warehouse={"red": 3}, hand=[card]).at("build.bricks", alone=True)
        t.answer("turn.stay", "stay", alone=True)
        assert "turn.stay" not in t.steps()
        t.answer("build.bricks", {"new:red": 1}, alone=True)
        assert t.offers("limits.close") == offered
        assert t.answer("limits.close", "end", alone=True).owed() == [1]


def test_without_a_card_nobody_can_stay() -> None:
    """3.5 There is nothing to be asked for."""
    t = table().player(0, warehouse={"red": 3}).at("build.bricks", alone=True)
    assert "turn.stay" not in t.steps()


def test_who_was_not_asked_to_build_is_asked_for_persons() -> None:
    """3.5 With an empty warehouse there was no question beside which a person could be played."""
    t = table().player(0, hand=["saboteur"]).player(1, warehouse={"red": 1}, towers=[("red", 2)])
    t.row("fame", "mason").at("build.bricks", alone=True)
    assert t.offers("limits.close") == ["end", "saboteur"]

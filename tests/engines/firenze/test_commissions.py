"""8 Phase 5: commissions."""

from __future__ import annotations

from engines.firenze import ENGINE
from engines.firenze.state import NEUTRAL
from tests.engines.firenze.builder import table


def test_a_tower_of_exact_height_fulfils_its_commission() -> None:
    """8.1 8.2 Points, a seal, and all bricks into the bag."""
    t = table().player(0, towers=[("green", 4)]).at("fulfil.choose")
    before = t.state.bag["green"]
    assert t.offers("fulfil.choose") == ["green-4", "done"]
    t.answer("fulfil.choose", "green-4")
    assert t[0].points == {"commission": 3}
    assert t.state.seals["green-4"] == 0
    assert t[0].seals == 8
    assert t.towers(0) == []
    assert t.state.bag["green"] == before + 4


def test_other_heights_serve_nothing() -> None:
    """8.1 Two storeys are too few, nine too many."""
    t = table().player(0, towers=[("green", 2), ("white", 9)]).at("fulfil.choose")
    assert "fulfil.choose" not in t.steps()


def test_a_sealed_commission_is_closed() -> None:
    """8.1 Neutral or a player's seal, the own one too."""
    t = table().player(0, towers=[("green", 4), ("red", 4), ("blue", 4), ("yellow", 3)])
    t.sealed(green_4=NEUTRAL, red_4=1, blue_4=0).at("fulfil.choose")
    assert t.offers("fulfil.choose") == ["yellow-3", "done"]


def test_balconies_are_fulfilled_in_order() -> None:
    """8.1 White 6 is I, red 5 is II: II is closed until I is done."""
    t = table().player(0, towers=[("red", 5), ("white", 6)]).at("fulfil.choose")
    assert t.offers("fulfil.choose") == ["white-6", "done"]


def test_the_next_balcony_is_open_at_once() -> None:
    """8.4 A33 For the same player in the same turn."""
    t = table().player(0, towers=[("red", 5), ("white", 6)]).at("fulfil.choose").answer("fulfil.choose", "white-6")
    assert t.offers("fulfil.choose") == ["red-5", "done"]
    t.answer("fulfil.choose", "red-5")
    assert t.state.balconies_done == 2
    assert t[0].points["balcony"] == 7 + 9


def test_a_balcony_replaces_the_printed_points() -> None:
    """8.2 A16 White 6 is printed with 4, its balcony counts 7."""
    t = table().player(0, towers=[("white", 6)]).tokens().at("fulfil.choose").answer("fulfil.choose", "white-6")
    assert t[0].points == {"balcony": 7}


def test_the_first_commission_of_a_height_takes_the_storey_token() -> None:
    """8.3 1.8 For good; balconies count too."""
    t = table().player(0, towers=[("white", 6), ("green", 6)]).at("fulfil.choose").answer("fulfil.choose", "white-6")
    assert t[0].points == {"balcony": 7, "storey": 2}
    assert t.state.storey_tokens == [5, 7, 8]
    t.answer("fulfil.choose", "green-6")
    assert t[0].points == {"balcony": 7, "storey": 2, "commission": 5}


def test_low_commissions_have_no_token() -> None:
    """1.8 8.3 Tokens lie beside 5 to 8."""
    t = table().player(0, towers=[("green", 4)]).at("fulfil.choose").answer("fulfil.choose", "green-4")
    assert t.state.storey_tokens == [5, 6, 7, 8]


def test_a_privilege_goes_to_the_next_commission_of_its_height() -> None:
    """9.1 A19 It adds to the storey token, then the card is discarded."""
    t = table().player(0, towers=[("yellow", 5), ("green", 5)]).church("small_privilege").at("fulfil.choose")
    t.answer("fulfil.choose", "green-5")
    assert t[0].points == {"commission": 4, "storey": 1, "privilege": 2}
    assert t.state.church == []
    assert t.state.discard_pile == ["small_privilege"]
    t.answer("fulfil.choose", "yellow-5")
    assert t[0].points["privilege"] == 2


def test_a_privilege_may_be_won_in_the_turn_it_was_chosen() -> None:
    """9.1 From the moment it lies there."""
    t = table().player(0, warehouse={"white": 1}, towers=[("white", 4)]).row("small_privilege", "fame")
    t.at("card.choose").answer("card.choose", "slot:0").build(("raise:white-4", 1)).answer("fulfil.choose", "white-5")
    assert t[0].points["privilege"] == 2


def test_towers_built_this_turn_may_be_used() -> None:
    """8.1 A new tower of three."""
    t = table().player(0, warehouse={"red": 4}).at("build.bricks").build(("new:red", 3), pay={"red": 1})
    assert t.offers("fulfil.choose") == ["red-3", "done"]


def test_fulfilling_is_optional_and_may_be_repeated() -> None:
    """8.1 As often as wanted."""
    t = table().player(0, towers=[("red", 3), ("blue", 3)]).at("fulfil.choose").answer("fulfil.choose", "red-3")
    t.answer("fulfil.choose", "done")
    assert t.towers(0) == [("blue", 3)]
    assert t.owed() == [1]


def test_one_tower_of_two_equal_ones_takes_the_commission() -> None:
    """8.1 1.4 The other stays."""
    t = table().player(0, towers=[("red", 3), ("red", 3)]).at("fulfil.choose").answer("fulfil.choose", "red-3")
    assert t.towers(0) == [("red", 3)]


def test_without_a_seal_nothing_can_be_fulfilled() -> None:
    """8.1 11.1 Who has laid the last one is done."""
    t = table().player(0, towers=[("red", 3)], seals=0).ended_by(0).at("fulfil.choose")
    assert "fulfil.choose" not in t.steps()


def test_a_dead_colour_can_be_built_but_fulfils_nothing() -> None:
    """2.4 All its commissions are covered."""
    t = (
        table(dead_colour="red")
        .player(0, warehouse={"red": 4})
        .at("build.bricks")
        .build(("new:red", 3), pay={"red": 1})
    )
    assert t.towers(0) == [("red", 3)]
    assert t.owed() == [1]


# --- Architect --------------------------------------------------------------------------------------------------------


def test_the_architect_counts_a_tower_one_storey_off() -> None:
    """9.2 A12 A13 Up or down; the commission's height decides about the token, all real bricks go to the bag."""
    t = table().player(0, towers=[("green", 5)], hand=["architect"]).at("fulfil.choose")
    assert t.offers("fulfil.choose") == ["green-5", "green-5+1", "green-5-1", "done"]
    before = t.state.bag["green"]
    t.answer("fulfil.choose", "green-5+1")
    assert t[0].points == {"commission": 5, "storey": 2}
    assert t.state.seals == {"green-6": 0}
    assert t.state.bag["green"] == before + 5
    assert t.state.discard_pile == ["architect"]


def test_towers_of_two_and_nine_can_serve_with_the_architect() -> None:
    """A12 Anything that has an open commission one storey away."""
    t = table().player(0, towers=[("blue", 2), ("white", 9)], hand=["architect"]).at("fulfil.choose")
    assert t.offers("fulfil.choose") == ["blue-2+1", "white-9-1", "done"]


def test_only_one_architect_a_turn() -> None:
    """A29 3.4 Each name once, even with two in hand."""
    t = table().player(0, towers=[("blue", 2), ("red", 2)], hand=["architect", "architect"]).at("fulfil.choose")
    t.answer("fulfil.choose", "blue-2+1")
    assert t[0].hand == ["architect"]
    assert "fulfil.choose" not in t.steps()


def test_the_architect_may_serve_a_balcony_whose_turn_has_come() -> None:
    """A29 But not a later one."""
    t = table().player(0, towers=[("white", 7), ("red", 4)], hand=["architect"]).sealed(red_4=1, red_3=1)
    t.at("fulfil.choose")
    assert t.offers("fulfil.choose") == ["white-7", "white-7+1", "white-7-1", "done"]


def test_the_architect_is_never_played_by_itself() -> None:
    """A29 Without a fulfilment there is no moment for it."""
    t = table().player(0, warehouse={"red": 1}, hand=["architect"]).at("build.bricks")
    assert t.steps() == ["build.bricks", "turn.stay"]


def test_who_stays_on_is_asked_for_the_sake_of_the_architect() -> None:
    """9.2 3.5 Only one storey is missing; who does not stay ends the turn by building."""
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 3)], hand=["architect"]).sealed(red_4=1)
    ended = t.at("build.bricks", alone=True).answer("build.bricks", {"raise:red-3": 1}, alone=True)
    assert ended.owed() == [1]
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 3)], hand=["architect"]).sealed(red_4=1)
    t.at("build.bricks", alone=True).answer("turn.stay", "stay", alone=True)
    t.answer("build.bricks", {"raise:red-3": 1}, alone=True)
    assert t.offers("fulfil.choose") == ["red-4-1", "done"]


def test_whatever_is_in_the_hand_staying_is_offered_and_asks_the_same() -> None:
    """10.3 9.2 Nobody can tell an Architect by the questions that come."""
    for card in ("architect", "fame", "mason"):
        t = table().player(0, warehouse={"red": 1}, towers=[("red", 3)], hand=[card]).sealed(red_4=1)
        t.at("build.bricks", alone=True).answer("turn.stay", "stay", alone=True)
        t.answer("build.bricks", {"raise:red-3": 1}, alone=True)
        assert [each.step for each in ENGINE.pending(t.state) if each.owed] == ["fulfil.choose"]


# --- Campanile --------------------------------------------------------------------------------------------------------


def test_the_campanile_blocks_everybody_the_chooser_included() -> None:
    """9.1 A15 No commission may be fulfilled, not even for a token or privilege."""
    t = table(campanile=True).player(0, warehouse={"red": 1}, towers=[("red", 2)]).row("campanile", "fame")
    t.at("card.choose").answer("card.choose", "slot:0").build(("raise:red-2", 1))
    assert t.towers(0) == [("red", 3)]
    assert t.owed() == [1]


def test_a_white_three_frees_its_owner_in_the_same_phase() -> None:
    """9.1 No points, no seal, no bonus."""
    t = table(3, campanile=True).player(0, towers=[("white", 3), ("blue", 4)]).church("campanile", small_seals=[1])
    t.at("fulfil.choose")
    assert t.offers("fulfil.choose") == ["bell", "done"]
    t.answer("fulfil.choose", "bell")
    assert (t[0].points, t[0].seals) == ({}, 7)
    assert t.state.small_seals == [1, 0]
    assert t.offers("fulfil.choose") == ["blue-4", "done"]


def test_the_bell_tower_is_exactly_three_and_the_architect_does_not_help() -> None:
    """A14 A15 Two or four storeys will not do."""
    t = table(campanile=True).player(0, towers=[("white", 4), ("white", 2)], hand=["architect"]).church("campanile")
    t.at("fulfil.choose")
    assert "fulfil.choose" not in t.steps()


def test_what_lies_on_white_three_is_of_no_concern() -> None:
    """9.1 A seal on the commission does not stop the bell tower, and handing in is optional."""
    t = table(campanile=True).player(0, towers=[("white", 3)]).church("campanile").sealed(white_3=1).at("fulfil.choose")
    assert t.offers("fulfil.choose") == ["bell", "done"]


def test_white_as_dead_colour_leaves_the_bell_tower() -> None:
    """2.4 The Campanile asks for bricks, not for a commission."""
    t = table(campanile=True, dead_colour="white").player(0, towers=[("white", 3)]).church("campanile")
    assert t.at("fulfil.choose").offers("fulfil.choose") == ["bell", "done"]


def test_the_last_small_seal_discards_the_campanile() -> None:
    """9.1 A31 The small seals go back, the card may come again."""
    t = table(campanile=True).player(0, towers=[("white", 3)]).church("campanile", small_seals=[1]).at("fulfil.choose")
    t.answer("fulfil.choose", "bell")
    assert t.state.church == []
    assert t.state.small_seals == []
    assert t.state.discard_pile == ["campanile"]


def test_a_discarded_campanile_starts_the_draw_pile_if_there_is_none() -> None:
    """A31 4.8 The next card to be discarded becomes the draw pile."""
    t = table(campanile=True).player(0, towers=[("white", 3)]).church("campanile", small_seals=[1]).at("fulfil.choose")
    t.state.draw_pile = []
    t.answer("fulfil.choose", "bell")
    assert [card.kind for card in t.state.draw_pile] == ["campanile"]


def test_each_player_hands_in_one_bell_tower_only() -> None:
    """9.1 Who is free is not asked for another."""
    t = table(3, campanile=True).player(0, towers=[("white", 3)]).church("campanile", small_seals=[0])
    t.sealed(white_3=1).at("fulfil.choose")
    assert "fulfil.choose" not in t.steps()

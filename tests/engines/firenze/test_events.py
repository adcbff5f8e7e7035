"""9.3 and 9.4 Events, and what they take from all."""

from __future__ import annotations

import json

import pytest

from bot.language.speaker import Speaker
from engines.firenze import ENGINE
from engines.firenze.losses import flood_loss
from engines.firenze.tables import FirenzeTables
from tests.engines.firenze.builder import Table, table, totals


def event(card: str, bricks: dict[str, int] | None = None, seats: int = 2, **options: object) -> Table:
    """The event lies free at the left, a second card beside it."""
    return table(seats, **options).row((card, bricks or {}), "fame")


def take(t: Table) -> Table:
    return t.at("card.choose").answer("card.choose", "slot:0")


# --- Collapse, Botch, Renaissance -------------------------------------------------------------------------------------


def test_collapse_takes_a_whole_tower_of_own_choice() -> None:
    """9.3 4.6 All bricks go to the bag, the card is discarded."""
    t = take(event("collapse").player(0, warehouse={"red": 1}, towers=[("red", 4), ("blue", 2)]))
    assert t.offers("event.tower") == ["blue-2", "red-4"]
    before = t.state.bag["red"]
    t.answer("event.tower", "red-4")
    assert t.towers(0) == [("blue", 2)]
    assert t.state.bag["red"] + sum(card.bricks.get("red", 0) for card in t.state.row) == before + 4
    assert t.state.discard_pile == ["collapse"]


def test_botch_takes_one_brick_of_a_tower() -> None:
    """9.3 A tower of one storey disappears."""
    t = take(event("botch").player(0, warehouse={"red": 1}, towers=[("red", 4), ("blue", 1)]))
    t.answer("event.tower", "red-4")
    assert t.towers(0) == [("red", 3), ("blue", 1)]
    t = take(event("botch").player(0, warehouse={"red": 1}, towers=[("blue", 1)]))
    assert t.towers(0) == []


@pytest.mark.parametrize("card", ["collapse", "botch"])
def test_without_a_tower_nothing_happens(card: str) -> None:
    """9.3 9.4 And equal towers are no choice."""
    t = take(event(card).player(0, warehouse={"red": 1}))
    assert t.steps() == ["build.bricks"]
    assert t.state.discard_pile == [card]
    t = take(event(card).player(0, warehouse={"red": 1}, towers=[("blue", 2), ("blue", 2)]))
    assert t.steps() == ["build.bricks"]


@pytest.mark.parametrize("card", ["collapse", "botch"])
def test_single_events_spare_the_others(card: str) -> None:
    """4.6 They concern the player in turn alone."""
    t = take(event(card).player(0, warehouse={"red": 1}).player(1, warehouse={"red": 2}, towers=[("blue", 3)]))
    assert t.towers(1) == [("blue", 3)]


def test_renaissance_shuffles_all_piles_and_itself() -> None:
    """9.3 A6 Row, hands, tables and church stay; then the row is refilled."""
    t = event("renaissance").player(0, warehouse={"red": 1}, hand=["mason"]).church("small_privilege")
    t.draw_pile("bridge", "scandal", "disgrace").discard_pile("flood", "tribute")
    take(t)
    everything = [card.kind for card in t.state.draw_pile] + t.cards_in_row()[1:]
    assert sorted(everything) == ["bridge", "disgrace", "flood", "renaissance", "scandal", "tribute"]
    assert t.state.discard_pile == []
    assert t[0].hand == ["mason"]
    assert t.state.church == ["small_privilege"]


# --- Patrician against events -----------------------------------------------------------------------------------------


def test_a_patrician_wards_off_an_event_just_taken() -> None:
    """9.2 A2 The event is still discarded and the bricks are kept."""
    t = take(event("collapse", {"blue": 2}).player(0, warehouse={"red": 1}, towers=[("red", 4)], hand=["patrician"]))
    assert t.steps() == ["event.ward"]
    t.answer("event.ward", "ward")
    assert t.towers(0) == [("red", 4)]
    assert t[0].warehouse == {"red": 1, "blue": 2}
    assert t.state.discard_pile == ["patrician", "collapse"]


def test_an_event_may_be_accepted_with_a_patrician_in_hand() -> None:
    """9.2 It stays in the hand."""
    t = take(event("collapse").player(0, warehouse={"red": 1}, towers=[("red", 4)], hand=["patrician"]))
    t.answer("event.ward", "accept")
    assert t.towers(0) == []
    assert t[0].hand == ["patrician"]


def test_renaissance_warded_off_shuffles_nothing() -> None:
    """A2 The card is simply discarded."""
    t = event("renaissance").player(0, warehouse={"red": 1}, hand=["patrician"]).discard_pile("flood")
    take(t).answer("event.ward", "ward")
    assert t.state.discard_pile == ["flood", "patrician", "renaissance"]


def test_only_one_patrician_a_turn() -> None:
    """A3 Played on a hand card before, the second cannot ward off."""
    t = event("collapse").player(0, warehouse={"red": 1}, towers=[("red", 4)], hand=["patrician", "patrician", "mason"])
    t.at("card.choose").play("patrician").answer("patrician.card", "mason").answer("card.choose", "slot:0")
    assert t.towers(0) == []
    assert t[0].hand == ["patrician"]


def test_others_cannot_ward_off_what_they_did_not_choose() -> None:
    """A2 The Patrician of the neighbour does not help."""
    t = event("warehouse_fire").player(0, warehouse={"red": 1}).player(1, warehouse={"red": 5}, hand=["patrician"])
    take(t)
    assert t[1].warehouse == {"red": 2}


def test_a_patrician_against_an_event_for_all_protects_only_its_player() -> None:
    """A2 9.4 The others still suffer."""
    t = event("warehouse_fire", {"blue": 4}).player(0, warehouse={"red": 6}, hand=["patrician"])
    take(t.player(1, warehouse={"red": 5})).answer("event.ward", "ward")
    assert t[0].warehouse == {"red": 6, "blue": 4}
    assert t[1].warehouse == {"red": 2}


def test_by_option_a_patrician_protects_everybody() -> None:
    """A2 9.4 Nobody is asked, nobody loses anything."""
    t = event("warehouse_fire", patrician_scope="everyone").player(0, warehouse={"red": 6}, hand=["patrician"])
    take(t.player(1, warehouse={"red": 5, "blue": 1})).answer("event.ward", "ward")
    assert t[1].warehouse == {"red": 5, "blue": 1}
    assert t.state.discard_pile == ["patrician", "warehouse_fire"]


def test_no_other_person_comes_between_taking_and_refilling() -> None:
    """3.5 The Alchemist has to wait."""
    t = take(event("collapse").player(0, warehouse={"red": 1}, towers=[("red", 4)], hand=["patrician", "alchemist"]))
    assert t.steps() == ["event.ward"]


# --- Flood and Warehouse Fire -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bricks", "lost"),
    [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3), (9, 3), (10, 4), (15, 5)],
)
def test_a_flood_takes_a_third_rounded_up(bricks: int, lost: int) -> None:
    """9.3 Of the warehouse."""
    assert flood_loss(table().state, bricks) == lost


def test_a_flood_spares_the_bricks_on_its_card() -> None:
    """4.5 9.3 A5 They are neither counted nor usable, and come afterwards."""
    t = event("flood", {"blue": 4}).player(0, warehouse={"red": 4}).player(1, warehouse={})
    take(t)
    assert t[0].warehouse == {"red": 2, "blue": 4}


def test_the_price_of_the_card_is_paid_before_the_flood() -> None:
    """9.3 Five bricks less one paid are four: two are lost."""
    t = table().row("fame", "flood").player(0, warehouse={"red": 5}).player(1, warehouse={})
    t.at("card.choose").answer("card.choose", "slot:1")
    assert t[0].warehouse == {"red": 2}


def test_all_are_asked_at_once_and_answer_in_any_order() -> None:
    """9.4 A1 3.2 The row is refilled when the last answer is in."""
    t = event("flood", seats=3).player(0, warehouse={"red": 2, "blue": 2})
    t.player(1, warehouse={"red": 3, "green": 3}).player(2, warehouse={"white": 1, "purple": 1})
    take(t)
    assert t.owed() == [0, 1, 2]
    t.answer("loss.bricks", {"purple": 1}, seat=2).answer("loss.bricks", {"red": 2}, seat=0)
    assert len(t.state.row) == 1
    assert t[2].warehouse == {"white": 1, "purple": 1}
    t.answer("loss.bricks", {"green": 2}, seat=1)
    assert [player.warehouse for player in t.state.players] == [{"blue": 2}, {"red": 3, "green": 1}, {"white": 1}]
    assert len(t.state.row) == 6


def test_the_order_of_answers_changes_nothing() -> None:
    """9.4 The outcome never depends on who answered first."""
    hashes = set()
    for order in ([0, 1], [1, 0]):
        t = take(
            event("warehouse_fire")
            .player(0, warehouse={"red": 3, "blue": 2})
            .player(1, warehouse={"red": 2, "blue": 3})
        )
        for seat in order:
            t.answer("loss.bricks", {"red": 1, "blue": 2}, seat=seat)
        hashes.add(ENGINE.state_hash(t.state))
    assert len(hashes) == 1


def test_nobody_sees_an_answer_before_the_last_is_in() -> None:
    """9.4 The others' views do not change."""
    t = take(event("flood").player(0, warehouse={"red": 2, "blue": 2}).player(1, warehouse={"red": 3, "green": 3}))
    before = ENGINE.view_json(t.state, 0), ENGINE.view_json(t.state, None)
    t.answer("loss.bricks", {"green": 2}, seat=1)
    assert t.told() == []
    assert (ENGINE.view_json(t.state, 0), ENGINE.view_json(t.state, None)) == before


@pytest.mark.parametrize(("warehouse", "left"), [({}, {}), ({"red": 6}, {"red": 3}), ({"red": 1, "blue": 2}, {})])
def test_who_has_no_choice_is_not_asked(warehouse: dict[str, int], left: dict[str, int]) -> None:
    """9.4 Nothing, one colour only, or everything."""
    t = take(event("warehouse_fire").player(0, warehouse={"white": 3}).player(1, warehouse=warehouse))
    assert t[1].warehouse == left
    assert 1 not in t.owed() or "loss.bricks" not in t.steps()


def test_a_fire_takes_three_bricks_or_all() -> None:
    """9.3 Own choice."""
    t = take(event("warehouse_fire").player(0, warehouse={"white": 1}).player(1, warehouse={"red": 4, "blue": 3}))
    assert t.ask("loss.bricks", 1).least == 3
    t.answer("loss.bricks", {"blue": 3}, seat=1)
    assert t[1].warehouse == {"red": 4}


def test_no_person_can_be_played_during_an_event() -> None:
    """3.5 Only the losses are asked for."""
    t = take(event("flood").player(0, warehouse={"red": 3, "blue": 3}, hand=["alchemist", "smuggler"]))
    assert t.steps() == ["loss.bricks"]


# --- Luxury Tax -------------------------------------------------------------------------------------------------------


def test_the_luxury_tax_wants_two_bricks_for_each_high_tower() -> None:
    """9.3 Five storeys and more; low towers are free."""
    t = event("luxury_tax").player(0, warehouse={"red": 5}, towers=[("blue", 5), ("green", 4), ("white", 7)])
    take(t)
    assert t[0].warehouse == {"red": 1}
    assert len(t.towers(0)) == 3


def test_who_can_pay_must_pay() -> None:
    """A4 9.3 As long as the warehouse can bear it."""
    t = take(event("luxury_tax").player(0, warehouse={"red": 1, "blue": 3}, towers=[("green", 5)]))
    assert t.ask("loss.bricks").least == 2
    t.answer("loss.bricks", {"blue": 2})
    assert t.towers(0) == [("green", 5)]


def test_bricks_on_the_card_help_to_pay_taxes() -> None:
    """A5 They are in for Luxury Tax and Tribute."""
    t = event("luxury_tax", {"red": 3}).player(0, towers=[("green", 6)]).at("card.choose")
    assert t.towers(0) == [("green", 6)]
    assert t[0].warehouse == {"red": 1}
    t = event("tribute", {"red": 2}).player(0, towers=[("red", 3)]).at("card.choose")
    assert t.towers(0) == [("red", 3)]
    assert t[0].warehouse == {"red": 1}


def test_a_tower_without_payment_falls_as_a_ruin() -> None:
    """9.3 7.1 Half comes back."""
    t = take(event("luxury_tax").player(0, warehouse={"red": 1}, towers=[("green", 6)]))
    assert t.towers(0) == []
    assert t[0].warehouse == {"red": 1, "green": 3}


def test_the_owner_chooses_towers_and_bricks() -> None:
    """9.4 A4 One of two can be paid for; rubble pays nothing."""
    t = event("luxury_tax").player(0, warehouse={"red": 2, "blue": 1}, towers=[("green", 5), ("white", 7)])
    take(t)
    assert t.offers("loss.towers") == ["white-7", "green-5"]
    t.answer("loss.towers", "green-5").answer("loss.bricks", {"red": 1, "blue": 1})
    assert t.towers(0) == [("green", 5)]
    assert t[0].warehouse == {"red": 1, "white": 3}


def test_equal_towers_are_no_question() -> None:
    """9.4 Towers of one colour and one height are interchangeable."""
    t = take(event("luxury_tax").player(0, warehouse={"red": 3}, towers=[("green", 5), ("green", 5)]))
    assert "loss.towers" not in t.steps()
    assert t.towers(0) == [("green", 5)]


def test_towers_of_different_colours_are_a_question() -> None:
    """9.4 They are not alike."""
    t = take(event("luxury_tax").player(0, warehouse={"red": 3}, towers=[("green", 5), ("white", 5)]))
    assert t.offers("loss.towers") == ["green-5", "white-5"]


# --- Tribute ----------------------------------------------------------------------------------------------------------


def test_tribute_wants_a_brick_of_its_colour_for_each_tower() -> None:
    """9.3 9.4 Colour by colour."""
    t = event("tribute").player(
        0, warehouse={"red": 2, "blue": 1, "white": 5}, towers=[("red", 1), ("red", 4), ("blue", 2)]
    )
    take(t)
    assert t[0].warehouse == {"white": 5}
    assert len(t.towers(0)) == 3


def test_tribute_lets_the_owner_choose_within_a_colour() -> None:
    """9.4 A4 Towers without a brick of their colour always fall."""
    t = event("tribute").player(0, warehouse={"white": 1, "blue": 2}, towers=[("white", 2), ("white", 4), ("red", 3)])
    take(t)
    assert t.offers("loss.towers") == ["white-4", "white-2"]
    t.answer("loss.towers", "white-2")
    assert t.towers(0) == [("white", 2)]
    assert t[0].warehouse == {"white": 2, "blue": 2, "red": 1}


def test_tribute_asks_for_each_colour_in_doubt() -> None:
    """9.4 One after the other, for every seat by itself."""
    towers = [("white", 2), ("white", 4), ("red", 3), ("red", 1)]
    t = take(event("tribute").player(0, warehouse={"white": 1, "red": 1}, towers=towers))
    t.answer("loss.towers", "white-4")
    assert t.offers("loss.towers") == ["red-3", "red-1"]
    t.answer("loss.towers", "red-1")
    assert t.towers(0) == [("white", 4), ("red", 1)]


def test_of_three_equal_and_one_other_tower_copies_are_told_apart() -> None:
    """9.4 Two of white 2, white 2 and white 4 can stay."""
    t = event("tribute").player(0, warehouse={"white": 2}, towers=[("white", 2), ("white", 4), ("white", 2)])
    take(t)
    assert t.offers("loss.towers") == ["white-4", "white-2", "white-2#2"]
    t.answer("loss.towers", ["white-2", "white-2#2"])
    assert t.towers(0) == [("white", 2), ("white", 2)]


# --- the automatic choice ---------------------------------------------------------------------------------------------


def test_the_default_gives_up_colours_without_a_tower_first() -> None:
    """9.4 Common before rare, then colours with a tower in the same order."""
    t = event("warehouse_fire").player(0, warehouse={"white": 1})
    t.player(1, warehouse={"white": 2, "red": 1, "purple": 3}, towers=[("white", 2)])
    assert take(t).ask("loss.bricks", 1).default == {"red": 1, "purple": 2}
    t = (
        event("flood")
        .player(0, warehouse={"white": 1})
        .player(1, warehouse={"white": 4, "red": 1, "blue": 1}, towers=[("red", 1)])
    )
    assert take(t).ask("loss.bricks", 1).default == {"white": 2}


def test_by_option_nobody_is_asked() -> None:
    """9.4 The same choice is made by itself, for the player in turn too."""
    t = event("warehouse_fire", forced_discard="auto").player(
        0, warehouse={"white": 1, "red": 4}, towers=[("white", 3)]
    )
    take(t.player(1, warehouse={"yellow": 1, "blue": 4}))
    assert t[0].warehouse == {"white": 1, "red": 1}
    assert t[1].warehouse == {"blue": 2}


def test_the_automatic_choice_keeps_the_highest_towers() -> None:
    """9.4 In a tie the rarer colour, then the older tower."""
    t = event("luxury_tax", forced_discard="auto")
    t.player(0, warehouse={"red": 2, "blue": 1}, towers=[("white", 5), ("green", 5), ("yellow", 5)])
    assert take(t).towers(0) == [("green", 5)]
    t = event("tribute", forced_discard="auto").player(0, warehouse={"white": 1}, towers=[("white", 2), ("white", 4)])
    assert take(t).towers(0) == [("white", 4)]


def test_collapse_asks_even_with_automatic_losses() -> None:
    """9.4 The option is about events for all."""
    t = event("collapse", forced_discard="auto").player(0, warehouse={"red": 1}, towers=[("red", 4), ("blue", 2)])
    assert take(t).steps() == ["event.tower"]


def test_losses_feed_the_bag_before_the_refill() -> None:
    """9.4 4.7 With an empty bag the new card gets what was lost."""
    t = table().row("warehouse_fire", "fame", "disgrace", "botch", "flood", "tribute").bag()
    take(t.player(0, warehouse={"red": 4}).player(1, warehouse={"red": 1}))
    assert t.state.row[5].bricks == {"red": 4}
    assert totals(t.state.bag) == 0


# --- Monument ---------------------------------------------------------------------------------------------------------


def monument(*sites: list[tuple[str, int]]) -> Table:
    t = table(len(sites)).row(("monument", {"blue": 1}), "fame")
    for seat, towers in enumerate(sites):
        t.player(seat, warehouse={"red": 1}, towers=towers)
    return take(t)


def test_the_monument_goes_to_the_highest_tower_even_out_of_turn() -> None:
    """9.1 A11 A32 The chooser gets the bricks in every case."""
    t = monument([("red", 2)], [("green", 3)])
    assert (t[0].hand, t[1].hand) == ([], ["monument"])
    assert t[0].warehouse == {"red": 1, "blue": 1}


def test_several_own_towers_of_the_top_height_are_no_tie() -> None:
    """9.1 A11 The player alone counts."""
    assert monument([("red", 3), ("blue", 3)], [("green", 2)])[0].hand == ["monument"]


@pytest.mark.parametrize("sites", [([("red", 3)], [("blue", 3)]), ([], [])])
def test_a_tie_between_players_or_no_tower_discards_the_monument(sites: tuple[list[tuple[str, int]], ...]) -> None:
    """9.1 A11 Nobody gets it."""
    t = monument(*sites)
    assert t.state.discard_pile == ["monument"]
    assert [player.hand for player in t.state.players] == [[], []]


def test_a_monument_got_out_of_turn_may_pass_the_card_limit() -> None:
    """A11 A32 Until the receiver's own phase 6."""
    t = table().row("monument", "fame").player(0, warehouse={"red": 1})
    t.player(1, towers=[("red", 1)], hand=["mason"] * 3 + ["princess"] * 2)
    take(t)
    assert len(t[1].hand) == 6


# --- were the Saboteur an event ---------------------------------------------------------------------------------------


def test_the_saboteur_can_be_made_an_event_in_the_tables() -> None:
    """A10 Mandatory and at once, open to the Patrician, and discarded afterwards."""
    t = table().row("saboteur", "fame").player(0, warehouse={"red": 1}).player(1, towers=[("blue", 2), ("red", 1)])
    raw = json.loads(json.dumps(t.state.tables.raw))
    next(card for card in raw["card"] if card["id"] == "saboteur")["type"] = "event"
    t.state.tables = FirenzeTables.from_raw(raw)
    take(t).answer("saboteur.tower", "1:blue-2")
    assert t.towers(1) == [("blue", 1), ("red", 1)]
    assert t.state.discard_pile == ["saboteur"]
    assert t[0].hand == []


@pytest.mark.parametrize("card", ["collapse", "botch", "luxury_tax", "tribute"])
def test_an_event_that_finds_nothing_is_told_all_the_same(card: str) -> None:
    """9.3 9.4 "Nothing happened" is not "not yet resolved"."""
    t = take(event(card).player(0, warehouse={"red": 1}).player(1, warehouse={"red": 2}))
    assert "nothing" in t.told()


def test_it_is_told_that_a_tower_is_gone() -> None:
    """9.2 9.3 A tower of one storey disappears by a Botch or a Saboteur."""
    t = take(event("botch").player(0, warehouse={"red": 1}, towers=[("blue", 1)]))
    assert said(t, "botch") == "Botch: Anna lost a brick of blue 1, which is gone."
    t = take(event("botch").player(0, warehouse={"red": 1}, towers=[("blue", 2)]))
    assert said(t, "botch") == "Botch: Anna lost a brick of blue 2."


def said(t: Table, name: str) -> str:
    speaker = Speaker("en", "firenze", ("Anna", "Bram"))
    return next(speaker.say(each) for each in t.events if each.key == f"firenze.event.{name}")


# --- nothing is asked that cannot matter ------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "asked"), [(2, True), (3, False)])
@pytest.mark.parametrize("card", ["collapse", "botch", "luxury_tax", "tribute", "flood"])
def test_what_cannot_hurt_needs_no_patrician(card: str, rules: int, asked: bool) -> None:
    """9.2 9.3 No tower and nothing in the warehouse, as all can see; a game goes on by the rules it began with."""
    t = event(card).player(0, hand=["patrician", "mason"])
    t.state.rules = rules
    take(t)
    assert ("event.ward" in t.steps()) == asked


@pytest.mark.parametrize(("end_tile", "asked"), [(-1, [0, 1, 2]), (1, [0]), (2, [0, 1])])
def test_who_has_no_turn_left_is_not_asked_for_bricks(end_tile: int, asked: list[int]) -> None:
    """9.4 11.2 Seat 0 is in its turn and still builds; the owner of the end tile has had the last one."""
    t = event("flood", seats=3)
    for seat in range(3):
        t.player(seat, warehouse={"red": 2, "blue": 2})
    t.state.end_tile = end_tile
    take(t)
    assert t.owed() == asked
    for seat in asked:
        t.answer("loss.bricks", {"red": 2}, seat=seat)
    assert all(sum(t[seat].warehouse.values()) == 2 for seat in (1, 2))

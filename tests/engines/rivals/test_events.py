"""Chapter 11: the event cards."""

import pytest

from engines.rivals.fortunes import plagued
from engines.rivals.riots import riots_price
from tests.engines.rivals.table import Table


def strong(mode: str = "basic", seat: int = 0) -> Table:
    """Seat has the strength advantage."""
    return Table(mode).built(seat, "candamir", 1, "below")


def test_feud_needs_the_strength_advantage_and_a_building() -> None:
    """11.1 Else nothing happens; units are no buildings."""
    assert Table().built(1, "abbey").event("feud").waits_for() == {0: "action"}
    assert strong().built(1, "austin").event("feud").waits_for() == {0: "action"}


def test_with_three_buildings_or_fewer_all_are_marked() -> None:
    """11.1 16.12 E25 The victim chooses which one is lost, and any of the four stacks."""
    table = strong().built(1, "abbey").built(1, "storehouse", -1, "below").built(1, "parish_hall", 1)
    table.event("feud")
    assert table.owe() == {0: "action", 1: "feud.lose"}
    assert len(table.offers(1)) == 3
    table.answer("storehouse@-1:below", seat=1)
    assert table.offers(1) == ["1", "2", "3", "4"]
    table.answer("3", seat=1)
    assert table.cards(1) == ["abbey", "parish_hall"]
    assert (table.state.stacks[2].cards[-1].kind, table.state.stacks[2].cards[-1].known_to(None)) == (
        "storehouse",
        True,
    )


def test_of_more_than_three_buildings_the_holder_marks_three() -> None:
    """11.1 16.11 The holder may be the player not on turn."""
    table = Table().built(1, "candamir").city(0, -1)
    for kind, x, row in (("abbey", -1, "above"), ("storehouse", -1, "above"), ("storehouse", -1, "below"),
                         ("parish_hall", 1, "above")):  # fmt: skip
        table.built(0, kind, x, row)
    table.event("feud")
    assert table.waits_for() == {1: "feud.mark"}
    table.answer(["abbey@-1:above", "storehouse@-1:above", "storehouse@-1:below"], seat=1)
    assert table.waits_for() == {0: "feud.lose"}
    assert table.offers() == ["abbey@-1:above", "storehouse@-1:above", "storehouse@-1:below"]


def test_a_face_up_card_lost_to_feud_returns_to_the_face_up_stack() -> None:
    """10.4 A13 No stack is asked."""
    table = strong("gold").city(1, -1).built(1, "merchant_guild").event("feud")
    assert (table.cards(1), len(table.state.face_up)) == ([], 2)


def test_in_the_duel_a_merchant_guild_goes_under_the_stack_of_its_set() -> None:
    """13.4 A13 Ordinary cards there."""
    table = Table("duel")
    if not any(card.kind == "feud" for card in table.state.events):
        table.state.events[0], table.state.put_away = (
            next(card for card in table.state.put_away if card.kind == "feud"),
            [table.state.events[0], *[card for card in table.state.put_away if card.kind != "feud"][:8]],
        )
    table.built(0, "candamir").city(1, -1).built(1, "merchant_guild")
    table.state.events = sorted(table.state.events, key=lambda card: card.kind != "feud")
    table.at("turn.actions", "event.turn")
    gold = next(stack for stack in table.state.stacks if stack.back == "gold")
    assert gold.cards[-1].kind == "merchant_guild"


def test_a_town_hall_counts_as_one_building_with_what_it_covers() -> None:
    """11.1 A12 Feud hits the visible card."""
    table = strong("progress").city(1, -1).built(1, "parish_hall")
    hall = table.player(1).expansions[-1]
    hall.pile.append(table._find("town_hall").marked(-1))
    table.event("feud").answer("4", seat=1)
    assert table.cards(1) == ["parish_hall"]


def test_fraternal_feuds_hides_two_cards_of_the_hand() -> None:
    """11.2 16.13 17.4 E26 The victim keeps one and waits for the own refill."""
    table = strong().hand(1, "abbey", "scout", "austin").event("fraternal_feuds")
    assert (table.waits_for(), table.barrier) == ({0: "fraternal.pick"}, True)
    assert all(card.known_to(0) for card in table.player(1).hand)
    table.answer(["scout", "abbey"]).answer("1").answer("1")
    assert table.in_hand(1) == ["austin"]
    assert [card.kind for card in table.state.stacks[0].cards[-2:]] == ["scout", "abbey"]
    assert [card.known_to(1) for card in table.state.stacks[0].cards[-2:]] == [False, False]
    assert [card.known_to(0) for card in table.state.stacks[0].cards[-2:]] == [True, True]
    assert table.waits_for() == {0: "action"}


def test_the_victim_is_told_the_stacks_and_the_lost_cards_not_their_places() -> None:
    """11.2 17.4 Stacks sorted, cards sorted."""
    table = (
        strong().hand(1, "abbey", "scout").event("fraternal_feuds").answer(["scout", "abbey"]).answer("4").answer("2")
    )
    event = next(event for event in table.events if event.key.endswith("hid_cards"))
    seen = event.seen_by(1)
    assert seen is not None
    assert (seen.facts["stacks"], seen.facts["cards"]) == ([2, 4], ["card/abbey", "card/scout"])
    assert seen.facts["places"] == 2
    onlooker = event.seen_by(None)
    assert onlooker is not None
    assert "cards" not in onlooker.facts


def test_fraternal_feuds_needs_a_hand_card() -> None:
    """11.2 An empty hand is spared; one card is all there is."""
    assert strong().event("fraternal_feuds").waits_for() == {0: "action"}
    table = strong().hand(1, "abbey").event("fraternal_feuds")
    assert table.waits_for() == {0: "fraternal.stack"}


def test_invention_pays_for_progress_at_most_two() -> None:
    """11.3 16.8 Abbey and University."""
    table = Table("progress").city(0, 1).built(0, "abbey").built(0, "university", 1).event("invention")
    assert table.waits_for() == {0: "gain"}
    assert table.asked(0).ask.most == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(("mine", "theirs", "asked"), [(0, 0, set()), (1, 0, {0}), (1, 1, {0, 1}), (1, 2, {1})])
def test_the_race_is_won_by_the_larger_fleet(mine: int, theirs: int, asked: set[int]) -> None:
    """11.4 Equal fleets both gain, none nothing."""
    table = Table()
    ships = iter(("ore_ship", "wool_ship", "gold_ship", "brick_ship"))
    for seat, number in enumerate((mine, theirs)):
        for row in ("above", "below")[:number]:
            table.built(seat, next(ships), -1, row)
    table.event("trade_ships_race")
    assert {seat for seat, step in table.owe().items() if step == "gain"} == asked


def test_the_traveling_merchant_sells_up_to_two_resources_to_each() -> None:
    """11.5 16.10 A59 1 gold each, no gold for gold."""
    table = Table().stores(0, gold=3).stores(1, gold=1).event("traveling_merchant")
    assert table.owe() == {0: "peddler.buy", 1: "peddler.buy"}
    assert (table.offers(0), table.offers(1)) == (["0", "1", "2"], ["0", "1"])
    table.answer(2)
    assert "gold_field_1" not in table.offers()
    table.answer({"mountains_5": 2}).answer(0, seat=1)
    assert (table.held(0), table.held(1)) == ({"ore": 2, "gold": 1}, {"gold": 1})


def test_the_traveling_merchant_asks_nobody_without_gold_or_room() -> None:
    """11.5 Only types with space count."""
    table = Table().rich(0).event("traveling_merchant")
    assert table.waits_for() == {0: "action"}


def test_year_of_plenty_pays_per_storehouse_and_abbey_beside_a_region() -> None:
    """11.6 E29 A region with both beside it goes from 1 to 3."""
    table = Table().built(0, "storehouse", 1, "below").built(0, "abbey", -1, "below").stores(0, wool=1)
    table.event("year_of_plenty")
    assert (table.stored(0, "wool"), table.stored(0, "ore"), table.stored(0, "brick")) == (3, 1, 1)


def test_year_of_plenty_gold_may_go_to_the_cache() -> None:
    """11.6 A9 The Cache itself gains nothing for its own place."""
    table = Table("gold").built(0, "storehouse.basic").built(0, "gold_cache", 0).event("year_of_plenty")
    assert table.offers() == ["gold_field_1", "gold_cache"]


def test_yule_makes_the_stack_anew_and_turns_up_another_event() -> None:
    """11.7 7.8 A37 All events are in it again, Yule with three below."""
    table = Table().event("yule")
    kinds = [card.kind for card in table.state.events + table.state.turned]
    assert len(kinds) == 9
    assert any(event.facts.get("card") != "card/yule" for event in table.events if event.key == "rivals.event.event")


def test_a_gift_is_gold_per_unit_with_strength() -> None:
    """11.8 Buildings with strength do not count."""
    table = Table("gold").built(0, "austin").built(0, "harald", 1).built(0, "ore_ship", -1, "below")
    assert table.event("gift_for_the_prince").held(0) == {"gold": 2}


def riot(units: int, gold: int, number: int = 1) -> Table:
    table = Table("turmoil").stores(0, gold=gold)
    places = (("austin", -1, "above"), ("harald", -1, "below"), ("ore_ship", 1, "above"))
    for kind, x, row in places[:units]:
        table.built(0, kind, x, row)
    return table.event("riots", number)


@pytest.mark.parametrize(("units", "price"), [(1, 1), (2, 1), (3, 2)])
def test_riots_cost_one_gold_and_two_from_three_units_on(units: int, price: int) -> None:
    """11.9 A15 Units with strength or commerce."""
    table = riot(units, 3)
    assert riots_price(table.state, table.player(0)) == price
    table.answer("pay")
    assert table.stored(0, "gold") == 3 - price


def test_without_all_of_the_gold_a_unit_is_given_up() -> None:
    """11.9 16.15 E46 Two gold are due and one is there: no part payment."""
    table = riot(3, 1)
    assert "pay" not in table.offers()
    table.answer("ore_ship@1:above").answer("2")
    assert (table.cards(), table.stored(0, "gold")) == (["austin", "harald"], 1)
    assert table.state.stacks[1].cards[-1].kind == "ore_ship"


def test_irmgard_and_pirate_ships_do_not_riot() -> None:
    """11.9 15.24 No strength, no commerce."""
    table = Table("turmoil").built(0, "irmgard").event("riots")
    assert table.waits_for() == {0: "action"}


def test_a_chapel_with_the_number_of_the_turn_spares_its_owner() -> None:
    """11.9 15.26 11.11 E69 Sebastian is not even asked."""
    table = Table("turmoil").city(0, 1).built(0, "chapel_high", 1).hand(0, "sebastian")
    table.built(0, "austin").built(0, "harald", -1, "below").built(0, "ore_ship", 1, "below").event("riots", 5)
    assert table.waits_for() == {0: "action"}
    assert table.in_hand() == ["sebastian"]


def test_a_chapel_with_other_numbers_does_not_help() -> None:
    """11.9 15.26 Chapel 4-6 on a 2."""
    table = (
        Table("turmoil").city(0, 1).built(0, "chapel_high", 1).built(0, "austin").stores(0, gold=1).event("riots", 2)
    )
    assert table.waits_for() == {0: "riots.choose"}


def test_irmgard_pays_for_a_unit_given_up_by_choice() -> None:
    """A51 15.24 16.16 Though the gold was there."""
    table = Table("turmoil").built(0, "irmgard").built(0, "austin", 1).stores(0, gold=1).event("riots")
    table.answer("austin@1:above").answer("1")
    assert table.waits_for() == {0: "gain"}
    table.answer({"mountains_5": 1})
    assert table.held() == {"ore": 1, "gold": 1}


def test_the_active_player_decides_first_and_that_ones_card_goes_under_first() -> None:
    """11.9 7.9 A43 The other one decides at leisure."""
    table = Table("turmoil").built(0, "austin").built(1, "harald").event("riots")
    assert table.owe() == {0: "loss.stack"}
    table.answer("1")
    assert table.owe() == {0: "action", 1: "loss.stack"}
    table.answer("1", seat=1)
    assert [card.kind for card in table.state.stacks[0].cards[-2:]] == ["austin", "harald"]


def test_sebastian_is_asked_of_everyone_who_could_hold_him() -> None:
    """11.11 A14 16.14 A turmoil back in the hand is enough; a basic one is not."""
    table = Table("turmoil").built(0, "austin").hand(0, "archer").event("riots")
    assert table.waits_for() == {0: "riots.decide"}, "though there is no choice"
    assert table.offers() == ["austin@-1:above"]
    table = Table("turmoil").built(0, "austin").stores(0, gold=1).hand(0, "sebastian").event("riots")
    assert table.offers() == ["pay", "austin@-1:above", "sebastian"]
    table = Table("turmoil").built(0, "austin").stores(0, gold=1).hand(0, "abbey").event("riots")
    assert table.waits_for() == {0: "riots.choose"}


def test_sebastian_spares_only_his_owner() -> None:
    """7.9 11.9 11.11 The other one pays, at leisure; nobody asks that one for Sebastian any more."""
    table = Table("turmoil").built(0, "austin").built(1, "harald").stores(1, gold=1)
    table.hand(0, "sebastian").hand(1, "archer").event("riots")
    assert table.owe() == {0: "riots.decide"}
    table.answer("sebastian", seat=0)
    assert (table.in_hand(), table.state.discard[-1].kind) == ([], "sebastian")
    assert table.owe() == {0: "action", 1: "riots.choose"}
    table.answer("pay", seat=1)
    assert (table.cards(0), table.cards(1), table.held(1)) == (["austin"], ["harald"], {})


def test_in_a_game_begun_before_both_are_asked_once_whoever_could_hold_sebastian() -> None:
    """7.9 11.9 11.11 At once: he is shown when both have decided, and spares only his owner."""
    table = Table("turmoil").built(0, "austin").built(1, "harald").stores(1, gold=1)
    table.state.rules = 4
    table.hand(0, "sebastian").hand(1, "archer").event("riots")
    assert table.waits_for() == {0: "riots.decide", 1: "riots.decide"}
    table.answer("sebastian", seat=0)
    assert table.in_hand() == ["sebastian"], "nobody sees it before both have decided"
    assert table.waits_for() == {1: "riots.decide"}
    table.answer("pay", seat=1)
    assert table.state.discard[-1].kind == "sebastian"
    assert (table.in_hand(), table.cards(0), table.cards(1)) == ([], ["austin"], ["harald"])
    assert table.held(1) == {}


def test_a_game_begun_before_asks_for_sebastian_first() -> None:
    """11.11 By the rules it began with: one after the other, then the Riots of who is left."""
    table = Table("turmoil").built(0, "austin").built(1, "harald").stores(1, gold=1).hand(0, "sebastian")
    table.state.rules = 3
    table.event("riots")
    assert table.waits_for() == {0: "sebastian"}
    table.answer("play")
    assert table.waits_for() == {1: "riots.choose"}
    assert table.state.discard[-1].kind == "sebastian"
    assert table.cards(0) == ["austin"]


def test_sebastian_wards_off_feud_out_of_turn() -> None:
    """11.11 15.23 9.5 The victim is the player not on turn."""
    table = strong("turmoil").built(1, "abbey").hand(1, "sebastian").event("feud")
    assert table.owe() == {0: "action", 1: "feud.ward"}
    table.answer("play", seat=1)
    assert (table.cards(1), table.in_hand(1), table.owe()) == (["abbey"], [], {0: "action"})


def test_sebastian_is_decided_before_one_is_told_what_is_marked() -> None:
    """11.11 15.23 The holder marks meanwhile."""
    table = strong("turmoil").city(1, -1).hand(1, "archer")
    for kind, x, row in (("abbey", -1, "above"), ("storehouse", -1, "below"), ("parish_hall", 1, "above"),
                         ("storehouse", 1, "below")):  # fmt: skip
        table.built(1, kind, x, row)
    table.event("feud")
    assert table.owe() == {0: "feud.mark"}
    table.answer(["abbey@-1:above", "storehouse@-1:below", "parish_hall@1:above"])
    assert not table.told("marked")
    assert table.owe() == {0: "action", 1: "feud.ward"}
    table.answer("pass", seat=1)
    assert table.told("marked")
    assert table.offers(1) == ["abbey@-1:above", "storehouse@-1:below", "parish_hall@1:above"]


def test_sebastian_wards_off_fraternal_feuds_before_the_hand_is_seen() -> None:
    """11.2 11.11 No card becomes known."""
    table = strong("turmoil").hand(1, "sebastian", "abbey").event("fraternal_feuds").answer("play", seat=1)
    assert table.in_hand(1) == ["abbey"]
    assert not table.player(1).hand[0].known_to(0)


def test_the_plague_takes_one_of_each_region_of_a_city() -> None:
    """11.10 E51 Once between two cities; settlements do not matter."""
    table = Table("progress").city(0, -1).city(0, 1).rich(0, 2).rich(1, 2).event("plague")
    assert {region.stored for region in table.player(0).regions} == {1}
    assert {region.stored for region in table.player(1).regions} == {2}


def test_a_bath_house_protects_all_regions_of_its_city() -> None:
    """11.10 15.39 E68 The column between both cities, too."""
    table = Table("progress").city(0, -1).city(0, 1).built(0, "bath_house", 1).rich(0, 1)
    assert sorted(plagued(table.player(0))) == ["forest_2", "hills_3"]
    table.event("plague")
    assert table.held() == {"wool": 1, "grain": 1, "ore": 1, "gold": 1}


def test_pharmacies_pay_after_the_losses() -> None:
    """11.10 16.16 One of choice per Pharmacy, independent of them."""
    table = Table("progress").city(0, 1).built(0, "pharmacy", 1).built(0, "pharmacy", 1).rich(0).event("plague")
    assert table.asked(0).ask.most == 2  # type: ignore[union-attr]


def test_irmgard_pays_after_a_lost_building() -> None:
    """11.1 15.24 Feud; the victim stores one of choice."""
    table = strong("turmoil").built(1, "irmgard").built(1, "abbey", 1).event("feud").answer("1", seat=1)
    assert table.owe() == {0: "action", 1: "gain"}

"""Chapter 8: the action phase."""

import pytest

from engines.rivals.building import search_cost
from tests.engines.rivals.table import Table


def test_paying_an_abbey() -> None:
    """8.2 3.3 E04 1 grain, 1 brick, 1 ore."""
    table = Table().stores(0, lumber=1, brick=1, wool=1, grain=2, ore=1).hand(0, "abbey")
    table.play("build:abbey", "-1:above")
    assert table.held() == {"lumber": 1, "wool": 1, "grain": 1}
    assert table.cards() == ["abbey"]


def test_a_green_card_goes_on_a_free_site_of_any_town() -> None:
    """8.2 Four sides of two settlements."""
    table = Table().rich(0).hand(0, "storehouse").answer("build:storehouse")
    assert table.offers() == ["-1:above", "-1:below", "1:above", "1:below"]


def test_a_red_card_goes_into_cities_only() -> None:
    """8.3 Without a city it is not offered."""
    table = Table("gold").rich(0).hand(0, "mint")
    assert "build:mint.gold" not in table.offers()
    table.city(0, 1).answer("build:mint.gold")
    assert table.offers() == ["1:above", "1:below"]


def test_a_single_card_is_not_offered_twice_to_one_player() -> None:
    """8.2 1.9 Both players may own one each."""
    table = Table().rich(0).built(0, "abbey").hand(0, "abbey")
    assert "build:abbey" not in table.offers()
    assert "build:abbey" in Table().rich(0).built(1, "abbey").hand(0, "abbey").offers()


def test_cards_that_are_not_single_may_be_owned_in_any_number() -> None:
    """8.2 A second Storehouse from another set."""
    table = Table("gold").rich(0).built(0, "storehouse.basic").hand(0, "storehouse.gold")
    assert "build:storehouse.gold" in table.offers()


def test_a_covered_parish_hall_still_counts_as_a_copy() -> None:
    """8.2 1.9 A52 No second Parish Hall below a Town Hall, hence no second Town Hall."""
    table = Table("progress").city(0, -1).built(0, "parish_hall").hand(0, "town_hall", "town_hall", "parish_hall")
    table.rich(0).play("build:town_hall.progress")
    table.rich(0)
    assert "build:parish_hall" not in table.offers()
    assert "build:town_hall.progress" not in table.offers()


def test_face_up_cards_are_built_straight_from_their_stack() -> None:
    """8.5 12.3 Open to both while copies are left; single."""
    table = Table("gold").city(0, 1).rich(0).play("open:merchant_guild", "1:above")
    assert table.cards() == ["merchant_guild"]
    assert len(table.state.face_up) == 1
    assert "open:merchant_guild" not in table.rich(0).offers()


def test_a_face_up_card_may_be_built_again_in_the_turn_it_came_back() -> None:
    """8.5 8.9 Removed, then built anew."""
    table = Table("gold").city(0, 1).built(0, "merchant_guild", 1).rich(0)
    table.play("remove")
    assert len(table.state.face_up) == 2
    assert "open:merchant_guild" in table.offers()


def test_a_university_needs_an_abbey_or_a_library() -> None:
    """8.5 8.6 15.36 From the face-up stack, too."""
    assert "open:university" not in Table("progress").city(0, 1).rich(0).offers()
    assert "open:university" in Table("progress").city(0, 1).built(0, "abbey").rich(0).offers()
    assert "open:university" in Table("progress").city(0, 1).built(0, "library", 1).rich(0).offers()


def test_what_is_built_stays_when_its_condition_goes() -> None:
    """8.6 8.9 E66 The guild returns to the face-up stack, the Staple House stays, Trade Master cannot be played."""
    table = Table("gold").city(0, 1).built(0, "merchant_guild", 1).built(0, "staple_house", 1, "below")
    table.hand(0, "trade_master").stores(1, ore=1)
    assert "play:trade_master.gold" in table.offers()
    table.play("remove", "merchant_guild.gold@1:above")
    assert [card.kind for card in table.state.face_up].count("merchant_guild") == 2
    assert table.cards() == ["staple_house"]
    assert "play:trade_master.gold" not in table.offers()


def test_a_road_costs_lumber_and_two_bricks() -> None:
    """8.7 2.8 At the end that was named."""
    table = Table().stores(0, lumber=1, brick=2).play("road:left")
    assert (table.player(0).roads, table.held(), table.state.supply["road"]) == ([-2, 0], {}, 6)


def test_a_settlement_brings_two_empty_regions() -> None:
    """8.7 3.7 E06 Mountains 4 above, Gold Field 2 below; rolls of 4 and 2 then yield there."""
    table = Table().road(0, 2).stores(0, lumber=1, brick=1, grain=1, wool=1).next_regions("mountains_4", "gold_field_2")
    table.play("settlement:right")
    assert table.barrier
    table.answer("mountains_4")
    new = {(region.kind, region.x, region.row, region.stored) for region in table.player(0).regions[-2:]}
    assert new == {("mountains_4", 4, "above", 0), ("gold_field_2", 4, "below", 0)}
    assert table.held() == {}
    assert table.produce(4).held() == {"wool": 1, "ore": 1}
    table.stores(0, wool=0, mountains_4=0).produce(2)
    assert table.held() == {"lumber": 1, "gold": 1}


def test_a_city_covers_a_settlement() -> None:
    """8.7 4.4 E07 2 grain and 3 ore, one point more, four sites; the expansions stay."""
    table = Table().built(0, "abbey", 1).stores(0, grain=2, ore=3)
    before = table.points()
    table.play("city:1")
    assert (table.points() - before, table.held(), table.cards()) == (1, {}, ["abbey"])
    table.rich(0).hand(0, "storehouse").answer("build:storehouse")
    assert "1:above" in table.offers()
    assert "1:below" in table.offers()


def test_nothing_is_built_from_an_empty_supply() -> None:
    """8.7 Roads, settlements and cities."""
    table = Table().rich(0).road(0, 2)
    table.state.supply = {"road": 0, "settlement": 0, "city": 0}
    assert [key for key in table._refresh().offers() if ":" in key] == []


def test_no_city_without_a_settlement_to_cover() -> None:
    """8.7 Both towns are cities already."""
    table = Table().rich(0).city(0, -1).city(0, 1)
    assert not [key for key in table.offers() if key.startswith("city")]


def test_scout_is_a_second_way_to_build_a_settlement() -> None:
    """8.7 15.5 17.7 Two regions of the whole stack, which is shuffled afterwards."""
    table = Table().road(0, 2).rich(0).hand(0, "scout")
    assert {"settlement:right", "scout:right"} <= set(table.offers())
    table.answer("scout:right")
    assert len(table.offers()) == 12
    table.answer(["gold_field_3", "pasture_6"]).answer("pasture_6")
    assert {region.kind for region in table.player(0).regions[-2:]} == {"gold_field_3", "pasture_6"}
    assert table.state.discard[-1].kind == "scout"
    assert not any(card.known for card in table.state.regions)


def test_scout_alone_cannot_be_played() -> None:
    """8.1 15.5 Only with a settlement."""
    assert Table().rich(0).hand(0, "scout").offers()[-1] == "end"
    assert not [key for key in Table().rich(0).hand(0, "scout").offers() if "scout" in key]


def test_three_equal_buy_one_other() -> None:
    """8.8 E08 Ore from two mountains, 2 and 1."""
    table = Table().settlement(0, 3, "mountains_4", "fields_3").stores(0, ore=2, mountains_4=1, wool=2)
    table.play("trade", {"pasture_4": 1})
    assert table.held() == {"wool": 3}


def test_a_ship_makes_it_two_any_number_of_times() -> None:
    """8.8 15.8 E09 2 ore for 1 wool, again and again."""
    table = Table().built(0, "ore_ship").settlement(0, 3, "mountains_4", "fields_3").stores(0, ore=3, mountains_4=1)
    table.play("trade", "ship:ore", {"mountains_5": 2}, {"pasture_4": 1})
    table.play("trade", {"pasture_4": 1})
    assert table.held() == {"wool": 2}


def test_a_large_trade_ship_needs_two_on_one_neighbouring_region() -> None:
    """8.8 15.8 Left or right of the card; two regions with one each do not do."""
    table = Table().built(0, "large_trade_ship", 1, "below").stores(0, wool=1, ore=1)
    assert "trade" not in table.offers()
    table.stores(0, ore=2, lumber=2).answer("trade")
    assert table.stored(0, "ore") == 2
    assert table.asked(0).step == "trade.get"
    assert "mountains_5" not in table.offers()
    table.answer({"pasture_4": 1})
    assert table.held() == {"lumber": 2, "wool": 2}


def test_two_mints_trade_once_each_a_turn() -> None:
    """8.8 E38 1 gold for 1 other resource; a new turn makes them ready again."""
    table = Table("gold").city(0, 1).built(0, "mint", 1).built(0, "mint", 1).stores(0, gold=3)
    for used in range(2):
        table.play("trade", "mint:gold" if used == 0 else {"mountains_5": 1})
        if used == 0:
            table.answer({"mountains_5": 1})
    assert (table.held(), "trade" in table.offers()) == ({"gold": 1, "ore": 2}, False)
    table.at("turn.start")
    assert not any(card.used for card in table.player(0).expansions)


def test_gold_of_the_cache_pays_and_trades() -> None:
    """8.8 A36 Three gold, one of them in the Cache."""
    table = Table("gold").built(0, "gold_cache", 0).stores(0, gold=2, gold_cache=1)
    table.play("trade", {"mountains_5": 1})
    assert table.held() == {"ore": 1}


def test_a_trade_without_room_for_another_type_is_not_offered() -> None:
    """8.8 A58 Everything but wool is full, and wool is what would be given."""
    table = Table().rich(0)
    assert "trade" not in table.offers()
    table.stores(0, ore=2).play("trade", "bank:wool")
    assert (table.stored(0, "ore"), table.stored(0, "wool")) == (3, 0)


def test_own_cards_may_be_removed_in_the_eras_but_not_in_the_basic_game() -> None:
    """8.9 A17 To the discard pile, without a refund."""
    assert "remove" not in Table().built(0, "abbey").offers()
    table = Table("gold").built(0, "abbey").play("remove")
    assert (table.cards(), table.state.discard[-1].kind, table.held()) == ([], "abbey", {})


def test_a_gold_cache_cannot_be_removed() -> None:
    """8.9 A9 Neither building nor unit."""
    assert "remove" not in Table("gold").built(0, "gold_cache", 0).offers()


def test_removing_a_town_hall_brings_the_parish_hall_back() -> None:
    """8.9 15.38 A12 Its search price too."""
    table = Table("progress").city(0, -1).built(0, "parish_hall").hand(0, "town_hall").rich(0)
    table.play("build:town_hall.progress")
    assert (table.cards(), search_cost(table.state, table.player(0))) == (["town_hall"], 0)
    table.play("remove")
    assert (table.cards(), search_cost(table.state, table.player(0))) == (["parish_hall"], 1)


def test_irmgard_gives_nothing_for_removal_and_nothing_for_herself() -> None:
    """8.9 15.24 E48 Neither for another card nor for her."""
    table = Table("turmoil").built(0, "irmgard").built(0, "abbey", 1)
    table.play("remove", "abbey@1:above")
    assert table.waits_for() == {0: "action"}
    table.play("remove")
    assert (table.cards(), table.held()) == ([], {})


def test_a_new_card_works_at_once() -> None:
    """8.10 A ship trades in the turn it is built."""
    table = Table().hand(0, "ore_ship").stores(0, lumber=1, wool=1, ore=2).play("build:ore_ship", "-1:above")
    assert "trade" in table.offers()


def test_the_action_phase_never_ends_by_itself() -> None:
    """8.11 16.21 19.7 With nothing to do the only offer is to end it, and the kit leaves it to the player."""
    assert Table().offers() == ["end"]


@pytest.mark.parametrize(("kind", "cost"), [("", 2), ("parish_hall", 1)])
def test_the_price_of_a_search(kind: str, cost: int) -> None:
    """9.4 15.6 E65 2 resources, 1 with a Parish Hall."""
    table = Table().built(0, kind) if kind else Table()
    assert search_cost(table.state, table.player(0)) == cost


def test_a_single_own_card_is_shown_before_it_is_removed() -> None:
    """8.9 What is gone is gone: one tap on *remove* takes nothing off the table."""
    table = Table("gold").built(0, "austin").answer("remove", alone=True)
    assert table.asked(0).step == "remove.card"
    assert [option.key for option in table.asked(0).ask.options] == ["austin@-1:above"]  # type: ignore[union-attr]

"""Chapter 7: production and the faces of the event die."""

import pytest

from engines.rivals.dice import exposed
from tests.engines.rivals.table import Table


def test_every_region_with_the_number_gains_one_for_both_players() -> None:
    """7.3 E01 Red fields and blue mountains show a 6."""
    table = Table().stores(0, grain=1).stores(1, ore=1).produce(6)
    assert (table.stored(0, "grain"), table.stored(1, "ore")) == (2, 2)
    assert (table.held(0), table.held(1)) == ({"grain": 2}, {"ore": 2})


def test_an_adjacent_booster_doubles_its_own_type() -> None:
    """7.3 15.7 A Grain Mill beside Fields 6, not beside another column."""
    assert Table().built(0, "grain_mill", 1).produce(6).stored(0, "grain") == 2
    assert Table().built(0, "grain_mill", -1).produce(6).stored(0, "grain") == 1
    assert Table().built(0, "grain_mill", 1, "below").produce(6).stored(0, "grain") == 1
    assert Table().built(0, "iron_foundry", 1).produce(6).stored(0, "grain") == 1


def test_a_booster_between_two_regions_doubles_both() -> None:
    """7.3 E16 Two pastures on neighbouring columns of one row, a Weaver's Shop between them."""
    table = Table().settlement(0, 3, "pasture_6", "fields_3").built(0, "weavers_shop", 3)
    for region in table.player(0).regions:
        if region.kind in ("fields_6", "pasture_4"):
            region.x, region.row = (2, "above") if region.kind == "pasture_4" else (0, "below")
    assert table.produce(4).held() == {"wool": 2}
    table.stores(0, wool=0).produce(6)
    assert table.stored(0, "pasture_6") == 2


def test_the_marketplace_gains_a_type_of_the_opponents_regions() -> None:
    """7.3 16.5 A6 E20 Fewer regions of the number; the type of a full region is still choosable."""
    table = Table().built(0, "marketplace").settlement(1, 3, "mountains_4", "pasture_6")
    table.stores(1, gold=3).produce(4)
    assert table.waits_for() == {0: "gain"}
    assert table.offers() == ["gold_field_1", "mountains_5"]
    table.answer({"gold_field_1": 1})
    assert table.held(0) == {"wool": 1, "gold": 1}


def test_the_marketplace_needs_fewer_regions_than_the_opponent() -> None:
    """7.3 A6 One against one is not fewer; boosters do not count."""
    table = Table().built(0, "marketplace").built(1, "iron_foundry", 1, "below").produce(6)
    assert table.held(0) == {"grain": 1}
    assert table.held(1) == {"ore": 2}


def test_the_marketplace_works_in_the_opponents_turn() -> None:
    """A6 16.5 Before a black event."""
    table = Table().built(1, "marketplace").settlement(0, 3, "pasture_6", "fields_3")
    table.produce(6, "celebration")
    assert table.owe() == {0: "gain", 1: "gain"}
    assert table.offers(1) == ["fields_5", "pasture_1"]


@pytest.mark.parametrize(("number", "lost"), [(7, False), (8, True)])
def test_brigands_strike_from_eight_resources_on(number: int, lost: bool) -> None:
    """7.4 E61 All gold and all wool; before production."""
    table = Table().stores(0, gold=1, wool=2, ore=3, grain=number - 6).produce(2)
    assert table.held().get("gold", 0) == (0 if lost else 1)
    assert table.held().get("wool", 0) == (0 if lost else 2)


def test_brigands_come_before_production() -> None:
    """7.2 The wool of this turn is safe."""
    table = Table().stores(0, wool=3, ore=3, grain=2).produce(4)
    assert table.stored(0, "wool") == 1


def test_each_player_is_counted_separately() -> None:
    """7.4 Nobody chooses anything."""
    table = Table().rich(0).stores(1, wool=3, gold=2).produce(6)
    assert (table.stored(0, "wool"), table.stored(1, "wool")) == (0, 3)


def test_regions_beside_a_storehouse_are_not_counted() -> None:
    """7.4 E22 Nine in all, two of them beside the Storehouse: seven count."""
    table = Table().built(0, "storehouse", 1, "below").stores(0, ore=1, wool=1, lumber=3, brick=3, grain=1)
    assert exposed(table.player(0)) == 7
    assert table.produce(6).stored(0, "wool") == 1


def test_a_storehouse_does_not_shield_what_lies_beside_it() -> None:
    """7.4 E21 With eight elsewhere the wool beside it goes, too."""
    table = Table().built(0, "storehouse", 1, "below").stores(0, wool=2, lumber=3, brick=3, grain=2)
    assert table.produce(5).stored(0, "wool") == 0


def test_a_region_between_two_storehouses_is_left_out_once() -> None:
    """7.4 Pasture between both."""
    table = Table().built(0, "storehouse", 1, "below").built(0, "storehouse", -1, "below").stores(0, wool=3, lumber=2)
    assert exposed(table.player(0)) == 2


def test_a_gold_cache_is_neither_counted_nor_emptied_by_brigands() -> None:
    """7.4 A9 Three gold in it are safe."""
    table = Table("gold").built(0, "gold_cache", 0).rich(0).stores(0, gold_cache=3, ore=0).produce(5)
    assert (table.stored(0, "gold_cache"), table.stored(0, "gold")) == (3, 0)
    assert exposed(Table("gold").built(0, "gold_cache", 0).stores(0, gold_cache=3).player(0)) == 0


def with_trade_advantage(mode: str, seat: int) -> Table:
    table = Table(mode).city(seat, 1)
    return table.built(seat, "marketplace").built(seat, "toll_bridge", -1, "below").built(seat, "ore_ship", 1)


def test_trade_is_for_the_advantage_whoever_rolled() -> None:
    """7.5 A33 Nobody below three commerce points."""
    assert Table().built(0, "marketplace").stores(1, ore=1).face("trade").waits_for() == {0: "action"}
    table = with_trade_advantage("basic", 1).stores(0, ore=1, wool=1).face("trade")
    assert table.waits_for() == {1: "take.choose"}
    table.answer({"mountains_6": 1}, seat=1)
    assert (table.held(0), table.held(1)) == ({"wool": 1}, {"ore": 1})


def test_a_moneylender_may_take_a_second_resource() -> None:
    """7.5 A7 A45 16.6 The first is compulsory, the second may be left."""
    table = with_trade_advantage("gold", 0).built(0, "moneylender", 1).stores(1, ore=2, wool=1).face("trade")
    assert table.asked(0).ask.least == 1  # type: ignore[union-attr]
    table.answer({"mountains_5": 1})
    assert table.asked(0).ask.least == 0  # type: ignore[union-attr]
    table.answer({})
    assert (table.held(0), table.held(1)) == ({"ore": 1}, {"wool": 1, "ore": 1})


def test_celebration_is_for_the_higher_skill() -> None:
    """7.6 E62 On a tie, 0-0 included, both gain."""
    assert Table().built(1, "inga").face("celebration").owe() == {0: "action", 1: "gain"}
    assert Table().face("celebration").owe() == {0: "gain", 1: "gain"}


def test_reiner_gives_one_more_to_the_player_who_is_behind() -> None:
    """7.6 15.13 E34 One each."""
    table = Table("gold").built(0, "harald").built(1, "inga")
    table.state.herald = True
    table.face("celebration")
    assert {seat: table.asked(seat).ask.most for seat in (0, 1)} == {0: 1, 1: 1}  # type: ignore[union-attr]


def test_harvest_adds_the_gold_of_bridges_and_pirate_ships() -> None:
    """7.7 A40 E63 On both players' turns."""
    table = Table("gold").built(0, "toll_bridge").built(0, "pirate_ship", 1).built(1, "pirate_ship")
    table.face("plentiful_harvest").answer({"pasture_4": 1}).answer({"pasture_1": 1}, seat=1)
    assert (table.held(0), table.held(1)) == ({"wool": 1, "gold": 3}, {"wool": 1, "gold": 1})


def test_harvest_gold_that_does_not_fit_is_lost() -> None:
    """7.7 E23 Room for one of two gold."""
    table = Table().built(0, "toll_bridge").stores(0, gold=2).face("plentiful_harvest").answer({"pasture_4": 1})
    assert table.stored(0, "gold") == 3


def test_harvest_gold_may_go_to_the_cache() -> None:
    """7.7 16.9 A9 Split as its owner likes."""
    table = Table("gold").built(0, "toll_bridge").built(0, "gold_cache", 0).face("plentiful_harvest")
    table.answer({"pasture_4": 1}).answer({"gold_field_1": 1, "gold_cache": 1})
    assert (table.stored(0, "gold"), table.stored(0, "gold_cache")) == (1, 1)


def test_the_question_mark_turns_up_one_event_and_puts_it_under_the_stack() -> None:
    """7.8 10.4 Known to all from then on."""
    table = Table().event("invention")
    assert (table.state.events[-1].kind, table.state.events[-1].known_to(None)) == ("invention", True)


def test_both_players_choose_at_once() -> None:
    """7.9 A43 The other one may answer first."""
    table = Table().face("plentiful_harvest").answer({"pasture_1": 1}, seat=1)
    assert table.waits_for() == {0: "gain"}


def test_actions_begin_when_the_player_on_turn_has_answered() -> None:
    """7.9 7.10 R9 Not before; the other one stores at leisure, at the latest when the own turn begins."""
    table = Table().face("plentiful_harvest")
    assert table.waits_for() == {0: "gain"}
    table.answer({"pasture_4": 1})
    assert (table.waits_for(), table.owe()) == ({0: "action"}, {0: "action", 1: "gain"})
    assert table.at("turn.end").waits_for() == {1: "gain"}
    assert table.answer({"pasture_1": 1}, seat=1).waits_for() == {1: "turn.before"}


def test_dice_are_rolled_unless_a_card_has_set_them() -> None:
    """7.1 A48 Brigitta's number counts in every respect; the event die is rolled."""
    table = Table().hand(0, "brigitta")
    table.state.production, table.state.face = 0, ""
    table.at("turn.before").play("brigitta:4", "roll")
    assert table.state.production == 4
    assert table.state.face
    assert table.stored(0, "wool") == 1 or table.state.face == "brigand_attack"

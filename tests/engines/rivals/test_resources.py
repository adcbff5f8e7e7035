"""Chapter 3: stores, paying, gaining and taking."""

from engines.rivals import ENGINE
from tests.engines.rivals.table import Table


def test_every_region_starts_with_one_resource_and_the_gold_field_with_none() -> None:
    """3.7 19.2 E02 Five resources, one of each but gold."""
    for player in ENGINE.setup(2, seed="start").state.players:
        held = {region.kind.rsplit("_", 1)[0]: region.stored for region in player.regions}
        assert held == {"forest": 1, "gold_field": 0, "fields": 1, "hills": 1, "pasture": 1, "mountains": 1}


def test_what_does_not_fit_is_lost() -> None:
    """3.1 3.2 A region holds three."""
    table = Table().stores(0, wool=3).produce(4)
    assert table.stored(0, "wool") == 3


def test_the_payer_chooses_the_stores() -> None:
    """3.3 Asked only for a type that lies on several stores and is not all taken."""
    table = Table().settlement(0, 3, "hills_5", "fields_3").stores(0, brick=2, hills_5=2, lumber=1)
    table.play("road:right")
    assert table.asked(0).step == "pay"
    table.answer({"hills_3": 1, "hills_5": 1})
    assert (table.stored(0, "brick"), table.stored(0, "hills_5")) == (1, 1)


def test_all_of_a_type_is_paid_without_a_question() -> None:
    """3.3 There is no choice if everything goes."""
    table = Table().settlement(0, 3, "hills_5", "fields_3").stores(0, brick=1, hills_5=1, lumber=1)
    table.play("road:right")
    assert table.held() == {}


def test_a_gain_of_choice_offers_only_stores_with_room() -> None:
    """3.4 A8 Full types are not offered."""
    table = Table().rich(0).stores(0, wool=2, gold=1).rich(1).at("turn.actions")
    table.produce(1, "plentiful_harvest")
    assert table.offers() == ["gold_field_1", "pasture_4"]


def test_a_gain_without_any_room_is_void() -> None:
    """3.4 A8 Nobody is asked."""
    table = Table().rich(0).rich(1).produce(1, "celebration")
    assert table.waits_for() == {0: "action"}


def test_production_cannot_be_diverted_to_another_region_of_the_type() -> None:
    """3.5 It is tied to the region with the number."""
    table = Table().settlement(0, 3, "pasture_6", "fields_3").stores(0, wool=3).produce(4)
    assert (table.stored(0, "wool"), table.stored(0, "pasture_6")) == (3, 0)


def test_gold_may_go_to_the_cache_instead() -> None:
    """3.5 A9 16.9 Produced gold, too; its owner is asked."""
    table = Table("gold").built(0, "gold_cache", 0).produce(1)
    assert table.offers() == ["gold_field_1", "gold_cache"]
    table.answer({"gold_cache": 1})
    assert (table.stored(0, "gold"), table.stored(0, "gold_cache")) == (0, 1)


def test_gold_goes_to_the_cache_by_itself_if_the_field_is_full() -> None:
    """A9 16.9 One store with space: no question."""
    table = Table("gold").built(0, "gold_cache", 0).stores(0, gold=3).produce(1)
    assert table.stored(0, "gold_cache") == 1


def test_the_victim_chooses_the_stores_and_the_taker_its_own() -> None:
    """3.6 16.6 16.7 The Trade face takes one wool from two pastures into one of two pastures."""
    table = Table().settlement(0, 3, "pasture_6", "fields_3").settlement(1, 3, "pasture_5", "fields_1")
    table.built(0, "marketplace", -1).built(0, "toll_bridge", 1).built(0, "ore_ship", 3)
    table.stores(1, wool=1, pasture_5=1).face("trade")
    assert table.waits_for() == {0: "take.choose"}
    assert table.offers() == ["pasture_4", "pasture_6"]
    table.answer({"pasture_6": 1})
    assert table.owe() == {0: "action", 1: "pay"}
    table.answer({"pasture_5": 1}, seat=1)
    assert (table.stored(0, "pasture_6"), table.stored(1, "wool"), table.stored(1, "pasture_5")) == (1, 1, 0)


def test_only_what_fits_may_be_taken() -> None:
    """3.6 A7 E67 One wool of two: there is room for one, and ore has none."""
    table = Table("gold").city(0, 1).hand(0, "merchant").rich(0).stores(0, wool=2).stores(1, wool=2, ore=3)
    table.answer("play:merchant.gold")
    assert table.stored(0, "wool") == 3
    assert table.stored(1, "wool") == 1
    assert table.asked(0).step == "merchant.give"

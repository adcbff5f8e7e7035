"""Chapter 15: the cards of the basic set and of the Era of Gold."""

import pytest

from engines.kit import Refusal
from engines.rivals.actions import ACTIONS
from engines.rivals.built import ON_BUILD
from engines.rivals.cards import BEHAVIOUR, BESIDE_THE_MENU, LASTING
from engines.rivals.events import EVENTS
from engines.rivals.tables import RivalsTables
from tests.engines.rivals.table import Table


def test_every_card_has_a_behaviour_and_every_behaviour_a_card() -> None:
    """15.16 15.29 15.39 One small effect per card, looked up by its id."""
    faces = RivalsTables.current().faces
    assert set(BEHAVIOUR) == set(faces)
    assert set(ACTIONS) == {face.id for face in faces.values() if face.when == "action_phase"}
    assert set(EVENTS) == {face.id for face in faces.values() if face.category == "event"}
    assert set(BESIDE_THE_MENU) == {
        face.id for face in faces.values() if face.when in ("before_roll", "settlement", "event")
    }
    assert not set(LASTING) & set(ON_BUILD)


def test_goldsmith_turns_three_gold_into_two_of_choice() -> None:
    """15.1 Gold is allowed; the payment comes first and makes room."""
    table = Table().hand(0, "goldsmith").rich(0)
    table.answer("play:goldsmith")
    assert table.stored(0, "gold") == 2
    assert "play:goldsmith" not in Table().hand(0, "goldsmith").stores(0, gold=2).offers()


def test_goldsmith_takes_gold_from_field_and_cache() -> None:
    """15.1 A36 In any split."""
    table = Table("gold").built(0, "gold_cache", 0).hand(0, "goldsmith.basic").stores(0, gold=2, gold_cache=2)
    table.play("play:goldsmith", {"gold_field_1": 1, "gold_cache": 2}, {"mountains_5": 2})
    assert (table.stored(0, "gold"), table.stored(0, "gold_cache"), table.stored(0, "ore")) == (1, 0, 2)


def test_merchant_caravan_swaps_any_two() -> None:
    """15.2 3.3 The same types are allowed; nothing moves before all is chosen."""
    table = Table().hand(0, "merchant_caravan").stores(0, ore=2, wool=1)
    table.play("play:merchant_caravan", {"mountains_5": 1, "pasture_4": 1})
    assert (table.held(), table.in_hand()) == ({"ore": 2, "wool": 1}, ["merchant_caravan"])
    table.answer({"mountains_5": 2})
    assert table.held() == {"ore": 3}
    assert "play:merchant_caravan" not in Table().hand(0, "merchant_caravan").stores(0, ore=1).offers()


def test_relocation_swaps_two_regions_with_what_they_store() -> None:
    """15.4 A18 A56 E64 Hills 3 moves above, out of reach of the factory below."""
    table = Table().built(0, "brick_factory", -1, "below").hand(0, "relocation").stores(0, brick=1)
    assert table.produce(3).stored(0, "brick") == 3
    table.stores(0, brick=1).at("turn.actions").play("play:relocation", "hills_3", "gold_field_1")
    hills = next(region for region in table.player(0).regions if region.kind == "hills_3")
    assert (hills.x, hills.row, hills.stored) == (0, "above", 1)
    assert table.produce(3).stored(0, "brick") == 2


def test_relocation_swaps_two_expansions() -> None:
    """15.4 A18 A56 Also in different towns."""
    table = Table().built(0, "abbey").built(0, "storehouse", 1, "below").hand(0, "relocation")
    table.play("play:relocation", "abbey@-1:above")
    where = {card.kind: (card.x, card.row) for card in table.player(0).expansions}
    assert where == {"abbey": (1, "below"), "storehouse": (-1, "above")}


def test_relocation_keeps_red_cards_in_cities() -> None:
    """A18 A56 A red card and a green one of a settlement do not change places."""
    table = Table("progress").city(0, 1).built(0, "library", 1).built(0, "abbey").hand(0, "relocation.basic")
    table.answer("play:relocation")
    assert not [key for key in table.offers() if "@" in key]
    table = Table("progress").city(0, 1).city(0, -1).built(0, "library", 1).built(0, "abbey")
    table.hand(0, "relocation.basic").answer("play:relocation")
    assert [key for key in table.offers() if "@" in key] == ["abbey@-1:above", "library.progress@1:above"]


def test_relocation_must_change_something() -> None:
    """A18 1.9 Not two cards on one side of a city, not two copies of one card."""
    table = Table("gold").city(0, 1).built(0, "abbey", 1).built(0, "toll_bridge.basic", 1).hand(0, "relocation")
    assert not [key for key in table.answer("play:relocation").offers() if "@" in key]
    table = Table("gold").built(0, "storehouse.basic").built(0, "storehouse.gold", 1).hand(0, "relocation")
    assert not [key for key in table.answer("play:relocation").offers() if "@" in key]


def test_relocation_moves_a_town_hall_with_its_parish_hall() -> None:
    """A18 15.38 The covered card goes along; no Gold Cache moves."""
    table = Table("progress").city(0, -1).city(0, 1).built(0, "parish_hall").built(0, "library", 1)
    table.hand(0, "town_hall", "relocation.basic").rich(0).play("build:town_hall.progress", "play:relocation")
    table.play("town_hall.progress@-1:above")
    hall = next(card for card in table.player(0).expansions if card.kind == "town_hall")
    assert (hall.x, [card.kind for card in hall.pile]) == (1, ["parish_hall", "town_hall"])


def test_a_half_composed_card_is_still_in_the_hand() -> None:
    """15.4 3.3 Nothing is shown before the last choice, so it can be taken back."""
    table = Table().hand(0, "relocation").answer("play:relocation")
    assert (table.barrier, table.in_hand()) == (False, ["relocation"])
    assert table.answer("hills_3").answer("pasture_4").barrier


# --- Era of Gold ------------------------------------------------------------------------------------------------------


def test_brigands_fill_one_own_region() -> None:
    """15.9 A21 Its type, at least one, at most its room and what the opponent has."""
    table = Table("gold").built(0, "candamir").hand(0, "brigands").stores(0, ore=1).stores(1, ore=3, wool=1)
    table.answer("play:brigands.gold")
    assert table.offers() == ["pasture_4", "mountains_5"]
    table.answer("mountains_5")
    assert table.offers() == ["1", "2"]
    table.answer(2)
    assert (table.held(0), table.held(1)) == ({"ore": 3}, {"wool": 1, "ore": 1})


def test_brigands_need_the_strength_advantage() -> None:
    """15.9 8.1 And something that fits."""
    assert "play:brigands.gold" not in Table("gold").hand(0, "brigands").stores(1, ore=3).offers()
    table = Table("gold").built(0, "candamir").hand(0, "brigands").stores(0, ore=3).stores(1, ore=3)
    assert "play:brigands.gold" not in table.offers()


def test_brigands_never_fill_the_cache_but_reach_the_opponents() -> None:
    """A9 15.9 Gold goes to the gold field."""
    table = Table("gold").built(0, "candamir").built(1, "gold_cache", 0).stores(1, gold_cache=2).hand(0, "brigands")
    table.play("play:brigands.gold", 2)
    assert (table.stored(0, "gold"), table.stored(1, "gold_cache")) == (2, 0)


@pytest.mark.parametrize(("ships", "theirs", "room", "most"), [(2, 5, 3, 3), (1, 5, 3, 2), (2, 1, 3, 1)])
def test_gudrun_takes_two_gold_per_pirate_ship(ships: int, theirs: int, room: int, most: int) -> None:
    """15.10 A23 E33 What the opponent has and what fits."""
    table = Table("gold").hand(0, "gudrun").stores(0, gold=3 - room).built(1, "gold_cache", 0)
    table.stores(1, gold=min(3, theirs), gold_cache=max(0, theirs - 3))
    for row in ("above", "below")[:ships]:
        table.built(0, "pirate_ship", -1, row)
    table.answer("play:gudrun.gold")
    if most > 1:
        assert table.offers() == [str(number) for number in range(1, most + 1)]
        table.answer(most)
    if table.waits_for() == {1: "pay"}:
        table.answer(table.asked(1).ask.fallback(), seat=1)
    assert table.held(0)["gold"] == 3 - room + most


def test_gudrun_needs_a_pirate_ship() -> None:
    """15.10 8.1 Gold at the opponent and own room, too."""
    assert "play:gudrun.gold" not in Table("gold").hand(0, "gudrun").stores(1, gold=3).offers()


def test_merchant_takes_up_to_two_and_gives_one() -> None:
    """15.11 16.20 A22 The opponent chooses the stores of both directions."""
    table = Table("gold").city(0, 1).hand(0, "merchant").stores(1, ore=2, wool=2)
    table.settlement(1, 3, "mountains_4", "forest_6").stores(1, mountains_4=1)
    table.answer("play:merchant.gold").answer({"mountains_5": 1})
    table.answer({"mountains_5": 1})
    assert table.owe() == {0: "action", 1: "pay"}
    table.answer({"mountains_6": 2}, seat=1)
    assert table.owe() == {0: "action", 1: "gain"}
    table.answer({"mountains_4": 1}, seat=1)
    assert (table.stored(1, "mountains_4"), table.held(0)) == (2, {"ore": 1})


def test_merchant_needs_commerce_or_a_city() -> None:
    """15.11 Three commerce points or a city."""
    assert "play:merchant.gold" not in Table("gold").hand(0, "merchant").stores(1, ore=1).offers()
    table = Table("gold").hand(0, "merchant").stores(1, ore=1)
    table.built(0, "marketplace").built(0, "toll_bridge.basic", 1).built(0, "ore_ship", 1, "below")
    assert "play:merchant.gold" in table.offers()


def test_what_the_opponent_cannot_store_is_lost() -> None:
    """A22 15.11 The returned resource is compulsory."""
    table = Table("gold").city(0, 1).hand(0, "merchant").stores(0, wool=1).stores(1, wool=3, ore=1)
    table.play("play:merchant.gold", {"mountains_5": 1}, {}, {"pasture_4": 1})
    assert (table.held(0), table.stored(1, "wool")) == ({"ore": 1}, 3)


def test_trade_master_takes_one_or_two() -> None:
    """15.12 A45 With a Merchant Guild."""
    table = Table("gold").city(0, 1).built(0, "merchant_guild", 1).hand(0, "trade_master").stores(1, ore=2)
    table.play("play:trade_master.gold", {"mountains_5": 1})
    assert table.held(0) == {"ore": 2}
    assert "play:trade_master.gold" not in Table("gold").city(0, 1).hand(0, "trade_master").stores(1, ore=2).offers()


def test_a_pirate_ship_sinks_a_trade_ship_of_the_owners_choice() -> None:
    """15.14 16.17 A34 To the discard pile."""
    table = (
        Table("gold").built(1, "ore_ship").built(1, "wool_ship", 1).hand(0, "pirate_ship").stores(0, lumber=1, wool=1)
    )
    table.play("build:pirate_ship.gold", "-1:above")
    assert table.owe() == {0: "action", 1: "pirate.ship"}
    table.answer("wool_ship@1:above", seat=1)
    assert (table.cards(1), table.state.discard[-1].kind) == (["ore_ship"], "wool_ship")


def test_a_pirate_ship_may_be_built_without_a_target() -> None:
    """15.14 E42 Nothing is removed."""
    table = Table("gold").hand(0, "pirate_ship").stores(0, lumber=1, wool=1).play("build:pirate_ship.gold", "-1:above")
    assert table.cards() == ["pirate_ship"]
    assert table.waits_for() == {0: "action"}


def test_a_gold_cache_needs_a_hero_with_strength() -> None:
    """15.15 8.6 A Chief Cannoneer is no hero; no cost."""
    assert "build:gold_cache.gold" not in Table("gold").hand(0, "gold_cache").offers()
    assert "build:gold_cache.gold" in Table("gold").built(0, "austin").hand(0, "gold_cache").offers()
    duel = Table("duel").built(0, "chief_cannoneer").hand(0, "gold_cache")
    assert "build:gold_cache.gold" not in duel.offers()


def test_opponents_takings_reach_the_cache() -> None:
    """A9 7.5 The Trade face; the owner chooses the store."""
    table = Table("gold").built(0, "marketplace").built(0, "toll_bridge.basic", 1).built(0, "ore_ship", 1, "below")
    table.built(1, "gold_cache", 0).stores(1, gold=1, gold_cache=1).face("trade")
    assert table.owe() == {0: "action", 1: "pay"}
    assert table.offers(1) == ["gold_field_4", "gold_cache"]


def test_a_staple_house_pays_after_its_own_cost() -> None:
    """15.17 3.3 8.10 E39 One short of the cost it cannot be built."""
    table = (
        Table("gold").city(0, 1).built(0, "merchant_guild", 1).hand(0, "staple_house").stores(0, brick=2, ore=1, wool=1)
    )
    assert "build:staple_house.gold" not in table.offers()
    table.stores(0, ore=2).play("build:staple_house.gold", "1:above")
    assert table.asked(0).step == "gain"
    table.answer({"mountains_5": 2})
    assert table.held() == {"ore": 2}


def test_an_illegal_demand_is_refused() -> None:
    """3.6 A7 Two of what fits only once."""
    table = Table("gold").city(0, 1).built(0, "merchant_guild", 1).hand(0, "trade_master").stores(1, ore=2, wool=1)
    table.answer("play:trade_master.gold")
    with pytest.raises(Refusal):
        table.answer({"mountains_5": 2})


@pytest.mark.parametrize("region", ["gold_field_1", "fields_6"])
def test_a_large_trade_ship_trades_from_left_or_right(region: str) -> None:
    """15.8 8.8 A9 Never from the Gold Cache."""
    table = Table("gold").built(0, "large_trade_ship.basic", 1).built(0, "gold_cache", 0).stores(0, gold_cache=2)
    assert "trade" not in table.offers()
    table.stores(0, **{region: 2})
    assert "trade" in table.offers()

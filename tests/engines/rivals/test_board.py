"""Chapters 1 and 2: words and the board."""

from engines.rivals.board import (
    free_sites,
    regions_beside,
    regions_of_town,
    road_ends,
    settlement_ends,
    trade_ships,
    units,
)
from engines.rivals.tables import RivalsTables
from tests.engines.rivals.table import Table


def test_the_start_has_two_settlements_a_road_and_six_regions() -> None:
    """2.1 2.2 Towns at odd places, roads and regions at even ones."""
    player = Table().player(0)
    assert [(town.x, town.city) for town in player.towns] == [(-1, False), (1, False)]
    assert player.roads == [0]
    assert [(region.kind, region.x) for region in player.regions if region.row == "above"] == [
        ("forest_2", -2), ("gold_field_1", 0), ("fields_6", 2),
    ]  # fmt: skip
    assert [region.kind for region in player.regions if region.row == "below"] == [
        "hills_3",
        "pasture_4",
        "mountains_5",
    ]


def test_each_player_has_every_number_once() -> None:
    """2.2 Both colours have the same layout; only the numbers differ."""
    for seat in range(2):
        numbers = sorted(int(region.kind[-1]) for region in Table().player(seat).regions)
        assert numbers == [1, 2, 3, 4, 5, 6]


def test_the_region_stack_has_every_number_twice() -> None:
    """2.2 A2 The forests of the stack show 6 and 4."""
    stack = RivalsTables.current().stack_regions
    assert sorted(int(kind[-1]) for kind in stack) == sorted([1, 2, 3, 4, 5, 6] * 2)
    assert {"forest_6", "forest_4"} <= set(stack)


def test_a_table_may_choose_the_other_lower_row() -> None:
    """A1 Pasture on the left."""
    player = Table(layout="pasture_left").player(0)
    assert [region.kind for region in player.regions if region.row == "below"] == [
        "pasture_4",
        "hills_3",
        "mountains_5",
    ]


def test_a_town_touches_four_regions() -> None:
    """2.3 Left and right, above and below."""
    found = {region.kind for region in regions_of_town(Table().player(0), 1)}
    assert found == {"gold_field_1", "fields_6", "pasture_4", "mountains_5"}


def test_a_city_has_two_sites_on_each_side() -> None:
    """2.4 Green and red cards in any mix."""
    table = Table("gold").city(0, 1)
    for kind, row in (("abbey", "above"), ("mint", "above"), ("mint", "below"), ("austin", "below")):
        table.built(0, kind, 1, row)
    assert (1, "above") not in free_sites(table.player(0), cities_only=False)
    assert free_sites(table.player(0), cities_only=False) == [(-1, "above"), (-1, "below")]


def test_an_outer_site_touches_the_same_regions_as_the_inner_one() -> None:
    """2.5 2.6 E60 Site (1, above, 2) borders (0, above) and (2, above)."""
    table = Table().city(0, 1).built(0, "abbey", 1).built(0, "storehouse", 1)
    outer = table.player(0).expansions[-1]
    assert outer.slot == 2
    found = [(region.x, region.row) for region in regions_beside(table.player(0), outer.x, outer.row)]
    assert found == [(0, "above"), (2, "above")]


def test_the_row_grows_at_its_two_ends() -> None:
    """2.8 A road beside the last town, a settlement behind the road; never two roads in a row."""
    table = Table().road(0, 2)
    assert road_ends(table.player(0)) == ["left"]
    assert settlement_ends(table.player(0)) == ["right"]
    table.road(0, -2)
    assert road_ends(table.player(0)) == []
    assert settlement_ends(table.player(0)) == ["left", "right"]


def test_pirate_ships_and_cannoneers_are_units_but_no_trade_ships() -> None:
    """1.5 Units of neither sort."""
    table = Table("gold").built(0, "pirate_ship").built(0, "large_trade_ship", 1)
    assert [card.kind for card in units(table.state, table.player(0))] == ["pirate_ship", "large_trade_ship"]
    assert [card.kind for card in trade_ships(table.state, table.player(0))] == ["large_trade_ship"]


def test_a_gold_cache_lies_beside_a_region_and_takes_no_site_of_a_town() -> None:
    """1.4 2.7 8.4 15.15 Any own region without one; free of cost."""
    table = Table("gold").built(0, "harald").hand(0, "gold_cache")
    table.answer("build:gold_cache.gold")
    assert table.offers() == ["-2:above", "-2:below", "0:above", "0:below", "2:above", "2:below"]
    table.answer("0:above")
    assert len(free_sites(table.player(0), cities_only=False)) == 3
    assert "gold_cache" in table.cards()

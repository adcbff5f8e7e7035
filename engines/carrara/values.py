"""Sections 1.8, 6.2 and 10.6: what buildings are worth where they stand."""

from collections.abc import Iterable
from functools import cache

from engines.carrara.state import Building, Player
from engines.carrara.tables import CarraraTables, Gain
from engines.kit import Text


@cache
def value_note(value: Gain) -> Text:
    """1.8 What a point of cost brings, beside a city or field."""
    return Text("carrara.note.value", {"gain": value.facts()})


def value_of(tables: CarraraTables, player: Player, place: str) -> Gain:
    """1.8, 10.6 What a point of cost is worth in a city or on a special field; the own upgrader replaces it."""
    return tables.upgraded[place] if place in player.upgraders else tables.values[place]


def gain_of(tables: CarraraTables, player: Player, buildings: Iterable[Building]) -> Gain:
    """6.2, 6.3 Cost times value of its city, for every building."""
    points = coins = 0
    upgraders, values, upgraded = player.upgraders, tables.values, tables.upgraded
    for building in buildings:
        city, cost = building.city, building.cost
        value = upgraded[city] if city in upgraders else values[city]
        points += cost * value.points
        coins += cost * value.coins
    return Gain(points, coins)

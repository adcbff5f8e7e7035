"""Sections 1.8, 6.2 and 10.6: what buildings are worth where they stand."""

from collections.abc import Iterable
from typing import NamedTuple

from engines.kit import counted

from .state import Building, Player
from .tables import CarraraTables


class Gain(NamedTuple):
    """Points and coins gained at once."""

    points: int
    coins: int

    def facts(self) -> dict[str, int]:
        """In words: "8 points, 6 coins"."""
        return counted("gain", {"point": self.points, "coin": self.coins})


def value_of(tables: CarraraTables, player: Player, place: str) -> Gain:
    """1.8, 10.6 What a point of cost is worth in a city or on a special field; the own upgrader replaces it."""
    if place in player.upgraders:
        upgrader = tables.upgraders[place]
        return Gain(upgrader.points, upgrader.coins)
    printed = tables.cities.get(place) or tables.fields[place]
    return Gain(printed.points, printed.coins)


def gain_of(tables: CarraraTables, player: Player, buildings: Iterable[Building]) -> Gain:
    """6.2, 6.3 Cost times value of its city, for every building."""
    points = coins = 0
    for building in buildings:
        value = value_of(tables, player, building.city)
        points += building.cost * value.points
        coins += building.cost * value.coins
    return Gain(points, coins)

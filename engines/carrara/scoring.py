"""Chapter 8 and section 10.9: what buildings bring, and the final scoring."""

from collections.abc import Iterable
from itertools import chain, combinations, product
from typing import NamedTuple, assert_never

from .card_tables import CheapestOfEachType, ChosenCities, ChosenTypes, ExtraScoring, Majorities
from .cards import cost_of
from .state import Building, Player
from .tables import CarraraTables


class Gain(NamedTuple):
    """Points and coins gained at once."""

    points: int
    coins: int


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


# --------------------------------------------------------------------------------------- 11.4 extra cards


def extra_gain(tables: CarraraTables, players: list[Player], seat: int, scoring: ExtraScoring, coins_per_point: int) -> Gain:
    """11.4 What the extra card brings: no marker, no minimum, no objects (A16), whatever was scored before."""
    player = players[seat]
    match scoring:
        case Majorities():
            return Gain(_majorities(players, seat, scoring), 0)
        case ChosenCities():
            choices = _chosen(player.buildings, tables.cities, "city", scoring.count)
        case ChosenTypes():
            choices = _chosen(player.buildings, tables.types, "type", scoring.count)
        case CheapestOfEachType():
            choices = _cheapest(tables, player.buildings)
        case _:
            assert_never(scoring)
    gains = [gain_of(tables, player, buildings) for buildings in choices]
    return max(gains, key=lambda gain: gain.points + (player.coins + gain.coins) // coins_per_point)


def _chosen(buildings: list[Building], ids: Iterable[str], by: str, count: int) -> list[list[Building]]:
    """11.4 All ways to choose so many different own cities or types, in printed order (A17)."""
    sorts = [[building for building in buildings if getattr(building, by) == one] for one in ids]
    owned = [sort for sort in sorts if sort]
    return [list(chain(*choice)) for choice in combinations(owned, min(count, len(owned)))]


def _cheapest(tables: CarraraTables, buildings: list[Building]) -> list[list[Building]]:
    """11.4 The cheapest own building of each type; of equal ones any may be meant, in order of the cities (A17)."""
    cities = list(tables.cities)
    equals: list[list[Building]] = []
    for kind in tables.types:
        own = [building for building in buildings if building.type == kind]
        least = min((building.cost for building in own), default=0)
        cheapest = [building for building in own if building.cost == least]
        if cheapest:
            equals.append(sorted(cheapest, key=lambda building: cities.index(building.city)))
    return [list(choice) for choice in product(*equals)]


def _majorities(players: list[Player], seat: int, scoring: Majorities) -> int:
    """11.4 The highest cost sum in a group of cities, ties in full (A32); a sum of nothing wins nothing (A18)."""
    points = 0
    for cities, worth in zip(scoring.groups, scoring.points, strict=True):
        sums = [cost_of(building for building in player.buildings if building.city in cities) for player in players]
        if sums[seat] > 0 and sums[seat] == max(sums):
            points += worth
    return points

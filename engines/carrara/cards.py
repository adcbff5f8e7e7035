"""Chapter 11: what the cards ask for, and what they are worth at the end."""

from collections.abc import Iterable
from functools import cache
from itertools import permutations
from math import prod
from typing import NamedTuple, assert_never

from engines.carrara import card_tables as rows
from engines.carrara.state import Building, Player
from engines.carrara.tables import CarraraTables

Counts = tuple[int, ...]

# --------------------------------------------------------------------------------------- 10.8 the conditions


def is_fulfilled(tables: CarraraTables, player: Player, condition: rows.Condition, seats: int) -> bool:
    """10.8 All conditions are minimum conditions; some depend on the number of players."""
    return measure(tables, player, condition) >= condition.least[seats - 2]


def measure(tables: CarraraTables, player: Player, condition: rows.Condition) -> int:
    """7.2, 11.1-11.3 How much the player has of what a condition counts, at this moment (A30)."""
    match condition.kind:
        case "scorings":
            return player.scorings
        case "city_scorings":
            return len(player.cities_scored)
        case "type_scorings":
            return len(player.types_scored)
        case "scorings_of_each_kind":
            return min(len(player.types_scored), len(player.cities_scored), len(player.fields_scored))
        case "coins":
            return player.coins
        case "objects" | "equal_sets" | "groups" | "different_sets" | "object_product":
            return _objects(player, condition)
        case "cost" | "cities_with" | "value_eight" | "category" | "city_product" | "pairs":
            return _buildings(tables, player, condition)
        case _:
            assert_never(condition.kind)


def progress(tables: CarraraTables, player: Player, condition: rows.Condition, seats: int) -> tuple[int, int]:
    """10.8 How near a player is: what counts, and how much of it is wanted; groups of objects piece by piece."""
    if condition.kind == "groups":
        largest = _sorted((*player.objects.values(), *(0 for _ in condition.sizes)))
        pairs = zip(largest, condition.sizes, strict=False)
        return sum([min(has, wants) for has, wants in pairs]), sum(condition.sizes)
    return measure(tables, player, condition), condition.least[seats - 2]


def _objects(player: Player, condition: rows.Condition) -> int:
    """11.2, A13 Objects, sets of equal or of different ones, or the product of the largest groups."""
    counts = tuple(player.objects.values())
    match condition.kind:
        case "equal_sets":
            return sum(count // condition.size for count in counts)
        case "groups":
            largest = _sorted((*counts, *(0 for _ in condition.sizes)))
            return int(all(has >= wants for has, wants in zip(largest, condition.sizes, strict=False)))
        case "different_sets":
            return most_different_sets(counts, condition.size)
        case "object_product":
            return product_of_largest(counts, condition.groups)
        case _:
            return sum(counts)


def _buildings(tables: CarraraTables, player: Player, condition: rows.Condition) -> int:
    """11.3, A15, A31 Cost, cities with enough buildings, value-8 and category buildings, products, pairs."""
    match condition.kind:
        case "cities_with":
            return sum(count >= condition.size for count in city_counts(player.buildings).values())
        case "value_eight":
            return sum(building.tile in tables.value_eight_tiles for building in player.buildings)
        case "category":
            return sum(building.category == condition.category for building in player.buildings)
        case "city_product":
            return product_of_largest(tuple(city_counts(player.buildings).values()), condition.groups)
        case "pairs":
            return len(dearest_pairs(player.buildings)) // 2
        case _:
            return cost_of(player.buildings)


# ----------------------------------------------------------------------------------------------- small sums


def cost_of(buildings: Iterable[Building]) -> int:
    """1.4 The sum of the costs."""
    return sum([building.cost for building in buildings])


def city_counts(buildings: Iterable[Building]) -> dict[str, int]:
    """How many of the buildings stand in each city."""
    counts: dict[str, int] = {}
    for building in buildings:
        counts[building.city] = counts.get(building.city, 0) + 1
    return counts


def product_of_largest(counts: Counts, groups: int) -> int:
    """A14 The product of the largest groups; with fewer groups than that, nothing."""
    largest = sorted(counts, reverse=True)[:groups]
    return prod(largest) if len(largest) == groups else 0


def most_different_sets(counts: Counts, size: int) -> int:
    """A13 The most sets of so many different objects that can be made at once: k sets use at most k of a kind."""
    sets = 0
    while sum(min(count, sets + 1) for count in counts) >= size * (sets + 1):
        sets += 1
    return sets


def dearest_pairs(buildings: Iterable[Building]) -> list[Building]:
    """A31 The k dearest city and the k dearest country buildings, k being the smaller number of the two."""
    by_cost = sorted(buildings, key=lambda building: building.cost, reverse=True)
    city = [building for building in by_cost if building.category == "city"]
    country = [building for building in by_cost if building.category == "country"]
    pairs = min(len(city), len(country))
    return city[:pairs] + country[:pairs]


# --------------------------------------------------------------------------------------- 11.2 object cards


class Split(NamedTuple):
    """A way to split objects: its worth in all, and the part that the card's sets bring."""

    points: int
    by_sets: int

    def plus(self, points: int) -> "Split":
        return Split(self.points + points, self.by_sets + points)


def score_objects(tables: CarraraTables, objects: dict[str, int], scoring: rows.ObjectScoring) -> Split:
    """11.2 The best split into disjoint sets for the player; what it leaves over counts 1 each (A13, A14)."""
    counts = _sorted(objects.values())
    rest = tables.left_over.points
    match scoring:
        case rows.EachObject():
            return Split(0, 0).plus(scoring.points * sum(counts))
        case rows.EqualSets():
            splits = [_best_equal_sets(count, tuple(scoring.points.items()), rest) for count in counts]
            return Split(sum(split.points for split in splits), sum(split.by_sets for split in splits))
        case rows.Combination():
            return _best_combinations(counts, scoring.sizes, scoring.points, rest)
        case rows.DifferentSets():
            return _best_different_sets(counts, tuple(scoring.points.items()), rest)
        case rows.ObjectProduct():
            left_over = Split(rest * sum(counts[scoring.groups :]), 0)
            return max(left_over.plus(product_of_largest(counts, scoring.groups)), Split(rest * sum(counts), 0))
        case _:
            assert_never(scoring)


@cache
def _best_equal_sets(count: int, points: tuple[tuple[int, int], ...], rest: int) -> Split:
    """The best way to cut one kind into sets of the given sizes."""
    cuts = [_best_equal_sets(count - size, points, rest).plus(worth) for size, worth in points if size <= count]
    return max([Split(rest * count, 0), *cuts])


@cache
def _best_combinations(counts: Counts, sizes: tuple[int, int], points: int, rest: int) -> Split:
    """The best number of combinations of so many of one kind and so many of another."""
    best = Split(rest * sum(counts), 0)
    for many, few in permutations(range(len(counts)), 2):
        if counts[many] >= sizes[0] and counts[few] >= sizes[1]:
            left = list(counts)
            left[many] -= sizes[0]
            left[few] -= sizes[1]
            best = max(best, _best_combinations(_sorted(left), sizes, points, rest).plus(points))
    return best


@cache
def _best_different_sets(counts: Counts, points: tuple[tuple[int, int], ...], rest: int) -> Split:
    """The best split into rows of different objects; a row is best taken from the largest groups."""
    best = Split(rest * sum(counts), 0)
    for size, worth in points:
        if sum(count > 0 for count in counts) >= size:
            left = [count - (place < size) for place, count in enumerate(counts)]
            best = max(best, _best_different_sets(_sorted(left), points, rest).plus(worth))
    return best


def _sorted(counts: Iterable[int]) -> Counts:
    return tuple(sorted(counts, reverse=True))


# ------------------------------------------------------------------------------------- 11.3 building cards


def score_buildings(tables: CarraraTables, buildings: list[Building], scoring: rows.BuildingScoring) -> int:
    """11.3 The points part, scored also by players who miss the condition."""
    match scoring:
        case rows.CostSum():
            return cost_of(buildings)
        case rows.CityGroups():
            counts = city_counts(buildings)
            row = zip(tables.cities, scoring.points, strict=True)
            return sum(points * (counts.get(city, 0) // scoring.size) for city, points in row)
        case rows.EachValueEight():
            points_in = dict(zip(tables.cities, scoring.points, strict=True))
            return sum(points_in[building.city] for building in buildings if building.tile in tables.value_eight_tiles)
        case rows.EachOfCategory():
            return scoring.points * sum(building.category == scoring.category for building in buildings)
        case rows.CityProduct():
            return product_of_largest(tuple(city_counts(buildings).values()), scoring.groups)
        case rows.Pairs():
            return cost_of(dearest_pairs(buildings))
        case _:
            assert_never(scoring)

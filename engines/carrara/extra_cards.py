"""Section 11.4: the extra cards."""

from collections.abc import Iterable
from itertools import chain, combinations, product
from typing import assert_never

from engines.carrara.card_tables import CheapestOfEachType, ChosenCities, ChosenTypes, Majorities
from engines.carrara.cards import cost_of
from engines.carrara.ids import CityId
from engines.carrara.state import Building, CarraraState, Player
from engines.carrara.tables import CarraraTables, Gain
from engines.carrara.values import gain_of
from engines.kit import Text, refs


def extra_gain(s: CarraraState, seat: int) -> Gain:
    """11.4, A16 What the extra card brings: no marker, no minimum, no objects, whatever was scored before."""
    card = s.open_cards().extra
    if card is None:
        return Gain(0, 0)
    if isinstance(card.scoring, Majorities):
        return Gain(sum([worth for _, worth in _majorities(s.players, seat, card.scoring)]), 0)
    return gain_of(s.tables, s.players[seat], _best(s, seat, card.scoring))


def extra_counted(s: CarraraState, seat: int) -> Text | None:
    """11.4 A17 Which cities, types or buildings were counted, so that everybody can check the sum."""
    card = s.open_cards().extra
    if card is None:
        return None
    if isinstance(card.scoring, Majorities):
        won = [city for cities, _ in _majorities(s.players, seat, card.scoring) for city in cities]
        return Text("carrara.event.extra_majorities", {"what": refs("city", won)})
    best = _best(s, seat, card.scoring)
    match card.scoring:
        case ChosenCities():
            what = refs("city", dict.fromkeys([building.city for building in best]))
        case ChosenTypes():
            what = refs("type", dict.fromkeys([building.type for building in best]))
        case CheapestOfEachType():
            what = refs("tile", [f"{building.type}_{building.cost}" for building in best])
        case _:
            assert_never(card.scoring)
    return Text("carrara.event.extra_counted", {"what": what})


def _best(s: CarraraState, seat: int, scoring: ChosenCities | ChosenTypes | CheapestOfEachType) -> list[Building]:
    """A17 The choice that brings the player most in the end, coins and their rounding included; ties: the first."""
    player = s.players[seat]
    match scoring:
        case ChosenCities(count=count):
            choices = _chosen(player.buildings, "city", s.tables.cities, count)
        case ChosenTypes(count=count):
            choices = _chosen(player.buildings, "type", s.tables.types, count)
        case CheapestOfEachType():
            choices = _cheapest(s.tables, player.buildings)
        case _:
            assert_never(scoring)

    def worth(buildings: list[Building]) -> int:
        gain = gain_of(s.tables, player, buildings)
        return gain.points + (player.coins + gain.coins) // s.coins_per_point

    return max(choices, key=worth)


def _chosen(buildings: list[Building], by: str, ids: Iterable[str], count: int) -> list[list[Building]]:
    """11.4 All ways to choose so many different own cities or types, in printed order."""
    sorts = [[building for building in buildings if getattr(building, by) == one] for one in ids]
    owned = [sort for sort in sorts if sort]
    return [list(chain(*choice)) for choice in combinations(owned, min(count, len(owned)))]


def _cheapest(tables: CarraraTables, buildings: list[Building]) -> list[list[Building]]:
    """11.4 The cheapest own building of each type; of equal ones any may be meant, in order of the cities."""
    cities = list(tables.cities)
    equals: list[list[Building]] = []
    for kind in tables.types:
        own = [building for building in buildings if building.type == kind]
        least = min((building.cost for building in own), default=0)
        cheapest = [building for building in own if building.cost == least]
        if cheapest:
            equals.append(sorted(cheapest, key=lambda building: cities.index(building.city)))
    return [list(choice) for choice in product(*equals)]


def _majorities(players: list[Player], seat: int, scoring: Majorities) -> list[tuple[tuple[CityId, ...], int]]:
    """11.4, A18, A32 The highest cost sum in a group of cities, ties in full; a sum of nothing wins nothing."""
    won = []
    for cities, worth in zip(scoring.groups, scoring.points, strict=True):
        sums = [cost_of(building for building in player.buildings if building.city in cities) for player in players]
        if sums[seat] > 0 and sums[seat] == max(sums):
            won.append((cities, worth))
    return won

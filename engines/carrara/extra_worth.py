"""What one more building adds to the extra card: the sums that it leaves as they are stay reckoned."""

from collections.abc import Iterable
from itertools import combinations, product
from typing import assert_never

from engines.carrara.card_tables import CheapestOfEachType, ChosenCities, ChosenTypes, Majorities
from engines.carrara.cards import cost_of
from engines.carrara.extra_cards import extra_gain
from engines.carrara.state import Building, CarraraState
from engines.carrara.values import gain_of, value_of

_Cheapest = tuple[int, list[tuple[int, int, int]]]
"""The least cost of a type, and the gains of its buildings at that cost."""


class ExtraWorth:
    """The extra card for one seat, in points; a coin counts as its part of one."""

    def __init__(self, s: CarraraState, seat: int) -> None:
        self.s, self.seat, self.player = s, seat, s.players[seat]
        card = s.open_cards().extra
        self.scoring = None if card is None else card.scoring
        self.per_point = s.coins_per_point
        self.groups: list[tuple[tuple[str, ...], int, int, int]] = []
        self.sorts: dict[str, tuple[int, int]] = {}
        self.ids: tuple[str, ...] = ()
        self.cheapest: dict[str, _Cheapest] = {}
        self.cities: dict[str, int] = {}
        match self.scoring:
            case Majorities(groups=groups, points=points):
                for cities, worth in zip(groups, points, strict=True):
                    sums = [cost_of([b for b in each.buildings if b.city in cities]) for each in s.players]
                    others = max([each for number, each in enumerate(sums) if number != seat], default=0)
                    self.groups.append((cities, worth, sums[seat], others))
            case ChosenCities():
                self.ids = tuple(s.tables.cities)
                self._sort("city")
            case ChosenTypes():
                self.ids = tuple(s.tables.types)
                self._sort("type")
            case CheapestOfEachType():
                self.ids = tuple(s.tables.types)
                self.cities = {city: place for place, city in enumerate(s.tables.cities)}
                for building in self.player.buildings:
                    self.cheapest[building.type] = self._cheaper(self.cheapest.get(building.type), building)
        self.now = self.after(None)

    def _sort(self, by: str) -> None:
        for one in self.ids:
            own = [building for building in self.player.buildings if getattr(building, by) == one]
            if own:
                gain = gain_of(self.s.tables, self.player, own)
                self.sorts[one] = (gain.points, gain.coins)

    def after(self, more: Building | None) -> float:
        """What the card brings, with one more building."""
        match self.scoring:
            case None:
                return 0.0
            case Majorities():
                found = 0
                for cities, worth, own, others in self.groups:
                    total = own + more.cost if more is not None and more.city in cities else own
                    if total > 0 and total >= others:
                        found += worth
                return float(found)
            case ChosenCities(count=count):
                return self._chosen(count, more, "" if more is None else more.city)
            case ChosenTypes(count=count):
                return self._chosen(count, more, "" if more is None else more.type)
            case CheapestOfEachType():
                sorts = self.cheapest
                if more is not None:
                    sorts = {**sorts, more.type: self._cheaper(sorts.get(more.type), more)}
                return self._best(product(*[sorts[one][1] for one in self.ids if one in sorts]))
            case _:
                assert_never(self.scoring)

    def _chosen(self, count: int, more: Building | None, sort: str) -> float:
        sorts = self.sorts
        if more is not None:
            value = value_of(self.s.tables, self.player, more.city)
            points, coins = sorts.get(sort, (0, 0))
            sorts = {**sorts, sort: (points + more.cost * value.points, coins + more.cost * value.coins)}
        owned = [sorts[one] for one in self.ids if one in sorts]
        return self._best(combinations(owned, min(count, len(owned))))

    def _cheaper(self, known: _Cheapest | None, building: Building) -> _Cheapest:
        """The cheapest buildings of a type, with one more: points, coins and place of each, by their cities."""
        value = value_of(self.s.tables, self.player, building.city)
        gain = (building.cost * value.points, building.cost * value.coins, self.cities[building.city])
        if known is None or building.cost < known[0]:
            return building.cost, [gain]
        if building.cost > known[0]:
            return known
        return known[0], sorted([*known[1], gain], key=lambda each: each[2])

    def _best(self, choices: Iterable[tuple[tuple[int, ...], ...]]) -> float:
        """The choice that brings most in the end, coins and their rounding included; ties: the first."""
        have, best, found = self.player.coins, -1, 0.0
        for choice in choices:
            points = coins = 0
            for each in choice:
                points += each[0]
                coins += each[1]
            worth = points + (have + coins) // self.per_point
            if worth > best:
                best, found = worth, points + coins / self.per_point
        return found

    def of(self, buildings: list[Building]) -> float:
        """What it brings with other buildings than one has."""
        before, self.player.buildings = self.player.buildings, buildings
        try:
            gain = extra_gain(self.s, self.seat)
        finally:
            self.player.buildings = before
        return gain.points + gain.coins / self.per_point

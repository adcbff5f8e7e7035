"""What one more building adds to the extra card: the sums that it leaves as they are stay reckoned."""

from itertools import combinations

from engines.carrara.card_tables import ChosenCities, ChosenTypes, Majorities
from engines.carrara.cards import cost_of
from engines.carrara.extra_cards import extra_gain
from engines.carrara.state import Building, CarraraState
from engines.carrara.values import gain_of, value_of


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
            case _:
                return self.of([*self.player.buildings, more] if more is not None else self.player.buildings)

    def _chosen(self, count: int, more: Building | None, sort: str) -> float:
        sorts = self.sorts
        if more is not None:
            value = value_of(self.s.tables, self.player, more.city)
            points, coins = sorts.get(sort, (0, 0))
            sorts = {**sorts, sort: (points + more.cost * value.points, coins + more.cost * value.coins)}
        owned = [sorts[one] for one in self.ids if one in sorts]
        have, best, found = self.player.coins, -1, 0.0
        for choice in combinations(owned, min(count, len(owned))):
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

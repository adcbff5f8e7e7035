"""What a building is worth where it would stand, by the weights of a script."""

from math import inf

from engines.carrara.cards import score_buildings, score_objects
from engines.carrara.extra_worth import ExtraWorth
from engines.carrara.state import Building, CarraraState, stand
from engines.carrara.tables import Tile
from engines.carrara.values import gain_of, value_of
from engines.carrara.weights import CarraraWeights


def coin_worth(s: CarraraState, seat: int, w: CarraraWeights) -> float:
    """A coin is worth more to somebody who has few and expects few."""
    if not w.coin_need:
        return w.coin
    player = s.players[seat]
    waiting = gain_of(s.tables, player, [b for b in player.buildings if b.type not in player.types_scored]).coins
    have = player.coins + w.coins_waiting * waiting
    return w.coin + w.coin_need * max(0.0, 1.0 - have / max(1.0, w.coins_enough))


def card_points(s: CarraraState, buildings: list[Building]) -> int:
    """What the building card would bring now."""
    return score_buildings(s.tables, buildings, s.tables.building_card[s.building_card - 1].scoring)


def object_points(s: CarraraState, seat: int, more: dict[str, int]) -> int:
    """What these further objects bring by the object card."""
    scoring = s.tables.object_card[s.object_card - 1].scoring
    held = s.players[seat].objects
    after = {kind: count + more.get(kind, 0) for kind, count in held.items()}
    return score_objects(s.tables, after, scoring).points - score_objects(s.tables, held, scoring).points


class Sites:
    """The worth of sites to one seat: what is the same for all of them is worked out once."""

    def __init__(self, s: CarraraState, seat: int, w: CarraraWeights) -> None:
        self.s, self.seat, self.w = s, seat, w
        self.player = player = s.players[seat]
        coin = coin_worth(s, seat, w)
        self.coin = coin
        self.round = s.round
        self.bests: dict[str, float] = {}
        closed = {city for each in s.players for city in each.cities_scored}
        in_city, of_type = [], []
        for building in player.buildings:
            in_city.append(building.city)
            of_type.append(building.type)
        self.places: dict[str, tuple[float, bool, float]] = {}
        for city in s.tables.cities:
            gain = value_of(s.tables, player, city)
            rate = gain.points + gain.coins * coin
            self.places[city] = (rate, city in closed, w.same_city * in_city.count(city))
        scored = player.types_scored
        self.types = {type_: (type_ in scored, w.same_type * of_type.count(type_)) for type_ in s.tables.types}
        self.beside: dict[tuple[str, int, str, bool], float] = {}
        self.is_wider = s.options.expansion and bool(w.building_card or w.extra_card or w.field or w.value_eight)
        self.by_cards = bool(w.building_card or w.extra_card) and s.options.expansion
        if self.by_cards:
            self.card_now = card_points(s, player.buildings)
            self.extra = ExtraWorth(s, seat) if w.extra_card else None

    def best(self, tile: Tile, bricks: dict[str, int]) -> float:
        """The best city in which the tile can be paid, with the bricks that the seat has now."""
        found = self.bests.get(tile.id)
        if found is None:
            cost = tile.cost
            cities = [city for city, count in bricks.items() if count >= cost]
            found = self.bests[tile.id] = self._most(tile, cities) if cities else 0.0
        return found

    def new(self, tile: Tile, city: str) -> float:
        """What the tile is worth in one city."""
        return self._most(tile, [city])

    def _most(self, tile: Tile, cities: list[str]) -> float:
        """Cost times value of the city, less what can no longer be scored, and what it adds to others; in the best."""
        w, cost, places = self.w, tile.cost, self.places
        spent, alike = self.types[tile.type]
        bricks, most = w.brick * cost, -inf
        for city in cities:
            rate, closed, beside = places[city]
            worth = cost * rate
            if closed:
                worth *= w.dead_site if spent else w.half_site
            else:
                if spent:
                    worth *= w.half_site
                worth += beside
            if not spent:
                worth += alike
            worth -= bricks
            if self.is_wider:
                worth += self._wider(tile, city)
            if worth > most:
                most = worth
        return most

    def _wider(self, tile: Tile, city: str) -> float:
        """What the expansion adds, worked out once for tiles that are alike."""
        alike = (tile.type, tile.cost, city, tile.id in self.s.value_eight)
        more = self.beside.get(alike)
        if more is None:
            more = self.beside[alike] = self._beside(tile, city, None)
        return more

    def replacing(self, tile: Tile, name: str) -> float:
        """Replacing adds only the difference, but is cheap."""
        old = next(building for building in self.player.buildings if building.tile == name)
        worth = (tile.cost - old.cost) * self.places[old.city][0]
        return worth - self.w.brick * (tile.cost - old.cost) + self._beside(tile, old.city, old)

    def _beside(self, tile: Tile, city: str, old: Building | None) -> float:
        """By the cards, fields and upgraders of the expansion."""
        s, w, player, more = self.s, self.w, self.player, 0.0
        if w.value_eight and tile.id in s.value_eight:
            more += w.value_eight
        if w.field:
            for each in s.tables.special_field:
                if each.category == tile.category and each.id not in player.fields_scored:
                    gain = value_of(s.tables, player, each.id)
                    cost = tile.cost - (old.cost if old is not None and old.category == tile.category else 0)
                    more += w.field * cost * (gain.points + gain.coins * self.coin)
        if self.by_cards:
            built = stand(tile, city)
            after = [*[each for each in player.buildings if each is not old], built]
            if w.building_card:
                more += w.building_card * (card_points(s, after) - self.card_now)
            if self.extra is not None:
                then = self.extra.after(built) if old is None else self.extra.of(after)
                more += w.extra_card * (then - self.extra.now)
        return more


def sites_of(s: CarraraState, seat: int, w: CarraraWeights) -> Sites:
    """The sites of a seat on turn. A rollout remembers them: nothing they look at changes before a tile is paid."""
    known = s.kept if s.lean else None
    if isinstance(known, Sites) and known.round == s.round and known.seat == seat and known.w is w:
        return known
    sites = Sites(s, seat, w)
    if s.lean:
        s.kept = sites
    return sites

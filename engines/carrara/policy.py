"""A plain sensible player: buys what is cheap, builds where it counts, scores when it pays, ends when it may."""

from engines.carrara.building import NEW, bricks_by_city, payable_tiles
from engines.carrara.buying import affordable
from engines.carrara.ids import COLOURS
from engines.carrara.scoring_action import Scoring, possible_scorings
from engines.carrara.sites import Sites, card_points, coin_worth, object_points, sites_of
from engines.carrara.state import CarraraState
from engines.carrara.tables import Tile
from engines.carrara.weights import CarraraWeights
from engines.kit import Ask, Below, Bundle, Pick, Value, default_of

NOBILITY = {colour: len(COLOURS) - index for index, colour in enumerate(COLOURS)}
ANNOUNCE = "announce"


def choose(s: CarraraState, seat: int, step: str, ask: Ask, below: Below, w: CarraraWeights) -> Value:
    """A legal answer that a careful player would give; it looks only at what its seat knows."""
    match step:
        case "turn.action" if isinstance(ask, Pick):
            return [_action(s, seat, [option.key for option in ask.options], w)]
        case "buy.segment" if isinstance(ask, Pick):
            return [max(ask.options, key=lambda option: _worth_of_segment(s, seat, int(option.key) - 1, w)).key]
        case "buy.bricks" if isinstance(ask, Bundle):
            return _bricks(ask, w)
        case "build.tile" if isinstance(ask, Pick):
            sites = sites_of(s, seat, w)
            bricks = bricks_by_city(s, s.players[seat])
            return [max(payable_tiles(s, seat), key=lambda tile: (sites.best(tile, bricks), tile.cost)).id]
        case "build.place" if isinstance(ask, Pick):
            sites, tile = sites_of(s, seat, w), s.tables.tile[s.choice.tile]
            return [max(ask.options, key=lambda option: _worth_of_place(sites, tile, option.key)).key]
        case "score.choose" if isinstance(ask, Pick):
            worth = _Scorings(s, seat, w)
            return [max(possible_scorings(s, seat), key=worth.of).key]
        case "turn.object" if isinstance(ask, Pick):
            return [_object(s, seat, [option.key for option in ask.options], w)]
        case "turn.announce" if isinstance(ask, Pick):
            key = ask.options[-1].key
            return [key if key != ANNOUNCE or _may_end(s, seat, w) else ask.options[0].key]
        case _:
            return default_of(ask)


def _action(s: CarraraState, seat: int, possible: list[str], w: CarraraWeights) -> str:
    player, last = s.players[seat], _is_last_round(s)
    if "score" in possible:
        if last:
            return "score"
        worth, enough = _Scorings(s, seat, w), w.enough_to_score + w.enough_more * player.scorings
        if max([worth.of(scoring) for scoring in possible_scorings(s, seat)], default=0.0) >= enough:
            return "score"
    if "build" in possible:
        if last or sum(player.bricks.values()) >= w.enough_bricks:
            return "build"
        sites, bricks = sites_of(s, seat, w), bricks_by_city(s, player)
        for tile in payable_tiles(s, seat):
            if sites.best(tile, bricks) >= w.good_site:
                return "build"
    if "buy_without_turning" in possible and _free_bricks(s, seat) >= w.free_bricks:
        return "buy_without_turning"
    return possible[-1] if "decline" in possible else possible[0]


def _object(s: CarraraState, seat: int, possible: list[str], w: CarraraWeights) -> str:
    """An object if it can be spared, else the end if it can be announced and is not feared."""
    objects = [key for key in possible if key not in ("none", ANNOUNCE)]
    last, coins = _is_last_round(s), s.players[seat].coins
    if objects and w.object_card:
        gains = {key: object_points(s, seat, {key: 1}) for key in objects}
        best = max(objects, key=gains.__getitem__)
        price = s.tables.constants.object_price / s.coins_per_point
        if gains[best] > w.object_gain + price if last else coins >= w.coins_to_keep - w.object_worth * gains[best]:
            return best
    elif objects and (coins >= w.coins_to_keep or last):
        return objects[-1]
    return ANNOUNCE if ANNOUNCE in possible and _may_end(s, seat, w) else "none"


def _may_end(s: CarraraState, seat: int, w: CarraraWeights) -> bool:
    """Whether the end need not be feared, as far as all can see."""
    seen = [sum(player.points.values()) + card_points(s, player.buildings) for player in s.players]
    others = [points for other, points in enumerate(seen) if other != seat]
    return seen[seat] + s.tables.constants.announce_points + w.announce_behind >= max(others)


def _is_last_round(s: CarraraState) -> bool:
    return s.announcer >= 0 or s.is_exhausted


# --- bricks -----------------------------------------------------------------------------------------------------------


def _free_bricks(s: CarraraState, seat: int) -> int:
    """The most bricks that one segment gives away."""
    prices = s.tables.prices
    return max([sum([prices[place][c] == 0 for c in segment]) for place, segment in enumerate(s.wheel)])


def _worth_of_segment(s: CarraraState, seat: int, segment: int, w: CarraraWeights) -> float:
    """What can be bought there at about half price or less."""
    prices = s.tables.prices[segment]
    offered = affordable(s, seat, segment)
    return sum(
        [
            count * (NOBILITY[colour] - w.segment_price * prices[colour] + w.segment_brick)
            for colour, count in offered.items()
        ]
    )


def _bricks(ask: Bundle, w: CarraraWeights) -> dict[str, int]:
    """The best bargains first, while the money lasts and the price is fair."""
    value: dict[str, int] = {}
    spare = ask.budget
    for colour in sorted(ask.available, key=lambda colour: ask.prices[colour] - NOBILITY[colour] * w.noble_price):
        price = ask.prices[colour]
        count = min(ask.available[colour], spare // price) if price else ask.available[colour]
        if count and (not value or price <= NOBILITY[colour] * w.noble_price + w.fair_price):
            value[colour] = count
            spare -= count * price
    return value


# --- sites and scorings -----------------------------------------------------------------------------------------------


class _Scorings:
    """What scorings are worth to one seat now."""

    def __init__(self, s: CarraraState, seat: int, w: CarraraWeights) -> None:
        self.s, self.seat, self.w = s, seat, w
        self.coin = coin_worth(s, seat, w)

    def of(self, scoring: Scoring) -> float:
        w = self.w
        objects = w.object * sum(scoring.objects.values())
        if w.object_card and scoring.objects:
            objects += w.object_card * (object_points(self.s, self.seat, scoring.objects) - objects)
        return scoring.gain.points + scoring.gain.coins * self.coin + objects


def _worth_of_place(sites: Sites, tile: Tile, key: str) -> float:
    way, name = key.split(":")
    return sites.new(tile, name) if way == NEW else sites.replacing(tile, name)

"""A plain sensible player: buys what is cheap, builds where it counts, scores when it pays, ends when it may."""

from collections.abc import Callable

from engines.carrara.building import NEW, payable_cities, payable_tiles
from engines.carrara.buying import affordable
from engines.carrara.ids import COLOURS
from engines.carrara.scoring_action import Scoring, possible_scorings
from engines.carrara.state import CarraraState
from engines.carrara.tables import Gain, Tile
from engines.carrara.values import value_of
from engines.kit import Ask, Bundle, Pick, Value, default_of

ENOUGH_TO_SCORE = 12
ENOUGH_BRICKS = 8
COINS_TO_KEEP = 16


def choose(s: CarraraState, seat: int, step: str, ask: Ask, below: Callable[[int], int]) -> Value:
    """A legal answer that a careful beginner would give; it looks only at what its seat knows."""
    match step, ask:
        case "turn.action", Pick():
            return [_action(s, seat, [option.key for option in ask.options])]
        case "buy.segment", Pick():
            return [max(ask.options, key=lambda option: _worth_of_segment(s, seat, int(option.key) - 1)).key]
        case "buy.bricks", Bundle():
            return _bricks(ask)
        case "build.tile", Pick():
            return [max(payable_tiles(s, seat), key=lambda tile: (_best_site(s, seat, tile), tile.cost)).id]
        case "build.place", Pick():
            tile = s.tables.tile[s.choice.tile]
            return [max(ask.options, key=lambda option: _worth_of_place(s, seat, tile, option.key)).key]
        case "score.choose", Pick():
            return [max(possible_scorings(s, seat), key=_worth_of_scoring).key]
        case "turn.object", Pick():
            return [_object(s, seat, [option.key for option in ask.options])]
        case "turn.announce", Pick():
            return [ask.options[-1].key]
        case _:
            return default_of(ask)


def _action(s: CarraraState, seat: int, possible: list[str]) -> str:
    best = max([_worth_of_scoring(scoring) for scoring in possible_scorings(s, seat)], default=0.0)
    site = max([_best_site(s, seat, tile) for tile in payable_tiles(s, seat)], default=0.0)
    player = s.players[seat]
    if "score" in possible and (best >= ENOUGH_TO_SCORE + 2 * player.scorings or _is_last_round(s)):
        return "score"
    if "build" in possible and (site >= 6 or sum(player.bricks.values()) >= ENOUGH_BRICKS or _is_last_round(s)):
        return "build"
    if "buy_without_turning" in possible and _free_bricks(s, seat) >= 2:
        return "buy_without_turning"
    return possible[-1] if "decline" in possible else possible[0]


def _object(s: CarraraState, seat: int, possible: list[str]) -> str:
    """An object if it can be spared, else the end if it can be announced."""
    objects = [key for key in possible if key not in ("none", "announce")]
    if objects and (s.players[seat].coins >= COINS_TO_KEEP or _is_last_round(s)):
        return objects[-1]
    return "announce" if "announce" in possible else "none"


def _is_last_round(s: CarraraState) -> bool:
    return s.announcer >= 0 or s.is_exhausted


def _free_bricks(s: CarraraState, seat: int) -> int:
    """The most bricks that one segment gives away."""
    return max([sum(_free(s, seat, segment).values()) for segment in range(len(s.wheel))])


def _free(s: CarraraState, seat: int, segment: int) -> dict[str, int]:
    offered = affordable(s, seat, segment)
    return {colour: count for colour, count in offered.items() if s.tables.prices[segment][colour] == 0}


def _nobility(colour: str) -> int:
    return len(COLOURS) - COLOURS.index(colour)


def _worth_of_segment(s: CarraraState, seat: int, segment: int) -> float:
    """What can be bought there at about half price or less."""
    prices = s.tables.prices[segment]
    offered = affordable(s, seat, segment)
    return sum([count * (_nobility(colour) - 1.5 * prices[colour] + 1) for colour, count in offered.items()])


def _bricks(ask: Bundle) -> dict[str, int]:
    """The best bargains first, while the money lasts and the price is fair."""
    value: dict[str, int] = {}
    spare = ask.budget
    for colour in sorted(ask.available, key=lambda colour: ask.prices[colour] - _nobility(colour) / 2):
        price = ask.prices[colour]
        count = min(ask.available[colour], spare // price) if price else ask.available[colour]
        if count and (not value or price <= _nobility(colour) / 2 + 1):
            value[colour] = count
            spare -= count * price
    return value


def _worth_of_gain(gain: Gain) -> float:
    """A coin is worth about a third of a point while there are bricks to buy."""
    return gain.points + gain.coins / 3


def _worth_of_scoring(scoring: Scoring) -> float:
    return _worth_of_gain(scoring.gain) + 3 * sum(scoring.objects.values())


def _best_site(s: CarraraState, seat: int, tile: Tile) -> float:
    cities = payable_cities(s, seat, tile)
    return max([_worth_of_place(s, seat, tile, f"{NEW}:{city}") for city in cities], default=0.0)


def _worth_of_place(s: CarraraState, seat: int, tile: Tile, key: str) -> float:
    """Cost times value of the city; replacing adds only the difference, but is cheap."""
    way, name = key.split(":")
    player = s.players[seat]
    if way == NEW:
        return tile.cost * _worth_of_gain(value_of(s.tables, player, name))
    old = next(building for building in player.buildings if building.tile == name)
    return (tile.cost - old.cost) * _worth_of_gain(value_of(s.tables, player, old.city))

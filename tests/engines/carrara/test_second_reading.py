"""What is offered, worked out once more from the rules alone: no function of the engine, no table of it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engines import ENGINES
from engines.carrara.extra_cards import extra_gain
from engines.kit.play import Walk
from tests.engines.asked import asked, keys

COLOURS = ("white", "yellow", "red", "green", "blue", "black")
CITIES = ("livorno", "pisa", "lucca", "viareggio", "massa", "lerici")
VALUES = {
    "livorno": (3, 0), "pisa": (0, 3), "lucca": (2, 0), "viareggio": (0, 2), "massa": (1, 0), "lerici": (0, 1),
    "city_buildings": (0, 1), "country_buildings": (1, 0),
}  # fmt: skip
UPGRADED = {
    "livorno": (4, 2), "pisa": (3, 3), "lucca": (3, 1), "viareggio": (2, 2), "massa": (2, 0), "lerici": (1, 1),
    "city_buildings": (1, 1), "country_buildings": (2, 0),
}  # fmt: skip
MINIMUM = dict(zip(CITIES, (2, 2, 2, 3, 3, 3), strict=True))
OBJECTS = {
    "library": "book", "palace": "crown", "gate": "gate", "cathedral": "cup", "castle": "flag", "villa": "coat_of_arms",
}  # fmt: skip
IN_TOWN = ("library", "cathedral", "palace", "gate")


def cost(tile: str) -> int:
    return int(tile.rsplit("_", 1)[1])


def kind(tile: str) -> str:
    return tile.rsplit("_", 1)[0]


def price(colour: str, segment: int) -> int:
    """1.7."""
    return max(0, 6 - COLOURS.index(colour) - segment)


def value(player: Any, place: str) -> tuple[int, int]:
    """1.8, 10.6."""
    return UPGRADED[place] if place in player.upgraders else VALUES[place]


def gain(player: Any, buildings: list[Any]) -> tuple[int, int]:
    worth = [(cost(each.tile), value(player, each.city)) for each in buildings]
    return sum(n * v[0] for n, v in worth), sum(n * v[1] for n, v in worth)


def scorings(s: Any, player: Any) -> dict[str, list[Any]]:
    """6.1 to 6.3, 10.7 What may be scored, and the buildings that count."""
    found: dict[str, list[Any]] = {}
    if len(player.types_scored) + len(player.cities_scored) + len(player.fields_scored) == 6:
        return found
    for sort in set(OBJECTS) - set(player.types_scored):
        found[f"type:{sort}"] = [each for each in player.buildings if kind(each.tile) == sort]
    for city in CITIES:
        there = [each for each in player.buildings if each.city == city]
        if len(there) >= MINIMUM[city] and not any(city in other.cities_scored for other in s.players):
            found[f"city:{city}"] = there
    for place in ("city_buildings", "country_buildings") if s.options.expansion else ():
        if place not in player.fields_scored:
            of_town = place == "city_buildings"
            found[f"field:{place}"] = [each for each in player.buildings if (kind(each.tile) in IN_TOWN) == of_town]
    return {key: buildings for key, buildings in found.items() if buildings}


def places(s: Any, player: Any, tile: str) -> set[str]:
    """5.2, 10.4 Where a tile can be paid."""
    bricks = {city: sum(player.bricks[c] for c in COLOURS[: n + 1]) for n, city in enumerate(CITIES)}
    found = {f"city:{city}" for city in CITIES if bricks[city] >= cost(tile)}
    if s.options.expansion:
        dearer = [(each, cost(tile) - cost(each.tile)) for each in player.buildings]
        found |= {f"replace:{each.tile}" for each, more in dearer if 0 < more <= bricks[each.city]}
    return found


def actions(s: Any, player: Any) -> set[str]:
    """3.1, 4.7, 7.5, 10.2."""
    tiles = [tile for tile in (*s.display, *s.value_eight) if tile]
    possible = {
        "buy": any(s.bag.values()) or any(s.wheel),
        "buy_without_turning": s.options.expansion and any(s.wheel),
        "build": any(places(s, player, tile) for tile in tiles),
        "score": bool(scorings(s, player)),
    }
    found = {key for key, is_possible in possible.items() if is_possible} or {"stuck"}
    return found | ({"decline"} if s.announcer >= 0 else set())


def noted(s: Any, player: Any, key: str, buildings: list[Any]) -> dict[str, int]:
    """6.2 to 6.4, 10.7, A1 What a scoring brings."""
    way, name = key.split(":")
    if way == "field":
        total = sum(cost(each.tile) for each in buildings)
        points, coins = (total * each for each in value(player, name))
        objects: Counter[str] = Counter()
    else:
        points, coins = gain(player, buildings)
        objects = Counter(OBJECTS[kind(each.tile)] for each in buildings)
    found = {"gain/point": points, "gain/coin": coins}
    found |= {f"object/{thing}": min(number, s.supply[thing]) for thing, number in objects.items()}
    return {what: number for what, number in found.items() if number}


@pytest.mark.parametrize(("seats", "expansion"), [(2, False), (4, False), (2, True), (3, True), (4, True)])
def test_what_is_offered_is_what_the_rules_allow(seats: int, expansion: bool) -> None:
    for s, pending in asked("carrara", seats, {"expansion": expansion}):
        player: Any = s.players[pending.seat]
        ask: Any = pending.ask
        match pending.step:
            case "turn.action":
                assert keys(pending) == actions(s, player)
            case "build.tile":
                tiles = [tile for tile in (*s.display, *s.value_eight) if tile]
                assert keys(pending) == {tile for tile in tiles if places(s, player, tile)}
            case "build.place":
                assert keys(pending) == places(s, player, s.choice.tile)
            case "score.choose":
                open_ = scorings(s, player)
                assert keys(pending) == set(open_)
                for option in ask.options:
                    assert option.note.facts["gain"] == noted(s, player, option.key, open_[option.key])
            case "buy.segment":
                segments = enumerate(s.wheel)
                payable = {str(n + 1) for n, bricks in segments if any(price(c, n) <= player.coins for c in bricks)}
                assert keys(pending) == payable
            case "buy.bricks":
                segment = s.choice.segment
                there = Counter(colour for colour in s.wheel[segment] if price(colour, segment) <= player.coins)
                assert ask.available == there
                assert ask.prices == {colour: price(colour, segment) for colour in there}
                assert (ask.least, ask.budget) == (1, player.coins)
            case "turn.object":
                objects = set(s.object_field) if player.coins >= 10 else set()
                assert keys(pending) - {"announce"} == {"none", *objects}
                if not expansion:
                    assert ("announce" in keys(pending)) == may_end(s, player)


def may_end(s: Any, player: Any) -> bool:
    """7.2, 7.5 With the three cards of the base game, while nobody has announced."""
    marks = len(player.types_scored) + len(player.cities_scored)
    objects, costs = {2: (9, 30), 3: (8, 25), 4: (7, 20)}[s.seats]
    enough = sum(player.objects.values()) >= objects and sum(cost(each.tile) for each in player.buildings) >= costs
    return s.announcer < 0 and marks >= 4 and enough


def chosen(player: Any, by: str, number: int) -> Iterator[list[Any]]:
    """11.4 All ways to take so many sorts of own buildings."""
    sorts = sorted({getattr(each, by) for each in player.buildings})
    for first in range(len(sorts)):
        for second in range(first + 1, len(sorts)) if number == 2 and len(sorts) > 1 else (first,):
            yield [each for each in player.buildings if getattr(each, by) in (sorts[first], sorts[second])]


@pytest.mark.parametrize(("card", "by"), [(2, "city"), (6, "type")])
@pytest.mark.parametrize("top_card", [1, 6])
def test_the_extra_card_brings_the_most_that_two_cities_or_types_can(card: int, by: str, top_card: int) -> None:
    """11.4, A17 Coins count by the rate of the game, with those the player has already."""
    rate = 2 if top_card == 6 else 5
    engine = ENGINES["carrara"]
    options = engine.info.options.model_validate({"expansion": True, "cards": [top_card, 1, 1, card]})
    for position in Walk(engine, 3, options, "extra", wild=20).positions():
        if position.number % 10 == 0:
            for seat, player in enumerate(position.state.players):
                got = extra_gain(position.state, seat)
                gains = [gain(player, buildings) for buildings in chosen(player, by, 2)] or [(0, 0)]
                most = max(points + (player.coins + coins) // rate for points, coins in gains)
                assert got.points + (player.coins + got.coins) // rate == most

"""What is offered, worked out once more from the rules alone: no function of the engine."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines import ENGINES
from engines.kit import Bundle, Dice, Refusal
from engines.kit.play import Walk
from tests.engines.asked import asked, keys

COSTS = (0, 0, 0, 1, 3, 6, 10)
ANY_TIME = {"alchemist", "smuggler", "saboteur", "patrician"}
MORE = {
    "card.choose": {"princess", "wholesaler"},
    "exchange.choose": {"wholesaler"},
    "build.bricks": {"mason", "wholesaler"},
}
FEASTS = {"fame": 3, "monument": 3, "disgrace": -2, "scandal": -3}
SETS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"campanile": True, "neutral_seals": 7, "placement": "dice"}),
    (4, {"campanile": True, "dead_colour": "white", "forced_discard": "auto", "patrician_scope": "everyone"}),
]


def price(player: Any, turn: Any, number: int) -> int:
    """6.3."""
    return max(0, COSTS[number] - ("workshop" in player.buildings) - 3 * ("mason" in turn.played))


def colour_of(kind: str) -> str:
    """The colour of `raise:red-3`, `new:red#2`."""
    return kind.partition(":")[2].partition("#")[0].partition("-")[0]


def can_build(player: Any, turn: Any, number: int) -> bool:
    """6.2, 6.4."""
    return number <= 6 and number + price(player, turn, number) <= sum(player.warehouse.values())


def is_open(s: Any, colour: str, height: int) -> bool:
    """8.1 b and c."""
    if not 3 <= height <= 8 or f"{colour}-{height}" in s.seals:
        return False
    tiles = [s.tables.balconies[name] for name in s.balconies]
    numerals = [tile.numeral for tile in tiles if (tile.colour, tile.height) == (colour, height)]
    return not numerals or numerals == [s.balconies_done + 1]


def fulfilments(s: Any, seat: int) -> set[str]:
    """8.1, 9.1 Campanile, 9.2 Architect."""
    player, found = s.players[seat], {"done"}
    if "campanile" in s.church and seat not in s.small_seals:
        bells = [tower for tower in player.towers if (tower.colour, tower.height) == ("white", 3)]
        return found | ({"bell"} if bells else set())
    shifts = {"": 0}
    if "architect" in player.hand and "architect" not in s.turn.played:
        shifts |= {"+1": 1, "-1": -1}
    for tower in player.towers if player.seals else ():
        for sign, shift in shifts.items():
            if is_open(s, tower.colour, tower.height + shift):
                found.add(f"{tower.colour}-{tower.height}{sign}")
    return found


def persons(s: Any, seat: int, beside: str) -> set[str]:
    """3.4, 3.5, 9.2 Who can be played beside a question; into a plan only the Mason (6.5)."""
    player = s.players[seat]
    others = [other for other in s.players if other is not player]
    bag = {colour for colour, count in s.bag.items() if count}
    has_target = {
        "alchemist": any(bag - {colour} for colour in player.warehouse),
        "smuggler": bool(player.warehouse) and any(other.warehouse for other in others),
        "saboteur": any(other.towers for other in others),
        "patrician": len(player.hand) > 1,
        "wholesaler": any(card.bricks for card in s.row),
    }
    window = {"mason"} if s.turn.plan else ANY_TIME | MORE.get(beside, set())
    hand = window & set(player.hand) - set(s.turn.played)
    return {person for person in hand if has_target.get(person, True)}


@pytest.mark.parametrize(("seats", "options"), SETS)
def test_what_is_offered_is_what_the_rules_allow(seats: int, options: dict[str, Any]) -> None:
    beside, chance = "", Dice("second reading")
    for s, pending in asked("firenze", seats, options, games=1):
        player: Any = s.players[pending.seat]
        turn, ask, stock = s.turn, pending.ask, sum(player.warehouse.values())
        beside = pending.step if pending.owed else beside
        match pending.step, ask:
            case "card.choose", _:
                free = "princess" in turn.played
                assert keys(pending) == {f"slot:{slot}" for slot in range(len(s.row)) if free or slot <= stock}
            case "exchange.choose", _:
                possible = not turn.exchanged and stock >= (2 if "bridge" in player.buildings else 3)
                there = {f"{slot}:{colour}" for slot, card in enumerate(s.row) for colour in card.bricks}
                assert possible
                assert keys(pending) == there
            case "build.bricks", Bundle():
                most = max(number for number in range(7) if can_build(player, turn, number))
                assert (ask.least, ask.most) == (0, most)
                kinds = Counter(f"raise:{tower.colour}-{tower.height}" for tower in player.towers)
                kinds += Counter(f"new:{colour}" for colour in [*player.warehouse, *turn.apart])
                there = {kind: player.warehouse.get(colour_of(kind), 0) for kind in kinds}
                wanted = {
                    kind if copy == 1 else f"{kind}#{copy}"
                    for kind in kinds
                    for copy in range(1, kinds[kind] + 1)
                    if there[kind] >= (copy if kind.startswith("new") else 1)
                }
                assert set(ask.available) == wanted
                for kind, count in ask.available.items():
                    assert count == min(most, there[kind.partition("#")[0]])
                for _ in range(3):
                    drawn = ask.sample(chance.below)
                    laid = Counter[str]()
                    for kind, count in drawn.items():
                        laid[colour_of(kind)] += count
                    assert laid <= Counter(player.warehouse)
                for colour, stock in player.warehouse.items():
                    of_colour = [kind for kind in ask.available if colour_of(kind) == colour]
                    if len(of_colour) > 1 and most > stock:
                        with pytest.raises(Refusal):
                            ask.check({of_colour[0]: stock, of_colour[1]: 1})
            case "build.apart", _:
                there = {
                    c: min(n, max(k for k in range(7) if can_build(player, turn, k)))
                    for c, n in player.warehouse.items()
                }
                assert keys(pending) == {c for c, n in there.items() if turn.apart.count(c) + 1 < n}
            case "turn.stay", _:
                assert player.hand
                assert not turn.staying
            case "fulfil.choose", _:
                assert keys(pending) == fulfilments(s, pending.seat)
            case "person.play", _:
                assert keys(pending) == persons(s, pending.seat, beside)


@pytest.mark.parametrize(("seats", "options"), SETS)
def test_the_points_of_a_whole_game_add_up_once_more(seats: int, options: dict[str, Any]) -> None:
    """8.2, 8.3, 9.1, 11.1, 12 From what was told on the way and what lies there at the end."""
    engine = ENGINES["firenze"]
    points: Counter[int] = Counter()
    tokens = {5, 6, 7, 8}
    for position in Walk(engine, seats, engine.info.options.model_validate(options), "points", wild=15).positions():
        s: Any = position.state
        for event in position.outcome.events:
            facts: dict[str, Any] = event.facts
            name = event.key.removeprefix("firenze.event.")
            if name == "fulfilled":
                seat, key = int(facts["seat"][5:]), facts["commission"].removeprefix("commission/")
                tiles = [s.tables.balconies[tile] for tile in s.balconies]
                points[seat] += next((tile.points for tile in tiles if tile.key == key), s.tables.points[key])
                height = int(key[-1])
                points[seat] += s.tables.storey_points[height] if height in tokens else 0
                tokens.discard(height)
            elif name == "privilege":
                points[int(facts["seat"][5:])] += {"small": 2, "medium": 3, "great": 4}[facts["card"][5:].split("_")[0]]
            elif name == "end_tile":
                points[int(facts["seat"][5:])] += 5
    for colour, flag in s.tables.majorities.items():
        own = [(s.seals.get(f"{colour}-{height}", -1), height) for height in range(3, 9)]
        seals = {seat: [height for other, height in own if other == seat] for seat, _ in own if seat >= 0}
        if seals:
            points[max(seals, key=lambda seat: (len(seals[seat]), max(seals[seat])))] += flag
    for seat, player in enumerate(s.players):
        low = sum(owner == seat and key[-1] in "34" for key, owner in s.seals.items())
        points[seat] += sum(low if card == "recognition" else FEASTS.get(card, 0) for card in player.hand)
    assert engine.result(s).scores == tuple(points[seat] for seat in range(seats))  # type: ignore[union-attr]

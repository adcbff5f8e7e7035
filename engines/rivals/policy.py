"""A plain sensible player: plans one purchase, trades towards it, plays what helps, and ends when nothing is left."""

from __future__ import annotations

from collections.abc import Callable

from engines.kit import Ask, Bundle, Pick, Place, Value, default_of
from engines.rivals.board import count, road_ends, settlement_ends, trade_ships
from engines.rivals.building import can_build, discount_on, meets_requirements, sites_for
from engines.rivals.names import choices
from engines.rivals.scoring import commerce, score, strength
from engines.rivals.state import RivalsState
from engines.rivals.stores import amounts, rooms
from engines.rivals.tables import RESOURCES, Face, number_of, resource_of, terrain_of
from engines.rivals.trade import rates

Plan = tuple[str, dict[str, int]]
"""What to build next, as a key of the action menu, and its cost."""


def choose(s: RivalsState, seat: int, step: str, ask: Ask, below: Callable[[int], int]) -> Value:
    """A legal answer that a careful beginner would give; it looks only at what its seat knows."""
    match step, ask:
        case "turn.before", Pick():
            return [_before(s, seat, [option.key for option in ask.options])]
        case "action", Pick():
            return [_action(s, seat, [option.key for option in ask.options])]
        case "build.site", Place():
            return _site(s, seat, [spot.key for spot in ask.spots])
        case "trade.rate", Pick():
            return [_rate(s, seat, [option.key for option in ask.options])]
        case (("gain" | "take.choose" | "trade.get" | "swap.gain"), Bundle()):
            return _wanted(s, seat, ask)
        case (("swap.pay" | "exchange.pay" | "merchant.give"), Bundle()):
            return _unwanted(s, seat, ask)
        case "exchange.card", Pick():
            return [_exchange(s, seat, [option.key for option in ask.options])]
        case (("hand.refill" | "exchange.how"), Pick()):
            return [_stack(s, [option.key for option in ask.options], below)]
        case (("setup.hand" | "search.take" | "fetch.take" | "traitor.take"), Pick()):
            return _best_cards(s, seat, ask)
        case (
            ("setup.stack" | "settlement.regions" | "scout.choose" | "relocation.first" | "relocation.second"),
            Pick(),
        ):
            return ask.sample(below)
        case _:
            return default_of(ask)


# --- what to build ----------------------------------------------------------------------------------------------------


def plan(s: RivalsState, seat: int) -> Plan:
    """The best purchase: worth over what is still missing for it."""
    held = amounts(s.players[seat])
    wishes = [*_centre_wishes(s, seat), *_card_wishes(s, seat)]
    if not wishes:
        return "", {}

    def merit(wish: tuple[str, dict[str, int], float]) -> float:
        missing = sum(max(0, number - held[resource]) for resource, number in wish[1].items())
        return wish[2] / (1 + missing)

    best = max(wishes, key=merit)
    return best[0], best[1]


def _centre_wishes(s: RivalsState, seat: int) -> list[tuple[str, dict[str, int], float]]:
    player, centre = s.players[seat], s.tables.centre
    wishes: list[tuple[str, dict[str, int], float]] = []
    settlements = [town.x for town in player.towns if not town.city]
    if s.supply["city"] and settlements:
        wishes.append((f"city:{_fullest_town(s, seat, settlements)}", centre["city"].cost, 10.0))
    if s.supply["settlement"]:
        wishes += [(f"settlement:{side}", centre["settlement"].cost, 11.0) for side in settlement_ends(player)[:1]]
        if s.supply["road"] and not settlement_ends(player):
            wishes += [(f"road:{side}", centre["road"].cost, 6.0) for side in road_ends(player)[-1:]]
    return wishes


def _fullest_town(s: RivalsState, seat: int, towns: list[int]) -> int:
    return max(towns, key=lambda x: sum(card.x == x for card in s.players[seat].expansions))


def _card_wishes(s: RivalsState, seat: int) -> list[tuple[str, dict[str, int], float]]:
    player = s.players[seat]
    found = [(f"build:{key}", s.tables.faces[player.hand[place].kind]) for key, place in choices(player.hand).items()]
    found += [(f"open:{card.kind}", s.tables.faces[card.kind]) for card in s.face_up[:1]]
    return [
        (key, face.cost, worth(s, seat, face) + 2 * discount_on(s, player, face))
        for key, face in found
        if face.category in ("settlement", "city", "region")
        and meets_requirements(s, seat, face)
        and sites_for(s, player, face)
    ]


def worth(s: RivalsState, seat: int, face: Face) -> float:
    """How much an expansion is worth: points above all, then what leads to an advantage, then its use."""
    value = 1.0 + 8.0 * face.points.get("victory", 0) + 3.0 * face.points.get("progress", 0)
    value += _towards(strength(s, seat), strength(s, 1 - seat), face.points.get("strength", 0))
    value += _towards(commerce(s, seat), commerce(s, 1 - seat), face.points.get("commerce", 0))
    value += 0.4 * face.points.get("skill", 0)
    value += 3.0 * bool(face.boosts) + 1.0 * bool(face.trades) + 0.5 * face.harvest_gold
    if face.victory_if_ships:
        value += 2.0 * len(trade_ships(s, s.players[seat]))
    return value


def _towards(mine: int, theirs: int, points: int) -> float:
    """Points count most while they can win or hold an advantage."""
    if not points:
        return 0.0
    leads_after = mine + points >= 3 and mine + points > theirs
    leads_now = mine >= 3 and mine > theirs
    return 6.0 if leads_after and not leads_now else 0.5 * points if leads_now else 1.2 * points


# --- the action phase -------------------------------------------------------------------------------------------------


HELPFUL = {
    "archer",
    "arsonist",
    "benjamin",
    "brigands",
    "doctor",
    "gudrun",
    "guido",
    "gustav",
    "merchant",
    "mineral_mining",
    "three_field_system",
    "trade_master",
    "traitor",
    "voyage_of_plunder",
}
"""Action cards that are played as soon as they can be."""


def _action(s: RivalsState, seat: int, keys: list[str]) -> str:
    """Play what helps at once, build the plan if it can be paid, trade if that makes it payable, else build or end."""
    for key in keys:
        verb, _, card = key.partition(":")
        if verb == "play" and card.partition(".")[0] in HELPFUL and s.fetches < 3:
            return key
    goal, cost = plan(s, seat)
    if goal in keys:
        return goal.replace("settlement:", "scout:") if goal.replace("settlement:", "scout:") in keys else goal
    if goal and "trade" in keys and _trades_needed(s, seat, cost):
        return "trade"
    if swap := _swap(s, seat, keys, cost):
        return swap
    if _is_rich(s, seat):
        cheap = [key for key in keys if key.partition(":")[0] in ("build", "open", "city", "settlement", "road")]
        if cheap:
            return cheap[0]
    if "remove" in keys and _is_full(s, seat):
        return "remove"
    return "end"


def _swap(s: RivalsState, seat: int, keys: list[str], cost: dict[str, int]) -> str:
    """Goldsmith and Merchant Caravan when they bring the plan within reach."""
    held = amounts(s.players[seat])
    missing = sum(max(0, number - held[resource]) for resource, number in cost.items())
    spare = {resource: held[resource] - cost.get(resource, 0) for resource in RESOURCES}
    if 1 <= missing <= 2:
        if spare["gold"] >= 3:
            found = [key for key in keys if key.startswith("play:goldsmith")]
            return found[0] if found else ""
        if sum(max(0, number) for number in spare.values()) >= 2 and "play:merchant_caravan" in keys:
            return "play:merchant_caravan"
    return ""


def _is_rich(s: RivalsState, seat: int) -> bool:
    """So much in store that the next rolls would be lost."""
    held = amounts(s.players[seat])
    return sum(held.values()) >= 2 * len(s.players[seat].regions)


def _is_full(s: RivalsState, seat: int) -> bool:
    """A city expansion with points waits in the hand, its cost is there, and every site of a city is taken."""
    player = s.players[seat]
    if not any(town.city for town in player.towns) or count(player, "storehouse", "toll_bridge", "gold_ship") == 0:
        return False
    held = amounts(player)
    return any(
        s.tables.faces[card.kind].category == "city"
        and s.tables.faces[card.kind].points.get("victory", 0) > 0
        and not can_build(s, seat, s.tables.faces[card.kind], held)
        and not sites_for(s, player, s.tables.faces[card.kind])
        and meets_requirements(s, seat, s.tables.faces[card.kind])
        and all(held[resource] >= number for resource, number in s.tables.faces[card.kind].cost.items())
        for card in player.hand
    )


def _trades_needed(s: RivalsState, seat: int, cost: dict[str, int]) -> int:
    """How many trades make a cost payable from what it leaves over; 0 if none is needed or they do not suffice."""
    held = amounts(s.players[seat])
    missing = sum(max(0, number - held[resource]) for resource, number in cost.items())
    possible = sum(
        max(0, held[resource] - cost.get(resource, 0)) // number
        for resource, number in _cheapest_rates(s, seat).items()
    )
    return missing if 0 < missing <= possible else 0


def _cheapest_rates(s: RivalsState, seat: int) -> dict[str, int]:
    best: dict[str, int] = {}
    for resource, number in rates(s, s.players[seat], amounts(s.players[seat])).values():
        best[resource] = min(number, best.get(resource, number))
    return best


def _rate(s: RivalsState, seat: int, keys: list[str]) -> str:
    """Give what the plan leaves over, at the best rate."""
    held = amounts(s.players[seat])
    _, cost = plan(s, seat)
    offers = rates(s, s.players[seat], held)

    def merit(key: str) -> tuple[bool, int, int]:
        resource, number = offers[key]
        spare = held[resource] - cost.get(resource, 0)
        return spare >= number, -number, spare

    return max(keys, key=merit)


def _before(s: RivalsState, seat: int, keys: list[str]) -> str:
    """Brigitta with the number that brings most of what is missing, Reiner at once."""
    if "reiner" in keys:
        return "reiner"
    numbers = [key for key in keys if key.startswith("brigitta")]
    if not numbers:
        return "roll"
    return max(numbers, key=lambda key: _yield_of(s, seat, int(key.partition(":")[2])))


def _yield_of(s: RivalsState, seat: int, number: int) -> float:
    _, cost = plan(s, seat)
    held, free = amounts(s.players[seat]), rooms(s.players[seat])
    total = 0.0
    for region in s.players[seat].regions:
        resource = resource_of(region.kind)
        if number_of(region.kind) == number and free[resource]:
            total += 2.0 if held[resource] < cost.get(resource, 0) else 1.0
    return total


# --- resources --------------------------------------------------------------------------------------------------------


def _wanted(s: RivalsState, seat: int, ask: Bundle) -> dict[str, int]:
    """What the plan misses first, then what is scarce."""
    _, cost = plan(s, seat)
    held = amounts(s.players[seat])
    left = dict(ask.available)
    chosen: dict[str, int] = {}
    for _ in range(min(ask.most, sum(left.values()))):

        def need(store: str) -> tuple[int, int, int]:
            resource = resource_of(store)
            return cost.get(resource, 0) - held[resource], -held[resource], left[store]

        store = max([store for store, number in left.items() if number], key=need)
        left[store] -= 1
        held[resource_of(store)] += 1
        chosen[store] = chosen.get(store, 0) + 1
    return chosen


def _unwanted(s: RivalsState, seat: int, ask: Bundle) -> dict[str, int]:
    """What the plan leaves over, most plentiful first."""
    _, cost = plan(s, seat)
    held = amounts(s.players[seat])
    left = dict(ask.available)
    chosen: dict[str, int] = {}
    for _ in range(ask.least):
        store = max(
            [store for store, number in left.items() if number],
            key=lambda name: held[resource_of(name)] - cost.get(resource_of(name), 0),
        )
        left[store] -= 1
        held[resource_of(store)] -= 1
        chosen[store] = chosen.get(store, 0) + 1
    return chosen


# --- cards and places -------------------------------------------------------------------------------------------------


def _site(s: RivalsState, seat: int, keys: list[str]) -> str:
    """Boosters beside their regions, green cards rather in settlements, so that cities keep room for red ones."""
    player = s.players[seat]
    kind = "" if s.deed.face_up else player.hand[s.deed.place].kind
    boosts = s.tables.faces[kind].boosts if kind else ""
    cities = {town.x for town in player.towns if town.city}

    def merit(key: str) -> tuple[int, bool]:
        x, row = key.split(":")
        near = [r for r in player.regions if r.row == row and abs(r.x - int(x)) == 1]
        return sum(terrain_of(region.kind) == boosts for region in near), int(x) not in cities

    return max(keys, key=merit)


def _card_value(s: RivalsState, seat: int, kind: str) -> float:
    """What a card in the hand promises."""
    face = s.tables.faces[kind]
    if face.category == "action":
        return {"brigitta": 3.0, "scout": 3.0, "sebastian": 2.0, "relocation": 0.5}.get(kind, 2.5)
    player = s.players[seat]
    if not meets_requirements(s, seat, face):
        return 0.8 + 2.0 * face.points.get("victory", 0)
    if face.category == "city" and not any(town.city for town in player.towns):
        return 2.0
    return worth(s, seat, face)


def _best_cards(s: RivalsState, seat: int, ask: Pick) -> list[str]:
    ranked = sorted(
        [option.key for option in ask.options],
        key=lambda key: -_card_value(s, seat, key.partition("#")[0].partition(".")[0]),
    )
    return ask.check(ranked[: ask.most])


def _exchange(s: RivalsState, seat: int, keys: list[str]) -> str:
    """Give back a card that promises little."""
    worst = min(keys[1:], key=lambda key: _card_value(s, seat, key.partition(".")[0]))
    return worst if _card_value(s, seat, worst.partition(".")[0]) < 2.6 else "none"


def _stack(s: RivalsState, keys: list[str], below: Callable[[int], int]) -> str:
    """Draw, not search; theme cards once they can be used, that is from four points on."""
    draws = [key for key in keys if not key.startswith("search")]
    late = [key for key in draws if s.stacks[int(key.rpartition(":")[2]) - 1].back != "basic"]
    if late and score(s, s.active) >= 4 and below(3):
        return late[below(len(late))]
    return draws[below(len(draws))]

"""A plain sensible player: plans one purchase, trades towards it, plays what helps, and ends when nothing is left."""

from __future__ import annotations

from engines.kit import Amount, Ask, Below, Bundle, Pick, Place, Value, default_of
from engines.rivals.building import meets_requirements, places_for
from engines.rivals.labels import expansion_keys
from engines.rivals.plans import plan, worth
from engines.rivals.scoring import reaches
from engines.rivals.state import RivalsState
from engines.rivals.stores import amounts, can_pay, rooms
from engines.rivals.tables import RESOURCE_OF, RESOURCES, number_of, resource_of, terrain_of
from engines.rivals.trade import rates
from engines.rivals.weights import RivalsWeights


def choose(s: RivalsState, seat: int, step: str, ask: Ask, below: Below, w: RivalsWeights) -> Value:
    """A legal answer that a careful beginner would give; it looks only at what its seat knows."""
    match step:
        case "turn.before" if isinstance(ask, Pick):
            return [_before(s, seat, [option.key for option in ask.options], w)]
        case "action" if isinstance(ask, Pick):
            return [_action(s, seat, [option.key for option in ask.options], w)]
        case "build.site" if isinstance(ask, Place):
            return _site(s, seat, [spot.key for spot in ask.spots])
        case "trade.rate" if isinstance(ask, Pick):
            return [_rate(s, seat, [option.key for option in ask.options], w)]
        case "gain" | "take.choose" | "trade.get" | "swap.gain" if isinstance(ask, Bundle):
            return _wanted(s, seat, ask, w)
        case "swap.pay" | "exchange.pay" | "merchant.give" if isinstance(ask, Bundle):
            return _unwanted(s, seat, ask, w)
        case "brigands.amount" | "gudrun.amount" if isinstance(ask, Amount):
            return ask.high
        case "peddler.buy" if isinstance(ask, Amount):
            return min(ask.high, _missing(s, seat, w))
        case "sebastian" | "feud.ward" if isinstance(ask, Pick):
            return [ask.options[-1].key]
        case "riots.decide" if isinstance(ask, Pick) and ask.options[-1].key == "sebastian":
            return ["sebastian"]
        case "remove.card" if isinstance(ask, Pick):
            return [_least_useful(s, seat, w) or ask.options[0].key]
        case "exchange.card" if isinstance(ask, Pick):
            return [_exchange(s, seat, [option.key for option in ask.options], w)]
        case "hand.refill" | "exchange.how" if isinstance(ask, Pick):
            return [_stack(s, [option.key for option in ask.options], below, w)]
        case "setup.hand" | "search.take" | "fetch.take" | "traitor.take" if isinstance(ask, Pick):
            return _best_cards(s, seat, ask, w)
        case "setup.stack" | "settlement.regions" | "scout.choose" | "relocation.first" | "relocation.second" if (
            isinstance(ask, Pick)
        ):
            return ask.sample(below)
        case _:
            return default_of(ask)


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


def _action(s: RivalsState, seat: int, keys: list[str], w: RivalsWeights) -> str:
    """Play what helps at once, build the plan if it can be paid, trade if that makes it payable, else build or end."""
    for key in keys:
        verb, _, card = key.partition(":")
        if verb == "play" and card.partition(".")[0] in HELPFUL and s.fetches < 3:
            return key
    held = amounts(s.players[seat])
    goal, cost = plan(s, seat, w, held)
    if goal in keys:
        return goal.replace("settlement:", "scout:") if goal.replace("settlement:", "scout:") in keys else goal
    if goal and "trade" in keys and _trades_needed(s, seat, cost, held):
        return "trade"
    if swap := _swap(keys, cost, w, held):
        return swap
    if sum(held.values()) >= w.rich * len(s.players[seat].regions):  # so much that the next rolls would be lost
        cheap = [key for key in keys if key.partition(":")[0] in ("build", "open", "city", "settlement", "road")]
        if cheap:
            return cheap[0]
    if "remove" in keys and _least_useful(s, seat, w):
        return "remove"
    return "end"


def _swap(keys: list[str], cost: dict[str, int], w: RivalsWeights, held: dict[str, int]) -> str:
    """Goldsmith and Merchant Caravan when they bring the plan within reach."""
    missing = _lacking(held, cost)
    if 1 <= missing <= 2:
        spare = {resource: held[resource] - cost.get(resource, 0) for resource in RESOURCES}
        if spare["gold"] >= w.goldsmith:
            found = [key for key in keys if key.startswith("play:goldsmith")]
            return found[0] if found else ""
        if sum(max(0, number) for number in spare.values()) >= w.caravan and "play:merchant_caravan" in keys:
            return "play:merchant_caravan"
    return ""


def _least_useful(s: RivalsState, seat: int, w: RivalsWeights) -> str:
    """The own card to remove when a red card that scores could be paid but finds no site in a city; "" if none."""
    player, held = s.players[seat], amounts(s.players[seat])
    waiting = [
        face
        for face in (s.tables.faces[card.kind] for card in player.hand)
        if face.category == "city"
        and face.points.get("victory", 0)
        and meets_requirements(s, seat, face)
        and can_pay(held, face.cost)
        and not places_for(player, face)
    ]
    if not waiting:
        return ""
    cities = {town.x for town in player.towns if town.city}
    poor = [
        (worth(s, seat, s.tables.faces[card.kind], w), key)
        for key, card in expansion_keys(player).items()
        if card.x in cities and not s.tables.faces[card.kind].points.get("victory", 0)
    ]
    return min(poor)[1] if poor else ""


def _missing(s: RivalsState, seat: int, w: RivalsWeights) -> int:
    """Pieces that the plan still lacks."""
    held = amounts(s.players[seat])
    return _lacking(held, plan(s, seat, w, held)[1])


def _lacking(held: dict[str, int], cost: dict[str, int]) -> int:
    missing = 0
    for resource, number in cost.items():
        if number > held[resource]:
            missing += number - held[resource]
    return missing


def _trades_needed(s: RivalsState, seat: int, cost: dict[str, int], held: dict[str, int]) -> int:
    """How many trades make a cost payable from what it leaves over; 0 if none is needed or they do not suffice."""
    missing = _lacking(held, cost)
    if not missing:
        return 0
    possible = sum(
        max(0, held[resource] - cost.get(resource, 0)) // number
        for resource, number in _cheapest_rates(s, seat, held).items()
    )
    return missing if 0 < missing <= possible else 0


def _cheapest_rates(s: RivalsState, seat: int, held: dict[str, int]) -> dict[str, int]:
    best: dict[str, int] = {}
    for resource, number in rates(s, s.players[seat], held).values():
        best[resource] = min(number, best.get(resource, number))
    return best


def _rate(s: RivalsState, seat: int, keys: list[str], w: RivalsWeights) -> str:
    """Give what the plan leaves over, at the best rate."""
    held = amounts(s.players[seat])
    _, cost = plan(s, seat, w, held)
    offers = rates(s, s.players[seat], held)

    def merit(key: str) -> tuple[bool, int, int]:
        resource, number = offers[key]
        spare = held[resource] - cost.get(resource, 0)
        return spare >= number, -number, spare

    return max(keys, key=merit)


def _before(s: RivalsState, seat: int, keys: list[str], w: RivalsWeights) -> str:
    """Brigitta with the number that brings most of what is missing, Reiner at once."""
    if "reiner" in keys:
        return "reiner"
    numbers = [key for key in keys if key.startswith("brigitta")]
    if not numbers:
        return "roll"
    held, free = amounts(s.players[seat]), rooms(s.players[seat])
    _, cost = plan(s, seat, w, held)
    yields: dict[int, float] = {}
    for region in s.players[seat].regions:
        resource, number = resource_of(region.kind), number_of(region.kind)
        if free[resource]:
            wanted = w.wanted_yield if held[resource] < cost.get(resource, 0) else 1.0
            yields[number] = yields.get(number, 0.0) + wanted
    return max(numbers, key=lambda key: yields.get(int(key.partition(":")[2]), 0.0))


# --- resources --------------------------------------------------------------------------------------------------------


def _wanted(s: RivalsState, seat: int, ask: Bundle, w: RivalsWeights) -> dict[str, int]:
    """What the plan misses first, then what is scarce."""
    held = amounts(s.players[seat])
    _, cost = plan(s, seat, w, held)
    left = dict(ask.available)
    chosen: dict[str, int] = {}
    for _ in range(min(ask.most, sum(left.values()))):
        store, most = "", (-99, -99, -99)
        for each, number in left.items():
            if number:
                resource = RESOURCE_OF[each]
                need = (cost.get(resource, 0) - held[resource], -held[resource], number)
                if need > most:
                    store, most = each, need
        left[store] -= 1
        held[RESOURCE_OF[store]] += 1
        chosen[store] = chosen.get(store, 0) + 1
    return chosen


def _unwanted(s: RivalsState, seat: int, ask: Bundle, w: RivalsWeights) -> dict[str, int]:
    """What the plan leaves over, most plentiful first."""
    held = amounts(s.players[seat])
    _, cost = plan(s, seat, w, held)
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


def _card_value(s: RivalsState, seat: int, kind: str, w: RivalsWeights) -> float:
    """What a card in the hand promises."""
    face = s.tables.faces[kind]
    if face.category == "action":
        return w.action.get(kind, w.other_action)
    player = s.players[seat]
    if not meets_requirements(s, seat, face):
        return w.unmet + w.unmet_victory * face.points.get("victory", 0)
    if face.category == "city" and not any(town.city for town in player.towns):
        return w.no_city
    return worth(s, seat, face, w)


def _best_cards(s: RivalsState, seat: int, ask: Pick, w: RivalsWeights) -> list[str]:
    ranked = sorted(
        [option.key for option in ask.options],
        key=lambda key: -_card_value(s, seat, key.partition("#")[0].partition(".")[0], w),
    )
    return ask.check(ranked[: ask.most])


def _exchange(s: RivalsState, seat: int, keys: list[str], w: RivalsWeights) -> str:
    """Give back a card that promises little."""
    value, _, worst = min([(_card_value(s, seat, key.partition(".")[0], w), n, key) for n, key in enumerate(keys[1:])])
    return worst if value < w.exchange_below else "none"


def _stack(s: RivalsState, keys: list[str], below: Below, w: RivalsWeights) -> str:
    """Draw, not search; theme cards once they can be used, that is from four points on."""
    draws = [key for key in keys if not key.startswith("search")]
    late = [key for key in draws if s.stacks[int(key.rpartition(":")[2]) - 1].back != "basic"]
    if late and reaches(s, s.active, w.theme_from) and below(3):
        return late[below(len(late))]
    return draws[below(len(draws))]

"""A plain computer player: takes useful bricks, keeps its towers up and hands in whatever fits."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from engines.firenze.board import commission, is_blocked, is_open, points_of
from engines.firenze.bricks import size
from engines.firenze.choosing import monument_owner, price_of
from engines.firenze.commissions import fulfilments, worth
from engines.firenze.labels import name_of, tower_key
from engines.firenze.planning import desired_plan, planned_with, wanted_colours
from engines.firenze.state import FirenzeState
from engines.firenze.weights import FirenzeWeights
from engines.kit import Amount, Ask, Below, Bundle, Pick, Value, default_of


def choose(s: FirenzeState, seat: int, step: str, ask: Ask, below: Below, w: FirenzeWeights) -> Value:
    """A sensible legal answer to any ask."""
    if isinstance(ask, Amount):
        return _count(s, seat, ask, w)
    if isinstance(ask, Bundle):
        return _laid(s, seat, ask, w) if step == "build.bricks" else _bricks(s, seat, ask, w)
    if step in CHOOSERS and isinstance(ask, Pick):
        return [CHOOSERS[step](s, seat, ask, w)]
    if step == "limits.cards" and isinstance(ask, Pick):
        return ask.check(sorted(keys_of(ask), key=lambda key: w.card.get(name_of(key), w.other_card))[: ask.least])
    return default_of(ask)


def keys_of(ask: Pick) -> list[str]:
    """What may be picked."""
    return [option.key for option in ask.options]


# --- cards ------------------------------------------------------------------------------------------------------------


def card_worth(s: FirenzeState, seat: int, card: str, w: FirenzeWeights) -> float:
    """What taking this card is worth to the player."""
    player = s.players[seat]
    heights = [tower.height for tower in player.towers]
    match card:
        case "monument":
            return w.monument if monument_owner(s) == seat else w.no_monument
        case "collapse":
            return w.collapse * min(heights, default=0)
        case "botch":
            return w.botch if heights else 0.0
        case "luxury_tax":
            return w.luxury_tax * len([height for height in heights if height >= s.tables.losses.luxury_height])
        case "tribute":
            return w.tribute * len(heights)
    if card in player.buildings:
        return 0.0
    return w.card.get(card, w.other_card)


def slot_worths(s: FirenzeState, seat: int, w: FirenzeWeights) -> list[tuple[float, int]]:
    """Bricks and card of every slot, not counting the price, and the price."""
    wanted = wanted_colours(s, seat, w)
    brick = {colour: worth + wanted.get(colour, 0.0) for colour, worth in w.brick.items()}
    return [
        (sum([n * brick[c] for c, n in card.bricks.items()]) + card_worth(s, seat, card.card, w), price_of(s, slot))
        for slot, card in enumerate(s.row)
    ]


def _card(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    """Bricks and card against the price."""
    worths = slot_worths(s, seat, w)

    def worth_of(key: str) -> float:
        worth, price = worths[int(key.removeprefix("slot:"))]
        return worth - w.paid_brick * price

    return max(keys_of(ask), key=worth_of)


def _exchange(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    """What saves a tower; else none, where that is an answer."""
    keys = keys_of(ask)
    return _saving_exchange(s, seat, ask, w) or ("none" if "none" in keys else keys[0])


def _saving_exchange(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    """Only to save a tower that has no brick of its colour left."""
    player = s.players[seat]
    for tower in sorted(player.towers, key=lambda tower: -tower.height):
        if (
            tower.height > w.exchange_height
            and tower.colour not in player.warehouse
            and _has_aim(s, tower.colour, tower.height)
        ):
            found = [key for key in keys_of(ask) if key.endswith(f":{tower.colour}")]
            if found:
                return found[0]
    return ""


def _has_aim(s: FirenzeState, colour: str, height: int) -> bool:
    return any(is_open(s, commission(colour, k)) for k in s.tables.heights if k > height)


def _bricks(s: FirenzeState, seat: int, ask: Bundle, w: FirenzeWeights) -> dict[str, int]:
    """Give what is wanted least."""
    wanted = wanted_colours(s, seat, w)
    missing, given = ask.least, {}
    for colour in sorted(ask.available, key=lambda colour: w.brick[colour] + wanted.get(colour, 0.0)):
        given[colour] = min(missing, ask.available[colour])
        missing -= given[colour]
    return ask.check(given)


# --- towers -----------------------------------------------------------------------------------------------------------


def _laid(s: FirenzeState, seat: int, ask: Bundle, w: FirenzeWeights) -> dict[str, int]:
    """The whole plan; of what is not offered (a second new tower of a colour) nothing."""
    return laid_on(ask.available, desired_plan(s, seat, w))


def laid_on(available: Container[str], entries: Iterable[tuple[str, int]]) -> dict[str, int]:
    """A plan's bricks by the towers as they are offered: of equal ones each has its number."""
    found: dict[str, int] = {}
    for target, number in entries:
        key, copy = target, 1
        while key in found:
            copy += 1
            key = f"{target}#{copy}"
        if key in available:
            found[key] = number
    return found


def _build(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    """The next entry of the plan, which is the same until it is carried out."""
    left = desired_plan(s, seat, w)[len(s.turn.plan) :]
    return left[0][0] if left and left[0][0] in keys_of(ask) else "done"


def _count(s: FirenzeState, seat: int, ask: Amount, w: FirenzeWeights) -> int:
    left = desired_plan(s, seat, w)[len(s.turn.plan) - 1 :]
    return min(left[0][1], ask.high) if left else ask.low


def _fulfil(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    found = {each.key: each for each in fulfilments(s, seat)}
    exact = [each for each in found.values() if not each.shift]
    shifted = [each for each in found.values() if each.shift and worth(s, each) >= w.architect_least]
    for group in (exact, shifted):
        if group:
            return max(group, key=lambda each: worth(s, each)).key
    return "bell" if is_blocked(s, seat) else "done"


# --- persons ----------------------------------------------------------------------------------------------------------


def _person(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    """The Mason last: it is worth most with a large plan."""
    return min(keys_of(ask), key=lambda key: (key == "mason", key))


def _close(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    """Persons are played soon, even for little: a hand that only grows starves the draw pile (A23)."""
    hand = s.players[seat].hand
    for key in keys_of(ask):
        if key == "patrician" and not any(w.card.get(card, 0.0) < 0 for card in hand):
            continue
        if key != "end":
            return key
    return "end"


def _give(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    wanted = wanted_colours(s, seat, w)
    return min(keys_of(ask), key=lambda c: (wanted.get(c, 0.0), w.brick[c]))


def _take(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    wanted = wanted_colours(s, seat, w)
    return max(keys_of(ask), key=lambda c: (wanted.get(c, 0.0), w.brick[c]))


def _saboteur(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    return max(keys_of(ask), key=lambda key: int(key.rpartition("-")[2]))


def _least_card(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    return min(keys_of(ask), key=lambda key: w.card.get(key, w.other_card))


def _wholesaler(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    """The card that gains most, or the one whose bricks are wanted least."""
    if w.wholesaler_aims and (gain := _draws(s, seat, w))[0] > 0:
        return f"slot:{gain[1]}"

    def worth_of(key: str) -> float:
        bricks = s.row[int(key.removeprefix("slot:"))].bricks
        return sum([w.brick[colour] * count for colour, count in bricks.items()])

    return min(keys_of(ask), key=worth_of)


def _ward(s: FirenzeState, seat: int, ask: Pick, w: FirenzeWeights) -> str:
    can_ward = any(option.key == "ward" for option in ask.options)
    return "ward" if can_ward and card_worth(s, seat, s.turn.event, w) < w.ward_below else "accept"


CHOOSERS: dict[str, Callable[[FirenzeState, int, Pick, FirenzeWeights], str]] = {
    "card.choose": _card,
    "exchange.choose": _exchange,
    "build.choose": _build,
    "fulfil.choose": _fulfil,
    "event.ward": _ward,
    "limits.close": _close,
    "person.play": _person,
    "alchemist.give": _give,
    "alchemist.take": _take,
    "smuggler.give": _give,
    "smuggler.take": _take,
    "saboteur.tower": _saboteur,
    "patrician.card": _least_card,
    "wholesaler.card": _wholesaler,
}


# --- persons beside a question ----------------------------------------------------------------------------------------


def side(
    s: FirenzeState, seat: int, owed: str, step: str, ask: Ask, below: Below, w: FirenzeWeights
) -> list[str] | None:
    """A person that is worth playing now; None: none is."""
    if step == "exchange.choose" and isinstance(ask, Pick):
        found = _saving_exchange(s, seat, ask, w)
        return [found] if found else None
    if step == "turn.stay":
        return ["stay"] if owed == "build.bricks" and _needs_architect(s, seat, w) else None
    if step != "person.play" or not isinstance(ask, Pick):
        return None
    there = keys_of(ask)
    for person, is_worth_it in MOMENTS.get(owed, ()):
        if person in there and is_worth_it(s, seat, w):
            return [person]
    return None


def looks(s: FirenzeState, seat: int, owed: str, step: str) -> bool:
    """Whether a side might be worth taking, as far as that is plain before it is asked."""
    if step == "exchange.choose":
        return True
    hand = s.players[seat].hand
    if step == "turn.stay":
        return owed == "build.bricks" and "architect" in hand
    return step == "person.play" and any(person in hand for person, _ in MOMENTS.get(owed, ()))


def _mason(s: FirenzeState, seat: int, w: FirenzeWeights) -> bool:
    """Before the first brick is planned, if it saves much or allows more."""
    if s.turn.plan:
        return False
    without = planned_with(s, seat, w)
    cheaper = planned_with(s, seat, w, s.tables.building.mason_discount)
    saved = without.costs[without.built] - cheaper.costs[without.built]
    return saved >= w.mason_saves or cheaper.built - without.built >= w.mason_more


def _princess(s: FirenzeState, seat: int, w: FirenzeWeights) -> bool:
    """If the best card, taken for nothing, is clearly better than the best one that would be paid."""
    stock = size(s.players[seat].warehouse)
    worths = slot_worths(s, seat, w)
    paid = [worth - w.paid_brick * price for worth, price in worths if price <= stock]
    free = max(worth for worth, _ in worths)
    return bool(paid) and free - max(paid) >= w.princess_gain


def _draws(s: FirenzeState, seat: int, w: FirenzeWeights) -> tuple[float, int]:
    """How much better the best card would be with bricks from the bag instead of its own, and its slot."""
    stock, wanted = size(s.players[seat].warehouse), wanted_colours(s, seat, w)
    in_bag = size(s.bag)
    if not in_bag:
        return 0.0, 0
    mean = sum([n * (w.brick[c] + wanted.get(c, 0.0)) for c, n in s.bag.items()]) / in_bag
    nets = [(gross - w.paid_brick * price, price) for gross, price in slot_worths(s, seat, w)]
    best = max((net for net, price in nets if price <= stock), default=0.0)
    found = (0.0, 0)
    for slot, (net, price) in enumerate(nets):
        bricks = s.row[slot].bricks
        if bricks and price <= stock:
            more = sum([n * (mean - w.brick[c] - wanted.get(c, 0.0)) for c, n in bricks.items()])
            found = max(found, (net + more - best, slot))
    return found


def _wholesale(s: FirenzeState, seat: int, w: FirenzeWeights) -> bool:
    return _draws(s, seat, w)[0] >= w.wholesaler_gain


def _lacks_brick(s: FirenzeState, seat: int, w: FirenzeWeights) -> bool:
    """A tower would fall for want of a brick of its colour."""
    player = s.players[seat]
    return not s.turn.plan and any(
        tower.height >= w.early_swap
        and tower.colour not in player.warehouse
        and _has_aim(s, tower.colour, tower.height)
        for tower in player.towers
    )


def _always(s: FirenzeState, seat: int, w: FirenzeWeights) -> bool:
    """Persons are played soon, even for little: a hand that only grows starves the draw pile (A23)."""
    return True


def _is_shamed(s: FirenzeState, seat: int, w: FirenzeWeights) -> bool:
    """A card in hand costs points at the end."""
    return any(w.card.get(card, 0.0) < 0 for card in s.players[seat].hand)


def _needs_architect(s: FirenzeState, seat: int, w: FirenzeWeights) -> bool:
    """After building, only the Architect would make a tower fit."""
    player = s.players[seat]
    if "architect" not in player.hand or is_blocked(s, seat) or not player.seals:
        return False
    more = dict[str, int]()
    heights: list[tuple[str, int]] = []
    for target, number in desired_plan(s, seat, w):
        verb, _, name = target.partition(":")
        if verb == "new":
            heights.append((name, number))
        else:
            more[name] = number
    heights += [(tower.colour, tower.height + more.get(tower_key(tower), 0)) for tower in player.towers]
    if any(is_open(s, commission(colour, height)) for colour, height in heights):
        return False
    return any(
        is_open(s, key) and points_of(s, key) >= w.architect_least
        for colour, height in heights
        for key in (commission(colour, height + 1), commission(colour, height - 1))
    )


MOMENTS: dict[str, tuple[tuple[str, Callable[[FirenzeState, int, FirenzeWeights], bool]], ...]] = {
    "card.choose": (("princess", _princess), ("wholesaler", _wholesale)),
    "build.choose": (("alchemist", _lacks_brick), ("smuggler", _lacks_brick), ("mason", _mason)),
    "build.bricks": (
        ("alchemist", _always),
        ("smuggler", _always),
        ("saboteur", _always),
        ("patrician", _is_shamed),
        ("mason", _mason),
    ),
}
"""Whom to think of beside which question; by earlier rules the others are played at the end of the turn."""

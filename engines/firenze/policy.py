"""A plain computer player: takes useful bricks, keeps its towers up and hands in whatever fits."""

from __future__ import annotations

from collections.abc import Callable

from engines.firenze.board import commission, is_blocked, is_open
from engines.firenze.choosing import monument_owner, price_of
from engines.firenze.commissions import fulfilments, worth
from engines.firenze.labels import name_of
from engines.firenze.planning import desired_plan, wanted_colours
from engines.firenze.state import FirenzeState
from engines.kit import Amount, Ask, Bundle, Pick, Value, default_of

BRICK_WORTH = {"white": 1.0, "yellow": 1.1, "green": 1.3, "red": 1.5, "blue": 1.7, "purple": 1.9}
CARD_WORTH = {
    "workshop": 2.0,
    "bridge": 0.5,
    "warehouse": -4.0,
    "fame": 3.0,
    "recognition": 2.0,
    "disgrace": -2.0,
    "scandal": -3.0,
    "campanile": -1.0,
    "small_privilege": 0.5,
    "medium_privilege": 0.5,
    "great_privilege": 0.3,
    "architect": 1.2,
    "mason": 1.0,
    "alchemist": 0.8,
    "wholesaler": 0.3,
    "flood": -2.5,
    "warehouse_fire": -2.5,
    "renaissance": 0.0,
}
"""About as many points as a card brings; what it brings to others is not reckoned.

A Warehouse tempts to hoard: with too many cards in hands nothing but events is left to draw (A23).
"""
PAID_BRICK = 1.1
"""What a brick laid on another card is missed."""
LEAST_FOR_ARCHITECT = 3


def choose(s: FirenzeState, seat: int, step: str, ask: Ask, below: Callable[[int], int]) -> Value:
    """A sensible legal answer to any ask."""
    if isinstance(ask, Amount):
        return _count(s, seat, ask)
    if isinstance(ask, Bundle):
        return _bricks(s, seat, ask)
    if step in CHOOSERS and isinstance(ask, Pick):
        return [CHOOSERS[step](s, seat, ask)]
    if step == "limits.cards" and isinstance(ask, Pick):
        return ask.check(sorted(keys_of(ask), key=lambda key: CARD_WORTH.get(name_of(key), 0.5))[: ask.least])
    return default_of(ask)


def keys_of(ask: Pick) -> list[str]:
    """What may be picked."""
    return [option.key for option in ask.options]


# --- cards ------------------------------------------------------------------------------------------------------------


def card_worth(s: FirenzeState, seat: int, card: str) -> float:
    """What taking this card is worth to the player."""
    player = s.players[seat]
    heights = [tower.height for tower in player.towers]
    match card:
        case "monument":
            return 3.0 if monument_owner(s) == seat else -0.5
        case "collapse":
            return -1.5 * min(heights, default=0)
        case "botch":
            return -1.5 if heights else 0.0
        case "luxury_tax":
            return -2.0 * len([height for height in heights if height >= s.tables.losses.luxury_height])
        case "tribute":
            return -1.5 * len(heights)
    if card in player.buildings:
        return 0.0
    return CARD_WORTH.get(card, 0.5)


def _card(s: FirenzeState, seat: int, ask: Pick) -> str:
    """Bricks and card against the price."""
    wanted = wanted_colours(s, seat)

    def worth_of(key: str) -> float:
        slot = int(key.removeprefix("slot:"))
        card = s.row[slot]
        bricks = sum([count * (BRICK_WORTH[c] + wanted.get(c, 0.0)) for c, count in card.bricks.items()])
        return bricks + card_worth(s, seat, card.card) - PAID_BRICK * price_of(s, slot)

    return max(keys_of(ask), key=worth_of)


def _exchange(s: FirenzeState, seat: int, ask: Pick) -> str:
    """Only to save a tower that has no brick of its colour left."""
    player = s.players[seat]
    for tower in sorted(player.towers, key=lambda tower: -tower.height):
        if tower.height > 2 and tower.colour not in player.warehouse and _has_aim(s, tower.colour, tower.height):
            found = [key for key in keys_of(ask) if key.endswith(f":{tower.colour}")]
            if found:
                return found[0]
    return "none"


def _has_aim(s: FirenzeState, colour: str, height: int) -> bool:
    return any(is_open(s, commission(colour, k)) for k in s.tables.heights if k > height)


def _bricks(s: FirenzeState, seat: int, ask: Bundle) -> dict[str, int]:
    """Give what is wanted least."""
    wanted = wanted_colours(s, seat)
    missing, given = ask.least, {}
    for colour in sorted(ask.available, key=lambda colour: BRICK_WORTH[colour] + wanted.get(colour, 0.0)):
        given[colour] = min(missing, ask.available[colour])
        missing -= given[colour]
    return ask.check(given)


# --- towers -----------------------------------------------------------------------------------------------------------


def _build(s: FirenzeState, seat: int, ask: Pick) -> str:
    """The next entry of the plan, which is the same until it is carried out."""
    left = desired_plan(s, seat)[len(s.turn.plan) :]
    return left[0][0] if left and left[0][0] in keys_of(ask) else "done"


def _count(s: FirenzeState, seat: int, ask: Amount) -> int:
    left = desired_plan(s, seat)[len(s.turn.plan) - 1 :]
    return min(left[0][1], ask.high) if left else ask.low


def _fulfil(s: FirenzeState, seat: int, ask: Pick) -> str:
    found = {each.key: each for each in fulfilments(s, seat)}
    exact = [each for each in found.values() if not each.shift]
    shifted = [each for each in found.values() if each.shift and worth(s, each) >= LEAST_FOR_ARCHITECT]
    for group in (exact, shifted):
        if group:
            return max(group, key=lambda each: worth(s, each)).key
    return "bell" if is_blocked(s, seat) else "done"


# --- persons ----------------------------------------------------------------------------------------------------------


def _person(s: FirenzeState, seat: int, ask: Pick) -> str:
    """The Mason last: it is worth most with a large plan."""
    return min(keys_of(ask), key=lambda key: (key == "mason", key))


def _close(s: FirenzeState, seat: int, ask: Pick) -> str:
    """Persons are played soon, even for little: a hand that only grows starves the draw pile (A23)."""
    hand = s.players[seat].hand
    for key in keys_of(ask):
        if key == "patrician" and not any(CARD_WORTH.get(card, 0.0) < 0 for card in hand):
            continue
        if key != "end":
            return key
    return "end"


def _give(s: FirenzeState, seat: int, ask: Pick) -> str:
    wanted = wanted_colours(s, seat)
    return min(keys_of(ask), key=lambda c: (wanted.get(c, 0.0), BRICK_WORTH[c]))


def _take(s: FirenzeState, seat: int, ask: Pick) -> str:
    wanted = wanted_colours(s, seat)
    return max(keys_of(ask), key=lambda c: (wanted.get(c, 0.0), BRICK_WORTH[c]))


def _saboteur(s: FirenzeState, seat: int, ask: Pick) -> str:
    return max(keys_of(ask), key=lambda key: int(key.rpartition("-")[2]))


def _least_card(s: FirenzeState, seat: int, ask: Pick) -> str:
    return min(keys_of(ask), key=lambda key: CARD_WORTH.get(key, 0.5))


def _wholesaler(s: FirenzeState, seat: int, ask: Pick) -> str:
    """The card whose bricks are wanted least."""

    def worth_of(key: str) -> float:
        bricks = s.row[int(key.removeprefix("slot:"))].bricks
        return sum([BRICK_WORTH[colour] * count for colour, count in bricks.items()])

    return min(keys_of(ask), key=worth_of)


def _ward(s: FirenzeState, seat: int, ask: Pick) -> str:
    can_ward = any(option.key == "ward" for option in ask.options)
    return "ward" if can_ward and card_worth(s, seat, s.turn.event) < -1 else "accept"


CHOOSERS: dict[str, Callable[[FirenzeState, int, Pick], str]] = {
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

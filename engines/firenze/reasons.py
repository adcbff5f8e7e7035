"""Why something is not offered: what one might expect at a step, each with the rule that withholds it.

Everything here is made from what the seat knows: the board, the row, the own bricks, towers and hand.
"""

from __future__ import annotations

from engines.firenze.board import balcony_on, is_blocked, is_open, parts, points_of
from engines.firenze.bricks import COLOURS, size
from engines.firenze.labels import say, slot_at
from engines.firenze.state import NEUTRAL, FirenzeState
from engines.kit import Condition, Option, Refusal, Withheld, need, ref, seat_ref

MOMENTS = {
    "princess": "before_card",
    "wholesaler": "before_card_or_exchange",
    "mason": "while_building",
    "architect": "when_handing_in",
}
"""9.2 When persons may be played that do not go at any time."""


def _no(code: str, section: str, **facts: str | int) -> Refusal:
    return Refusal(f"firenze.refusal.{code}", section, **facts)


def _needs(key: str, is_met: bool, **facts: str | int) -> Condition:
    return need(f"firenze.needs.{key}", is_met, **facts)


def cards(s: FirenzeState, seat: int, prices: list[int], offered: list[str]) -> Withheld:
    """4.2 Cards of the row that the warehouse cannot pay for, and taking none."""
    there = size(s.players[seat].warehouse)
    for slot, card in enumerate(s.row):
        if f"slot:{slot}" not in offered:
            label = say("option.card", number=slot + 1, card=ref("card", card.card), price=prices[slot])
            refusal = _no("card_price", "4.2", price=prices[slot], there=there)
            pays = _needs("bricks", there >= prices[slot], price=prices[slot], there=there)
            yield Option(f"slot:{slot}", label), refusal.needing(pays)
    yield Option("none", say("option.no_card")), _no("must_take", "4.2").else_try("slot:0")


def exchanges(s: FirenzeState, seat: int, give: int, offered: list[str]) -> Withheld:
    """5.1 5.2 Exchanges that are over for this turn, that cost too much, or for a brick that lies nowhere."""
    there = size(s.players[seat].warehouse)
    for slot, card in enumerate(s.row):
        for colour in COLOURS:
            if f"{slot}:{colour}" in offered:
                continue
            if s.turn.exchanged:
                refusal = _no("exchanged", "5.2")
            elif colour not in card.bricks:
                refusal = _no("not_on_card", "5.1", colour=ref("brick", colour), card=ref("card", card.card))
            else:
                refusal = _no("exchange_price", "5.1", give=give, there=there)
            refusal.needing(
                _needs("exchange", not s.turn.exchanged),
                _needs("on_card", colour in card.bricks, colour=ref("brick", colour), card=ref("card", card.card)),
                _needs("bricks", there >= give, price=give, there=there),
            )
            label = say("option.exchange", colour=ref("brick", colour), card=ref("card", card.card), number=slot + 1)
            yield Option(f"{slot}:{colour}", label, at=slot_at(slot, ref("brick", colour))), refusal


def buildings(s: FirenzeState, seat: int, loose: dict[str, int], has_room: bool, offered: list[str]) -> Withheld:
    """6.1 6.2 6.4 Towers that cannot be begun or raised: no brick of the colour, no room in turn and price."""
    player = s.players[seat]
    keys = [(f"new:{colour}", colour, 0) for colour in COLOURS]
    keys += [(f"raise:{tower.colour}-{tower.height}", tower.colour, tower.height) for tower in player.towers]
    most = len(s.tables.building.cost) - 1
    for key, colour, height in dict.fromkeys(keys):
        if key in offered:
            continue
        if not loose.get(colour):
            refusal = _no("no_brick", "6.1", colour=ref("brick", colour)).lacking({ref("brick", colour): 1})
        elif not has_room:
            refusal = _no("no_room", "6.4", most=most, there=size(player.warehouse))
        else:
            refusal = _no("in_the_plan", "6.5")
        refusal.needing(
            _needs("brick", bool(loose.get(colour)), colour=ref("brick", colour)), _needs("room", has_room, most=most)
        )
        label = say("option.raise" if height else "option.new", colour=ref("brick", colour), height=height)
        yield Option(key, label), refusal
    standing = {key for key, _, height in keys if height}
    for colour in COLOURS:
        for height in range(1, s.tables.heights[-1] + 1):
            if (key := f"raise:{colour}-{height}") not in standing:
                label = say("option.raise", colour=ref("brick", colour), height=height)
                yield Option(key, label), _no("no_such_tower", "6.1", colour=ref("brick", colour), height=height)


def commissions(s: FirenzeState, seat: int, offered: list[str], in_time: bool) -> Withheld:
    """8.1 9.1 Commissions that cannot be fulfilled: blocked, sealed, out of order, no tower of that height."""
    for key in s.tables.points:
        if key in offered:
            continue
        colour, height = parts(key)
        tile = balcony_on(s, key)
        label = say(
            "option.fulfil",
            colour=ref("brick", colour),
            height=height,
            points=points_of(s, key),
            balcony=ref("numeral", tile.numeral) if tile else "",
            storeys=0,
        )
        yield Option(key, label), _why_not(s, seat, key, in_time).needing(*_to_fulfil(s, seat, key))


def _to_fulfil(s: FirenzeState, seat: int, key: str) -> list[Condition]:
    """8.1 9.1 All that a commission takes."""
    player, (colour, wanted) = s.players[seat], parts(key)
    heights = [tower.height for tower in player.towers if tower.colour == colour]
    nearest = min(heights, key=lambda there: abs(there - wanted), default=0)
    found = [
        _needs("free", s.seals.get(key) is None),
        _needs("tower", bool(heights), colour=ref("brick", colour)),
        _needs("height", wanted in heights, wanted=wanted, height=nearest),
        _needs("seal", bool(player.seals)),
    ]
    if balcony_on(s, key):
        found.append(_needs("balcony", is_open(s, key)))
    if is_blocked(s, seat):
        bell = s.tables.bell_tower
        found.append(_needs("bell_tower", False, colour=ref("brick", bell.colour), height=bell.height))
    return found


def _why_not(s: FirenzeState, seat: int, key: str, in_time: bool) -> Refusal:
    player, (colour, height) = s.players[seat], parts(key)
    owner, tile = s.seals.get(key), balcony_on(s, key)
    if owner == NEUTRAL:
        return _no("neutral", "8.1")
    if owner is not None:
        return _no("sealed", "8.1", seat=seat_ref(owner))
    if is_blocked(s, seat):
        bell = s.tables.bell_tower
        return _no("campanile", "9.1", colour=ref("brick", bell.colour), height=bell.height)
    if tile and not is_open(s, key):
        return _no("balcony_order", "8.1", open=ref("numeral", s.balconies_done + 1))
    if not player.seals:
        return _no("no_seal", "8.1")
    heights = [tower.height for tower in player.towers if tower.colour == colour]
    if not heights:
        return _no("no_tower", "8.1", colour=ref("brick", colour))
    if height not in heights:
        nearest = min(heights, key=lambda there: abs(there - height))
        return _no("wrong_height", "8.1", height=nearest, wanted=height)
    return _no("in_the_plan", "8.1") if in_time else _no("hand_in_later", "3.1")


def persons(s: FirenzeState, seat: int, playable: list[str]) -> Withheld:
    """3.4 3.5 9.2 Persons that are not in the hand, whose moment it is not, or who find no target."""
    hand = s.players[seat].hand
    for card in s.tables.card:
        if card.type != "person" or card.id in playable:
            continue
        if card.id not in hand:
            refusal = _no("not_in_hand", "3.4", card=ref("card", card.id))
        elif card.id in s.turn.played:
            refusal = _no("played", "3.4")
        elif card.id in MOMENTS:
            refusal = _no(MOMENTS[card.id], "9.2")
        else:
            refusal = _no("no_target", "3.4")
        needs = [_needs("in_hand", card.id in hand, card=ref("card", card.id))]
        if card.id in hand:
            is_new = card.id not in s.turn.played
            needs.append(_needs("once", is_new))
            needs += [_needs("moment" if card.id in MOMENTS else "target", False)] if is_new else []
        refusal.needing(*needs)
        yield Option(card.id, say("option.play", card=ref("card", card.id))), refusal

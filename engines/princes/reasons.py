"""Why something is not offered: the rule that forbids it and what is missing, for its seat's eyes only."""

from engines.kit import Condition, Facts, Option, Refusal, Text, Withheld, need, ref
from engines.princes.build import blocked_alone, owns
from engines.princes.principality import fitting
from engines.princes.state import PrincesState
from engines.princes.together import has_partner
from engines.princes.track import too_dear, too_poor
from engines.princes.work import all_bonus, base_value, princess_value


def _needs(key: str, is_met: bool, **facts: str | int) -> Condition:
    return need(f"princes.needs.{key}", is_met, **facts)


def _action(s: PrincesState) -> Condition:
    return _needs("action", bool(s.turn.actions))


def _florins(s: PrincesState, seat: int, price: int) -> Condition:
    there = s.players[seat].cash
    return _needs("florins", there >= price, price=price, there=there)


def why_no_action(s: PrincesState, seat: int) -> Withheld:
    """6.2 Every action that cannot be taken now."""
    yield from _works(s, seat)
    yield from _buildings(s, seat)
    yield from _purchases(s, seat)


def _works(s: PrincesState, seat: int) -> Withheld:
    """7.2 Works that do not reach the minimum even with all bonus cards."""
    player, minimum, bonus = s.players[seat], s.tables.minimum(s.round), all_bonus(s, seat)
    for index, card in enumerate(player.hand):
        value = base_value(s, seat, index)
        label = Text("princes.option.work", {"person": ref("person", card.kind), "value": value})
        refusal = _no_action_left(s)
        if refusal is None and value + bonus < minimum:
            refusal = Refusal("princes.refusal.below_minimum", "7.2", value=value + bonus, minimum=minimum)
            wanted = s.tables.professions[card.kind]
            refusal.else_try(f"build:{wanted.building}", f"freedom:{wanted.freedom}", "bonus", "hire")
        if refusal is not None:
            reached = _needs("value", value + bonus >= minimum, value=value + bonus, minimum=minimum)
            yield Option(f"work:{card.kind}", label), refusal.needing(reached, *_wishes(s, seat, card.kind), _action(s))
    held = {card.kind for card in player.hand}
    for row in s.tables.profession:
        if row.id not in held:
            label = Text("princes.option.work", {"person": ref("person", row.id), "value": minimum})
            refusal = Refusal("princes.refusal.not_in_hand", "7.1").needing(_needs("in_hand", False), _action(s))
            yield Option(f"work:{row.id}", label), refusal
    if player.character != "princess":
        label = Text("princes.option.princess", {"value": minimum})
        yield Option("princess", label), Refusal("princes.refusal.no_princess", "17.2.3")
    if player.character == "princess" and (value := princess_value(s, seat)) < minimum:
        label = Text("princes.option.princess", {"value": value})
        yield Option("princess", label), Refusal("princes.refusal.below_minimum", "7.2", value=value, minimum=minimum)


def _wishes(s: PrincesState, seat: int, kind: str) -> list[Condition]:
    """7.3 What a person wishes for, and what each wish adds."""
    row, work, player = s.tables.professions[kind], s.tables.work, s.players[seat]
    has_landscape = any(tile.kind == row.landscape for tile in player.landscapes)
    return [
        _needs("wish", owns(player, row.building), what=ref("building", row.building), value=work.building),
        _needs("wish", has_landscape, what=ref("pile", row.landscape), value=work.landscape),
        _needs("wish", row.freedom in player.freedoms, what=ref("freedom", row.freedom), value=work.freedom),
    ]


def _no_action_left(s: PrincesState) -> Refusal | None:
    return None if s.turn.actions else Refusal("princes.refusal.no_action_left", "6.1")


def _buildings(s: PrincesState, seat: int) -> Withheld:
    """8.1 8.2 8.5 Owned, sold out, too dear or without a place."""
    player = s.players[seat]
    price = s.tables.cost_of_building(player.builders)
    fits = fitting(s.tables.building_pieces, blocked_alone(s, seat))
    for kind, tiles in s.buildings.items():
        refusal = _no_action_left(s)
        if owns(player, kind):
            refusal = Refusal("princes.refusal.stands_here", "8.2")
        elif not tiles:
            refusal = Refusal("princes.refusal.sold_out", "8.1")
        elif kind not in fits:
            key = "no_place" if player.builders >= 2 else "no_place_apart"
            refusal = Refusal(f"princes.refusal.{key}", "8.5")
        refusal = refusal or too_poor(s, seat, "8.1", price)
        if refusal is not None:
            label = Text("princes.option.build", {"piece": ref("building", kind), "price": price})
            refusal.needing(
                _needs("new", not owns(player, kind)),
                _needs("left", bool(tiles)),
                _needs("place", kind in fits),
                _florins(s, seat, price),
                _action(s),
            )
            yield Option(f"build:{kind}", label), refusal
    if not s.options.coop or not has_partner(s, seat):
        code = "no_partner" if s.options.coop else "no_common_building"
        yield Option("together", Text("princes.option.together")), Refusal(f"princes.refusal.{code}", "18.4")


def _purchases(s: PrincesState, seat: int) -> Withheld:
    """9.1 10.1 11.1 Once a turn, sold out, owned or too dear."""
    player, money, turn = s.players[seat], s.tables.money, s.turn
    hire = _once_a_turn() if turn.hired else None if s.professions else _empty()
    bonus = None if s.bonus else _empty()
    hire, bonus = hire or too_poor(s, seat, "9.1", money.hire), bonus or too_poor(s, seat, "11.1", money.bonus_card)
    number = s.tables.supply.look
    for key, name, price, refusal, deck in (
        ("hire", "hire", money.hire, hire or _no_action_left(s), s.professions),
        ("bonus", "bonus_card", money.bonus_card, bonus or _no_action_left(s), s.bonus),
    ):
        if refusal is not None:
            once = [_needs("once", not turn.hired)] if key == "hire" else []
            refusal.needing(*once, _needs("deck", bool(deck)), _florins(s, seat, price), _action(s))
            yield Option(key, Text(f"princes.option.{name}", {"price": price, "number": number})), refusal
    for kind, tiles in s.freedoms.items():
        refusal = None
        if kind in player.freedoms:
            refusal = Refusal("princes.refusal.stands_here", "10.1")
        elif not tiles:
            refusal = Refusal("princes.refusal.sold_out", "10.1")
        elif turn.freedom:
            refusal = _once_a_turn()
        refusal = refusal or too_poor(s, seat, "10.1", money.freedom) or _no_action_left(s)
        if refusal is not None:
            refusal.needing(
                _needs("new", kind not in player.freedoms),
                _needs("left", bool(tiles)),
                _needs("once", not turn.freedom),
                _florins(s, seat, money.freedom),
                _action(s),
            )
            label = Text("princes.option.freedom", {"freedom": ref("freedom", kind), "price": money.freedom})
            yield Option(f"freedom:{kind}", label), refusal


def _once_a_turn() -> Refusal:
    return Refusal("princes.refusal.once_a_turn", "6.2")


def _empty() -> Refusal:
    return Refusal("princes.refusal.deck_empty", "3.3")


def why_no_character(s: PrincesState, lowest: dict[str, int], limit: int) -> Withheld:
    """17.1.4 17.1.5 Characters that are gone, safe under a marker, or too dear."""
    for row in s.tables.character:
        refusal = None
        if row.id not in s.characters.display:
            refusal = Refusal("princes.refusal.character_gone", "17.1.5")
        elif lowest[row.id] > row.highest:
            refusal = Refusal("princes.refusal.marker_safe", "17.1.4", price=row.highest)
        refusal = refusal or too_dear("17.1.5", lowest[row.id], limit)
        if refusal is not None:
            facts: Facts = {"character": ref("character", row.id), "price": lowest[row.id]}
            yield Option(row.id, Text("princes.option.character", facts)), refusal

"""Why something is not offered: what one might expect in the action phase, each with the rule that withholds it.

Everything here is made from what the seat knows: its principality, its resources and its own hand.
"""

from __future__ import annotations

from engines.kit import Condition, Option, Refusal, Text, Withheld, have, need, ref
from engines.rivals.board import has, owns_copy, road_ends, settlement_ends
from engines.rivals.building import has_strong_hero, places_for
from engines.rivals.centre import cost_of_centre
from engines.rivals.gains import is_buying
from engines.rivals.labels import who
from engines.rivals.leisure import is_losing
from engines.rivals.scoring import progress, strength, strength_holder
from engines.rivals.state import RivalsState
from engines.rivals.stores import amounts
from engines.rivals.tables import CACHE, Face
from engines.rivals.takings import TAKING, WEIGHED

MOST_TOWNS = 9
"""A row has no more towns than this."""
WITH_STRENGTH = {"brigands": "15.9", "voyage_of_plunder": "15.22"}
AT_OTHER_TIMES = {
    "before_roll": ("before_roll", "7.1"),
    "settlement": ("with_settlement", "15.5"),
    "event": ("at_event", "15.23"),
}


def _no(code: str, section: str, **facts: str | int | list[str]) -> Refusal:
    return Refusal(f"rivals.refusal.{code}", section, **facts)


def _needs(key: str, is_met: bool, **facts: str | int | list[str]) -> Condition:
    return need(f"rivals.needs.{key}", is_met, **facts)


def _pays(cost: dict[str, int], held: dict[str, int]) -> list[Condition]:
    return [have(ref("resource", name), number, held[name]) for name, number in cost.items()]


def lacking(cost: dict[str, int], held: dict[str, int]) -> dict[str, int]:
    """What is missing of a cost."""
    return {ref("resource", name): number - held[name] for name, number in cost.items() if number > held[name]}


def in_phase(s: RivalsState, seat: int, offered: list[str]) -> Withheld:
    """8.1 8.2 8.7 8.8 Cards, roads, settlements, cities and trades that cannot be now."""
    player, held = s.players[seat], amounts(s.players[seat])
    hand = {card.kind for card in player.hand}
    done = {key.partition(":")[2].partition(".")[0] for key in offered if key.startswith(("play:", "build:", "open:"))}
    for face in s.tables.card:
        if face.category != "event" and face.id not in done:
            yield _card_option(face), _why_no_card(s, seat, face, hand)
    for piece in ("road", "settlement", "city"):
        if not any(key.startswith(f"{piece}:") for key in offered):
            refusal = _why_no_piece(s, seat, piece, held)
            yield from [(option, refusal) for option in _piece_options(s, seat, piece)]
        else:
            yield from _other_places(s, seat, piece, offered)
    if "trade" not in offered:
        constants = s.tables.constants
        most = max(held.values())
        code = "no_room" if most >= constants.trade_rate else "too_few_equal"
        refusal = _no(code, "8.8", rate=constants.trade_rate, ship=constants.ship_rate)
        equal = _needs("equal", most >= constants.trade_rate, rate=constants.trade_rate, most=most)
        refusal.needing(equal, _needs("store_room", code != "no_room"))
        yield Option("trade", Text("rivals.option.action.trade")), refusal
    if "remove" not in offered:
        code = "remove_not_basic" if s.mode == "basic" else "nothing_to_remove"
        yield Option("remove", Text("rivals.option.action.remove")), _no(code, "8.9")


def before_roll(s: RivalsState, seat: int) -> Withheld:
    """6.1 7.10 Actions come when the dice are resolved."""
    refusal = _no("roll_first", "6.1").else_try("roll")
    for face in s.tables.card:
        if face.category != "event" and face.when != "before_roll":
            yield _card_option(face), refusal
    for piece in ("road", "settlement", "city"):
        yield from [(option, refusal) for option in _piece_options(s, seat, piece)]
    yield Option("trade", Text("rivals.option.action.trade")), refusal
    hand = {card.kind for card in s.players[seat].hand}
    for number in s.tables.dice.production if "brigitta" not in hand or s.production else ():
        label = Text("rivals.option.before.brigitta", {"number": number})
        yield Option(f"brigitta:{number}", label), _no("already_set" if s.production else "not_in_hand", "15.3")
    if "reiner" not in hand or s.face:
        yield (
            Option("reiner", Text("rivals.option.before.reiner")),
            _no("already_set" if s.face else "not_in_hand", "15.13"),
        )


def _piece_options(s: RivalsState, seat: int, piece: str) -> list[Option]:
    """A road, settlement or city as it may be asked for: by its name, or with its place."""
    options = [Option(piece, Text("rivals.option.action.build", {"card": ref("centre", piece)}))]
    if piece == "city":
        spots = [str(town.x) for town in s.players[seat].towns]
        spots += ["none"] * (MOST_TOWNS - len(spots))
        labels = [Text("rivals.option.action.city", {"town": number}) for number in range(1, len(spots) + 1)]
        return options + [Option(f"city:{spot}", label) for spot, label in zip(spots, labels, strict=True)]
    names = ("settlement", "scout") if piece == "settlement" else (piece,)
    return options + [
        Option(f"{name}:{side}", Text(f"rivals.option.action.{name}", {"side": ref("side", side)}))
        for name in names
        for side in ("left", "right")
    ]


def _other_places(s: RivalsState, seat: int, piece: str, offered: list[str]) -> Withheld:
    """2.8 8.7 15.5 A piece that can be built, but not there: a town that is a city, an end without its road."""
    for option in _piece_options(s, seat, piece)[1:]:
        name, _, spot = option.key.partition(":")
        if option.key in offered:
            continue
        if name == "city":
            yield option, _no("no_such_town" if spot == "none" else "is_city", "8.7")
        elif name == "scout" and f"settlement:{spot}" in offered:
            yield option, _no("not_in_hand", "15.5")
        else:
            yield option, _no("road_waits" if name == "road" else "no_road_end", "2.8")


def _card_option(face: Face) -> Option:
    verb = "play" if face.category == "action" else "build"
    return Option(f"{verb}:{face.id}", Text(f"rivals.option.action.{verb}", {"card": ref("card", face.id)}))


def _why_no_card(s: RivalsState, seat: int, face: Face, hand: set[str]) -> Refusal:
    is_open = any(card.kind == face.id for card in s.face_up)
    is_action = face.category == "action"
    is_held = face.id in hand or is_open
    if not is_held:
        refusal = _no("not_in_hand", "8.1" if is_action else "8.2")
    else:
        refusal = _why_not_played(s, seat, face) if is_action else _why_not_built(s, seat, face)
    further = _to_play(s, seat, face) if is_action else _to_build(s, seat, face)
    return refusal.needing(_needs("in_hand", is_held), *further)


def _to_play(s: RivalsState, seat: int, face: Face) -> list[Condition]:
    """8.1 What an action card takes, as far as it can be told beforehand."""
    found = _of_cards(s, seat, face)
    if face.when in AT_OTHER_TIMES:
        found.append(_needs("moment", False))
    if face.id in WITH_STRENGTH:
        least, own = s.tables.constants.advantage_minimum, strength(s, seat)
        found.append(_needs("strength", strength_holder(s) == seat, least=least, strength=own))
    if face.id == "goldsmith":
        found.append(have(ref("resource", "gold"), face.pays, amounts(s.players[seat])["gold"]))
    return found


def _to_build(s: RivalsState, seat: int, face: Face) -> list[Condition]:
    """8.2 8.3 8.6 What a card takes to be built: its conditions, a site, its price."""
    player = s.players[seat]
    found = _of_cards(s, seat, face)
    if face.one_each:
        found.append(_needs("one", not owns_copy(s, player, face.id)))
    if face.needs_progress:
        there = progress(s, seat)
        found.append(_needs("progress", there >= face.needs_progress, least=face.needs_progress, there=there))
    if face.id == CACHE:
        found.append(_needs("hero", has_strong_hero(s, player)))
    site = "city_site" if face.category == "city" else "site"
    return [*found, _needs(site, bool(places_for(player, face))), *_pays(face.cost, amounts(player))]


def _of_cards(s: RivalsState, seat: int, face: Face) -> list[Condition]:
    if not face.needs:
        return []
    return [_needs("cards", has(s.players[seat], *face.needs), cards=[ref("card", name) for name in face.needs])]


def _why_not_played(s: RivalsState, seat: int, face: Face) -> Refusal:
    """8.1 Another moment, a condition, a price, or a part of it that cannot be done."""
    player, held = s.players[seat], amounts(s.players[seat])
    if face.when in AT_OTHER_TIMES:
        return _no(*AT_OTHER_TIMES[face.when])
    if face.needs and not has(player, *face.needs):
        return _no("needs", "8.1", cards=[ref("card", name) for name in face.needs])
    if face.id in WITH_STRENGTH and strength_holder(s) != seat:
        least = s.tables.constants.advantage_minimum
        return _no("needs_strength", WITH_STRENGTH[face.id], strength=strength(s, seat), least=least)
    if face.id == "goldsmith" and held["gold"] < face.pays:
        missing = {ref("resource", "gold"): face.pays - held["gold"]}
        return _no("pays_gold", "15.1", pays=face.pays, there=held["gold"]).lacking(missing)
    if face.id in WEIGHED and is_losing(s, 1 - seat):
        return _no("still_decides", "7.9", other=who(1 - seat))
    if face.id in TAKING and is_buying(s, 1 - seat):
        return _no("still_stores", "3.4", other=who(1 - seat))
    return _no("no_effect", "8.1")


def _why_not_built(s: RivalsState, seat: int, face: Face) -> Refusal:
    """8.2 8.3 8.6 Owned, a condition, no site, or the price."""
    player, held = s.players[seat], amounts(s.players[seat])
    if face.one_each and owns_copy(s, player, face.id):
        return _no("owned", "8.2")
    if face.needs and not has(player, *face.needs):
        refusal = _no("needs", "8.6", cards=[ref("card", name) for name in face.needs])
        return refusal.else_try(*[f"build:{name}*" for name in face.needs])
    if face.needs_progress and progress(s, seat) < face.needs_progress:
        return _no("needs_progress", "8.6", least=face.needs_progress, there=progress(s, seat))
    if face.id == CACHE and not has_strong_hero(s, player):
        return _no("needs_hero", "15.15")
    if not places_for(player, face):
        refusal = _no("needs_city", "8.3") if face.category == "city" else _no("no_site", "8.2")
        return refusal.else_try("city:*", "settlement:*", "road:*")
    return _no("too_dear", "8.2").lacking(lacking(face.cost, held)).else_try("trade")


def _why_no_piece(s: RivalsState, seat: int, piece: str, held: dict[str, int]) -> Refusal:
    """2.8 8.7 No place, none left, or the price."""
    player, cost = s.players[seat], cost_of_centre(s, piece)
    place = {
        "settlement": bool(settlement_ends(player)),
        "road": bool(road_ends(player)),
        "city": not all(town.city for town in player.towns),
    }[piece]
    needs = [_needs("left", bool(s.supply[piece])), _needs(f"for_{piece}", place), *_pays(cost, held)]
    return _piece_refused(s, seat, piece, lacking(cost, held)).needing(*needs)


def _piece_refused(s: RivalsState, seat: int, piece: str, missing: dict[str, int]) -> Refusal:
    player = s.players[seat]
    if not s.supply[piece]:
        return _no("none_left", "5.2")
    if piece == "settlement" and not settlement_ends(player):
        return _no("no_road_end", "2.8").else_try("road:*")
    if piece == "road" and not road_ends(player):
        return _no("road_waits", "2.8").else_try("settlement:*", "scout:*")
    if piece == "city" and all(town.city for town in player.towns):
        return _no("no_settlement", "8.7").else_try("settlement:*", "road:*")
    return _no("too_dear", "8.7").lacking(missing).else_try("trade")

"""The laws that hold in a game of Rivals at any time (19.4, 19.6)."""

from __future__ import annotations

from collections import Counter

from engines.kit import EngineBug
from engines.rivals.state import Player, RivalsState
from engines.rivals.tables import CACHE, CAPACITY


def check(s: RivalsState) -> None:
    """19.4 19.6 Every card is in exactly one place, every store holds 0 to 3, the supply adds up."""
    for back in s.tables.backs(s.mode):
        _same(f"cards of {back}", _cards_of(s, back), Counter(s.tables.deck(s.mode, back)))
    events = Counter(card.kind for card in s.events + s.turned + s.put_away)
    _same("events", events, Counter(s.tables.event_deck(s.mode)))
    regions = Counter(card.kind for card in s.regions + s.drawn)
    regions.update(region.kind for player in s.players for region in player.regions)
    _same("regions", regions, Counter(dict.fromkeys(s.tables.regions, 1)))
    for player in s.players:
        _check_player(s, player)
    for name, row in s.tables.centre.items():
        placed = {
            "road": sum(len(player.roads) for player in s.players) - 2,
            "settlement": sum(len(player.towns) for player in s.players) - 4,
            "city": sum(town.city for player in s.players for town in player.towns),
        }[name]
        if s.supply[name] + placed != row.stack:
            raise EngineBug(f"the supply of {name} does not add up")


def _cards_of(s: RivalsState, back: str) -> Counter[str]:
    places = [s.face_up, s.discard, s.laid, *(stack.cards for stack in s.stacks)]
    places += [player.hand for player in s.players]
    places += [expansion.pile for player in s.players for expansion in player.expansions]
    wrong = [card for stack in s.stacks for card in stack.cards if card.back != stack.back]
    if wrong:
        raise EngineBug(f"cards under a stack of another set: {wrong}")
    return Counter(card.kind for place in places for card in place if card.back == back)


def _check_player(s: RivalsState, player: Player) -> None:
    amounts = [region.stored for region in player.regions]
    amounts += [card.stored for card in player.expansions]
    if any(not 0 <= amount <= CAPACITY for amount in amounts):
        raise EngineBug(f"a store holds too much or too little: {amounts}")
    if any(card.stored and card.kind != CACHE for card in player.expansions):
        raise EngineBug("only a Gold Cache stores gold beside the regions")
    cities = {town.x: town.city for town in player.towns}
    places = [(card.x, card.row, card.slot) for card in player.expansions]
    if len(set(places)) != len(places):
        raise EngineBug(f"two expansions on one site: {places}")
    for card in player.expansions:
        red = s.tables.faces[card.kind].category == "city"
        if card.slot > 0 and (red or card.slot > 1) and not cities[card.x]:
            raise EngineBug(f"{card.kind} lies outside a city")


def _same(what: str, found: Counter[str], expected: Counter[str]) -> None:
    if found != expected:
        raise EngineBug(f"{what} appeared {dict(found - expected)} or vanished {dict(expected - found)}")

"""Which cards a game has, and when one is truly used: played, resolved, built or scored."""

from __future__ import annotations

from collections.abc import Iterable

from engines.firenze.state import FirenzeState
from engines.kit import Event, ref

NAMED_BY = {
    "firenze.event.played": "card",
    "firenze.event.privilege": "card",
    "firenze.event.feast": "card",
    "firenze.event.lost": "event",
}
"""Events that name the card used, and the fact that does."""

SPEAK_OF = {
    "alchemist": "alchemist",
    "smuggler": "smuggler",
    "saboteur": "saboteur",
    "patrician": "patrician",
    "warded": "patrician",
    "wholesaler": "wholesaler",
    "collapse": "collapse",
    "botch": "botch",
    "renaissance": "renaissance",
    "bell": "campanile",
}
"""Events that speak of one card alone."""


def cards(s: FirenzeState) -> Iterable[str]:
    """1.11 The 27 cards, without the Campanile if the option is off (2.8)."""
    return [ref("card", card.id) for card in s.tables.card if card.id != "campanile" or s.options.campanile]


def used(s: FirenzeState, event: Event) -> Iterable[str]:
    """9 Persons are played, events resolved, feasts and privileges scored; a building works once it is taken (4.6)."""
    if event.key in NAMED_BY:
        return [str(event.facts[NAMED_BY[event.key]])]
    name = event.key.removeprefix("firenze.event.")
    if name in SPEAK_OF:
        return [ref("card", SPEAK_OF[name])]
    if name == "took":
        card = str(event.facts["card"])
        return [card] if s.tables.cards[card.removeprefix("card/")].type == "building" else ()
    return ()

"""Where on the board that lies which an ask offers, by references."""

from __future__ import annotations

import re

from engines.kit.asks import Amount, Ask, Bundle, Option, Pick, Spot
from engines.kit.text import Text

_REFERENCE = re.compile(r"^[a-z_]+/[^\s/]+$")


def named(text: Text) -> tuple[str, ...]:
    """The references that stand in a text by themselves; sums and lists are no place."""
    return tuple([fact for fact in text.facts.values() if isinstance(fact, str) and _REFERENCE.match(fact)])


def refs_of(option: Option) -> tuple[str, ...]:
    """Where an option lies on the board: as its game says, else what its label names."""
    return named(option.label) if option.at is None else option.at


def places_of(ask: Ask) -> dict[str, tuple[str, ...]]:
    """Where everything lies that an ask lets choose: options, kinds of pieces or spots, by their keys."""
    if isinstance(ask, Pick):
        return {option.key: refs_of(option) for option in ask.options}
    if isinstance(ask, Amount):
        return {option.key: refs_of(option) for option in ask.instead}
    if isinstance(ask, Bundle):
        at = ask.at or {}
        return {kind: at[kind] if kind in at else named(ask.labels[kind]) for kind in ask.available}
    return {spot.key: spot_at(spot) for spot in ask.spots}


def spot_at(spot: Spot) -> tuple[str, ...]:
    """Where a spot lies: as its game says, else its cell in a picture that shows the piece turned this way."""
    if spot.at is not None:
        return spot.at
    return (f"cell/cell-{spot.cell}", f"turn/turn-{1 + spot.turn + 4 * spot.flip}")

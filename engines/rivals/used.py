"""Which cards a game has, and when one is truly used: played, built, or turned up and resolved."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kit import Event, ref
from engines.rivals.state import RivalsState

USES = ("rivals.event.played", "rivals.event.built", "rivals.event.event")


def cards(s: RivalsState) -> Iterable[str]:
    """12.4 13.1 The cards of this mode, events included."""
    kinds = {kind for back in s.tables.backs(s.mode) for kind in s.tables.deck(s.mode, back)}
    return [ref("card", kind) for kind in sorted(kinds | set(s.tables.event_deck(s.mode)))]


def used(s: RivalsState, event: Event) -> Iterable[str]:
    """8.1 8.2 7.8 A card is played, built, or as an event resolved."""
    return [str(event.facts["card"])] if event.key in USES else ()

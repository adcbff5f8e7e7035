"""Which tiles and cards a game has, and when one is truly used: built, or laid open and scored."""

from collections.abc import Iterable

from engines.carrara.card_tables import CARD_NUMBERS
from engines.carrara.setup import card_ids
from engines.carrara.state import CarraraState
from engines.kit import Event, refs


def cards(s: CarraraState) -> Iterable[str]:
    """1.4, 10.1, 10.3 The tiles; with the expansion those of value 8, the upgraders and all 31 cards that may come."""
    if not s.options.expansion:
        return refs("tile", s.tables.display_tiles)
    drawn = [
        f"{colour.removesuffix('_card')}_{number}"
        for colour, (first, last) in CARD_NUMBERS.items()
        for number in range(first, last + 1)
    ]
    chosen = drawn if s.options.cards == "random" else card_ids(s)
    return refs("tile", s.tables.tile) + refs("place", s.tables.upgraded) + refs("card", chosen)


def used(s: CarraraState, event: Event) -> Iterable[str]:
    """5.3, 10.4, 10.5, 10.9 A tile is built, an upgrader taken; the open cards count once all have scored by them."""
    match event.key:
        case "carrara.event.built" | "carrara.event.replaced":
            return [str(event.facts["tile"])]
        case "carrara.event.upgraded":
            return [str(event.facts["place"])]
        case "carrara.event.final" if s.options.expansion:
            return refs("card", card_ids(s))
    return ()

"""1.7 The commissions: which are open, and what they are worth."""

from __future__ import annotations

from engines.firenze.bricks import COLOURS
from engines.firenze.state import NEUTRAL, FirenzeState
from engines.firenze.tables import Balcony


def commission(colour: str, height: int) -> str:
    """1.7 The key of a commission: a colour and a height."""
    return f"{colour}-{height}"


def parts(key: str) -> tuple[str, int]:
    """1.7 Colour and height of a commission."""
    colour, height = key.split("-")
    return colour, int(height)


def all_commissions(s: FirenzeState) -> list[str]:
    """1.7 All 36, colour by colour from the lowest up."""
    return [commission(colour, height) for colour in COLOURS for height in s.tables.heights]


def balcony_on(s: FirenzeState, key: str) -> Balcony | None:
    """2.2 The balcony tile that a commission carries."""
    for id in s.balconies:
        tile = s.tables.balconies[id]
        if tile.key == key:
            return tile
    return None


def is_open(s: FirenzeState, key: str) -> bool:
    """8.1 No seal lies on it, and if it carries a balcony that one is the next in order (8.4)."""
    if key in s.seals or key not in s.tables.points:
        return False
    tile = balcony_on(s, key)
    return tile is None or tile.numeral == s.balconies_done + 1


def points_of(s: FirenzeState, key: str) -> int:
    """8.2 The balcony's points instead of the printed ones (A16)."""
    tile = balcony_on(s, key)
    return s.tables.points[key] if tile is None else tile.points


def storey_bonus(s: FirenzeState, height: int) -> int:
    """8.3 What the storey token of this height is worth while it lies there."""
    return s.tables.storey_points[height] if height in s.storey_tokens else 0


def privilege_for(s: FirenzeState, height: int) -> str | None:
    """9.1 The privilege on a church space that this height earns."""
    for card in s.church:
        if s.tables.cards[card].height == height:
            return card
    return None


def privilege_bonus(s: FirenzeState, height: int) -> int:
    """9.1 What that privilege is worth."""
    card = privilege_for(s, height)
    return 0 if card is None else s.tables.cards[card].points


def majority_leader(s: FirenzeState, colour: str) -> int | None:
    """12.1 Most own seals in the tower; in a tie the higher seal. Neutral seals do not count."""
    best: dict[int, tuple[int, int]] = {}
    for height in s.tables.heights:
        owner = s.seals.get(commission(colour, height), NEUTRAL)
        if owner != NEUTRAL:
            count, _ = best.get(owner, (0, 0))
            best[owner] = (count + 1, height)
    return max(best, key=best.__getitem__) if best else None


def is_blocked(s: FirenzeState, seat: int) -> bool:
    """9.1 The Campanile keeps this player from commissions (A30)."""
    return "campanile" in s.church and seat not in s.small_seals

"""3.4 The hand: which persons may come, and where they go."""

from __future__ import annotations

from engines.firenze.piles import discard
from engines.firenze.state import FirenzeState
from engines.kit import Draft

SCREENED = 2
"""The rules_version since which nobody can tell from what is asked who is in a hand."""

FOLDED = 3
"""The rules_version since which nothing is asked that cannot matter, and the exchange stands beside the building."""

BUNDLED = 4
"""The rules_version since which the building of a turn is one answer, and the turn ends by itself unless one stays."""


def may_play(s: FirenzeState, seat: int, person: str) -> bool:
    """3.4 In hand, and no other of this name was played this turn."""
    return person in s.players[seat].hand and person not in s.turn.played


def might_play(s: FirenzeState, seat: int, person: str) -> bool:
    """3.4 10.3 Whether, for all that the others know, `may_play` holds: of a hidden hand that is its size alone."""
    if s.rules < SCREENED or s.options.hands == "open":
        return may_play(s, seat, person)
    return bool(s.players[seat].hand) and person not in s.turn.played


def discard_played(d: Draft[FirenzeState], seat: int, person: str) -> None:
    """3.4 A played person goes to the discard pile at once and cannot come again this turn."""
    s = d.state
    s.players[seat].hand.remove(person)
    s.turn.played.append(person)
    s.turn.closed = False
    discard(d, person)

"""7.9 10.4 What the player who is not on turn gives up is chosen at leisure: the turn goes on until it depends on it.

Which card goes and where is named when its owner comes to it, as if it had been named at once: what has been put under
that stack since lies below it and is not drawn before, what has been discarded since lies upon it. What looks at that
player's cards, at a whole stack or at the discard pile waits for it, and whoever is on turn may let the other one
decide first.
"""

from __future__ import annotations

from engines.kit import Draft
from engines.rivals.scoring import hand_limit, has_won
from engines.rivals.state import RivalsState

LEISURE = 5
"""The rules_version since which the turn does not wait for what the other player gives up."""
LOSING = frozenset(
    {"archer.unit", "feud.lose", "feud.ward", "loss.gone", "loss.stack", "pirate.ship"}
    | {"riots.choose", "riots.decide", "riots.paid"}
)
"""The questions of a loss."""


def is_at_leisure(s: RivalsState, seat: int) -> bool:
    """Whether nobody waits for what this player gives up."""
    return s.rules >= LEISURE and seat != s.active


def is_losing(s: RivalsState, seat: int) -> bool:
    """Whether a player has still to decide what is given up."""
    return any(frame.step in LOSING for frame in s.later.get(seat, ()))


def owe_loss(d: Draft[RivalsState], seat: int, *steps: str) -> None:
    """These questions are open to the player who is not on turn."""
    d.state.piled = len(d.state.discard)
    for step in steps:
        d.later(step, (seat,))


def settled(s: RivalsState, seat: int) -> None:
    """What was owed is given, paid or warded off."""
    if is_at_leisure(s, seat):
        s.under, s.piled = [], -1


def place_on_discard(s: RivalsState, seat: int) -> int | None:
    """10.4 Where the card of a loss comes to lie on the discard pile."""
    return s.piled if is_at_leisure(s, seat) and s.piled >= 0 else None


def place_under(s: RivalsState, seat: int, stack: int) -> int | None:
    """10.1 Where the card of a loss comes to lie in a stack."""
    return len(s.stacks[stack].cards) - s.under.count(stack) if is_at_leisure(s, seat) else None


def note_put_under(s: RivalsState, seat: int, stack: int) -> None:
    """10.1 The player on turn has put a card under a stack: what the other one still owes goes above it."""
    if is_losing(s, 1 - seat):
        s.under.append(stack)


# --- what depends on it ---


def awaits_loss(d: Draft[RivalsState]) -> bool:
    """Let the other player decide first what is given up; False: there is nothing to decide."""
    other = 1 - d.state.active
    return is_losing(d.state, other) and d.call_in(other)


def could_win_by_it(s: RivalsState) -> bool:
    """4.3 6.5 Whether the player on turn has won, or would if the other one lost some card and with it an advantage."""
    if has_won(s, s.active):
        return True
    other = s.players[1 - s.active]
    kept = other.expansions
    try:
        for card in kept:
            other.expansions = [each for each in kept if each is not card]
            if has_won(s, s.active):
                return True
    finally:
        other.expansions = kept
    return False


def could_run_dry(s: RivalsState) -> bool:
    """9.2 Whether the stacks might not have a card for every one that is drawn in this turn."""
    drawn = max(0, hand_limit(s, s.active) - len(s.players[s.active].hand)) + 1
    return sum([len(stack.cards) for stack in s.stacks]) < drawn

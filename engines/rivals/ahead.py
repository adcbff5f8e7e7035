"""Planning ahead: the board as it lies with another seat on turn, and what a seat can spend."""

from engines.kit import Draft, counted
from engines.rivals.state import Deed, RivalsState
from engines.rivals.stores import amounts


def give_turn(d: Draft[RivalsState], seat: int) -> None:
    """6.2 It is this seat's turn after the roll, with the resources that it has now."""
    s = d.state
    s.active, s.deed, s.taking, s.fetches = seat, Deed(), None, 0
    for card in s.players[seat].expansions:
        card.used = False
    d.only("turn.actions")


def purse(s: RivalsState, seat: int) -> dict[str, int]:
    """1.6 Resources by type."""
    return counted("resource", amounts(s.players[seat]))

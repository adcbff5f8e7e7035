"""Planning ahead: the board as it lies with another seat on turn, and what a seat can spend."""

from engines.firenze.state import FirenzeState
from engines.firenze.turn import start_turn
from engines.kit import Draft, counted


def give_turn(d: Draft[FirenzeState], seat: int) -> None:
    """3.1 It is this seat's turn, all else lies as it is."""
    start_turn(d, seat)
    d.only("turn")


def purse(s: FirenzeState, seat: int) -> dict[str, int]:
    """1.3 The bricks of the warehouse."""
    return counted("brick", s.players[seat].warehouse)

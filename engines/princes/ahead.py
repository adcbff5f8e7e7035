"""Planning ahead: the board as it lies with another seat on turn, and what a seat can spend."""

from engines.kit import Draft
from engines.princes.look import leave_look
from engines.princes.state import PrincesState
from engines.princes.turn import begin_turn


def give_turn(d: Draft[PrincesState], seat: int) -> None:
    """6.1 It is this seat's turn, all else lies as it is; the next seat follows. A43 Cards that somebody looks at are
    of their deck still."""
    leave_look(d)
    d.state.phase, d.state.turns = "turns", [(seat + 1) % d.state.seats]
    d.only("round")
    d.call("turns")
    begin_turn(d, seat)


def purse(s: PrincesState, seat: int) -> dict[str, int]:
    """1.1 Florins, and points, which some sell."""
    return {"money/florin": s.players[seat].cash, "point/prestige": s.players[seat].points}

"""3 The turn: what is noted when it begins."""

from __future__ import annotations

from engines.firenze.state import FirenzeState, Turn
from engines.kit import Draft


def start_turn(d: Draft[FirenzeState], seat: int) -> None:
    """3.3 Note the towers that stand now; all else of the last turn is forgotten."""
    s = d.state
    s.active = seat
    old_towers = [tower.id for tower in s.players[seat].towers]
    s.turn = Turn(number=s.turn.number + 1, old_towers=old_towers)

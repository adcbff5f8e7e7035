"""11 The end of the game."""

from __future__ import annotations

from engines.firenze.scoring import final_scoring, score
from engines.firenze.state import NOBODY, FirenzeState
from engines.kit import Draft, seat_ref


def lay_last_seal(d: Draft[FirenzeState], seat: int) -> None:
    """11.1 11.2 8.5 The first to lay a last seal takes the end tile; later ones change nothing."""
    s = d.state
    if s.end_tile == NOBODY:
        s.end_tile = seat
        points = s.tables.players.end_tile_points
        score(s, seat, "end_tile", points)
        d.tell("firenze.event.end_tile", seat=seat_ref(seat), points=points)


def end_tile_for(s: FirenzeState, seals_left: int) -> int:
    """11.1 What laying a seal brings besides, with so many left after it."""
    return s.tables.players.end_tile_points if s.end_tile == NOBODY and not seals_left else 0


def ending_before(s: FirenzeState, seat: int) -> str:
    """11.2 A21 A23 How the game ends instead of this seat's turn: the round is complete, or the cap is reached."""
    if seat == s.end_tile:
        return "last_seal"
    if s.turn.number >= s.tables.cap.rounds * s.seats:
        return "cap"
    return ""


def has_turn_left(s: FirenzeState, seat: int) -> bool:
    """11.2 Whether a turn of this seat is still to come after the present one."""
    if s.end_tile == NOBODY:
        return s.turn.number + (seat - s.active - 1) % s.seats < s.tables.cap.rounds * s.seats
    following = (s.active + 1) % s.seats
    return (seat - following) % s.seats < (s.end_tile - following) % s.seats


def end_game(d: Draft[FirenzeState], ending: str) -> None:
    """12 Score and finish. The scoring counts what is hidden, so nobody may foresee it."""
    d.raise_barrier()
    d.tell(f"firenze.event.ending_{ending}")
    final_scoring(d)
    d.finish(ending)

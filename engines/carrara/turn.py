"""Chapters 3 and 7: how an action, the purchases and a turn end."""

from engines.carrara.cards import is_fulfilled
from engines.carrara.scoring import score_game
from engines.carrara.state import CarraraState, Choice
from engines.kit import Draft


def end_action(d: Draft[CarraraState]) -> None:
    """3.2, 3.4 After an action an object may be bought, if there is one and the coins suffice."""
    s = d.state
    if s.object_field and s.players[s.turn].coins >= s.tables.constants.object_price:
        d.goto("turn.object", s.turn)
    else:
        end_purchases(d)


def end_purchases(d: Draft[CarraraState]) -> None:
    """3.3, A3 After that the end may be announced, if that is valid."""
    s = d.state
    if may_announce(s, s.turn):
        d.goto("turn.announce", s.turn)
    else:
        end_turn(d)


def may_announce(s: CarraraState, seat: int) -> bool:
    """7.3, 7.5, 7.6, A4, A6, A30 All three conditions hold now, and nobody has announced before."""
    if s.announcer >= 0:
        return False
    player = s.players[seat]
    return all(is_fulfilled(s.tables, player, condition, s.seats) for condition in s.conditions())


def end_turn(d: Draft[CarraraState]) -> None:
    """3.1, 7.1, 7.4 Seats in order; a round that is the last one runs on to the last seat, then all score."""
    s = d.state
    s.choice = Choice()
    s.turn = (s.turn + 1) % s.seats
    if s.turn:
        d.goto("turn.action", s.turn)
    elif s.announcer >= 0 or s.is_exhausted:
        score_game(d)
        d.finish("announced" if s.announcer >= 0 else "exhausted")
    else:
        s.round += 1
        d.goto("turn.action", s.turn)

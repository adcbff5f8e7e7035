"""Chapters 3 and 7: how an action, the purchases and a turn end."""

from engines.carrara.cards import is_fulfilled
from engines.carrara.scoring import score_game
from engines.carrara.state import CarraraState, Choice
from engines.kit import Draft, seat_ref

SCREENED = 2
"""The rules_version since which nobody can tell from what is asked what lies behind a screen."""
BEHIND_SCREEN = ("coins", "objects", "equal_sets", "groups", "different_sets", "object_product")
"""9.1 Kinds of conditions that count what only its owner sees."""


def end_action(d: Draft[CarraraState]) -> None:
    """3.2, 3.4, 9.3 After an action an object may be bought, if there is one; asked whatever the coins."""
    s = d.state
    if s.object_field and (s.rules >= SCREENED or can_pay_object(s, s.turn)):
        d.goto("turn.object", s.turn)
    else:
        end_purchases(d)


def end_purchases(d: Draft[CarraraState]) -> None:
    """3.3, A3, 9.3 After that the end may be announced; asked if it is valid as far as all can see."""
    s = d.state
    if might_announce(s, s.turn) if s.rules >= SCREENED else may_announce(s, s.turn):
        d.goto("turn.announce", s.turn)
    else:
        end_turn(d)


def can_pay_object(s: CarraraState, seat: int) -> bool:
    """3.4 Whether the coins suffice for an object."""
    return s.players[seat].coins >= s.tables.constants.object_price


def might_announce(s: CarraraState, seat: int) -> bool:
    """7.3, 9.1 The conditions that all can check hold: those on coins and objects lie behind the screen."""
    if s.announcer >= 0:
        return False
    player, open_ones = s.players[seat], [each for each in s.conditions() if each.kind not in BEHIND_SCREEN]
    return all(is_fulfilled(s.tables, player, condition, s.seats) for condition in open_ones)


def may_announce(s: CarraraState, seat: int) -> bool:
    """7.3, 7.5, 7.6, A4, A6, A30 All three conditions hold now, and nobody has announced before."""
    if s.announcer >= 0:
        return False
    player = s.players[seat]
    for condition in s.conditions():
        if not is_fulfilled(s.tables, player, condition, s.seats):
            return False
    return True


def still_to_play(s: CarraraState) -> list[str]:
    """7.4 Who comes after the seat on turn in this round."""
    return [seat_ref(seat) for seat in range(s.turn + 1, s.seats)]


def end_turn(d: Draft[CarraraState]) -> None:
    """3.1, 7.1, 7.4 Seats in order; a round that is the last one runs on to the last seat, then all score."""
    s = d.state
    s.choice = Choice()
    s.turn = (s.turn + 1) % s.seats
    if s.turn:
        d.goto("turn.action", s.turn)
    elif s.announcer >= 0 or s.is_exhausted:
        d.raise_barrier()  # the scoring counts what is hidden: nobody may foresee it
        score_game(d)
        d.finish("announced" if s.announcer >= 0 else "exhausted")
    else:
        s.round += 1
        d.goto("turn.action", s.turn)

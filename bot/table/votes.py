"""Votes: who decides, whether a wish is carried, and when it lapses. Pure."""

from __future__ import annotations

from hashlib import blake2b

from bot.table.model import Table, Vote
from bot.table.time_control import DAY

LASTS = 1 * DAY
"""So long a vote is open, unless a move ends it."""


def voters(table: Table, vote: Vote) -> list[int]:
    """Who decides: everybody who is there, except whom it is about."""
    return [seat for seat in table.people if seat != vote.seat and table.plays(seat)]


def is_asked(table: Table, seat: int | None) -> bool:
    """Whether this seat is asked for its vote and has not given it."""
    vote = table.vote
    return vote is not None and seat is not None and seat not in (vote.seat, *vote.agreed, *vote.refused)


def close(table: Table, won: bool | None = None) -> None:
    """The open vote is over: carried, lost, or (None) lapsed without a decision."""
    if table.vote is not None:
        table.last_vote, table.vote = table.vote.model_copy(update={"won": won}), None


def asked_seats(table: Table, vote: Vote) -> list[int]:
    """Who was asked: all that have a say, but not who asks."""
    return [seat for seat in table.people if seat not in (vote.seat, vote.by)]


def vote_key(vote: Vote) -> str:
    """A short hash of what is asked, and when: equal for the same question alone, however many have voted."""
    asked = f"{vote.kind}/{vote.by}/{vote.to}/{vote.seat}/{vote.value}/{vote.asked}"
    return blake2b(asked.encode(), digest_size=6).hexdigest()


def outcome(table: Table, vote: Vote) -> bool | None:
    """Whether a vote is won, lost, or still open (to go back, `vote_back` decides).

    To call a game off takes all and one against it is enough; anything else is for the greater part.
    """
    entitled = set(voters(table, vote)) | ({vote.by} if vote.by is not None else set())
    agreed, refused = entitled & set(vote.agreed), entitled & set(vote.refused)
    if vote.kind == "cancel":
        return False if refused else agreed == entitled or None
    if 2 * len(agreed) > len(entitled):
        return True
    return False if 2 * len(refused) >= len(entitled) else None


def ends_with_move_of(table: Table, seat: int) -> bool:
    """Whether an open vote lapses since this seat has moved: one about somebody else's seat goes on."""
    return table.vote is not None and table.vote.seat in (None, seat)


def lapses(table: Table) -> float | None:
    """When the open vote lapses by itself."""
    return None if table.vote is None else table.vote.asked + LASTS

"""Votes: who decides, and whether a wish is carried. Pure."""

from __future__ import annotations

from hashlib import blake2b

from bot.table.model import Table, Vote


def voters(table: Table, vote: Vote) -> list[int]:
    """Who decides: everybody who is there, except whom it is about."""
    return [seat for seat in table.people if seat != vote.seat and table.plays(seat)]


def is_asked(table: Table, seat: int | None) -> bool:
    """Whether this seat is asked for its vote and has not given it."""
    vote = table.vote
    return vote is not None and seat is not None and seat not in (vote.seat, *vote.agreed, *vote.refused)


def vote_key(vote: Vote) -> str:
    """A short hash of what is asked, and when: equal for the same question alone, however many have voted."""
    asked = f"{vote.kind}/{vote.by}/{vote.to}/{vote.seat}/{vote.value}/{vote.asked}"
    return blake2b(asked.encode(), digest_size=6).hexdigest()


def outcome(table: Table, vote: Vote) -> bool | None:
    """Whether a vote is won by the greater part, lost, or still open (to go back, `vote_back` wants all)."""
    entitled = set(voters(table, vote)) | {vote.by}
    agreed, refused = entitled & set(vote.agreed), entitled & set(vote.refused)
    if 2 * len(agreed) > len(entitled):
        return True
    return False if 2 * len(refused) >= len(entitled) else None

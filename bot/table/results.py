"""Finished games as ratings and statistics see them: kept once per table, reckoned anew when somebody asks."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from bot.table.model import Table
from bot.table.ratings import Finished, Record, places_of, updated
from engines.kit import Result

FORGOTTEN = "gone"
"""The platform of those who had themselves forgotten: accounts of nobody, so that the games still count."""


def is_forgotten(user: str) -> bool:
    return user.startswith(f"{FORGOTTEN}:")


class Outcome(BaseModel):
    """One finished game. The same table gives the same outcome, so keeping it twice keeps it once."""

    model_config = ConfigDict(extra="ignore")

    code: str
    game: str
    ended: float
    moves: int
    users: list[str | None]
    names: list[str]
    scores: list[int]
    places: list[int]
    is_practice: bool = False
    """A first game with a teacher: it counts for nobody's rating."""


def outcome_of(table: Table, result: Result) -> Outcome:
    return Outcome(
        code=table.code,
        game=table.game,
        ended=table.ended or 0.0,
        moves=table.moves,
        users=[seat.user if seat.kind == "person" else None for seat in table.seats],
        names=table.names,
        scores=list(result.scores),
        places=places_of(result.scores, result.ranking, result.winners),
        is_practice=table.is_practice,
    )


def standings(outcomes: Sequence[Outcome]) -> dict[str, Record]:
    """The records of everybody after these games, oldest first: ratings are the room's own story."""
    records: dict[str, Record] = {}
    rated = [outcome for outcome in outcomes if not outcome.is_practice]
    for outcome in sorted(rated, key=lambda each: (each.ended, each.code)):
        records |= updated(records, Finished(outcome.users, outcome.scores, outcome.places))
    return records


def names_in(outcomes: Sequence[Outcome]) -> dict[str, str]:
    """What everybody was called last."""
    found: dict[str, str] = {}
    for outcome in sorted(outcomes, key=lambda each: each.ended):
        found |= {user: name for user, name in zip(outcome.users, outcome.names, strict=True) if user}
    return found

"""Ratings per game and room by openskill, and the plain figures behind `/stats`. Pure: documents in, documents out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce
from pydantic import BaseModel, ConfigDict

_MODEL = PlackettLuce()
SCALE, BASE = 40.0, 1000.0
"""A rating is shown as a number people know: newcomers at 1,000, a certain gain of skill some tens."""


class Record(BaseModel):
    """What one person has done in one game (in one room, or everywhere)."""

    model_config = ConfigDict(extra="ignore")

    played: int = 0
    won: int = 0
    points: int = 0
    best: int = 0
    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def rating(self) -> int:
        """Skill we are sure of: it begins at 1,000 and grows with what is known."""
        return round(BASE + SCALE * (self.mu - 3 * self.sigma))

    @property
    def average(self) -> int:
        return round(self.points / self.played) if self.played else 0


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game as ratings see it: users by seat (None: a computer), scores, places (ties share one)."""

    users: Sequence[str | None]
    scores: Sequence[int]
    places: Sequence[int]


def places_of(scores: Sequence[int], ranking: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of each seat: winners share the first, equal scores behind them share theirs."""
    places = [0] * len(scores)
    for position, seat in enumerate(ranking):
        before = ranking[position - 1] if position else None
        if seat in winners:
            places[seat] = 1
        elif before is not None and before not in winners and scores[before] == scores[seat]:
            places[seat] = places[before]
        else:
            places[seat] = position + 1
    return places


def updated(records: Mapping[str, Record], game: Finished) -> dict[str, Record]:
    """The records of all people who played, after this game. Against computer seats nobody's rating changes."""
    people = [(seat, user) for seat, user in enumerate(game.users) if user is not None]
    before = {user: records.get(user, Record()) for _, user in people}
    after: dict[str, Record] = {}
    rated = _rated(before, game, people) if len(people) > 1 else {}
    for seat, user in people:
        old, score = before[user], game.scores[seat]
        mu, sigma = rated.get(user, (old.mu, old.sigma))
        after[user] = Record(
            played=old.played + 1,
            won=old.won + (game.places[seat] == 1),
            points=old.points + score,
            best=max(old.best, score) if old.played else score,
            mu=mu,
            sigma=sigma,
        )
    return after


def _rated(
    before: Mapping[str, Record], game: Finished, people: Sequence[tuple[int, str]]
) -> dict[str, tuple[float, float]]:
    teams = [[_MODEL.rating(mu=before[user].mu, sigma=before[user].sigma)] for _, user in people]
    rated = _MODEL.rate(teams, ranks=[float(game.places[seat]) for seat, _ in people])
    return {user: (team[0].mu, team[0].sigma) for (_, user), team in zip(people, rated, strict=True)}

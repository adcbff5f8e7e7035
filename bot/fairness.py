"""Proof of fair shuffles: the seed's hash is posted before the game, the seed after it; anyone can play it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.kit import Answer, Engine, Options, commitment
from engines.kit.errors import KitError


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found."""

    seed_fits: bool
    replays: bool
    answers: int
    problem: str = ""

    @property
    def is_fair(self) -> bool:
        return self.seed_fits and self.replays


def verify(
    engine: Engine[Any],
    seats: int,
    options: Options,
    seed: str,
    promised: str,
    answers: list[tuple[int, str, Any]],
    final_hash: str,
) -> Verdict:
    """Whether the seed is the promised one, and the answers played from it give the very same game."""
    seed_fits = commitment(seed) == promised
    state = engine.setup(seats, options, seed).state
    for number, (seat, ask_id, value) in enumerate(answers):
        try:
            state = engine.submit(state, Answer(seat, ask_id, value)).state
        except KitError as error:
            return Verdict(seed_fits, False, number, str(error))
    same = engine.state_hash(state) == final_hash
    return Verdict(seed_fits, same, len(answers), "" if same else "the last position differs")

"""`signoria bench games`: every game of computers ends, and it is told how long it was and what they scored."""

from __future__ import annotations

import pytest

from bot.cli import bench_games
from engines import ENGINES


def test_lengths_and_scores_are_told_of_every_way_to_play() -> None:
    found = bench_games.measure(1, "carrara")
    engine = ENGINES["carrara"]
    seats = range(engine.info.seats[0], engine.info.seats[1] + 1)
    ways = [
        f"carrara {variant} {number} {level}"
        for variant in ("plain", *engine.info.variants)
        for number in seats
        for level in ("steady", "gentle")
    ]
    assert list(found) == ways, "and nothing failed"
    for figures in found.values():
        assert figures["ended"] == figures["games"] == 1
        assert figures["answers"][0] > 20
        assert figures["winner"][0] >= figures["last"][0]


def test_a_game_that_does_not_end_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_games, "answers", lambda *asked: iter(()))
    found = bench_games.measure(1, "carrara")
    assert found.pop("failed") == 1
    assert all(figures == {"games": 1, "ended": 0} for figures in found.values())

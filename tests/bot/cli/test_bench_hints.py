"""`signoria bench hints`: what is compared there, at few positions and with few playouts."""

from __future__ import annotations

from functools import partial

import pytest

from bot.cli import bench_hints
from engines import ENGINES
from engines.kit.coaching import advise
from engines.kit.thinking import think

GAME = "princes"


def test_hints_are_compared_with_a_deep_thought_and_with_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_hints, "DEEP", 24)
    monkeypatch.setattr(bench_hints, "DEALS", 2)
    monkeypatch.setattr(bench_hints, "advise", partial(advise, playouts=8, pairs=2))
    found = bench_hints.measure(2, GAME)
    assert set(found) == {GAME}
    figures = found[GAME]
    assert figures["positions"] == 2
    assert 0 <= figures["same"] <= figures["agreeing"] <= 1
    for name in ("regret_hint", "regret_script", "beyond_half"):
        mean, low, high = figures[name]
        assert low <= mean <= high


def test_stopped_it_tells_what_it_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bench_hints, "_choices", stopped)
    assert bench_hints.measure(2, GAME) == {GAME: {"positions": 0}}


def test_the_same_answer_leads_by_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever advises what the deep thought found regrets nothing: all are played on from the same deals."""
    monkeypatch.setattr(bench_hints, "DEALS", 3)
    engine = ENGINES[GAME]
    _, state, seat = next(bench_hints._choices(engine, 1))
    thought = think(engine, state, seat, 12, "seed")
    assert thought is not None
    best, same, other = bench_hints._leads(engine, state, seat, (thought.best, thought.best, thought.moves[-1]), "seed")
    assert best == same
    assert isinstance(other, float)


def test_only_positions_with_a_choice_count() -> None:
    engine = ENGINES[GAME]
    for _, state, seat in bench_hints._choices(engine, 4):
        thought = think(engine, state, seat, 1, "look")
        assert thought is not None
        assert len(thought.moves) > 1

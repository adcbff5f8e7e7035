"""`signoria bench path`: what it counts, and that no path costs more than it may."""

from __future__ import annotations

import pytest

from bot.cli import bench_path


@pytest.mark.timeout(240)
def test_no_path_takes_more_round_trips_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_path, "MOVES", 3)
    monkeypatch.setattr(bench_path, "TIMED", 5)
    found = bench_path.measure()
    assert list(found) == ["discord", "telegram", "page", "attend", "ratio_p50"]
    for platform in ("discord", "telegram", "page"):
        plans = platform == "page"
        assert found[platform]["tap"]["trips"] <= 4 + plans, platform
        assert found[platform]["line"]["trips"] <= 6, platform
        assert found[platform]["tap"]["rules"] <= 1 + plans, "a plan is run dry before it is carried out"
        assert found[platform]["line"]["rules"] == 1, platform
    assert found["page"]["click"]["trips"] <= 4
    assert found["attend"]["trips"] <= 8
    assert found["ratio_p50"] > 0

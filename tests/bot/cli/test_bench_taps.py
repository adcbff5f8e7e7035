"""Taps are counted: the same keys on every platform, and what a deed takes."""

from __future__ import annotations

import pytest

from bot.choices.controls import DISCORD, TELEGRAM
from bot.choices.plan import Planner
from bot.cli import bench_taps
from bot.cli.chat_taps import taps_to
from engines import ENGINES

KEYS = {
    "carrara": {"buy", "build", "score"},
    "princes": {"bid", "build", "work"},
    "firenze": {"turn"},
    "rivals": {"build", "draw", "trade"},
}


def test_every_platform_has_the_same_deeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_taps, "MOST_MOVES", 6)
    monkeypatch.setattr(bench_taps, "SEEDS", ("taps",))
    found = bench_taps.measure()
    assert set(found) == {"page", "discord", "telegram"}
    for games in found.values():
        assert {game: set(deeds) for game, deeds in games.items()} == KEYS


def test_turning_the_wheel_is_one_tap_and_buying_as_suggested_two_more() -> None:
    engine = ENGINES["carrara"]
    state = engine.setup(2, seed="taps").state
    seat = next(each.seat for each in engine.pending(state) if each.owed)
    planner = Planner(engine, state, seat, engine.submit)
    asked = next(each for each in planner.run().asks if each.owed)
    wheel = planner.run(planner.run().choosing(asked, ["buy"]))
    assert bench_taps.Phone(engine, state, seat).taps(wheel) == 1
    assert all(
        sum([taps_to(engine, wheel, step, limits) for step in wheel.steps]) >= 1 for limits in (DISCORD, TELEGRAM)
    )
    turned = wheel.state
    planner = Planner(engine, turned, seat, engine.submit)
    segment = next(each for each in planner.run().asks if each.owed)
    bought = planner.run(planner.run().choosing(segment, [segment.ask.options[0].key]))  # type: ignore[union-attr]
    assert bought.is_whole
    assert bench_taps.Phone(engine, turned, seat).taps(bought) == 2

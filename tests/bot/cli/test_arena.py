"""The arena and the tuning: fair deals, sound intervals, weights that are written only if they hold."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.cli import tune
from bot.cli.contest import Tally, wilson
from config import rooms
from config.settings import ConfigError
from engines import ENGINES
from engines.kit.weights import Script

KEYS = {"share", "low", "high", "margin", "games", "playouts", "seconds_p95"}


def arena(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["arena", *arguments, "--json"]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert set(figures) == KEYS
    return figures


@pytest.mark.parametrize(("game", "seats"), [("carrara", 2), ("princes", 3), ("rivals", 2)])
def test_a_level_against_itself_wins_exactly_its_share(
    game: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = arena(capsys, game, "--a", "steady", "--b", "steady", "--seats", str(seats), "--games", "6")
    assert figures["games"] == 6
    assert figures["share"] == pytest.approx(1 / seats, abs=1e-4)
    assert figures["low"] < figures["share"] < figures["high"]


def test_what_was_tuned_beats_what_was_not(capsys: pytest.CaptureFixture[str]) -> None:
    figures = arena(capsys, "princes", "--games", "20", "--seed", "a test")
    assert figures["low"] > 0.5
    assert figures["margin"] > 5


def test_a_seat_that_thinks_has_the_playouts_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    figures = arena(capsys, "princes", "--a", "sharp", "--b", "base", "--games", "2", "--playouts", "4")
    assert figures["playouts"] == 4
    assert figures["seconds_p95"] > 0


def stopped_after(deals: int) -> Iterator[Tally]:
    """So many deals, then somebody kills it."""
    for _ in range(deals):
        yield Tally([1.0, 0.0], [3.0, -1.0], [0.1])
    os.kill(os.getpid(), signal.SIGTERM)
    yield Tally([1.0, 1.0], [3.0, 3.0], [0.1])


def test_an_arena_that_is_stopped_says_what_it_saw_until_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr("bot.cli.arena.deals", lambda *given: stopped_after(3))
    figures = arena(capsys, "princes", "--games", "10")
    assert (figures["games"], figures["share"], figures["margin"]) == (6, 0.5, 1.0)
    monkeypatch.setattr("bot.cli.arena.deals", lambda *given: stopped_after(0))
    assert main(["arena", "princes", "--games", "10"]) == 1
    assert "nothing can be said" in capsys.readouterr().out
    assert signal.getsignal(signal.SIGTERM) is before


def test_an_interval_holds_its_share_and_narrows_with_games() -> None:
    assert wilson(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    assert wilson(80, 100) == pytest.approx((0.711, 0.867), abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_the_slowest_of_twenty_does_not_count() -> None:
    assert Tally([], [], [0.1] * 19 + [9.0]).p95() == 0.1


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a game's weights that may be written."""
    shutil.copy(rooms.folder("princes") / rooms.WEIGHTS, tmp_path / rooms.WEIGHTS)
    monkeypatch.setattr(rooms, "folder", lambda key: tmp_path)
    return tmp_path


def arguments(**changed: Any) -> argparse.Namespace:
    usual = {"game": "princes", "variant": "plain", "seats": 2, "generations": 1, "population": 4, "deals": 1}
    return argparse.Namespace(**{**usual, "confirm": 10, "also": [], "begin": None, "seed": "test", **changed})


def test_a_set_that_is_written_is_read_back_and_replaces_the_older_one(room: Path) -> None:
    engine = ENGINES["princes"]
    assert engine.script is not None
    found = engine.script.base.changed({"jester": 321.5, "reserve.2": 12})
    tune.write(engine, {"plain 2": "99 % of 10 games"}, found, arguments())
    again = Script("princes", engine.script.kind, engine.script.choose)
    assert again.tuned["plain 2"] == found
    others = {way: weights for way, weights in engine.script.tuned.items() if way != "plain 2"}
    assert {way: weights for way, weights in again.tuned.items() if way != "plain 2"} == others
    said = [line for line in (room / rooms.WEIGHTS).read_text("utf-8").splitlines() if line.startswith("# plain 2:")]
    assert said == ["# plain 2: 99 % of 10 games"], "what was said of the older one is gone with it"


def test_what_unseen_deals_do_not_confirm_is_not_written(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = ENGINES["princes"]
    assert engine.script is not None
    spoilt = engine.script.base.changed({"work": -100.0})
    assert not tune.confirm(engine, "plain 2", spoilt, arguments())[1]
    before = (room / rooms.WEIGHTS).read_text("utf-8")
    with pytest.raises(ConfigError):
        tune.run(arguments(variant="no such"))
    assert (room / rooms.WEIGHTS).read_text("utf-8") == before


def test_a_search_moves_every_number_but_those_that_stand_still() -> None:
    engine = ENGINES["princes"]
    assert engine.script is not None
    space = tune.space_of(engine)
    found = tune.search(engine, space, arguments()).flat()
    start = engine.script.start.flat()
    moved = {name for name, number in found.items() if number != start[name]}
    assert moved == set(space.names)
    assert "last_help" not in moved

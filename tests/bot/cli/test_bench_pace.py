"""`signoria bench pace`: few hand-overs a turn, counted in whole games."""

from __future__ import annotations

import pytest

from bot.cli.bench_pace import _lived, _measured, waking
from engines import ENGINES
from engines.kit.play import Walk


@pytest.mark.parametrize(("variant", "most"), [("plain", 1.25), ("gold", 1.3), ("turmoil", 1.35), ("duel", 1.3)])
def test_a_turn_of_rivals_hardly_stops_for_the_other_player(variant: str, most: float) -> None:
    """It was about 2 as long as every free gain was waited for, 1.4 in Turmoil while every loss was."""
    figures = _measured(ENGINES["rivals"], variant, games=3)
    assert 1 <= figures["hand_overs_per_turn"] <= most
    assert figures["stops_eased"] <= figures["stops_plain"]


def test_princes_asks_for_no_order_unless_it_was_chosen() -> None:
    options = ENGINES["princes"].info.options
    assert options().return_order == "as_drawn"  # type: ignore[attr-defined]
    assert options(preset="nl").return_order == "as_drawn"  # type: ignore[call-arg, attr-defined]


@pytest.mark.parametrize(("chosen", "asked"), [({}, False), ({"return_order": "player_choice"}, True)])
def test_a_game_of_princes_asks_for_no_order_unless_it_was_chosen(chosen: dict[str, str], asked: bool) -> None:
    engine = ENGINES["princes"]
    walk = Walk(engine, 3, engine.info.options.model_validate(chosen), "order", wild=0)
    steps = {position.step for position in walk.positions()}
    assert "look.keep" in steps
    assert ("look.return" in steps) == asked


async def test_beside_the_reckoned_days_stand_those_of_the_simulated_fortnight(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is not over by then counts with all of them."""
    monkeypatch.setattr("bot.cli.bench_pace.LONGEST", 2)
    lived = await _lived({"carrara": ENGINES["carrara"]}, 2)
    both = {f"fortnight_{what}_{name}" for what in ("days", "wrongs") for name in ("plain", "eased")}
    both |= {"fortnight_saved", "fortnight_spread"}
    assert {way: set(figures) for way, figures in lived.items()} == {"carrara plain": both, "carrara expansion": both}
    assert all(figures["fortnight_days_eased"] == 2 for figures in lived.values())
    wrongs = [figures[f"fortnight_wrongs_{name}"] for figures in lived.values() for name in ("plain", "eased")]
    assert wrongs == [0, 0, 0, 0]


def test_days_count_waking_hours_and_plans_save_some() -> None:
    assert waking(22.0, 2.0) == 24 + 9.0, "an hour before the night, one after it"
    assert waking(3.0, 1.0) == 9.0
    figures = _measured(ENGINES["carrara"], "plain", games=2)
    assert figures["days_eased_with_plans"] < figures["days_eased"] <= figures["days_plain"]
    assert figures["days_saved_by_plans"] > 0.25

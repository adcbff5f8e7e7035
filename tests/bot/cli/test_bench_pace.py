"""`signoria bench pace`: few hand-overs a turn, counted in whole games."""

from __future__ import annotations

import pytest

from bot.cli.bench_pace import _measured, waking
from engines import ENGINES


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


def test_days_count_waking_hours_and_plans_save_some() -> None:
    assert waking(22.0, 2.0) == 24 + 9.0, "an hour before the night, one after it"
    assert waking(3.0, 1.0) == 9.0
    figures = _measured(ENGINES["carrara"], "plain", games=2)
    assert figures["days_eased_with_plans"] < figures["days_eased"] <= figures["days_plain"]
    assert figures["days_saved_by_plans"] > 0.25

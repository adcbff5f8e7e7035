"""Where several must answer, all are asked at once: a question goes on to another seat only when something was told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.table.kept_plan import turn_step
from engines import ENGINES
from engines.kit.play import Walk
from tests.contract.cases import Case, cases, replayable

FEW = [case for case in cases() if case.seats == case.engine.info.seats[1]]


def one_after_another(walk: Walk[Any]) -> Iterator[str]:
    """Questions that come to a seat when another has answered the same, though nothing was told in between."""
    engine, before, asked = walk.engine, "", set[int]()
    for position in walk.positions():
        owed = [each for each in engine.pending(position.state) if each.owed]
        is_silent = all(event.key == "kit.event.forced" for event in position.outcome.events)
        if is_silent and position.step == before != turn_step(engine.info):
            yield from [
                f"{before} of seat {each.seat}" for each in owed if each.step == before and each.seat not in asked
            ]
        steps = {each.step for each in owed}
        before, asked = (steps.pop(), {each.seat for each in owed}) if len(steps) == 1 else ("", set())


@pytest.mark.parametrize("case", FEW, ids=str)
def test_no_question_goes_from_seat_to_seat_while_nothing_is_told(case: Case) -> None:
    with replayable(case, "together"):
        assert list(one_after_another(case.walk("together"))) == []


def test_a_question_that_was_put_to_one_after_the_other_is_caught() -> None:
    """By its earlier rules one game asked both players so, whether they ward off an event."""
    engine = ENGINES["rivals"]
    options = engine.info.options.model_validate(engine.info.variants["turmoil"])
    walks = [Walk(engine, 2, options, f"together {number}", wild=10, rules=3) for number in range(12)]
    assert any(found.startswith("sebastian") for walk in walks for found in one_after_another(walk))

"""What nobody waits for: given now or later, it leads to the same game, and its seat has the same choice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines.kit import Answer, Engine, Pending
from engines.kit.asks import Pick
from engines.kit.play import Walk
from tests.contract.cases import Case, cases

LATE = [case for case in cases() if case.game == "rivals"]
"""The games in which something is left for later."""


class Patient(Walk[Any]):
    """Nobody answers before the game waits for it."""

    def choose(self, pending: Any, chance: Any) -> Pending:
        return next(each for each in pending if each.owed)


def unhurried(engine: Engine[Any], state: Any) -> list[Pending]:
    return [each for each in engine.pending(state) if each.branch < -1]


def same(engine: Engine[Any], state: Any, wanted: Pending) -> Pending | None:
    """The same question in another state."""
    return next(
        (each for each in engine.pending(state) if (each.seat, each.step) == (wanted.seat, wanted.step)),
        None,
    )


@pytest.mark.parametrize("case", LATE, ids=str)
def test_now_or_later_is_the_same_game(case: Case) -> None:
    engine, seen = case.engine, Counter[str]()
    options = engine.info.options.model_validate_json(case.options)
    walk = Patient(engine, case.seats, options, f"unhurried {case}", wild=25)
    for position in walk.positions():
        state = position.state
        for late in unhurried(engine, state):
            seen[late.step] += 1
            assert not late.owed
            owed = next(each for each in engine.pending(state) if each.owed)
            if owed.seat == late.seat:  # waited for on account of something else
                continue
            mine = late.ask.sample(lambda bound: (seen.total() * 7) % bound)
            theirs = owed.ask.sample(lambda bound: (seen.total() * 5) % bound)
            first = engine.submit(state, Answer(late.seat, late.ask_id, mine)).state
            again = same(engine, first, owed)
            assert again is not None
            _require_more(owed, again)
            now = engine.submit(first, Answer(again.seat, again.ask_id, theirs)).state
            after = engine.submit(state, Answer(owed.seat, owed.ask_id, theirs)).state
            if after.ending or now.ending:
                assert after.ending == now.ending
                continue
            kept = same(engine, after, late)
            assert kept is not None
            assert kept.ask.offered() == late.ask.offered()
            later = engine.submit(after, Answer(kept.seat, kept.ask_id, mine)).state
            assert engine.state_hash(later) == engine.state_hash(now), (late.step, owed.step)
    assert seen["gain"] > 5


def _require_more(before: Pending, after: Pending) -> None:
    """What the other one may do never grows less by it."""
    if isinstance(before.ask, Pick) and isinstance(after.ask, Pick):
        assert {option.key for option in before.ask.options} <= {option.key for option in after.ask.options}

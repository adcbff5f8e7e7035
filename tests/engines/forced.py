"""What has but one answer is still asked where a wait would tell something; in positions it is answered at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.kit import Answer, Engine, Outcome


def answered_through(engine: Engine[Any], outcome: Outcome[Any], seat: int) -> Outcome[Any]:
    """Give the answers that this seat has no choice in, where the rules of version 1 gave them; events are gathered,
    a barrier stays up."""
    while not outcome.state.ending:
        mine = [each for each in engine.pending(outcome.state) if each.seat == seat]
        others = [each for each in engine.pending(outcome.state) if each.owed and each.seat != seat]
        value = mine[0].ask.only() if len(mine) == 1 else None
        if others or value is None or engine.steps[mine[0].step].since == 1:
            break
        after = engine.submit(outcome.state, Answer(seat, mine[0].ask_id, value))
        outcome = replace(after, events=outcome.events + after.events, barrier=outcome.barrier or after.barrier)
    return outcome

"""Plans: half-made moves that are run dry, for whole games of every title."""

from __future__ import annotations

from typing import Any

import pytest

from bot.choices.look_through import MOST_RUNS, reachable
from bot.choices.plan import Planned, Planner, split
from engines import ENGINES
from engines.kit import Answer, Dice, Engine, Pending
from engines.kit.errors import Refusal

GAMES = 2
ANSWERS = 120


def planner_of(engine: Engine[Any], state: Any, seat: int) -> Planner:
    return Planner(engine, state, seat, engine.submit)


def owed(engine: Engine[Any], state: Any) -> Pending:
    return next(each for each in engine.pending(state) if each.owed)


def chosen_by(engine: Engine[Any], planner: Planner, chance: Dice) -> Planned:
    """A plan put together part by part, as the plain player would choose, until it is whole."""
    planned = planner.run()
    for _ in range(20):
        pending = next(each for each in planned.asks if each.owed)
        value = engine.policy(planned.state, pending.seat, pending.step, pending.ask, chance.below)
        planned = planner.run(planned.choosing(pending, value))
        if planned.is_whole:
            return planned
    return planned


@pytest.mark.parametrize("game", list(ENGINES))
def test_a_plan_leads_where_its_answers_one_by_one_lead(game: str) -> None:
    engine = ENGINES[game]
    whole = 0
    for number in range(GAMES):
        state, chance = engine.setup(engine.info.seats[0], seed=f"plan {number}").state, Dice(f"plan {number}")
        for _ in range(ANSWERS):
            if state.ending:
                break
            seat = owed(engine, state).seat
            planned = chosen_by(engine, planner_of(engine, state, seat), chance)
            again = planner_of(engine, state, seat).run(planned.text)
            assert [step.given for step in again.steps] == planned.given
            for ask_id, value in planned.given:
                state = engine.submit(state, Answer(seat, ask_id, value)).state
            assert engine.state_hash(state) == engine.state_hash(planned.state)
            whole += planned.is_whole
    assert whole > ANSWERS / 2


@pytest.mark.parametrize("game", list(ENGINES))
def test_whatever_is_within_reach_is_a_plan_that_runs(game: str) -> None:
    engine, chance = ENGINES[game], Dice("reach")
    state = engine.setup(engine.info.seats[1], seed="reach").state
    deep = 0
    for _ in range(ANSWERS // 2):
        if state.ending:
            break
        pending = owed(engine, state)
        planner = planner_of(engine, state, pending.seat)
        found = reachable(planner, planner.run())
        assert planner.runs <= MOST_RUNS
        for reached in found[:: max(1, len(found) // 6)]:
            planner_of(engine, state, pending.seat).run(reached.plan)
        deep += any(reached.depth > 1 for reached in found)
        value = engine.policy(state, pending.seat, pending.step, pending.ask, chance.below)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    assert deep


@pytest.mark.parametrize("game", list(ENGINES))
def test_what_a_plan_shows_does_not_depend_on_what_its_seat_cannot_know(game: str) -> None:
    engine, chance = ENGINES[game], Dice("twins")
    state = engine.setup(engine.info.seats[1], seed="twins").state
    compared = 0
    for number in range(ANSWERS):
        if state.ending:
            break
        pending = owed(engine, state)
        seat = pending.seat
        twin = engine.resample(state, seat, f"twin {number}")
        first, second = planner_of(engine, state, seat), planner_of(engine, twin, seat)
        planned = chosen_by(engine, first, Dice(f"same {number}"))
        other = second.run(planned.text)
        assert (other.is_whole, other.is_final) == (planned.is_whole, planned.is_final), pending.step
        assert [step.given for step in other.steps] == planned.given
        assert [each.ask_id for each in other.asks] == [each.ask_id for each in planned.asks]
        if not planned.is_final:
            assert [event.key for event in other.events] == [event.key for event in planned.events]
        compared += 1
        value = engine.policy(state, seat, pending.step, pending.ask, chance.below)
        state = engine.submit(state, Answer(seat, pending.ask_id, value)).state
    assert compared > ANSWERS / 4


@pytest.mark.parametrize("text", ["x", "a:o1~", "~", "a:o1~b", "a:o1" * 400, ":o1", "nobody:o1"])
def test_a_plan_that_makes_no_sense_is_refused(text: str) -> None:
    engine = ENGINES["carrara"]
    state = engine.setup(2, seed="odd").state
    planner = planner_of(engine, state, owed(engine, state).seat)
    with pytest.raises(Refusal):
        planner.run(text)


def test_a_plan_is_read_as_it_was_written() -> None:
    assert split("") == []
    assert [ask for ask, _ in split("lOc_LKlz:o3~QCKjI0A3:b0201")] == ["lOc_LKlz", "QCKjI0A3"]

"""What a step may count on: answers of the type of its ask, and a barrier when sealed answers are told."""

from __future__ import annotations

import inspect
from types import GenericAlias
from typing import Any, get_type_hints

import pytest

from engines import ENGINES
from engines.kit import (
    AmountStep,
    Answer,
    AskStep,
    BundleStep,
    Draft,
    Engine,
    EngineBug,
    Outcome,
    Pick,
    PickStep,
    PlaceStep,
    Step,
    Text,
)
from tests.toy import STEPS, Keep, ToyOptions, ToyState, toy

TYPES: dict[type[Any], Any] = {
    PickStep: list[str],
    AmountStep: int | str,
    BundleStep: dict[str, int],
    PlaceStep: str,
}
ALL: list[Step[Any]] = [*STEPS, *(step for engine in ENGINES.values() for step in engine.steps.values())]
ASKING = [step for step in ALL if not step.silent]


@pytest.mark.parametrize("step", ASKING, ids=lambda step: f"{type(step).__module__}.{step.name}")
def test_an_answer_has_the_type_of_the_ask(step: Step[Any]) -> None:
    assert isinstance(step, AskStep)
    kind = next((kind for kind in TYPES if isinstance(step, kind)), None)
    if step.sealed:
        assert kind is not None
        assert get_type_hints(type(step).answer_all)["values"] == GenericAlias(dict, (int, TYPES[kind]))
    else:
        given = get_type_hints(type(step).answer)["value"]
        assert given == TYPES[kind] if kind else given is not Any


def test_a_step_that_asks_nobody_says_so() -> None:
    for step in ALL:
        assert step.silent is not isinstance(step, AskStep)


def test_a_plain_step_that_asks_is_caught_when_the_game_is_wired() -> None:
    class Mute(Step[ToyState]):
        name = "round.start"

        def ask(self, s: ToyState, seat: int) -> Pick:
            return Pick(Text("toy.ask.trade"), ())

    with pytest.raises(EngineBug, match=r"round\.start asks"):
        toy([Mute()])


def test_an_engine_is_wired_by_keywords_only() -> None:
    wired = inspect.signature(Engine).parameters.values()
    assert {parameter.kind for parameter in wired} == {inspect.Parameter.KEYWORD_ONLY}


class TellsWhatWasKept(Keep):
    """Tells everybody what all kept, and shuffles nothing: no verb of chance raises the barrier here."""

    def answer_all(self, d: Draft[ToyState], values: dict[int, list[str]]) -> None:
        for seat, kept in values.items():
            d.tell("toy.event.kept_two", seat=f"seat/{seat}", cards=kept)
        d.goto("round.start")


def _keep(engine: Engine[ToyState], state: ToyState, seat: int) -> Outcome[ToyState]:
    (pending,) = [each for each in engine.pending(state) if each.seat == seat]
    return engine.submit(state, Answer(seat, pending.ask_id, pending.ask.fallback()))


def test_telling_sealed_answers_raises_the_barrier_and_an_answer_that_stays_sealed_does_not() -> None:
    engine = toy([TellsWhatWasKept()])
    first = _keep(engine, engine.setup(2, None, "sealed").state, 0)
    assert not first.barrier
    assert not first.events
    again = _keep(engine, first.state, 0)
    assert not again.barrier
    last = _keep(engine, again.state, 1)
    assert last.barrier
    assert [event.key for event in last.events] == ["toy.event.kept_two"] * 2


def test_what_another_seat_then_does_is_neither_foreseen_nor_makes_an_answer_final() -> None:

    draft = Draft(toy().setup(2, ToyOptions(), "foreseen").state)
    draft.actor = 0
    draft.tell("toy.event.bid", bid=1)
    draft.act_for(0)
    assert draft.mine is None
    draft.act_for(1)
    draft.tell("toy.event.bid", bid=2)
    draft.roll()
    outcome = Outcome(draft.state, tuple(draft.events), draft.barrier, draft.mine, draft.foreseen)
    assert outcome.barrier
    assert not outcome.is_final
    assert [event.facts["bid"] for event in outcome.own_events] == [1]

"""What every engine promises: properties 1 to 8, written once. Each takes one position of a game by chance."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from engines.kit import Answer, Dice, Engine, Pending, Refusal, State
from engines.kit.events import seen
from engines.kit.play import Position

GARBAGE: tuple[Any, ...] = (
    None, True, -1, 10**9, 1.5, "", "no such key", [], ["no such key"], [1], [["x"]], {}, {"no such": 1},
    {"a": -1}, {1: 1}, {"a": "b"}, {"a": True}, ("x",), b"bytes", object(),
)  # fmt: skip


def viewers(state: State) -> list[int | None]:
    """Every seat, and an onlooker."""
    return [None, *range(state.seats)]


def offered_is_accepted(engine: Engine[Any], state: Any, chance: Dice) -> None:
    """2 Everything offered is accepted: defaults, suggestions, whatever lies inside."""
    for pending in engine.pending(state):
        ask = pending.ask
        values = [ask.sample(chance.below), *ask.suggested]
        if pending.owed:
            assert ask.default is not None, f"{pending.step} is owed and has no default"
        if ask.default is not None:
            values.append(ask.default)
        for value in values:
            engine.check(engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state)


def nothing_else_is(engine: Engine[Any], state: Any) -> None:
    """2 Anything else is refused, with an error of the kit, and changes nothing."""
    before = engine.state_hash(state)
    for pending in engine.pending(state):
        for value in GARBAGE + _just_outside(pending):
            if not _is_inside(pending, value):
                with pytest.raises(Refusal):
                    engine.submit(state, Answer(pending.seat, pending.ask_id, value))
        value = pending.ask.fallback()
        for answer in (
            Answer((pending.seat + 1) % state.seats, pending.ask_id, value),
            Answer(pending.seat, "AAAAAAAA", value),
            Answer(-1, pending.ask_id, value),
            Answer("x", 5, value),  # type: ignore[arg-type]
        ):
            with pytest.raises(Refusal):
                engine.submit(state, answer)
    assert engine.state_hash(state) == before


def _just_outside(pending: Pending) -> tuple[Any, ...]:
    ask: Any = pending.ask
    match ask.kind:
        case "pick":
            keys = [option.key for option in ask.options]
            return (
                keys[:1] * 2,
                keys[: max(ask.least - 1, 0)],
                keys + keys,
                [*keys[: ask.most], *keys[: ask.most + 1]],
            )
        case "amount":
            return (ask.low - 1, ask.high + 1, ask.low - ask.step, float(ask.low), str(ask.low))
        case "bundle":
            over = {kind: count + 1 for kind, count in ask.available.items()}
            return (over, dict.fromkeys(ask.available, -1), dict(list(over.items())[:1]))
        case _:
            return (ask.spots[0].key + " ", ask.spots[0].cell + "?", [ask.spots[0].key])


def _is_inside(pending: Pending, value: Any) -> bool:
    """Whether a would-be wrong value happens to be offered, told independently of `check`."""
    ask: Any = pending.ask
    match ask.kind:
        case "pick":
            keys = [option.key for option in ask.options]
            if not isinstance(value, list | tuple):
                return False
            plain = all(isinstance(key, str) and key in keys for key in value)
            return plain and len(set(value)) == len(value) and ask.least <= len(value) <= ask.most
        case "amount":
            if type(value) is int:
                return value in range(ask.low, ask.high + 1, ask.step)
            return isinstance(value, str) and value in [option.key for option in ask.instead]
        case "bundle":
            if not isinstance(value, dict) or not all(type(count) is int for count in value.values()):
                return False
            there = all(kind in ask.available and 0 <= n <= ask.available[kind] for kind, n in value.items())
            price = there and sum(ask.prices.get(kind, 0) * n for kind, n in value.items()) <= (
                ask.budget if ask.prices else 0
            )
            return there and price and ask.least <= sum(value.values()) <= ask.most
        case _:
            return isinstance(value, str) and value in [spot.key for spot in ask.spots]


def an_answer_counts_once(engine: Engine[Any], before: Any, position: Position[Any]) -> None:
    """2 The same answer given a second time is refused."""
    if position.answer is not None and not position.state.ending:
        open_again = [each.ask_id for each in engine.pending(position.state)]
        assert position.answer.ask_id not in open_again
        with pytest.raises(Refusal):
            engine.submit(position.state, position.answer)


def storing_keeps_everything(engine: Engine[Any], state: Any) -> None:
    """3 JSON there and back is equal, and so is all that follows from it."""
    again = engine.load(engine.dump(state))
    assert again == state
    assert engine.pending(again) == engine.pending(state)
    assert engine.state_hash(again) == engine.state_hash(state)


def any_order_is_the_same(engine: Engine[Any], state: Any, chance: Dice) -> None:
    """4 Simultaneous answers give the same state in any order."""
    owed: dict[int, Pending] = {}
    for pending in engine.pending(state):
        if pending.owed:
            owed.setdefault(pending.seat, pending)
    if len(owed) < 2:
        return
    answers = [Answer(each.seat, each.ask_id, each.ask.sample(chance.below)) for each in owed.values()]
    forward, backward = state, state
    for answer in answers:
        forward = engine.submit(forward, answer).state
    for answer in reversed(answers):
        backward = engine.submit(backward, answer).state
    assert engine.state_hash(forward) == engine.state_hash(backward)


def a_viewer_learns_no_secret(engine: Engine[Any], state: Any, seed: str) -> None:
    """5 What a viewer sees is the same when everything the viewer does not know is dealt anew."""
    for viewer in viewers(state):
        other = engine.resample(state, viewer, f"{seed}/{viewer}")
        assert engine.view(other, viewer) == engine.view(state, viewer), f"the view of {viewer} tells a secret"
        assert engine.owed(other) == engine.owed(state), f"who is asked tells {viewer} a secret"
        assert _own(engine, other, viewer) == _own(engine, state, viewer), f"the asks of {viewer} tell a secret"


def _own(engine: Engine[Any], state: Any, viewer: int | None) -> list[Pending]:
    return [pending for pending in engine.pending(state) if pending.seat == viewer]


def screens_hold(engine: Engine[Any], state: Any) -> None:
    """5 Screened sums of others are in nobody's view, and no ask is made from them."""
    for viewer in viewers(state):
        other = _alter_screened(state, viewer)
        assert engine.view(other, viewer) == engine.view(state, viewer), f"{viewer} sees behind a screen"
        if viewer is not None:
            for pending in _own(engine, state, viewer):
                assert _ask_of(engine, other, pending) == _ask_of(engine, state, pending), (
                    f"{pending.step} of {viewer} is made from what lies behind another's screen"
                )


def _ask_of(engine: Engine[Any], state: Any, pending: Pending) -> Any:
    return engine.steps[pending.step].ask(state, pending.seat)


def _alter_screened(state: Any, viewer: int | None) -> Any:
    other = state.clone()
    for owner, part in [(None, other), *enumerate(other.players)]:
        if owner is None or owner != viewer:
            for each in dataclasses.fields(part):
                if each.metadata.get("screened"):
                    setattr(part, each.name, _altered(getattr(part, each.name)))
    return other


def _altered(value: Any) -> Any:
    match value:
        case int():
            return value + 7
        case dict():
            return {key: _altered(inner) for key, inner in value.items()}
        case list():
            return [_altered(inner) for inner in value]
        case _:
            return value


def taking_back_teaches_nothing(engine: Engine[Any], before: Any, position: Position[Any], seed: str) -> None:
    """6 An answer without a barrier, given where all secrets are dealt anew, shows every viewer the same."""
    answer, outcome = position.answer, position.outcome
    if answer is None or outcome.barrier:
        return
    for viewer in viewers(before):
        other = engine.resample(before, viewer, f"{seed}/{viewer}")
        asked = [each for each in engine.pending(other) if each.seat == answer.seat and each.step == position.step]
        try:
            again = engine.submit(other, Answer(answer.seat, asked[0].ask_id, answer.value))
        except (IndexError, Refusal):
            assert viewer != answer.seat, f"{position.step}: the seat's own ask changed with what it cannot know"
            continue
        assert again.barrier is False or viewer != answer.seat, f"{position.step} raises a barrier by secrets"
        if again.barrier:
            continue
        assert engine.view(again.state, viewer) == engine.view(outcome.state, viewer), (
            f"{position.step} of seat {answer.seat} shows {viewer} a secret without raising the barrier"
        )
        assert seen(again.events, viewer) == seen(outcome.events, viewer), (
            f"{position.step} of seat {answer.seat} tells {viewer} a secret without raising the barrier"
        )


def nothing_was_touched(engine: Engine[Any], before: Any, digest: str) -> None:
    """3 and 7 The state that was answered on is as it was, so taking back is exact."""
    assert engine.state_hash(before) == digest


def rollout_agrees(engine: Engine[Any], positions: list[Position[Any]]) -> None:
    """3 The same answers by rollout give the same state."""
    rollout = engine.rollout(positions[0].state)
    for position in positions[1:]:
        answer = position.answer
        assert answer is not None
        mine = [each for each in rollout.pending() if each.seat == answer.seat and each.step == position.step]
        rollout.answer(mine[0], mine[0].ask.check(answer.value))
    assert engine.state_hash(rollout.state) == engine.state_hash(positions[-1].state)


def the_result_adds_up(engine: Engine[Any], state: Any) -> None:
    """1 A game that is over has a winner, a ranking of all seats, and points that add up by source."""
    result = engine.result(state)
    assert result is not None
    assert result.ending == state.ending
    assert sorted(result.ranking) == list(range(state.seats))
    assert set(result.winners) <= set(range(state.seats))
    assert result.winners
    assert [sum(parts.values()) for parts in result.breakdown] == list(result.scores)
    assert engine.pending(state) == ()


def asks_are_data(engine: Engine[Any], state: Any) -> None:
    """An ask is plain data: its attributes are those of the interface."""
    for pending in engine.pending(state):
        assert dataclasses.is_dataclass(pending.ask)
        assert pending.ask.kind in {"pick", "amount", "bundle", "place"}
        keys = [
            getattr(thing, "key", "") for thing in getattr(pending.ask, "options", getattr(pending.ask, "spots", ()))
        ]
        assert len(set(keys)) == len(keys), f"{pending.step} offers the same key twice"

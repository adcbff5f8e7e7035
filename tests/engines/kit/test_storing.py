"""Garbage is refused with a precise error; clones share nothing that can change."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.kit import Answer, BadSetup, BadState, Draft, Engine, EngineBug, Options, Refusal
from engines.kit.play import Walk
from tests.toy import Bid, ToyOptions, ToyState, toy


@pytest.fixture
def engine() -> Engine[ToyState]:
    return toy()


def stored(engine: Engine[ToyState], **changes: Any) -> bytes:
    body = json.loads(engine.dump(engine.setup(2, None, "stored").state))
    body["state"] |= changes
    return json.dumps(body).encode()


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'"toy"', b"{}", b'{"game": "toy", "rules": 1, "state": []}']
)
def test_garbage_is_not_a_state(engine: Engine[ToyState], raw: bytes) -> None:
    with pytest.raises(BadState):
        engine.load(raw)


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"seats": "many"}, "seats"),
        ({"players": [{}, {"coins": "x"}]}, "players"),
        ({"stack": [{"step": "no.such.step"}]}, "no.such.step"),
        ({"stack": []}, "does not stand"),
        ({"answered": [0]}, "does not stand"),
        ({"stack_of_cards": ["cat"]}, "stack_of_cards"),
        ({"stack_of_cards": []}, "contradicts the rules"),
        ({"tables": "unknown"}, "not known"),
    ],
)
def test_a_damaged_state_says_where(engine: Engine[ToyState], change: dict[str, Any], names: str) -> None:
    with pytest.raises(BadState, match=names):
        engine.load(stored(engine, **change))


def test_another_games_state_and_a_later_version_are_refused(engine: Engine[ToyState]) -> None:
    body = json.loads(stored(engine))
    for change in ({"game": "chess"}, {"rules": 99}, {"rules": 0}, {"rules": "1"}):
        with pytest.raises(BadState):
            engine.load(json.dumps(body | change).encode())


def test_an_older_state_is_migrated(engine: Engine[ToyState]) -> None:
    old = stored(engine)
    newer = toy()
    newer.info = type(engine.info)("toy", "Toy", (2, 4), ToyOptions, rules_version=2)
    newer.migrations = {1: lambda body: body | {"round": 7}}
    assert newer.load(old).round == 7


@pytest.mark.parametrize("seats", [1, 5, -1, "3", None, 2.0])
def test_a_wrong_number_of_seats_is_refused(engine: Engine[ToyState], seats: Any) -> None:
    with pytest.raises(BadSetup):
        engine.setup(seats)


def test_options_of_another_game_are_refused(engine: Engine[ToyState]) -> None:
    with pytest.raises(BadSetup):
        engine.setup(2, Options())


def test_a_clone_shares_nothing_that_can_change(engine: Engine[ToyState]) -> None:
    for position in Walk(engine, 3, ToyOptions(), "clone").positions():
        state, digest = position.state, engine.state_hash(position.state)
        clone = state.clone()
        clone.players[0].hand.clear()
        clone.players[1].goods["wheat"] += 5
        clone.bids[9] = 1
        clone.answered[0] += 1
        for frame in clone.stack:
            frame.sealed[0] = 1
            frame.branches = {}
        assert engine.state_hash(state) == digest


def test_a_fault_in_the_rules_is_our_bug_and_changes_nothing() -> None:
    class Breaks(Bid):
        def answer(self, d: Draft[ToyState], seat: int, value: int | str) -> None:
            d.state.bids[seat] = 1
            raise ZeroDivisionError

    engine = toy([Breaks()])
    state = engine.setup(2, None, "bug").state
    while engine.pending(state)[0].step != "round.bid":
        pending = next(each for each in engine.pending(state) if each.owed)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, pending.ask.fallback())).state
    digest, pending = engine.state_hash(state), engine.pending(state)[0]
    with pytest.raises(EngineBug, match=r"round\.bid"):
        engine.submit(state, Answer(pending.seat, pending.ask_id, "pass"))
    assert engine.state_hash(state) == digest


def test_a_finished_game_takes_no_answers(engine: Engine[ToyState]) -> None:
    *_, last = Walk(engine, 2, ToyOptions(), "over").positions()
    with pytest.raises(Refusal, match="game_over"):
        engine.submit(last.state, Answer(0, "AAAAAAAA", 1))

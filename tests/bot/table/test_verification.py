"""A log played again: proof that nothing was changed, and the way back in time."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table.change import Loaded
from bot.table.model import Entry, Move
from bot.table.verification import Verification, prove, record, replay
from engines.kit import commitment
from tests.bot.table.builders import at_bids, game, play

pytestmark = pytest.mark.no_server


def entry(version: int, kind: str, **more: Any) -> Entry:
    return Entry(version=version, time=0.0, kind=kind, **more)


class Story:
    """A game and its log, move by move."""

    def __init__(self) -> None:
        self.loaded: Loaded = game()
        self.loaded.version = 2
        facts = {"seats": 2, "options": {"rounds": 3}, "seed": "seed"}
        self.log = [entry(1, "opened"), entry(2, "started", facts=facts)]
        self.states: dict[int, Any] = {2: self.loaded.state}

    def tell(self, step: str, value: Any = None) -> Story:
        change = play(self.loaded, step, value)
        self.log.append(entry(self.loaded.version, "answer", seat=change.seat, moves=change.moves))
        self.states[self.loaded.version] = self.loaded.state
        return self

    def add(self, kind: str, **more: Any) -> Story:
        self.loaded.version += 1
        self.log.append(entry(self.loaded.version, kind, **more))
        return self

    def prove(self, sealed: str = "seed") -> Verification:
        self.loaded.table.commitment = commitment(sealed)
        return prove(self.loaded.engine, self.log, self.loaded.running(), self.loaded.table)


def story() -> Story:
    return Story().tell("setup.keep").tell("setup.keep").tell("round.bid", 2)


def test_every_version_since_the_start_has_its_state_again() -> None:
    told = story().add("ordered")
    states = replay(told.loaded.engine, told.log)
    assert list(states) == [2, 3, 4, 5, 6]
    assert all(states[version] == state for version, state in told.states.items())
    assert states[6] == states[5]


def test_a_step_back_brings_the_earlier_state() -> None:
    told = story().add("undone", to=4)
    assert replay(told.loaded.engine, told.log)[6] == told.states[4]


def test_going_back_by_vote_keeps_the_dice_as_they_fell() -> None:
    told = story().add("back", to=2)
    state = replay(told.loaded.engine, told.log)[6]
    assert state == told.loaded.engine.rewind(told.states[2], told.loaded.state)


def test_an_entry_that_names_no_version_changes_nothing() -> None:
    told = story().add("undone").add("back")
    states = replay(told.loaded.engine, told.log)
    assert states[7] == states[6] == states[5]


def test_a_game_that_was_played_honestly_is_proved() -> None:
    proof = story().prove()
    assert proof == Verification(True, True, 3, seed="seed")
    assert (proof.holds, proof.problem) == (True, "")


def test_another_seed_than_the_sealed_one_is_noticed() -> None:
    proof = story().prove("another seed")
    assert (proof.sealed, proof.same, proof.holds) == (False, True, False)


def test_another_state_than_the_log_leads_to_is_noticed() -> None:
    told = story()
    told.loaded.state = told.states[4]
    assert told.prove() == Verification(True, False, 3, "the state is not the one that the log leads to", "seed")
    assert not told.prove().holds


def test_a_log_that_cannot_be_played_says_where_it_breaks() -> None:
    told = story()
    told.log[2].moves[0].ask_id = "ZZZZZZZZ"
    proof = told.prove()
    assert (proof.sealed, proof.same, proof.moves) == (True, False, 3)
    assert "kit.refusal.closed" in proof.problem


def test_an_empty_log_proves_nothing() -> None:
    loaded = at_bids()
    loaded.table.commitment = commitment("")
    proof = prove(loaded.engine, [], loaded.running(), loaded.table)
    assert (proof.sealed, proof.same, proof.moves) == (True, False, 0)


def test_a_record_holds_what_stands_and_the_answers_at_which_it_broke() -> None:
    told = story().add("undone", to=4)
    table = told.loaded.table
    table.options, table.rules_version = {"rounds": 3}, 4
    broken = Move(seat=1, step="trade", ask_id="x", value=["wool"])
    made = record(table, told.log, [broken])
    assert {name: made[name] for name in ("game", "rules", "seats", "options", "seed")} == {
        "game": "toy",
        "rules": 4,
        "seats": 2,
        "options": {"rounds": 3},
        "seed": "seed",
    }
    assert [(seat, step) for seat, step, _ in made["answers"]] == [(0, "setup.keep"), (1, "setup.keep"), (1, "trade")]
    assert made["answers"][-1][2] == ["wool"]


def test_a_record_of_a_table_that_never_began_is_empty() -> None:
    made = record(at_bids().table, [], [])
    assert (made["seats"], made["seed"], made["answers"]) == (0, "", [])

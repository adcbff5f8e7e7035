"""The contract of section 7, properties 1 to 8, over every engine, seat count and option set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engines import ENGINES
from engines.kit import Dice, Engine, Step
from tests.contract import properties as p
from tests.contract.cases import Case, cases, few, replayable, spread
from tests.thorough import amount

GAMES = amount(1, 2)
CLOSE_LOOKS = amount(9, 25)
"""Positions of one game that are looked at closely; the laws are checked at all of them."""


@pytest.mark.parametrize("case", few(), ids=str)
def test_every_game_keeps_the_contract(case: Case) -> None:
    engine = case.engine
    for number in range(GAMES):
        seed = f"contract {number}"
        with replayable(case, seed):
            _walk(engine, case, seed)


def _walk(engine: Engine[Any], case: Case, seed: str) -> None:
    """Play a game, then look closely at an even spread of its positions; played again it is the same."""
    positions = list(case.walk(seed).positions())
    every = max(1, len(positions) // CLOSE_LOOKS)
    chance, before = Dice(f"{seed}/looks"), None
    for position in positions:
        if position.number % every == 0 and not position.state.ending:
            digest = engine.state_hash(position.state)
            p.asks_are_data(engine, position.state)
            p.offered_is_accepted(engine, position.state, chance)
            p.nothing_else_is(engine, position.state)
            p.storing_keeps_everything(engine, position.state)
            p.any_order_is_the_same(engine, position.state, chance)
            p.a_viewer_learns_no_secret(engine, position.state, f"{seed}/{position.number}")
            p.screens_hold(engine, position.state)
            p.nothing_was_touched(engine, position.state, digest)
        if before is not None and position.number % every == 0:
            p.an_answer_counts_once(engine, before, position)
            p.taking_back_teaches_nothing(engine, before, position, f"{seed}/{position.number}")
        before = position.state
    p.rollout_agrees(engine, positions)
    p.the_result_adds_up(engine, positions[-1].state)
    assert engine.state_hash(before) == engine.state_hash(list(case.walk(seed).positions())[-1].state)


@pytest.mark.parametrize("case", few(), ids=str)
def test_plain_players_bring_every_game_to_its_end(case: Case) -> None:
    """1 Within the number of answers that the game states."""
    for seed in ("plain a", "plain b")[:GAMES]:
        with replayable(case, seed, wild=0):
            walk = case.walk(seed, wild=0)
            *_, last = walk.positions()
            assert last.state.ending
            assert len(walk.answers) <= case.engine.info.longest


@contextmanager
def watched(engine: Engine[Any]) -> Iterator[set[str]]:
    """Which steps asked somebody or did something meanwhile."""
    reached: set[str] = set()

    def note(step: Step[Any], verb: str) -> None:
        plain = getattr(step, verb)

        def noted(*arguments: Any) -> Any:
            reached.add(step.name)
            return plain(*arguments)

        setattr(step, verb, noted)

    verbs = ("answer", "answer_all", "resume")
    for step in engine.steps.values():
        for verb in verbs:
            note(step, verb)
    try:
        yield reached
    finally:
        for step in engine.steps.values():
            for verb in verbs:
                delattr(step, verb)


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_step_and_every_ending_is_reached(game: str) -> None:
    """8 Nothing in a game is there for show."""
    engine, wanted = ENGINES[game], spread(game)
    endings: dict[str, int] = defaultdict(int)
    mine = [case for case in cases() if case.game == game]
    first = getattr(wanted, "REACH_ALL", ())
    with watched(engine) as reached:
        for version in sorted({step.until for step in engine.steps.values() if step.until}):
            for _ in mine[0].walk("reach of old", 15, rules=version).positions():
                pass
        for number in dict.fromkeys([*first, *range(wanted.GAMES_TO_REACH_ALL)]):
            case, seed, wild = mine[number % len(mine)], f"reach {number}", (0, 15, 40, 80)[number % 4]
            with replayable(case, seed, wild):
                *_, last = case.walk(seed, wild).positions()
            endings[last.state.ending] += 1
            if reached >= set(engine.steps) and set(endings) >= wanted.ENDINGS:
                break
    assert set(engine.steps) - reached == set()
    assert set(endings) == wanted.ENDINGS

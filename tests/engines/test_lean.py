"""Rollouts leave out words and nothing else: a lean ask offers what people are offered; scripts answer both alike."""

from __future__ import annotations

from typing import Any

import pytest

from engines import ENGINES
from engines.kit import Dice, Engine
from engines.kit.flow import Pending
from engines.kit.rollout import Rollout
from tests.engines.scripted import options_of

WAYS = [(game, variant) for game, engine in sorted(ENGINES.items()) for variant in ("plain", *engine.info.variants)]


def both_ways(engine: Engine[Any], game: Rollout[Any], owed: Pending, pending: Pending, seed: str) -> None:
    """One open ask, lean and in words."""
    words = game.in_words(pending)
    assert pending.ask.offered() == words.offered(), pending.step
    script, seat = engine.script, pending.seat
    assert script is not None
    weights = engine.weights(game.state)
    answers: list[Any] = [
        script.choose(game.state, seat, pending.step, ask, Dice(seed).below, weights) for ask in (words, pending.ask)
    ]
    if pending.is_side and seat == owed.seat:
        answers += [
            script.side(game.state, seat, owed.step, pending.step, ask, Dice(seed).below, weights)
            for ask in (words, pending.ask)
        ]
        assert answers[2] is None or script.looks(game.state, seat, owed.step, pending.step), pending.step
    assert answers[::2] == answers[1::2], pending.step


def on_demand(engine: Engine[Any], game: Rollout[Any], owed: Pending) -> None:
    """What a rollout works out only when somebody looks at it is what is offered."""
    assert engine.script is not None
    sides = {
        each.step: each.ask.offered()
        for each in game.pending()
        if each.is_side and (each.seat, each.branch) == (owed.seat, owed.branch)
        if engine.script.looks(game.state, owed.seat, owed.step, each.step)
    }
    assert {each.step: each.ask.offered() for each in game.beside(owed)} == sides
    waited_for = [[(each.seat, each.step) for each in found if each.owed] for found in (game.opens, game.pending())]
    assert waited_for[0] == waited_for[1]
    for each in game.pending():
        if engine.steps[each.step].is_free(game.state, each.seat):
            assert each.ask.only() is None, each.step


@pytest.mark.parametrize(("key", "variant"), WAYS)
def test_a_lean_ask_offers_what_people_are_offered(key: str, variant: str) -> None:
    engine = ENGINES[key]
    seats = engine.info.seats[len(variant) % 2]
    game = engine.rollout(engine.setup(seats, options_of(engine, variant), f"lean {variant}").state)
    chance = Dice(f"lean {key} {variant}")
    for number in range(engine.info.longest):
        if game.result() is not None:
            return
        owed = next(each for each in game.pending() if each.owed)
        on_demand(engine, game, owed)
        for pending in game.pending():
            both_ways(engine, game, owed, pending, str(number))
        asked = game.pending() if chance.below(3) == 0 else [owed]
        chosen = asked[chance.below(len(asked))]
        is_wild = chance.below(4) == 0
        value = (
            chosen.ask.sample(chance.below)
            if is_wild
            else engine.policy(game.state, chosen.seat, chosen.step, chosen.ask, chance.below)
        )
        game.answer(chosen, value)
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("key", ["carrara", "firenze", "rivals"])
def test_a_script_uses_again_what_it_reckoned_for_an_earlier_answer(key: str) -> None:
    engine = ENGINES[key]
    state = engine.setup(2, None, "kept").state
    game, chance, kept, again = engine.rollout(state), Dice("kept"), None, 0
    for _ in range(200):
        owed = next((each for each in game.pending() if each.owed), None)
        if owed is None:
            break
        value = engine.policy(game.state, owed.seat, owed.step, owed.ask, chance.below)
        again += kept is not None and game.state.kept is kept
        kept = game.state.kept
        game.answer(owed, value)
    assert again > 20
    assert engine.pending(game.state) != engine.pending(state)

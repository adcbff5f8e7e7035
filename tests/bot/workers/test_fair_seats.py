"""Computer seats are fair: what a seat cannot know has no part in what it answers, at any level; and games end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.table.model import Level
from bot.workers.levels import choose
from engines import ENGINES
from engines.kit import Answer, Dice, Engine, Pending
from engines.kit.scripted import Style, answer_of, play_out, shipped
from engines.kit.weights import Script
from tests.engines.scripted import options_of, ways
from tests.thorough import amount

WAYS = [(game, variant) for game, engine in sorted(ENGINES.items()) for variant in ("plain", *engine.info.variants)]
OFTEN, SELDOM, GAMES = amount(7, 3), amount(97, 61), amount(1, 3)
"""So many positions apart scripts and thoughts are looked at; so many games are played out."""
FEW = amount(4, 8)
"""Playouts are enough to see whether hidden cards sway a thought."""


def positions(engine: Engine[Any], variant: str, seed: str, every: int) -> Iterator[tuple[Any, list[Pending]]]:
    """Every so many positions of a game of scripts, with all that is asked of the seat that is waited for."""
    state = engine.setup(min(3, engine.info.seats[1]), options_of(engine, variant), seed).state
    style, chance = shipped(engine, state), Dice(seed)
    for number in range(engine.info.longest):
        seat = next((each.seat for each in engine.pending(state) if each.owed), None)
        if seat is None:
            return
        asked = [each for each in engine.pending(state) if each.seat == seat]
        if number % every == 0:
            yield state, asked
        move = answer_of(engine, state, asked, style, chance.below)
        assert move is not None
        state = engine.submit(state, Answer(seat, move[0].ask_id, move[1])).state


def peeks(engine: Engine[Any], variant: str, level: str, every: int) -> list[str]:
    """The steps at which a seat answered otherwise when what it cannot know had been dealt anew."""
    found = []
    for state, asked in positions(engine, variant, f"fair {variant}", every):
        twin = engine.resample(state, asked[0].seat, "another deal")
        same = [each for each in engine.pending(twin) if each.seat == asked[0].seat]
        assert [each.ask_id for each in same] == [each.ask_id for each in asked], "the seat is asked the same"
        few = FEW if level == Level.SHARP else None
        answers = [choose(engine, *each, level, "same", playouts=few) for each in ((state, asked), (twin, same))]
        if level == Level.STEADY:  # nor may the script itself look at what it is not told
            style = shipped(engine, state)
            moves = [answer_of(engine, *each, style, Dice("same").below) for each in ((state, asked), (twin, same))]
            answers += [None, None] if moves[0] == moves[1] else [None, answers[0]]
        if answers[0] != answers[1] or answers[2:3] != answers[3:4]:
            found.append(asked[0].step)
    return found


@pytest.mark.parametrize(("game", "variant"), WAYS)
@pytest.mark.parametrize("level", [Level.GENTLE, Level.STEADY])
def test_what_a_seat_cannot_know_changes_no_answer_of_a_script(game: str, variant: str, level: str) -> None:
    assert peeks(ENGINES[game], variant, level, OFTEN) == []


@pytest.mark.parametrize(("game", "variant"), WAYS)
def test_what_a_seat_cannot_know_changes_no_thought(game: str, variant: str) -> None:
    """A master differs from a sharp seat by the number of its playouts alone."""
    assert peeks(ENGINES[game], variant, Level.SHARP, SELDOM) == []


def test_a_script_that_peeks_is_caught() -> None:
    engine = ENGINES["rivals"]
    assert engine.script is not None
    honest = engine.script.choose

    def peeking(s: Any, seat: int, step: str, ask: Any, below: Any, weights: Any) -> Any:
        if step == "hand.refill":
            tops = [stack.cards[0].kind if stack.cards else "" for stack in s.stacks]
            stack = tops.index(max(tops))
            key = next((option.key for option in ask.options if option.key == str(stack + 1)), None)
            if key is not None:
                return [key]
        return honest(s, seat, step, ask, below, weights)

    script = Script("rivals", engine.script.kind, peeking)
    assert peeks(replace(engine, script=script), "plain", Level.STEADY, 1) != []


@pytest.mark.parametrize(("game", "variant", "seats"), list(ways()))
def test_games_of_computers_end_in_every_variant(game: str, variant: str, seats: int) -> None:
    engine = ENGINES[game]
    for number in range(GAMES):
        state = engine.setup(seats, options_of(engine, variant), f"ends {number}").state
        played = engine.rollout(state)
        result = play_out(engine, played, [shipped(engine, state)] * seats, Dice("ends").below)
        assert result is not None
        assert played.state.ending


def test_the_same_seed_gives_the_same_thought() -> None:
    engine = ENGINES["princes"]
    for state, asked in positions(engine, "plain", "again", 23):
        thoughts = [choose(engine, state, asked, Level.SHARP, "seed", playouts=FEW) for _ in range(2)]
        assert thoughts[0] == thoughts[1]


def test_two_sets_of_weights_play_in_one_process_without_touching_each_other() -> None:
    engine = ENGINES["carrara"]
    script = engine.script
    assert script is not None
    state = engine.setup(2, None, "two sets").state
    mixed = [Style(script.base, sides=False), shipped(engine, state)]
    alone = [Style(script.base, sides=False)] * 2
    results = [play_out(engine, engine.rollout(state), styles, Dice("x").below) for styles in (alone, mixed, alone)]
    assert results[0] == results[2] != results[1]

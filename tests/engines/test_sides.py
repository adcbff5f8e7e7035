"""Computers use what is offered beside the questions: every kind of person, every recruiting card."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines import ENGINES
from engines.kit import Answer, Ask, Below, Dice
from engines.kit.scripted import MOST_SIDES, Style, answer_of, shipped
from engines.kit.weights import Script
from tests.engines.scripted import options_of

MOST_GAMES = 100


def played(game: str, variant: str, seats: int, seed: str) -> tuple[set[str], Counter[str]]:
    """The cards that were used and the sides that were answered in a game of scripts."""
    engine = ENGINES[game]
    state = engine.setup(seats, options_of(engine, variant), seed).state
    style, chance, sides = shipped(engine, state), Dice(seed), 0
    used: set[str] = set()
    beside: Counter[str] = Counter()
    while not state.ending:
        seat = next(each.seat for each in engine.pending(state) if each.owed)
        asked = [each for each in engine.pending(state) if each.seat == seat]
        move = answer_of(engine, state, asked, style, chance.below, sides)
        assert move is not None
        sides = sides + 1 if move[0].is_side else 0
        beside[move[0].step] += move[0].is_side
        outcome = engine.submit(state, Answer(seat, move[0].ask_id, move[1]))
        for event in outcome.events:
            used.update(engine.used(outcome.state, event))
        state = outcome.state
    return used, beside


def test_every_kind_of_person_is_played_within_a_hundred_games() -> None:
    state = ENGINES["firenze"].setup(2, None, "persons").state
    left = {f"card/{id}" for id, row in state.tables.cards.items() if row.type == "person"}
    assert len(left) == 8
    for number in range(MOST_GAMES):
        left -= played("firenze", "plain", 2 + number % 3, f"persons {number}")[0]
        if not left:
            return
    assert left == set()


@pytest.mark.parametrize(
    ("variant", "sides"),
    [("plain", {"turn.recruit"}), ("muse", {"turn.recruit", "merchant.points"})],
)
def test_recruiting_cards_and_merchants_are_used_within_a_hundred_games(variant: str, sides: set[str]) -> None:
    left = set(sides)
    for number in range(MOST_GAMES):
        beside = played("princes", variant, 2 + number % 4, f"recruits {number}")[1]
        left -= {step for step, count in beside.items() if count}
        if not left:
            return
    assert left == set()


def test_a_script_that_would_answer_sides_for_ever_must_answer_what_it_owes() -> None:
    engine = ENGINES["princes"]
    assert engine.script is not None

    def always(s: Any, seat: int, owed: str, step: str, ask: Ask, below: Below, w: Any) -> Any:
        return ask.sample(below)

    state = engine.setup(3, None, "sides").state
    while not any(each.is_side for each in engine.pending(state)):
        pending = next(each for each in engine.pending(state) if each.owed)
        value = engine.policy(state, pending.seat, pending.step, pending.ask, Dice("x").below)
        state = engine.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    seat = next(each.seat for each in engine.pending(state) if each.is_side)
    asked = [each for each in engine.pending(state) if each.seat == seat]
    script = Script("princes", engine.script.kind, engine.script.choose, always)
    eager = type(engine)(**{**{name: getattr(engine, name) for name in engine.__dataclass_fields__}, "script": script})
    style = Style(engine.script.base)
    for sides, is_side in ((0, True), (MOST_SIDES - 1, True), (MOST_SIDES, False)):
        move = answer_of(eager, state, asked, style, Dice("x").below, sides)
        assert move is not None
        assert move[0].is_side is is_side

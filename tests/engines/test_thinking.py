"""Thinking: what is weighed, how playouts are spent, and when the script's answer is left."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from engines import ENGINES
from engines.kit import Answer, Dice, Engine
from engines.kit.scripted import answer_of, shipped
from engines.kit.thinking import CANDIDATES, WITH_SIDES, Thought, is_clearly_better, think
from tests.engines.scripted import options_of


def thoughts(game: str, variant: str, every: int, playouts: int) -> list[tuple[Any, int, Thought]]:
    """Thoughts at some positions of a game of scripts."""
    engine: Engine[Any] = ENGINES[game]
    state = engine.setup(2, options_of(engine, variant), "think").state
    chance, found = Dice("think"), []
    for number in range(engine.info.longest):
        if state.ending:
            break
        seat = next(each.seat for each in engine.pending(state) if each.owed)
        asked = [each for each in engine.pending(state) if each.seat == seat]
        if number % every == 0:
            thought = think(engine, state, seat, playouts, f"{number}")
            assert thought is not None
            found.append((state, seat, thought))
        move = answer_of(engine, state, asked, shipped(engine, state), chance.below)
        assert move is not None
        state = engine.submit(state, Answer(seat, move[0].ask_id, move[1])).state
    return found


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_move_that_is_weighed_is_legal_and_the_playouts_are_never_overdrawn(game: str) -> None:
    engine = ENGINES[game]
    for state, seat, thought in thoughts(game, "plain", 17, 20):
        asked = {each.ask_id: each for each in engine.pending(state) if each.seat == seat}
        for move in thought.moves:
            assert asked[move.ask_id].ask.check(move.value) == move.value
            assert asked[move.ask_id].is_side is move.is_side
        assert len(set(map(repr, thought.moves))) == len(thought.moves) <= CANDIDATES + WITH_SIDES
        assert thought.playouts == sum(map(len, thought.leads)) <= max(20, len(thought.moves))
        assert sorted(thought.order) == list(range(len(thought.moves)))
        assert not thought.is_cut


def test_the_answer_that_is_taken_was_weighed_as_long_as_any() -> None:
    for _, _, thought in thoughts("princes", "plain", 11, 30):
        longest = max(map(len, thought.leads))
        assert len(thought.leads[0]) == longest, "the script's answer is never dropped"
        assert len(thought.leads[thought.order[0]]) == longest
        if thought.order[0]:
            assert is_clearly_better(thought.leads[thought.order[0]], thought.leads[0])


def test_sides_that_can_wait_are_not_weighed() -> None:
    """Points are sold when a bid needs them; sold before it, they would only change how the scripts go on bidding."""
    for state, seat, thought in thoughts("princes", "plain", 1, 1):
        steps = {each.step for each in ENGINES["princes"].pending(state) if each.seat == seat and each.owed}
        if "auction.bid" in steps:
            assert "track.back" not in {move.step for move in thought.moves}


def test_sides_are_weighed_beside_what_is_owed() -> None:
    found = thoughts("princes", "plain", 1, 1)
    beside = [thought for state, seat, thought in found if any(move.is_side for move in thought.moves)]
    assert beside
    assert all(any(not move.is_side for move in thought.moves) for thought in beside)


def test_a_thought_can_be_sent_to_another_process() -> None:
    thought = thoughts("carrara", "plain", 1000, 6)[0][2]
    assert pickle.loads(pickle.dumps(thought)) == thought


def test_without_time_a_thought_ends_after_its_first_deal_and_says_so() -> None:
    engine = ENGINES["princes"]
    state = engine.setup(2, None, "no time").state
    seat = next(each.seat for each in engine.pending(state) if each.owed)
    thought = think(engine, state, seat, 500, "x", seconds=0.0)
    assert thought is not None
    assert thought.is_cut
    assert thought.playouts == len(thought.moves)


def test_a_seat_that_owes_nothing_has_nothing_to_think_about() -> None:
    engine = ENGINES["carrara"]
    state = engine.setup(2, None, "other").state
    seat = next(each.seat for each in engine.pending(state) if each.owed)
    assert think(engine, state, 1 - seat, 8, "x") is None


def test_better_by_less_than_half_of_what_pairs_scatter_is_not_clear() -> None:
    assert is_clearly_better([3.0, 1.0, 2.0], [1.0, 0.0, 1.0])
    assert not is_clearly_better([9.0, -8.0, 0.0], [0.0, 0.0, 0.0])
    assert not is_clearly_better([], [])


def test_no_answer_is_played_on_from_more_deals_than_is_wished() -> None:
    engine = ENGINES["princes"]
    state = engine.setup(2, None, "think").state
    seat = next(each.seat for each in engine.pending(state) if each.owed)
    bounded, free = (think(engine, state, seat, 120, "most", most=most) for most in (6, None))
    assert bounded is not None
    assert free is not None
    assert max(map(len, bounded.leads)) == 6 < max(map(len, free.leads))

"""Coaching: advice is legal, fair and repeatable, and its reasons add up."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from bot.language.speaker import Speaker
from bot.messages.hint_words import hint_said, percent
from config.languages import languages
from engines import ENGINES
from engines.kit import Answer, Dice, Pending
from engines.kit.coaching import BLOCK, PAIRS, Advice, _is_settled, _Played, _rival_of, advise, compared
from engines.kit.outcome import Result
from engines.kit.scripted import answer_of, shipped
from engines.kit.thinking import Move, Thought

NAMES = ("Anna", "Bert", "Cleo", "Dirk", "Els")


def positions(game: str, every: int) -> Iterator[tuple[Any, int, list[Pending]]]:
    """Some positions of a game of scripts, with all that is asked of the seat that is waited for."""
    engine = ENGINES[game]
    state, chance = engine.setup(2, None, "coach").state, Dice("coach")
    for number in range(engine.info.longest):
        if state.ending:
            return
        seat = next(each.seat for each in engine.pending(state) if each.owed)
        asked = [each for each in engine.pending(state) if each.seat == seat]
        if number % every == 0:
            yield state, seat, asked
        move = answer_of(engine, state, asked, shipped(engine, state), chance.below)
        assert move is not None
        state = engine.submit(state, Answer(seat, move[0].ask_id, move[1])).state


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_advice_is_an_answer_that_is_offered_and_is_said_in_every_language(game: str) -> None:
    engine = ENGINES[game]
    for state, seat, asked in positions(game, 29):
        advice = advise(engine, state, seat, "x", playouts=12, pairs=4)
        assert advice is not None
        for move in (advice.move, advice.other):
            if move is not None:
                found = next(each for each in asked if each.ask_id == move.ask_id)
                assert found.ask.check(move.value) == move.value
        for language in languages():
            said = hint_said(advice, asked, Speaker(language, game, NAMES))
            assert said
            assert all(line.strip() for line in said)


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_what_a_seat_cannot_know_changes_no_advice(game: str) -> None:
    engine = ENGINES[game]
    for state, seat, _ in positions(game, 53):
        twin = engine.resample(state, seat, "another deal")
        assert advise(engine, state, seat, "x", playouts=8, pairs=3) == advise(
            engine, twin, seat, "x", playouts=8, pairs=3
        )


def test_the_better_of_two_comes_first_whichever_way_they_are_compared() -> None:
    engine = ENGINES["carrara"]
    for state, seat, asked in positions("carrara", 41):
        owed = next(each for each in asked if each.owed)
        if not hasattr(owed.ask, "options") or len(owed.ask.options) < 2:
            continue
        first, second = [Move(owed.ask_id, owed.step, False, [option.key]) for option in owed.ask.options[:2]]
        one = compared(engine, state, seat, first, second, "x", 12)
        other = compared(engine, state, seat, second, first, "x", 12)
        if not one.is_equal:
            assert (one.move, one.other) == (other.move, other.other)
            assert one.gain == pytest.approx(other.gain)
            assert one.sources == other.sources


def test_no_more_pairs_are_played_than_teach_something() -> None:
    state, seat, asked = next(positions("princes", 10))
    owed = next(each for each in asked if each.owed)
    move = Move(owed.ask_id, owed.step, False, owed.ask.fallback())
    advice = compared(ENGINES["princes"], state, seat, move, move, "x")
    assert advice.is_equal
    assert advice.playouts == 2 * 2 * BLOCK < 2 * PAIRS


def test_points_that_cost_chances_are_no_advice() -> None:
    move = Move("a", "s", False, ["x"])
    assert Advice(move, move, gain=4.0, error=1.0, chance=0.9, otherwise=1.0).is_mixed
    assert not Advice(move, move, gain=4.0, error=1.0, chance=0.9, otherwise=0.92).is_mixed, "as good as the same"
    assert not Advice(move, move, gain=4.0, error=1.0, chance=1.0, otherwise=0.9).is_mixed
    doubtful = Advice(move, move, gain=1.0, error=1.0, chance=0.9, otherwise=1.0)
    assert doubtful.is_equal
    assert not doubtful.is_mixed


def thought(*leads: tuple[float, ...], order: tuple[int, ...]) -> Thought:
    return Thought(tuple(Move("a", "s", False, [str(n)]) for n in range(len(leads))), leads, order, 0)


def test_the_best_is_compared_with_what_comes_nearest_to_it() -> None:
    """Not with the script's answer because that was weighed to the end, nor with what only bears another name."""
    best = tuple(range(40))
    script, near = tuple(lead - 9.0 for lead in best), tuple(lead - 2.0 for lead in best[:20])
    few = tuple(lead - 1.0 for lead in best[:5])
    found = thought(script, best, near, best[:20], few, order=(1, 0, 2, 3, 4))
    assert [found.is_alike(n) for n in range(5)] == [False, True, False, True, False]
    assert _rival_of(found) == found.moves[2]
    assert _rival_of(thought(best, best, order=(0, 1))) is not None, "where there is nothing else, it is told so"
    assert _rival_of(thought(best, order=(0,))) is None


def test_what_comes_to_the_same_is_told_beside_the_hint() -> None:
    """Two works that are both done this turn: their order is no matter for a hint."""
    engine = ENGINES["princes"]
    for state, seat, asked in positions("princes", 56):
        advice = advise(engine, state, seat, "x", playouts=100, pairs=4)
        if advice is not None and advice.alike:
            said = " ".join(hint_said(advice, asked, Speaker("en", "princes", NAMES)))
            assert "Just as good: " in said
            assert advice.other not in advice.alike
            return
    pytest.fail("no two answers came to the same")


def test_a_hint_says_first_what_speaks_for_it_and_never_more_than_is_known() -> None:
    _, _, asked = next(positions("princes", 10))
    owed = next(each for each in asked if each.owed)
    move = Move(owed.ask_id, owed.step, False, owed.ask.fallback())
    sources = (("works", -6.0), ("buildings", 3.0))
    english = Speaker("en", "princes", NAMES)
    sure = Advice(move, move, gain=8.0, chance=0.66, otherwise=0.67, sources=sources, rival=-11.0)
    said = hint_said(sure, asked, english)
    assert said[0].endswith(": +8.0 points. Chance of winning 66 % either way.")
    assert said[1:] == [
        "Mostly: buildings +3.0.",
        "The best of the others ends with 11.0 points fewer.",
        "Against that: works −6.0.",
    ]
    torn = Advice(move, move, gain=8.0, error=2.0, chance=0.5, otherwise=0.7, sources=sources)
    (only,) = hint_said(torn, asked, english)
    assert "for the points (+8.0, ±\u00a02.0)" in only
    assert only.endswith("for the chance of winning (70 % instead of 50 %).")


def test_a_bare_number_comes_after_its_question_and_only_once() -> None:
    state, chance = ENGINES["carrara"].setup(2, None, "coach").state, Dice("coach")
    while next(each for each in ENGINES["carrara"].pending(state) if each.owed).step != "buy.segment":
        asked = [each for each in ENGINES["carrara"].pending(state) if each.owed]
        move = answer_of(ENGINES["carrara"], state, asked, shipped(ENGINES["carrara"], state), chance.below)
        assert move is not None
        answer = Answer(asked[0].seat, move[0].ask_id, move[1])
        state = ENGINES["carrara"].submit(state, answer).state
    asked = list(ENGINES["carrara"].pending(state))
    first, second = [Move(asked[0].ask_id, "buy.segment", False, [key]) for key in ("1", "2")]
    (said,) = hint_said(Advice(first, second), asked, Speaker("en", "carrara", NAMES))
    assert said == "Which segment? I or II: about equal."


def test_only_what_is_certain_is_said_to_be() -> None:
    assert [percent(share) for share in (0.0, 0.001, 0.5, 0.999, 1.0)] == [0, 1, 50, 99, 100]


def test_advice_can_be_sent_to_another_process() -> None:
    state, seat, _ = next(positions("princes", 10))
    advice = advise(ENGINES["princes"], state, seat, "x", playouts=12, pairs=4)
    assert pickle.loads(pickle.dumps(advice)) == advice


def test_pairs_end_where_a_difference_is_plain_or_none_is_to_be_found() -> None:
    def played(leads: list[int]) -> _Played:
        return _Played([Result((50 + lead, 50), (0, 1), (0,), "", ({}, {})) for lead in leads], [])

    scattered = [4, -4] * 20
    level = played([0] * 40)
    assert _is_settled(played([3 + each for each in scattered]), level, 0, 0.4), "plain"
    assert not _is_settled(played([1 + each for each in scattered]), level, 0, 0.4), "it may still come out"
    assert _is_settled(played(scattered), level, 0, 0.4), "nothing in it"
    little = played([each if number % 5 else 2 + each for number, each in enumerate(scattered)])
    assert not _is_settled(little, level, 0, 0.4)
    assert _is_settled(little, level, 0, 0.8), "little, and few pairs are left to show more"

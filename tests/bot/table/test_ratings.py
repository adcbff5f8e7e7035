"""Ratings: winners rise, ties share, computer seats do not count."""

from __future__ import annotations

import pytest

from bot.table.ratings import Finished, Record, places_of, updated

pytestmark = pytest.mark.no_server


def test_a_newcomer_stands_at_a_thousand() -> None:
    assert Record().rating == 1000


def test_the_winner_rises_above_the_loser() -> None:
    after = updated({}, Finished(["a", "b"], [40, 30], [1, 2]))
    assert after["a"].rating > after["b"].rating
    assert after["a"].mu > 25 > after["b"].mu
    assert (after["a"].won, after["b"].won) == (1, 0)


def test_beating_a_master_counts_for_more_than_beating_a_novice() -> None:
    master, novice = Record(played=30, mu=35, sigma=2), Record(played=30, mu=15, sigma=2)
    over_master = updated({"m": master}, Finished(["me", "m"], [10, 9], [1, 2]))["me"]
    over_novice = updated({"n": novice}, Finished(["me", "n"], [10, 9], [1, 2]))["me"]
    assert over_master.mu > over_novice.mu


def test_a_shared_victory_is_a_victory_for_both() -> None:
    after = updated({}, Finished(["a", "b", "c"], [40, 40, 10], [1, 1, 3]))
    assert (after["a"].won, after["b"].won) == (1, 1)
    assert after["a"].mu == after["b"].mu > after["c"].mu


def test_playing_against_computers_alone_changes_no_rating() -> None:
    after = updated({}, Finished(["a", None], [40, 10], [1, 2]))
    assert after["a"].rating == 1000
    assert (after["a"].played, after["a"].won, after["a"].best, after["a"].average) == (1, 1, 40, 40)


def test_places_share_where_scores_are_equal() -> None:
    assert places_of([40, 40, 30, 30], ranking=[1, 0, 2, 3], winners=[1]) == [2, 1, 3, 3]
    assert places_of([40, 40, 30], ranking=[0, 1, 2], winners=[0, 1]) == [1, 1, 3]


def test_a_newcomer_has_done_nothing() -> None:
    record = Record()
    assert (record.played, record.won, record.points, record.best, record.average) == (0, 0, 0, 0, 0)
    assert (record.mu, record.sigma) == (25.0, 25.0 / 3.0)
    assert Record.model_validate({"played": 1, "unheard_of": 2}).played == 1


def test_a_rating_is_the_skill_that_is_certain_in_numbers_people_know() -> None:
    assert Record(mu=30, sigma=5).rating == 1600
    assert Record(mu=25, sigma=8).rating == 1040


def test_points_add_up_and_the_best_game_is_remembered() -> None:
    first = updated({}, Finished(["a"], [-5], [1]))
    assert (first["a"].best, first["a"].average) == (-5, -5), "the first game is the best so far, even below nothing"
    second = updated(first, Finished(["a", None], [40, 50], [2, 1]))["a"]
    assert (second.played, second.won, second.points, second.best, second.average) == (2, 1, 35, 40, 18)
    third = updated({"a": second}, Finished([None, "a"], [9, 10], [2, 1]))["a"]
    assert (third.played, third.won, third.points, third.best, third.average) == (3, 2, 45, 40, 15)


def test_two_people_among_computers_are_rated_against_each_other() -> None:
    after = updated({}, Finished([None, "a", "b"], [99, 40, 30], [1, 2, 3]))
    assert after["a"].mu > 25 > after["b"].mu
    assert set(after) == {"a", "b"}


def test_places_follow_the_ranking_where_the_rules_broke_a_tie() -> None:
    assert places_of([40, 40, 40], ranking=[2, 0, 1], winners=[2]) == [2, 2, 1]
    assert places_of([10, 30, 20], ranking=[1, 2, 0], winners=[1]) == [3, 1, 2]
    assert places_of([20, 30, 10, 10], ranking=[1, 0, 2, 3], winners=[1]) == [2, 1, 3, 3]

"""Ratings: winners rise, ties share, computer seats do not count."""

from __future__ import annotations

from bot.ratings import Finished, Record, places_of, updated


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

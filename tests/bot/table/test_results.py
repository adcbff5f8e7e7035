"""Finished games as ratings and statistics see them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table.results import FORGOTTEN, Outcome, is_forgotten, names_in, outcome_of, standings
from engines.kit import Result
from tests.bot.table.builders import NOW, computer, ref, running

pytestmark = pytest.mark.no_server


def finished(code: str, ended: float, users: list[str | None], places: list[int], **more: Any) -> Outcome:
    scores = [50 - 10 * place for place in places]
    names = more.pop("names", [user or "Lorenzo" for user in users])
    return Outcome(
        code=code, game="toy", ended=ended, moves=9, users=users, names=names, scores=scores, places=places, **more
    )


def test_an_outcome_says_who_played_and_how_it_ended() -> None:
    table = running(2, computer(), ended=NOW, moves=17)
    outcome = outcome_of(table, Result((3, 9, 9), (1, 2, 0), (1, 2), "rounds", ({}, {}, {})))
    assert (outcome.code, outcome.game, outcome.ended, outcome.moves) == ("K7QF", "toy", NOW, 17)
    assert (outcome.users, outcome.names) == ([ref("Anna"), ref("Bram"), None], ["Anna", "Bram", "Lorenzo"])
    assert (outcome.scores, outcome.places) == ([3, 9, 9], [3, 1, 1])


def test_a_table_without_an_end_ended_at_no_time() -> None:
    assert outcome_of(running(), Result((1, 2), (1, 0), (1,), "rounds", ({}, {}))).ended == 0.0


def test_an_outcome_that_another_release_wrote_can_be_read() -> None:
    raw = finished("A", 1.0, ["a", "b"], [1, 2]).model_dump() | {"unheard_of": 1}
    assert Outcome.model_validate(raw).code == "A"


def test_those_who_had_themselves_forgotten_are_told_by_their_platform() -> None:
    assert FORGOTTEN == "gone"
    assert is_forgotten("gone:1f")
    assert not is_forgotten("gonepher:1")
    assert not is_forgotten("discord:gone:1")


def test_records_grow_from_the_oldest_game_on_whatever_the_order_they_lie_in() -> None:
    games = [
        finished("A", 3.0, ["a", "b"], [1, 2]),
        finished("B", 1.0, ["a", "b"], [2, 1]),
        finished("C", 2.0, ["a", "c"], [1, 2]),
    ]
    forward, backward = standings(games), standings(games[::-1])
    assert forward == backward
    assert {user: (record.played, record.won) for user, record in forward.items()} == {
        "a": (3, 2),
        "b": (2, 1),
        "c": (1, 0),
    }
    other = standings([games[0].model_copy(update={"ended": 0.5}), *games[1:]])
    assert other["a"].mu != forward["a"].mu, "the order of the games matters"


def test_games_that_ended_together_are_counted_in_the_order_of_their_codes() -> None:
    one, two = finished("A", 1.0, ["a", "b"], [1, 2]), finished("B", 1.0, ["a", "b"], [2, 1])
    assert standings([one, two]) == standings([two, one])


def test_people_are_called_as_they_were_last() -> None:
    games = [
        finished("A", 3.0, ["a", None], [1, 2], names=["Anna", "Lorenzo"]),
        finished("B", 1.0, ["a", "b"], [1, 2], names=["Annie", "Bram"]),
    ]
    assert names_in(games) == {"a": "Anna", "b": "Bram"}

"""The score curve that a table keeps while it is played."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.cli import demo
from bot.table.score_curve import gained, note, over_time, turning_points
from engines import ENGINES
from tests.toy import toy

pytestmark = pytest.mark.no_server


def test_a_curve_has_everybodys_points_after_each_round_and_the_final_scores() -> None:
    table = demo.stop("carrara", 3, {}, "curve", 5000)
    result = table.engine.result(table.state)
    assert result is not None
    rows = over_time(table.curve, result.scores)
    assert [row[0] for row in rows] == [0, 0, 0]
    assert tuple(row[-1] for row in rows) == result.scores
    assert len(rows[0]) == table.state.round + 2


def test_rounds_that_were_taken_back_are_forgotten() -> None:
    states = {number: table.state for number, table in _every("carrara", 80)}
    curve: dict[int, tuple[int, ...]] = {}
    note(curve, ENGINES["carrara"], states[79], states[80])
    note(curve, ENGINES["carrara"], states[4], states[5])
    assert set(curve) == {states[5].round}


@pytest.mark.parametrize("game", list(ENGINES))
def test_what_the_move_that_ends_a_round_brings_belongs_to_that_round(game: str) -> None:
    engine = ENGINES[game]
    assert engine.standing is not None
    before, ended = None, 0
    for _, table in _every(game, 300):
        number, points = engine.standing(table.state)
        if before is not None and number > before and not table.state.ending:
            assert table.curve[before] == points
            ended += any(points)
        before = number
    assert ended, "no round ended with points"


def test_a_game_that_names_no_points_has_no_curve() -> None:
    engine = toy()
    curve: dict[int, tuple[int, ...]] = {}
    note(curve, engine, (begun := engine.setup(2, None, "curve").state), begun)
    assert curve == {}
    assert over_time(curve, (3, 4)) == ()


def test_what_was_gained_since_is_told_for_those_alone_who_gained() -> None:
    assert gained((3, 4, 5), (3, 9, 4)) == {1: 5, 2: -1}
    assert gained((), (3, 9, 4)) == {}


@pytest.mark.parametrize("game", list(ENGINES))
def test_a_curve_tells_what_all_can_see(game: str) -> None:
    """The same points stand in the view of an onlooker, and nothing hidden has a part in them."""
    engine = ENGINES[game]
    assert engine.standing is not None
    for number, table in _every(game, 60):
        view = engine.view(table.state, None)
        players = getattr(view, "players", None) or view.seats  # type: ignore[attr-defined]
        seen = tuple([player.score if hasattr(player, "score") else player.points for player in players])
        assert engine.standing(table.state)[1] == seen
        if number % 20 == 0:
            assert engine.standing(engine.resample(table.state, None, "other")) == engine.standing(table.state)


def _every(game: str, most: int) -> Iterator[tuple[int, demo.Demo]]:
    for number, table in enumerate(demo.play(game, ENGINES[game].info.seats[1], {}, "curve")):
        yield number, table
        if number == most:
            return


def test_a_standing_is_noted_under_its_round_and_told() -> None:
    def at(number: int, *points: int) -> Any:
        return replace(toy(), standing=lambda state: (number, points))

    curve: dict[int, tuple[int, ...]] = {}
    assert note(curve, at(1, 3, 4), None, None) == (3, 4)
    assert note(curve, at(2, 5, 6), None, None) == (5, 6)
    note(curve, at(1, 7, 8), None, None)
    assert curve == {1: (7, 8)}
    assert note({}, toy(), None, None) == ()


def test_a_curve_goes_from_nothing_by_the_rounds_to_the_score() -> None:
    assert over_time({2: (5, 6), 1: (3, 4)}, (9, 9)) == ((0, 3, 5, 9), (0, 4, 6, 9))


def test_nothing_is_gained_where_nobody_knows_what_was_before() -> None:
    assert gained((1, 2), (1, 2, 3)) == {}
    assert gained((1, 2), (1, 2)) == {}


def test_turning_points_are_where_the_lead_changed_most_in_their_order() -> None:
    rows = [(0, 0), (5, 5), (5, 12), (6, 12), (20, 12), (20, 12), (20, 14)]
    assert turning_points(rows, most=2) == [2, 4]
    assert turning_points(rows) == [2, 3, 4, 6]
    assert turning_points([(0, 0), (3, 3)]) == []
    assert turning_points([]) == []

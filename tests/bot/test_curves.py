"""The score curve that a table keeps while it is played."""

from bot import demo
from bot.curves import note, over_time


def test_a_curve_has_everybodys_points_after_each_round_and_the_final_scores() -> None:
    table = demo.stop("carrara", 3, {}, "curve", 5000)
    result = table.engine.result(table.state)
    assert result is not None
    rows = over_time(table.curve, result.scores)
    assert [row[0] for row in rows] == [0, 0, 0]
    assert tuple(row[-1] for row in rows) == result.scores
    assert len(rows[0]) == table.state.round + 2


def test_rounds_that_were_taken_back_are_forgotten() -> None:
    tables = {number: table.engine.view(table.state, None) for number, table in _every(80)}
    curve: dict[int, tuple[int, ...]] = {}
    note(curve, "carrara", tables[80])
    note(curve, "carrara", tables[5])
    assert set(curve) == {tables[5].round}  # type: ignore[attr-defined]


def test_a_game_without_a_board_has_no_curve() -> None:
    curve: dict[int, tuple[int, ...]] = {}
    note(curve, "toy", None)  # type: ignore[arg-type]
    assert curve == {}
    assert over_time(curve, (3, 4)) == ()


def _every(most: int):  # type: ignore[no-untyped-def]
    for number, table in enumerate(demo.play("carrara", 3, {}, "curve")):
        yield number, table
        if number == most:
            return

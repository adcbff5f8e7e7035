"""The names that computers bear are whole on every board, and the rows in words are told apart."""

import pytest

from bot.cli import demo
from bot.commands.lobby_commands import COMPUTERS
from engines import ENGINES
from render.dispatch import paint, twin


@pytest.mark.parametrize("game", list(ENGINES))
def test_the_names_of_computers_are_never_cut(game: str) -> None:
    most = min(len(COMPUTERS), max(ENGINES[game].info.seats))
    picture = demo.picture(demo.stop(game, most, {}, answers=60), "all", 0, names=COMPUTERS)
    written = paint(picture).c.written
    assert [one.text for one in written if one.cut] == []
    assert {one.text for one in written} >= set(COMPUTERS[:most])


def test_what_stands_in_a_city_is_told_apart_from_what_the_seat_has() -> None:
    table = demo.stop("carrara", 3, {}, answers=120)
    rows = [
        row for row in twin(demo.picture(table, "all", 0, names=COMPUTERS)).split("\n") if row.startswith(COMPUTERS)
    ]
    assert any(";" in row for row in rows)
    for row in rows:
        for city in ENGINES["carrara"].view(table.state, 0).cities:
            name = f"{city.id.capitalize()}: "
            assert row.find(name) < 0 or row[row.find(name) - 2] == ";", row

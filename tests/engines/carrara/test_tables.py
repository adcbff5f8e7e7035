"""The tables: a host may correct them, but not make them nonsense."""

from pathlib import Path

import pytest

from engines.carrara import ENGINE
from engines.carrara.tables import CarraraTables
from engines.kit import TableError
from tests.corrections import corrected


def write(folder: Path, text: str) -> None:
    file = folder / "carrara" / "mine.toml"
    file.parent.mkdir()
    file.write_text(text, "utf-8")


def test_a_corrected_table_replaces_ours_and_a_running_game_keeps_its_own(tmp_path: Path) -> None:
    """1.7"""
    before = ENGINE.setup(2, seed="before").state
    wheel = "\n".join(
        f"{colour} = [6, 6, 6, 6, 6, 6]" for colour in ("white", "yellow", "red", "green", "blue", "black")
    )
    write(tmp_path, f'[wheel]\n{wheel}\nconfidence = "recalled"\n')
    with corrected(tmp_path):
        assert CarraraTables.current().prices[5]["black"] == 6
        assert ENGINE.setup(2, seed="after").state.tables.prices[5]["black"] == 6
        assert ENGINE.load(ENGINE.dump(before)).tables.prices[5]["black"] == 0


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[value_eight]\ncost = 9\nconfidence = "sourced"\n', 2),
        ('[tiles]\nconfidence = "sourced"\ncosts = [1, 7]\n', 3),
        ("[left_over]\npoints = 1\n", 1),
        ('[[upgrader]]\nid = "pisa"\npoints = 1\ncoins = 1\nconfidence = "sourced"\n', 1),
        ('[[extra_card]]\nid = 2\nscoring = { kind = "magic" }\nconfidence = "sourced"\n', 3),
        ("[nonsense]\nx = 1\n", 1),
    ],
)
def test_a_wrong_table_is_refused_with_file_and_line(tmp_path: Path, text: str, line: int) -> None:
    write(tmp_path, text)
    with corrected(tmp_path), pytest.raises(TableError) as caught:
        CarraraTables.current()
    assert caught.value.file.endswith("mine.toml")
    assert caught.value.line == line

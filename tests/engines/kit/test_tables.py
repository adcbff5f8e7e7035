"""Tables of printed numbers: checks, corrections by the host, and games that keep what they began with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from pydantic import Field

from engines.kit import Row, TableError, Tables, UnknownTables, use_data
from engines.kit import tables as module
from engines.kit.tables import doubts


class Wheel(Row):
    prices: tuple[int, ...]
    size: int = Field(ge=1)


class CardRow(Row):
    id: str
    points: int


class FairTables(Tables):
    game: ClassVar[str] = "fair"
    wheel: Wheel
    card: tuple[CardRow, ...]


SHIPPED = """
[wheel]
prices = [6, 5]
size = 2
confidence = "sourced"

[[card]]
id = "one"
points = 1
confidence = "sourced"

[[card]]
id = "two"
points = 2
confidence = "reconstructed"
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    shipped = tmp_path / "shipped" / "fair"
    shipped.mkdir(parents=True)
    (shipped / "fair.toml").write_text(SHIPPED)
    monkeypatch.setattr(module, "SHIPPED", tmp_path / "shipped")
    FairTables._read.__func__.cache_clear()
    yield tmp_path
    use_data(None)


def correct(home: Path, text: str) -> Path:
    own = home / "own" / "fair"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text(text)
    use_data(home / "own")
    return own / "mine.toml"


def test_a_host_replaces_one_table_and_keeps_the_rest(home: Path) -> None:
    ours = FairTables.current()
    correct(home, '[wheel]\nprices = [9]\nsize = 1\nconfidence = "sourced"\n')
    theirs = FairTables.current()
    assert theirs.wheel.prices == (9,)
    assert theirs.card == ours.card
    assert theirs.digest != ours.digest


def test_a_wrong_value_is_named_by_file_and_line(home: Path) -> None:
    file = correct(home, '# mine\n[wheel]\nprices = [9]\nsize = 0\nconfidence = "sourced"\n')
    with pytest.raises(TableError, match=rf"{file}:4: wheel\.size"):
        FairTables.current()


def test_a_wrong_card_is_named_by_its_own_line(home: Path) -> None:
    one = '[[card]]\nid = "one"\npoints = 1\nconfidence = "sourced"\n'
    file = correct(home, one + one.replace("points = 1", 'points = "many"'))
    with pytest.raises(TableError) as caught:
        FairTables.current()
    assert (caught.value.file, caught.value.line) == (str(file), 7)


def test_a_broken_file_is_named_by_its_line(home: Path) -> None:
    correct(home, "[wheel]\nprices = [9\nsize = 1\n")
    with pytest.raises(TableError) as caught:
        FairTables.current()
    assert caught.value.line in (2, 3)


def test_a_table_that_does_not_exist_is_refused(home: Path) -> None:
    correct(home, "[whell]\nsize = 1\n")
    with pytest.raises(TableError, match="there is no table"):
        FairTables.current()


def test_figures_that_are_not_sourced_are_listed(home: Path) -> None:
    assert doubts(FairTables.current()) == [("card.two", "reconstructed", "points 2")]


def test_tables_stored_with_a_game_are_known_again_by_their_hash(home: Path) -> None:
    ours = FairTables.current()
    with pytest.raises(UnknownTables):
        module._by_digest("0" * 24)
    assert module._by_digest(FairTables.from_raw(ours.raw).digest) == ours

"""`signoria data`: the figures of one's own box at the terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app.diagnostics import Grade, _corrections
from config.settings import OWN_BOX, load_settings
from engines import ENGINES
from engines.kit import use_data
from engines.kit.tables import doubts

pytestmark = pytest.mark.no_server


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    for name in ("SIGNORIA_DATA", "SIGNORIA_FOLDER", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    yield
    use_data(None)


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join([f"{line}\n" for line in lines])))


def test_the_list_names_every_figure_with_its_value_and_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "carrara", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        lines[0] == "city.livorno.needs = 2  (Reconstructed)  Cities, Livorno: Own buildings needed to score the city"
    )
    assert len(lines) == 94


def test_figures_are_set_by_name_and_used_by_every_later_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--set", "city.livorno.needs=3", "--set", "city.massa.needs==", "--name", "My box", "--by", "Anna"]
    assert main(["data", "carrara", *given]) == 0
    assert "Saved as My box" in capsys.readouterr().out
    assert (tmp_path / "data" / OWN_BOX / "carrara" / "set.toml").is_file()
    assert main(["data", "carrara", "--list"]) == 0
    listed = capsys.readouterr().out
    assert "city.livorno.needs = 3  (From the box)" in listed
    assert "city.massa.needs = 3  (From the box)" in listed
    assert main(["rules", "carrara", "--doubts"]) == 0
    told = capsys.readouterr().out
    assert "city.livorno" not in told
    assert "city.lerici" in told


def test_a_wrong_sum_is_told_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "firenze", "--set", "card.flood.start=1", "--name", "X"]) == 1
    assert "Action cards: there are 11 start cards, it should be 10." in capsys.readouterr().out
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--set", "card.flod.start=1"], "there is no doubtful figure card.flod.start"),
        (["--set", "city"], "there is no doubtful figure city"),
        (["--export", "x.zip"], "no set is in use"),
        (["--import", "nowhere.zip"], "nowhere.zip"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    given: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "firenze", *given]) == 1
    assert words in capsys.readouterr().err


def test_a_set_needs_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "carrara", "--set", "city.livorno.needs=3"]) == 1
    assert "give the set a name" in capsys.readouterr().err


def test_a_set_is_exported_and_imported_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "carrara", "--set", "city.livorno.needs=3", "--name", "My box", "--export", "x.zip"]) == 0
    assert main(["data", "carrara", "--export", "x.zip"]) == 0
    digest = ENGINES["carrara"].tables.current().digest
    assert main(["data", "carrara", "--import", "x.zip", "--folder", "theirs"]) == 0
    assert "New games use the set “My box”." in capsys.readouterr().out
    assert ENGINES["carrara"].tables.current().digest == digest
    assert (tmp_path / "theirs" / "carrara" / "tables.toml").is_file()
    assert main(["data", "firenze", "--import", "x.zip", "--folder", "theirs"]) == 1
    assert "this set is for another game (carrara)" in capsys.readouterr().err


def test_a_clause_can_be_given_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    clause = 'top_card.2.condition={ kind = "coins", least = [9, 8, 7] }'
    assert main(["data", "carrara", "--set", clause, "--name", "My box"]) == 0
    card = ENGINES["carrara"].tables.current().raw["top_card"][1]
    assert card["condition"] == {"kind": "coins", "least": [9, 8, 7]}
    assert card["confidence"] == "sourced"


def test_figures_are_asked_one_by_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    before = len(doubts(ENGINES["carrara"].tables.current()))
    type_in(monkeypatch, "0", "3", "=", "<", "many", "2", ".", "My box", "Anna")
    assert main(["data", "carrara"]) == 0
    said = capsys.readouterr().out
    assert "[1/94] Cities, Livorno: Own buildings needed to score the city" in said
    assert "the number must be at least 1" in said
    assert "type a whole number" in said
    cities = {row["id"]: row for row in ENGINES["carrara"].tables.current().raw["city"]}
    assert [cities[name]["needs"] for name in ("livorno", "viareggio", "massa")] == [3, 2, 3]
    assert len(doubts(ENGINES["carrara"].tables.current())) == before - 2


def test_sums_are_told_while_one_types(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [""] * 138
    names = [line.partition(" ")[0] for line in _listed(capsys)]
    lines[names.index("card.alchemist.start")] = "0"
    lines[names.index("card.flood.start")] = "1"
    type_in(monkeypatch, *lines, "My box", "")
    assert main(["data", "firenze"]) == 0
    said = capsys.readouterr().out
    assert said.count("there are 9 start cards, it should be 10") == 1
    assert "Saved as My box" in said


def test_what_is_wrong_at_the_end_is_mended_without_losing_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [line.partition(" ")[0] for line in _listed(capsys)]
    lines = ["2", *[""] * (names.index("card.flood.start") - 1), "1", "."]
    type_in(monkeypatch, *lines, "nowhere=1", "card.alchemist.start=0", "My box", "")
    assert main(["data", "firenze"]) == 0
    assert capsys.readouterr().out.count("PATH=VALUE") == 2
    raw = ENGINES["firenze"].tables.current().raw
    assert raw["tower"][0]["points"]["3"] == 2
    type_in(monkeypatch, *lines, "")
    assert main(["data", "firenze", "--folder", "other"]) == 1
    assert "Not saved" in capsys.readouterr().out


def _listed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["data", "firenze", "--list"]) == 0
    return capsys.readouterr().out.splitlines()


def test_who_types_nothing_leaves_everything_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "")
    assert main(["data", "carrara"]) == 1
    assert "nothing differs from our own figures" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_the_doctor_tells_the_set_in_use_or_what_is_wrong_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "carrara", "--set", "city.livorno.needs=3", "--name", "My box", "--by", "Anna"]) == 0
    said = [finding.text for finding in _corrections(load_settings())]
    assert any(each.startswith("carrara: the set 'My box' by Anna of ") for each in said)
    file = tmp_path / "data" / OWN_BOX / "carrara" / "tables.toml"
    file.write_text(file.read_text("utf-8").replace("needs = 3", "needs = 0", 1))
    (wrong,) = _corrections(load_settings())
    assert wrong.grade is Grade.ILL
    assert "tables.toml:6: city.0.needs" in wrong.text

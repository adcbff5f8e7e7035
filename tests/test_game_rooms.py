"""A game is three rooms, found by its key: its rules, its numbers and words, its board. Nothing else names a game."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import engines
from bot.app import diagnostics
from bot.language.speaker import files, flat
from config import rooms
from engines import ENGINES
from engines.kit.rulebook import sections
from render import dispatch
from render.boards import plain
from render.theme import of_game, pigments, theme

ROOT = Path(__file__).parents[1]
GAMES = ("princes", "firenze", "carrara", "rivals")
HOUSE = ("bot", "render", "config", "engines/kit", "engines/__init__.py")
OWN = re.compile(rf"^(engines|config/games|render/boards)/({'|'.join(GAMES)})/")
_KEYS = "|".join(GAMES)
NAMED = re.compile(rf"(?<![a-zA-Z])({_KEYS}|{_KEYS.upper()})(?![a-zA-Z])|({_KEYS.title()})(?=[A-Z])")
"""A key as a word or a part of an identifier: `princes`, `twin_carrara_seat`, `RIVALS`, `FirenzeView`."""
WRITTEN = (".py", ".toml", ".css", ".js", ".svg", ".lua", ".md")


def shared() -> Iterator[Path]:
    """Every file that belongs to no game."""
    for place in HOUSE:
        found = [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("*"))
        for file in found:
            inside = file.relative_to(ROOT).as_posix()
            if file.is_file() and "__pycache__" not in inside and not OWN.match(inside):
                yield file


def names_a_game(file: Path) -> list[str]:
    """The places where a file names a game, by itself or in its text."""
    inside = file.relative_to(ROOT).as_posix()
    found = [inside] if NAMED.search(inside) else []
    if file.suffix in WRITTEN:
        lines = enumerate(file.read_text("utf-8").splitlines(), 1)
        found += [f"{inside}:{number}: {line.strip()}" for number, line in lines if NAMED.search(line)]
    return found


def test_nothing_outside_its_rooms_names_a_game() -> None:
    assert [place for file in shared() for place in names_a_game(file)] == []


@pytest.mark.parametrize(
    "line", ["GAMES = ('princes',)", "twin_carrara_seat = 1", ".g-rivals {", "class FirenzeView:", "frieze-rivals.svg"]
)
def test_a_name_in_the_wrong_place_is_noticed(line: str) -> None:
    assert NAMED.search(line)


def test_every_game_has_its_three_rooms() -> None:
    assert set(ENGINES) == set(GAMES)
    for key in ENGINES:
        assert (ROOT / "engines" / key).is_dir()
        assert rooms.folder(key) == ROOT / "config" / "games" / key
        assert rooms.board(key) == f"render.boards.{key}"
        assert dispatch.board(key) is not plain


def test_every_board_has_the_same_files_for_the_same_things() -> None:
    for key in GAMES:
        files = {file.name for file in (ROOT / "render" / "boards" / key).glob("*.py")}
        assert {"__init__.py", "cards.py", "hand.py", "holding.py", "twin.py"} <= files


def test_the_games_are_shown_in_the_order_of_their_own_files() -> None:
    orders = [rooms.about(key)["order"] for key in ENGINES]
    assert orders == sorted(orders)
    assert list(ENGINES) == list(GAMES)
    assert engines.suggested() == "carrara"


# --- games of other packages ---

RULES = """
from dataclasses import replace
from engines.kit import Row, Tables
from tests.toy import toy

class Prize(Row):
    worth: int

class AstaTables(Tables):
    game = "asta"
    prize: Prize

_toy = toy()
ENGINE = replace(_toy, info=replace(_toy.info, key="asta", title="Asta"), tables=AstaTables)
"""
BOARD = """
def draw(sheet, view): sheet.panel(100)
def twin(reader, view): return "a board of its own"
def holding(reader, view): raise ValueError
def look(reference): return None
"""
Plug = Callable[..., Path]


@pytest.fixture
def plug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plug]:
    """Installs a package with a game: `plug("asta", "asta", {file: text})`."""
    forgetful = (rooms.plugins, of_game, pigments, theme, dispatch.board)

    def put(key: str, value: str, files: dict[str, str]) -> Path:
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        about = tmp_path / f"{key}_game-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {key}-game\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[{rooms.GROUP}]\n{key} = {value}\n")
        monkeypatch.syspath_prepend(tmp_path)
        for name in [name for name in sys.modules if name.partition(".")[0] == "asta"]:
            monkeypatch.delitem(sys.modules, name)
        for each in forgetful:
            each.cache_clear()
        return tmp_path

    yield put
    monkeypatch.undo()
    rooms.left_out.clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "asta"]:
        del sys.modules[name]
    for each in forgetful:
        each.cache_clear()


def asta(**more: str) -> dict[str, str]:
    files = {
        "asta/__init__.py": RULES,
        "asta/config/prizes.toml": '[prize]\nworth = 7\nconfidence = "sourced"\n',
        "asta/config/theme.toml": '[accents]\nlight = "#123456"\n',
    }
    return files | more


def test_a_game_of_another_package_is_found_by_its_entry_point(plug: Plug) -> None:
    folder = plug("asta", "asta", asta(**{"asta/board.py": BOARD}))
    found, faults = engines.find()
    assert faults == ()
    assert list(found) == [*GAMES, "asta"]
    assert found["asta"].tables.current().raw["prize"]["worth"] == 7
    assert rooms.folder("asta") == folder / "asta" / "config"
    assert theme("large").accent("asta") == "#123456"
    assert theme("dark").accent("asta") == theme("dark").house
    assert dispatch.board("asta").__file__ == str(folder / "asta" / "board.py")  # type: ignore[attr-defined]


def test_its_words_and_rules_are_those_of_its_own_folder(plug: Plug) -> None:
    own = {"asta/config/text/en.toml": '[game]\ntitle = "The Auction"\n', "asta/config/rules/en.md": "1.1 Bid.\n"}
    plug("asta", "asta", asta(**own))
    assert flat(files("en")["asta"], "asta") == {"asta.game.title": "The Auction"}
    assert sections("asta", "en")["1.1"].text == "Bid."
    assert sections("asta", "nl") == sections("asta", "en")


def test_it_may_say_where_it_stands_among_the_others_and_name_the_engine_itself(plug: Plug) -> None:
    plug("asta", "asta:ENGINE", asta(**{"asta/config/game.toml": "order = 2\n"}))
    assert list(engines.find()[0]) == ["princes", "asta", "firenze", "carrara", "rivals"]
    assert dispatch.board("asta") is plain


@pytest.mark.parametrize(
    ("files", "why"),
    [
        (asta(**{"asta/__init__.py": "1 / 0"}), "division by zero"),
        (asta(**{"asta/__init__.py": "ENGINE = 7"}), "it gives no engine"),
        (asta(**{"asta/__init__.py": RULES.replace('key="asta"', 'key="osta"')}), "its engine calls itself 'osta'"),
        (asta(**{"asta/config/prizes.toml": "[prize]\nworth = 'x'\n"}), "prizes.toml"),
        (asta(**{"asta/config/theme.toml": "[accents"}), "theme.toml"),
        (asta(**{"asta/config/text/en.toml": "[game"}), "en.toml"),
        (asta(**{"asta/config/game.toml": "order = 'first'"}), "game.toml"),
        ({}, "No module named 'asta'"),
    ],
    ids=["broken", "empty", "misnamed", "bad table", "bad theme", "bad words", "bad order", "missing"],
)
def test_a_broken_game_of_another_package_is_left_out_with_one_sentence(
    plug: Plug, files: dict[str, str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug("asta", "asta", files)
    found, faults = engines.find()
    assert list(found) == list(GAMES)
    (sentence,) = faults
    assert sentence.startswith("the game 'asta' of 'asta' is left out: ")
    assert why in sentence
    assert "\n" not in sentence
    assert list(rooms.folders()) == sorted(GAMES)
    assert pigments().sets
    monkeypatch.setattr(diagnostics, "LEFT_OUT", faults)
    assert [finding.text for finding in diagnostics._games()][1:] == [sentence]


def test_a_board_or_colours_that_cannot_be_used_leave_the_game_plain(
    plug: Plug, caplog: pytest.LogCaptureFixture
) -> None:
    plug("asta", "asta", asta(**{"asta/board.py": "1 / 0", "asta/config/theme.toml": "[accents]\nlight = 3\n"}))
    assert engines.find()[1] == ()
    assert dispatch.board("asta") is plain
    assert theme("light").accent("asta") == theme("light").house
    assert len(caplog.messages) == 2


def test_a_game_of_this_house_is_not_replaced_by_another_package(plug: Plug) -> None:
    plug("carrara", "asta", asta())
    found, faults = engines.find()
    assert found["carrara"] is ENGINES["carrara"]
    assert faults == ()


def test_a_folder_without_an_engine_is_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "workshop").mkdir()
    (tmp_path / "workshop" / "__init__.py").write_text("")
    monkeypatch.setattr(engines, "__path__", [*engines.__path__, str(tmp_path)])
    assert list(engines.find()[0]) == list(GAMES)

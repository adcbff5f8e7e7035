"""The command line: what every command heeds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main, parser
from config.settings import load_settings
from engines.kit import data_in_use, use_data
from engines.princes.tables import PrincesTables

BANKER = '[banker]\nstart = 900\ngrowth = 100\nflorins_per_point = 200\nconfidence = "recalled"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of corrections; afterwards our own tables again."""
    (tmp_path / "own" / "princes").mkdir(parents=True)
    (tmp_path / "own" / "princes" / "banker.toml").write_text(BANKER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SIGNORIA_DATA", raising=False)
    yield tmp_path / "own"
    use_data(None)


def test_a_command_heeds_the_corrections_that_the_operator_names(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "princes", "--doubts"]) == 0
    assert "start 900" not in capsys.readouterr().out
    monkeypatch.setenv("SIGNORIA_DATA", str(folder))
    assert main(["rules", "princes", "--doubts"]) == 0
    assert "start 900" in capsys.readouterr().out
    assert PrincesTables.current().banker.start == 900


def test_a_file_of_settings_may_name_them_too(folder: Path) -> None:
    Path(".env").write_text(f"SIGNORIA_DATA={folder}\n")
    assert main(["rules", "princes", "--doubts"]) == 0
    assert data_in_use() == folder


def test_other_settings_that_are_wrong_do_not_keep_a_command_from_its_tables(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGNORIA_DATA", str(folder))
    monkeypatch.setenv("SIGNORIA_PORT", "many")
    assert main(["rules", "princes", "--doubts"]) == 0
    assert data_in_use() == folder


def test_settings_leave_the_environment_as_it_is(folder: Path) -> None:
    before = dict(os.environ)
    assert load_settings(corrections=folder).corrections == folder
    assert dict(os.environ) == before


@pytest.mark.parametrize(
    ("wanted", "known"),
    [("rules", "rules"), ("sign-out", "sign-out"), ("export", "import"), ("contest", "play"), ("games", "play")],
)
def test_a_command_is_known_whatever_its_module_is_called(wanted: str, known: str) -> None:
    """A module of one command is read alone; `contest` is a module of none, `games` of two called otherwise."""
    commands = parser(wanted)._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    assert commands is not None
    assert known in commands
    assert (len(commands) == 1) == (wanted == known)


def test_what_a_pipe_of_an_older_code_page_cannot_carry_is_replaced() -> None:
    command = [sys.executable, "-m", "bot", "rules", "firenze"]
    told = subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": "cp1252"}, capture_output=True, check=False)
    assert (told.returncode, told.stderr) == (0, b"")
    assert "?" in told.stdout.decode("cp1252")


def test_each_command_says_what_it_does_when_asked_for_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["setup", "--help"])
    assert "Ask for the tokens, check them, write .env, say what is missing." in capsys.readouterr().out


def test_the_list_of_commands_begins_with_what_players_and_hosts_look_for() -> None:
    commands = list(parser()._subparsers._group_actions[0].choices or ())  # type: ignore[union-attr]
    assert commands[:4] == ["play", "setup", "run", "doctor"]
    assert commands.index("what") < commands.index("arena")

"""The tutorial is true: the game that it writes is taken out of the text, installed, and played everywhere."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines import ENGINES
from tests.tutorial.package import ROOT, files, install, mistake

MOST_LINES = 180
CONTRACT = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/contract", "tests/test_words.py", "-k")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("asta"), files())


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, where the package in this folder is installed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "SIGNORIA_"))}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=kept | {"PYTHONPATH": str(folder)},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=240,
    )


def written_lines(source: str) -> int:
    """Lines of code: not empty, no docstring, no import."""
    apart = set[int]()
    for node in ast.walk(ast.parse(source)):
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_docstring or isinstance(node, ast.Import | ast.ImportFrom):
            apart |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))  # type: ignore[attr-defined]
    return len([line for number, line in enumerate(source.splitlines(), 1) if line.strip() and number not in apart])


def test_the_game_is_as_small_as_the_text_says() -> None:
    assert sum(written_lines(text) for name, text in files().items() if name.endswith(".py")) <= MOST_LINES


def test_every_file_of_the_plan_is_written_out() -> None:
    plan = (ROOT / "docs" / "tutorial.md").read_text("utf-8").split("    asta-game/")[1].split("\n\n")[0]
    assert {Path(name).name for name in files()} == {word for word in plan.split() if Path(word).suffix}


def test_it_is_found_by_its_entry_point_and_not_left_out(installed: Path) -> None:
    told = run(installed, "-c", "import engines; print(list(engines.ENGINES), engines.LEFT_OUT)").stdout
    assert told == f"{[*ENGINES, 'asta']} ()\n"


def test_its_code_is_formatted_and_typed_as_ours(installed: Path) -> None:
    code = str(installed / "asta")
    for command in (
        ("ruff", "check", "--config", "pyproject.toml", code),
        ("ruff", "format", "--check", "--config", "pyproject.toml", code),
        ("mypy", "--config-file", "pyproject.toml", code),
    ):
        done = run(installed.parent, "-m", *command)
        assert done.returncode == 0, done.stdout


def test_it_keeps_the_contract_in_three_languages(installed: Path) -> None:
    done = run(installed, *CONTRACT, "asta or lacks_anything")
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout


def test_the_mistake_that_the_text_proposes_is_caught(tmp_path: Path) -> None:
    before, after = mistake()
    written = files()
    assert written["asta/view.py"].count(before) == 1
    written["asta/view.py"] = written["asta/view.py"].replace(before, after)
    done = run(install(tmp_path, written), *CONTRACT, "keeps_the_contract and asta")
    assert done.returncode == 1, done.stdout
    assert "None sees behind a screen" in done.stdout
    assert "again: signoria fuzz asta" in done.stdout


def test_fuzzing_finds_no_fault_and_uses_every_lot(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "-m", "bot", "fuzz", "asta", "--games", "50", "--jobs", "1", "--replays", str(tmp_path))
    assert done.returncode == 0, done.stdout
    for seats in (2, 3, 4):
        assert f"{seats} seats: 50 games, 0 failures" in done.stdout
    assert "lot: all 12 used" in done.stdout
    assert "never asked" not in done.stdout


def test_its_rules_name_the_code_and_the_numbers_that_carry_them(installed: Path) -> None:
    told = run(installed, "-m", "bot", "rules", "asta", "3").stdout
    assert "All bid at the same time, in secret" in told
    assert f"{installed / 'asta' / 'sequence.py'}:" in told
    assert f"{installed / 'asta' / 'config' / 'numbers.toml'}:" in told


def test_it_is_played_on_the_page_on_discord_and_on_telegram(installed: Path) -> None:
    done = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/tutorial/played.py")
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout

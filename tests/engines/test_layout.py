"""The four games are built alike: the same file names for the same things, and one way to import."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engines
from engines import ENGINES, kit

ENGINES_FOLDER = Path(engines.__file__).parent
COMMON = (
    "__init__.py", "NOTES.md", "check.py", "ending.py", "options.py", "policy.py", "scoring.py", "sequence.py",
    "setup.py", "state.py", "tables.py", "used.py", "view.py",
)  # fmt: skip
PLACES = {
    "check": "check", "choose": "policy", "result": "scoring", "STEPS": "sequence", "new": "setup", "deal": "setup",
    "cards": "used", "used": "used", "view": "view", "standing": "view",
}  # fmt: skip
"""Where what the engine is wired from stands."""


def _files(game: str) -> list[Path]:
    return sorted((ENGINES_FOLDER / game).glob("*.py"))


def _imports(file: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Every import of a file: how relative it is, the module, the names."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.level, node.module or "", [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            yield from ((0, alias.name, []) for alias in node.names)


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_game_has_the_common_files(game: str) -> None:
    assert [name for name in COMMON if not (ENGINES_FOLDER / game / name).is_file()] == []


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_game_is_wired_from_the_same_places(game: str) -> None:
    wired = {name: module for _, module, names in _imports(ENGINES_FOLDER / game / "__init__.py") for name in names}
    assert {name: wired.get(name) for name in PLACES} == {
        name: f"engines.{game}.{place}" for name, place in PLACES.items()
    }


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_steps_are_listed_in_the_sequence_alone(game: str) -> None:
    lists = [
        file.name
        for file in _files(game)
        for node in ast.parse(file.read_text("utf-8")).body
        if "STEPS" in [t.id for t in ast.walk(node) if isinstance(t, ast.Name) and isinstance(t.ctx, ast.Store)]
    ]
    assert lists == ["sequence.py"]


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_a_game_imports_the_kit_by_its_facade_and_itself_by_its_full_name(game: str) -> None:
    wrong = []
    for file in _files(game):
        for level, module, names in _imports(file):
            if level or module.startswith("engines.kit."):
                wrong.append(f"{file.name}: {'.' * level}{module}")
            if module == "engines.kit":
                wrong += [f"{file.name}: {name} is not in the facade" for name in names if name not in kit.__all__]
            if module.startswith("engines.") and module.split(".")[1] not in ("kit", game):
                wrong.append(f"{file.name}: {module} is another game")
    assert wrong == []


def test_the_guide_names_the_common_files() -> None:
    guide = (ENGINES_FOLDER.parent / "docs" / "engines.md").read_text("utf-8")
    assert [name for name in COMMON if f"| `{name}` |" not in guide] == []

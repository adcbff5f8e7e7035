"""The rulebook index: every numbered section, its summary in our words, the code and the tests that carry it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from config.languages import fallback
from config.rooms import folder, plugins

ROOT = Path(__file__).parents[2]
NUMBER = r"(?:A?\d+(?:\.\d+)*[a-z]?)"
_START = re.compile(rf"^({NUMBER})(?:\.)?\s+(.*)")
_CITED = re.compile(rf"^({NUMBER}(?:(?:,\s*|\s+and\s+|\s+){NUMBER})*)(?=[\s:,.]|$)")


@dataclass(slots=True)
class Section:
    """One numbered statement: its words, and the places in code and tests that cite it."""

    number: str
    text: str
    chapter: str
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def rules_file(game: str, language: str) -> Path:
    """Where our summary of a game's rules stands."""
    return folder(game) / "rules" / f"{language}.md"


def sections(game: str, language: str = "") -> dict[str, Section]:
    """Our summary of the rules, by section number; in the fallback if it is not written in this language."""
    file = rules_file(game, language or fallback())
    return _sections(file if file.is_file() else rules_file(game, fallback()))


@cache
def _sections(file: Path) -> dict[str, Section]:
    """A game without a summary has no sections."""
    found: dict[str, Section] = {}
    chapter, current = "", None
    for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
        if line.startswith("#"):
            chapter, current = line.lstrip("# ").strip(), None
        elif start := _START.match(line):
            current = found[start.group(1)] = Section(start.group(1), start.group(2), chapter)
        elif current is not None and line.strip():
            current.text += "\n" + line.rstrip()
        else:
            current = None
    return found


def index(game: str, language: str = "") -> dict[str, Section]:
    """The sections with every place that cites them: code by docstring, readings in NOTES.md, figures in tables."""
    found = {number: Section(s.number, s.text, s.chapter) for number, s in sections(game, language).items()}
    for number, place in _citations(folder(game).parent if game in plugins() else ROOT / "engines" / game):
        if number in found:
            found[number].code.append(place)
    for file in sorted(folder(game).glob("*.toml")):
        for line_number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for number in cited(line.lstrip("# ")) if line.startswith("#") else ():
                if number in found:
                    found[number].code.append(f"{_shown(file)}:{line_number}")
    for number, place in _citations(ROOT / "tests" / "engines" / game):
        if number in found:
            found[number].tests.append(place)
    return found


def cited(line: str) -> list[str]:
    """The section numbers that a docstring or note begins with."""
    start = _CITED.match(line.strip())
    return re.findall(NUMBER, start.group(1)) if start else []


def _citations(folder: Path) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                name = getattr(node, "name", file.stem)
                doc = ast.get_docstring(node) or ""
                place = f"{_shown(file)}:{getattr(node, 'lineno', 1)} {name}"
                found += [(number, place) for line in doc.splitlines() for number in cited(line)]
    notes = folder / "NOTES.md"
    if notes.exists():
        for line_number, line in enumerate(notes.read_text("utf-8").splitlines(), 1):
            place = f"{_shown(notes)}:{line_number}"
            found += [(number, place) for number in cited(line.lstrip("#-* "))]
    return found


def _shown(file: Path) -> Path:
    """A path as it is said: from the top of this house; of another package the whole of it."""
    return file.relative_to(ROOT) if file.is_relative_to(ROOT) else file

"""The rulebook index: every numbered section, its summary in our words, the code and the tests that carry it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "nl", "de")
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


@cache
def sections(game: str, language: str = "en") -> dict[str, Section]:
    """Our summary of the rules, by section number."""
    found: dict[str, Section] = {}
    chapter, current = "", None
    for line in (ROOT / "config" / "rules" / game / f"{language}.md").read_text("utf-8").splitlines():
        if line.startswith("#"):
            chapter, current = line.lstrip("# ").strip(), None
        elif start := _START.match(line):
            current = found[start.group(1)] = Section(start.group(1), start.group(2), chapter)
        elif current is not None and line.strip():
            current.text += "\n" + line.rstrip()
        else:
            current = None
    return found


def index(game: str, language: str = "en") -> dict[str, Section]:
    """The sections with every place that cites them: code by docstring, readings in NOTES.md, figures in tables."""
    found = {number: Section(s.number, s.text, s.chapter) for number, s in sections(game, language).items()}
    for number, place in _citations(ROOT / "engines" / game):
        if number in found:
            found[number].code.append(place)
    for file in sorted((ROOT / "config" / "games" / game).glob("*.toml")):
        for line_number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for number in cited(line.lstrip("# ")) if line.startswith("#") else ():
                if number in found:
                    found[number].code.append(f"{file.relative_to(ROOT)}:{line_number}")
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
                place = f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 1)} {name}"
                found += [(number, place) for line in doc.splitlines() for number in cited(line)]
    notes = folder / "NOTES.md"
    if notes.exists():
        for line_number, line in enumerate(notes.read_text("utf-8").splitlines(), 1):
            place = f"{notes.relative_to(ROOT)}:{line_number}"
            found += [(number, place) for number in cited(line.lstrip("#-* "))]
    return found

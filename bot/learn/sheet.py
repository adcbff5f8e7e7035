"""The rule sheet: what a game is and how one wins, the sections of the present question, a whole player aid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.language.speaker import catalogue
from bot.learn.reference import Entry, book, entry, references, told
from bot.learn.telling import Kind
from config.languages import fallback
from engines.kit import Engine
from engines.kit.engine import Pending
from engines.kit.rulebook import Section, cited, sections
from engines.kit.tables import Tables

MARKS = ("reconstructed", "recalled")
"""Words in brackets behind a figure of the rules that is not sourced."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A game on one page: what it is and how one wins, a turn in a few lines, the signs on the board."""

    what: str
    turn: tuple[str, ...]
    icons: tuple[tuple[str, str], ...]
    """Names of the board's signs, and what they stand for."""


def summary(game: str, tables: Tables, language: str) -> Summary | None:
    """What a beginner reads first; None where the game's texts have none."""
    if book(game) is None or f"{game}.summary.what" not in catalogue(language):
        return None

    def said(table: str) -> Iterator[tuple[str, str]]:
        start = f"{game}.{table}."
        for key in [each for each in catalogue(fallback()) if each.startswith(start)]:
            yield key.removeprefix(start), told(game, tables, Kind(""), key, language)

    lines = dict(said("summary"))
    return Summary(lines.pop("what"), tuple(lines[name] for name in sorted(lines)), tuple(said("icon")))


def sections_of(engine: Engine[Any], pendings: Iterable[Pending], language: str) -> list[Section]:
    """The sections that the present questions carry out, as their steps' docstrings cite them."""
    every = sections(engine.info.key, language)
    found: dict[str, Section] = {}
    for pending in sorted(pendings, key=lambda each: not each.owed):
        for line in (engine.steps[pending.step].__doc__ or "").splitlines():
            found |= {number: every[number] for number in cited(line) if number in every}
    return list(found.values())


def marks_in(text: str, language: str) -> list[str]:
    """Which of the marks for doubtful figures stand in a text, each with what it means."""
    words = catalogue(language)
    return [
        f"[{word}]: {words[f'learn.legend.{mark}']}"
        for mark in MARKS
        if f"[{(word := words[f'learn.mark.{mark}'])}]" in text
    ]


def player_aid(game: str, tables: Tables, language: str) -> list[Entry]:
    """Every entry of a game, away from any table."""
    found = [entry(game, tables, None, reference, language) for reference in references(game, tables)]
    return [each for each in found if each is not None]

"""Looking things up in our summary of the rules: by number, by words, or the section that a line is about."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.normalise import fold, spellings, words
from engines.kit.rulebook import Section, sections

SHORTEST = 4
"""So many letters of a word must stand in a section: `build` is in `building`, `a` is in everything."""


def sections_with(game: str, language: str, wanted: Sequence[str]) -> list[Section]:
    """The section of that number, or those in which all of these words stand."""
    return [
        section
        for section in sections(game, language).values()
        if section.number.casefold() == " ".join(wanted) or all(word in _text(section) for word in wanted)
    ]


def section_about(game: str, language: str, line: str) -> Section | None:
    """The section that says most about the words of a line: what stands behind the verb counts for more, and what is
    rare; the earlier section wins."""
    said = [word for word in dict.fromkeys(words(line)) if len(word) >= SHORTEST]
    every = list(sections(game, language).values())
    found = {word: [section.number for section in every if word in _text(section)] for word in said}
    scores = {
        section.number: sum(
            [place + 1 / len(there) for place, there in enumerate(found.values(), 1) if section.number in there]
        )
        for section in every
    }
    best = max(every, key=lambda section: scores[section.number], default=None)
    return best if best is not None and scores[best.number] else None


def _text(section: Section) -> str:
    return " ".join(spellings(section.text))


def folded(line: str) -> list[str]:
    return fold(line).split()

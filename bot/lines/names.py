"""Which lines are the name of something in a game: a thing, or an option as it reads at some moment.

A line that is such a name as a whole means that thing or nothing: `Villa 3` is no other villa.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.language.normalise import spelled, words
from bot.language.speaker import Gap, Speaker, Template, catalogue, template
from bot.lines.label_match import Lexicon, label_words
from engines.kit.text import Facts, Text

_NUMBER = r"-?\d+"
SOMEBODY = "\ue000"
"""Stands for a person's name: no keyboard has it."""
TOLD_ABOUT = frozenset(["kind", "fact", "idea", "action", "many", "count", "mode"])
"""Names that the reference alone has: no move is called so, and what is typed there is no thing of the board."""


@dataclass(frozen=True, slots=True)
class WholeName:
    """A line that is a name from its first word to its last."""

    words: tuple[str, ...]
    is_thing: bool
    """The name of a thing, or an option whose words never change; else an option with gaps for numbers and things."""

    def fits(self, label: Text, speaker: Speaker, lexicon: Lexicon) -> bool:
        """Whether an option that reads otherwise may be meant: it mentions that thing, or has these very words.

        Another form of a word is the same word: `rood` for `Nieuwe rode toren`.
        """
        there = label_words(speaker.label(label))
        if self.is_thing and not self._stands_in(there, at_most=0):
            mentioned = [form for each in references(label.facts) for form in _forms(each, speaker)]
            return any(self._is(words(form), lexicon) for form in mentioned)
        return self._stands_in(there, at_most=len(there))

    def _is(self, name: Sequence[str], lexicon: Lexicon) -> bool:
        return len(name) == len(self.words) and all(
            word == there or lexicon.is_form(word, [there]) for word, there in zip(self.words, name, strict=True)
        )

    def _stands_in(self, there: Sequence[Sequence[str]], at_most: int) -> bool:
        """Whether these very words stand in a label, with at most so many others."""
        count = len(self.words)
        return 0 <= len(there) - count <= at_most and any(
            all(word in spellings for word, spellings in zip(self.words, there[at : at + count], strict=True))
            for at in range(len(there) - count + 1)
        )


def whole_name(line: Sequence[str], speaker: Speaker) -> WholeName | None:
    """The name that a line is, if it is one."""
    names = _names(speaker.language, speaker.game)
    if tuple(line) in names:
        return WholeName(tuple(line), True)
    shapes = _shapes(speaker.language, speaker.game)
    for each in (tuple(line), _without_names(line, speaker.names)):
        said = "".join([f" {word}" for word in each])
        if any(shape.fullmatch(said) for shape in shapes):
            return WholeName(tuple(line), False)
    return None


def _without_names(line: Sequence[str], people: Sequence[str]) -> tuple[str, ...]:
    """A line with a stand-in for each name of a person: what is read is the same at every table of a game."""
    spelt = sorted({typed for name in people for typed in _spelt(name)} - {()}, key=len, reverse=True)
    found, at = list[str](), 0
    while at < len(line):
        name = next((each for each in spelt if tuple(line[at : at + len(each)]) == each), None)
        found.append(line[at] if name is None else SOMEBODY)
        at += 1 if name is None else len(name)
    return tuple(found)


def references(facts: Facts) -> list[str]:
    """The things that a label mentions."""
    found: list[str] = []
    for fact in facts.values():
        each = fact if isinstance(fact, list | tuple) else list(fact) if isinstance(fact, dict) else [fact]
        found += [one for one in each if isinstance(one, str) and "/" in one]
    return found


def _forms(reference: str, speaker: Speaker) -> list[str]:
    return list(dict.fromkeys([speaker.noun(reference), speaker.noun(reference, 2)]))


@lru_cache(64)
def _names(language: str, game: str) -> frozenset[tuple[str, ...]]:
    """Every thing of a game, and every option whose words never change, as they may be typed."""
    kinds = (f"{game}.noun.", f"{game}.option.", "kit.noun.", "kit.option.")
    found = {key: text for key, text in catalogue(language).items() if key.startswith(kinds) and "{" not in text}
    texts = [text for key, text in found.items() if not _is_told_about(key)]
    return frozenset([typed for text in texts for form in text.split("|") for typed in _spelt(form)]) - {()}


def _is_told_about(key: str) -> bool:
    _, table, kind, *_ = key.split(".", 3)
    return table == "noun" and kind in TOLD_ABOUT


def _spelt(form: str) -> set[tuple[str, ...]]:
    return {tuple(words(form)), tuple(words(spelled(form)))}


@lru_cache(64)
def _shapes(language: str, game: str) -> list[re.Pattern[str]]:
    """How the options of a game read whose words have gaps."""
    texts = catalogue(language)
    named = [text for key, text in texts.items() if key.startswith(f"{game}.noun.") and not _is_told_about(key)]
    nouns = {each for text in named for each in _forms_of(text)}
    longest_first = sorted(filter(None, nouns | {(SOMEBODY,)}), key=lambda each: (-len(each), each))
    thing = "|".join([" ".join(map(re.escape, each)) for each in longest_first])
    gap = rf"(?: (?:{_NUMBER}|{thing})|(?: {_NUMBER} (?:{thing}))+)"
    found = []
    for key, text in texts.items():
        if key.startswith((f"{game}.option.", "kit.option.")) and "{" in text:
            parts = template(language, key)
            if _fixed(parts):
                found.append(re.compile(_pattern(parts, gap)))
            elif len(parts) > 1:
                found.append(re.compile(rf" (?:{thing}) {_NUMBER}"))
    return found


def _forms_of(text: str) -> set[tuple[str, ...]]:
    return set().union(*[_spelt(form) for form in text.split("|")])


def _fixed(parts: Template) -> bool:
    """Whether a text has words of its own."""
    return any(isinstance(part, str) and words(part) for part in parts)


def _pattern(parts: Template, gap: str) -> str:
    """A text as what may be typed for it, each word with a space before it."""
    found = ""
    for part in parts:
        if isinstance(part, Gap):
            if part.inner is not None:
                found += f"(?:{_pattern(part.inner, gap)})?"
            elif part.forms is not None:
                found += f"(?:{'|'.join([_literal(form) for form in part.forms])})"
            else:
                found += gap
        else:
            found += _literal(part)
    return found


def _literal(text: str) -> str:
    return "".join([f" (?:{'|'.join(map(re.escape, spellings))})" for spellings in label_words(text)])

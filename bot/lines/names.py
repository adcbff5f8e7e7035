"""Which lines are the name of something in a game: a thing, or an option as it reads at some moment.

A line that is such a name as a whole means that thing or nothing: `Villa 3` is no other villa.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from bot.language.normalise import spelled, words
from bot.language.speaker import Speaker, Template, catalogue, template
from bot.lines.label_match import Lexicon, is_number, label_words
from engines.kit.text import Facts, Text

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
        """Whether an option that reads otherwise may be meant: it mentions that thing, or has these very words, before
        a comma or a price at least (`Road, left`, `Bonus card 300: look at 5`).

        Another form of a word is the same word: `rood` for `Nieuwe rode toren`.
        """
        said = speaker.label(label)
        there, opening = label_words(said), _opening(said)
        if len(opening) < len(there) and len(opening) == len(self.words) and self._stands_in(opening, at_most=0):
            return True
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


def _opening(said: str) -> Sequence[Sequence[str]]:
    head, colon, _ = said.partition(":")
    found = label_words(head)
    return found[:-1] if colon and found and is_number(found[-1][0]) else label_words(said.partition(",")[0])


def whole_name(line: Sequence[str], speaker: Speaker) -> WholeName | None:
    """The name that a line is, if it is one."""
    names = _names(speaker.language, speaker.game)
    if tuple(line) in names:
        return WholeName(tuple(line), True)
    shapes = _shapes(speaker.language, speaker.game)
    if shapes.has(tuple(line)) or shapes.has(_without_names(line, speaker.names)):
        return WholeName(tuple(line), False)
    return None


def is_of_a_name(line: Sequence[str], at: int, speaker: Speaker) -> bool:
    """Whether a word stands in a line as it stands in the name of something: `three` in `three-field system`."""
    return not _pairs(speaker.language, speaker.game).isdisjoint(pairwise(line[max(0, at - 1) : at + 2]))


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


@lru_cache(64)
def _pairs(language: str, game: str) -> frozenset[tuple[str, str]]:
    return frozenset([pair for name in _names(language, game) for pair in pairwise(name)])


def _is_told_about(key: str) -> bool:
    _, table, kind, *_ = key.split(".", 3)
    return table == "noun" and kind in TOLD_ABOUT


def _spelt(form: str) -> set[tuple[str, ...]]:
    return {tuple(words(form)), tuple(words(spelled(form)))}


@dataclass(frozen=True, slots=True)
class _Shapes:
    """How the options of a game read whose words have gaps, and what may fill a gap."""

    texts: dict[str, list[Template]]
    """By the word with which they begin; under an empty one those that begin with a gap."""
    things: frozenset[tuple[str, ...]]
    longest: int
    """Words of the longest thing."""
    has_numbered: bool
    """Whether some are but a thing and its number."""

    def has(self, line: tuple[str, ...]) -> bool:
        """Whether a line reads as one of them from its first word to its last."""
        if self.has_numbered and line and line[:-1] in self.things and is_number(line[-1]):
            return True
        near = [*self.texts.get(line[0], ()), *self.texts.get("", ())] if line else []
        return any(len(line) in self._ends(parts, line, frozenset([0])) for parts in near)

    def _ends(self, parts: Template, line: tuple[str, ...], at: frozenset[int]) -> frozenset[int]:
        """Where a text may end in a line that begins at one of these words."""
        for part in parts:
            if not at:
                break
            if isinstance(part, str):
                at = _behind(part, line, at)
            elif part.inner is not None:
                at |= self._ends(part.inner, line, at)
            elif part.forms is not None:
                at = frozenset().union(*[_behind(form, line, at) for form in part.forms])
            else:
                at = self._behind_fact(line, at)
        return at

    def _behind_fact(self, line: tuple[str, ...], at: frozenset[int]) -> frozenset[int]:
        """A number, a thing, or several things with a number before each."""
        numbers = frozenset([here + 1 for here in at if here < len(line) and is_number(line[here])])
        counted, new = frozenset[int](), numbers
        while new:
            reached = self._behind_thing(line, new)
            counted |= reached
            new = frozenset([here + 1 for here in reached if here < len(line) and is_number(line[here])])
        return numbers | counted | self._behind_thing(line, at)

    def _behind_thing(self, line: tuple[str, ...], at: frozenset[int]) -> frozenset[int]:
        lengths = range(1, self.longest + 1)
        return frozenset([here + n for here in at for n in lengths if line[here : here + n] in self.things])


def _behind(text: str, line: tuple[str, ...], at: frozenset[int]) -> frozenset[int]:
    """Where the words of a text end, in any of their spellings."""
    there = label_words(text)
    return frozenset([here + len(there) for here in at if _stands(there, line[here : here + len(there)])])


def _stands(there: Sequence[Sequence[str]], said: Sequence[str]) -> bool:
    return len(said) == len(there) and all(word in each for word, each in zip(said, there, strict=True))


@lru_cache(64)
def _shapes(language: str, game: str) -> _Shapes:
    texts = catalogue(language)
    named = [text for key, text in texts.items() if key.startswith(f"{game}.noun.") and not _is_told_about(key)]
    things = frozenset([each for text in named for each in _forms_of(text)]) - {()} | {(SOMEBODY,)}
    keys = [key for key, text in texts.items() if key.startswith((f"{game}.option.", "kit.option.")) and "{" in text]
    parts = [template(language, key) for key in keys]
    wordy: dict[str, list[Template]] = {}
    for each in [each for each in parts if _fixed(each)]:
        first = label_words(each[0]) if isinstance(each[0], str) else ()
        for word in first[0] if first else ("",):
            wordy.setdefault(word, []).append(each)
    has_numbered = any(len(each) > 1 and not _fixed(each) for each in parts)
    return _Shapes(wordy, things, max(map(len, things)), has_numbered)


def _forms_of(text: str) -> set[tuple[str, ...]]:
    return set().union(*[_spelt(form) for form in text.split("|")])


def _fixed(parts: Template) -> bool:
    """Whether a text has words of its own."""
    return any(isinstance(part, str) and words(part) for part in parts)

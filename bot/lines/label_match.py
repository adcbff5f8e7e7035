"""Typed words against labels: accents and case do not count, three letters may stand for a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.language.normalise import spelled, words
from bot.language.speaker import catalogue

_KEPT = 16_384
"""Labels whose words are kept: most are said again at once."""


@lru_cache(_KEPT)
def label_words(label: str) -> tuple[tuple[str, ...], ...]:
    """The words of a label, each with its other spellings (`grun`, `gruen`)."""
    return tuple([tuple(dict.fromkeys(pair)) for pair in zip(words(label), words(spelled(label)), strict=True)])


def word_list(language: str, name: str) -> list[str]:
    """One of the language's lists of words for typed lines: what may be left out, said otherwise, means nothing."""
    return catalogue(language)[f"menu.word.{name}"].split()


def aliases(language: str) -> dict[str, str]:
    """What a language says otherwise, folded: other forms of a word (`rode` for `rood`) and words used before."""
    return _aliases(catalogue(language)["menu.word.aliases"])


@lru_cache(64)
def _aliases(listed: str) -> dict[str, str]:
    pairs = [pair.split("=") for pair in listed.split()]
    return {spelt: words(long)[0] for short, long in pairs for spelt in (*words(short), *words(spelled(short)))}


def is_number(word: str) -> bool:
    """Whether a typed word is a whole number."""
    return word.removeprefix("-").isdecimal()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What a language lets one leave out or say otherwise."""

    small: frozenset[str]
    aliases: dict[str, str]
    joints: frozenset[str] = frozenset()
    """The small words that are no verbs: a label may begin with them unheard."""
    negations: frozenset[str] = frozenset()
    """Words that turn a label into its opposite: they are never left out."""
    shortest: int = 3
    """So many letters may stand for a word."""

    def same(self, typed: str, spellings: Sequence[str]) -> bool:
        """The whole word."""
        return typed in spellings

    def is_form(self, typed: str, spellings: Sequence[str]) -> bool:
        """Another form of the word."""
        return self.aliases.get(typed) in spellings

    def begins(self, typed: str, spellings: Sequence[str]) -> bool:
        """The whole word, another form of it, or enough letters of it."""
        if typed in spellings or self.is_form(typed, spellings):
            return True
        is_long = len(typed) >= self.shortest and not is_number(typed)
        return is_long and any(spelling.startswith(typed) for spelling in spellings)


@dataclass(frozen=True, slots=True)
class Match:
    """How well a line names a label: the lower the tier the better; `end` is the first word behind it."""

    tier: int
    end: int
    is_cut: bool = False
    """It begins with letters of a word amid the label: `build` for `Stay on after building`."""


def match(line: Sequence[str], at: int, label: str, lexicon: Lexicon) -> Match | None:
    """Tier 0: the whole label. 1: its beginning. 2: words of it in their order, small words between them ignored.

    A verb at the end of a label may be typed first (`verhoog rood` for `Rood 3 verhogen`), one before its colon last
    (`Theater bauen` for `Bauen: Theater 700`).
    """
    there = label_words(label)
    plain = _in_order(line, at, there, lexicon)
    if plain is None or plain.tier > 1:
        plain = _verb_last(line, at, label, lexicon) or plain
    verb_first = len(there) > 1 and not is_number(line[at]) and lexicon.begins(line[at], there[-1])
    if verb_first and at + 1 < len(line):
        behind = _in_order(line, at + 1, there[:-1], lexicon)
        if behind is not None and (plain is None or behind.end > plain.end):
            return Match(max(1, behind.tier), behind.end)
    return plain


def _verb_last(line: Sequence[str], at: int, label: str, lexicon: Lexicon) -> Match | None:
    """What stands behind the colon, then the verb before it."""
    head, colon, tail = label.partition(":")
    thing = _in_order(line, at, label_words(tail), lexicon) if colon and label_words(tail) else None
    if thing is None or thing.tier > 1 or thing.end >= len(line):
        return None
    return Match(1, thing.end + 1) if lexicon.begins(line[thing.end], label_words(head)[-1]) else None


def _in_order(line: Sequence[str], at: int, there: Sequence[Sequence[str]], lexicon: Lexicon) -> Match | None:
    place, end, first = 0, at, -1
    exact = True
    for index in range(at, len(line)):
        word = line[index]
        found = _find(word, there, place, place == 0 or not is_number(word), lexicon)
        if found is None and word in lexicon.small:
            continue
        if found is None:
            break
        exact = exact and found == place and lexicon.same(word, there[found])
        first = found if first < 0 else first
        place, end = found + 1, index + 1
        if place == len(there):
            break
    is_cut = first > 0 and not (lexicon.same(line[at], there[first]) or lexicon.is_form(line[at], there[first]))
    if first > 0 and all(lexicon.joints.intersection(word) for word in there[:first]):
        first = 0  # `new red tower` for `on a new red tower`
    if first < 0 or (first > 0 and is_number(line[at])):
        return None
    if _is_another(line, end, there, place, lexicon):
        return None
    if exact and place == len(there):
        return Match(0, end)
    return Match(1 if first == 0 else 2, end, is_cut)


def _find(word: str, there: Sequence[Sequence[str]], place: int, may_skip: bool, lexicon: Lexicon) -> int | None:
    for index in range(place, len(there) if may_skip else min(place + 1, len(there))):
        if lexicon.begins(word, there[index]):
            return index
        if lexicon.negations.intersection(there[index]):
            return None
    return None


def _is_another(line: Sequence[str], end: int, there: Sequence[Sequence[str]], place: int, lexicon: Lexicon) -> bool:
    """Whether the words name something else than this label: another number stands behind the name, or it says no."""
    if any(lexicon.negations.intersection(word) for word in there[place:]):
        return True
    has_number = place < len(there) and is_number(there[place][0])
    return has_number and end < len(line) and is_number(line[end])

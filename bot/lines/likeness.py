"""What somebody may have meant who mistyped the name of something that is offered."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import pairwise

from bot.lines.label_match import is_number, label_words
from engines.kit import Bundle, Text
from engines.kit.asks import Ask

SHORTEST = 4
"""Letters of a word that is worth a guess."""
ALIKE = 0.78
"""How much of two words must be the same."""


def labels_of(ask: Ask) -> list[Text]:
    """What the answers to a question are called."""
    if isinstance(ask, Bundle):
        return [ask.labels[kind] for kind in ask.available]
    return [option.label for option in (*getattr(ask, "options", ()), *getattr(ask, "instead", ()))]


def likeness(word: str, labels: Sequence[str]) -> str:
    """The label whose name looks most like a word, where one alone does; else nothing."""
    if len(word) < SHORTEST or is_number(word):
        return ""
    known: dict[str, list[str]] = {}
    for label in dict.fromkeys(labels):
        first = [spellings[0] for spellings in label_words(label)]
        for each in (*first, *[one + other for one, other in pairwise(first)]):
            if len(each) >= SHORTEST:
                known.setdefault(each, []).append(label)
    alike = get_close_matches(word, known, 1, ALIKE) or [each for each in known if word in each]
    found = {label for each in alike for label in known[each]}
    return found.pop() if len(found) == 1 else ""

"""Normalisation of typed text: small letters, no accents, one way to fold words for everybody."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from config.languages import other_spellings, separators

_WORD = re.compile(r"(?<!\w)[-−]?\d+(?!\w)|\w+")
_KEPT = 16_384
"""Texts whose words are kept: labels and names are compared with every typed line."""


def fold(text: str) -> str:
    """Small letters without accents: `Grün` is `grun`, `weiß` is `weiss`."""
    small = text.casefold()
    if small.isascii():
        return small
    decomposed = unicodedata.normalize("NFKD", small)
    return "".join([char for char in decomposed if not unicodedata.combining(char)])


def words(text: str) -> list[str]:
    """The words of a line, folded; `1,700` and `1.700` are one number."""
    return list(_words(text, separators()))


@lru_cache(_KEPT)
def _words(text: str, marks: frozenset[str]) -> tuple[str, ...]:
    return tuple([fold(word).replace("−", "-") for word in _as_typed(text, marks)])


def words_as_typed(text: str) -> list[str]:
    """The same words with their letters as they stand there, to be said back."""
    return _as_typed(text, separators())


def _as_typed(text: str, marks: frozenset[str]) -> list[str]:
    plain = _number(marks).sub(lambda found: found.group().translate(_without(marks)), text)
    return _WORD.findall(unicodedata.normalize("NFC", plain))


@cache
def _number(separators: frozenset[str]) -> re.Pattern[str]:
    marks = re.escape("".join(sorted(separators)))
    return re.compile(rf"(?<![\w{marks}])[-−]?\d{{1,3}}(?:[{marks}]\d{{3}})+(?![\w{marks}]*\d)")


@cache
def _without(separators: frozenset[str]) -> dict[int, None]:
    return {ord(mark): None for mark in separators}


def bare_numbers(text: str) -> str:
    """Without the signs between thousands: `1700` for `1,700`."""
    return re.sub(rf"(?<=\d)[{re.escape(''.join(separators()))}](?=\d{{3}})", "", text)


def spelled(text: str) -> str:
    """With its letters written as they may be typed: `pruefen` for `prüfen`."""
    return unicodedata.normalize("NFC", text.casefold()).translate(other_spellings())


def spellings(text: str) -> tuple[str, ...]:
    """Every way in which a text may be typed, folded: `prufen` and `pruefen` for `prüfen`."""
    return tuple(dict.fromkeys((fold(text), fold(spelled(text)))))

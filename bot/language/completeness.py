"""What a language lacks: its texts, plural forms and rules, held against the fallback's."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from pydantic import ValidationError

from bot.language.speaker import Gap, Template, files, flat, gaps, own_texts, parse
from config import rooms
from config.languages import FILE, Language, fallback, languages, read
from config.languages import language as spoken
from engines.kit.rulebook import rules_file, sections

APART = (
    ("today", "tomorrow", "day_after_tomorrow"),
    ("hours", "days", "weeks"),
    ("am", "pm"),
    ("provided", "at_most", "unless", "somebody", "else_ask", "otherwise", "next_turn"),
)
"""Entries of `[typed]` of which a word can be in one alone: the words of all languages are understood together."""


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing to be done: where, and what is wrong there."""

    place: str
    trouble: str

    def __str__(self) -> str:
        return f"{self.place}: {self.trouble}"


def lacks(code: str) -> list[Lack]:
    """Everything that a language still lacks, whether its folder is there already or not."""
    try:
        language = _language(code)
    except (ValidationError, tomllib.TOMLDecodeError, FileNotFoundError) as error:
        return [Lack(_shown(rooms.TEXT / code / FILE), _reason(error)), *_texts(code, None), *_rules(code)]
    return [*_typed(language), *_texts(code, language), *_rules(code)]


def _language(code: str) -> Language:
    return read(code, rooms.TEXT / code / FILE)


def _typed(language: Language) -> Iterator[Lack]:
    """What people type that is not said here, and words that mean something else in another language."""
    place, ours = _shown(rooms.TEXT / language.code / FILE), spoken(fallback()).typed
    for name in sorted(ours.model_fields_set - language.typed.model_fields_set):
        words = ", ".join(getattr(ours, name)) or "[]"
        yield Lack(place, f"typed.{name} is missing: {words} (where there is no such word: [])")
    for group in APART:
        for name, elsewhere, other in product(group, group, languages()):
            twice = set(getattr(language.typed, name)) & set(getattr(spoken(other).typed, elsewhere))
            if name != elsewhere and twice:
                yield Lack(place, f"typed.{name}: {', '.join(sorted(twice))} means {elsewhere} ({other})")


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, ValidationError):
        return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
    return str(error)


def _texts(code: str, language: Language | None) -> Iterator[Lack]:
    """Texts that are missing or that nobody asks for, and those that are not written as they must be."""
    ours = own_texts(fallback())
    for name, file in files(code).items():
        wanted = {key for key in ours if key.partition(".")[0] == name}
        if not file.is_file():
            yield Lack(_shown(file), f"there is no such file; it has {len(wanted)} texts")
            continue
        try:
            theirs = flat(file, name)
        except tomllib.TOMLDecodeError as error:
            yield Lack(_shown(file), str(error))
            continue
        yield from [Lack(_shown(file), f"{key} is missing: {ours[key]}") for key in sorted(wanted - theirs.keys())]
        yield from [Lack(_shown(file), f"{key} is not asked for") for key in sorted(theirs.keys() - wanted)]
        for key in sorted(wanted & theirs.keys()):
            yield from [
                Lack(_shown(file), f"{key} {trouble}") for trouble in faults(key, theirs[key], ours[key], language)
            ]


def faults(key: str, text: object, model: str, language: Language | None) -> Iterator[str]:
    """What is wrong with one text, beside the same text in the fallback."""
    if not isinstance(text, str):
        yield "is no text"
        return
    if text != text.strip():
        yield "begins or ends with a space"
    if ".noun." in key:
        yield from _forms(text.split("|") if "|" in text else [], language)
        return
    try:
        template = parse(text)
    except ValueError as error:
        yield f"cannot be read: {error}"
        return
    wanted, there = set(gaps(parse(model))), set(gaps(template))
    if wanted != there:
        yield f"has the facts {sorted(there)}, not {sorted(wanted)}"
    for forms in _plurals(template):
        yield from _forms(list(forms), language)


def _plurals(template: Template) -> Iterator[tuple[str, ...]]:
    for part in template:
        if isinstance(part, Gap):
            yield from [part.forms] if part.forms is not None else []
            yield from _plurals(part.inner or ())


def _forms(forms: list[str], language: Language | None) -> Iterator[str]:
    if forms and language is not None and len(forms) != len(language.plural_categories):
        yield f"has {len(forms)} plural forms ({'|'.join(forms)}), not one for each of {language.plural_categories}"


def _rules(code: str) -> Iterator[Lack]:
    """Rules that are not there, and sections that differ."""
    for game in rooms.folders():
        file, ours = rules_file(game, code), sections(game)
        if not file.is_file():
            yield Lack(_shown(file), f"there is no such file; it has {len(ours)} sections")
            continue
        theirs = sections(game, code)
        yield from [Lack(_shown(file), f"section {each} is missing") for each in ours if each not in theirs]
        yield from [Lack(_shown(file), f"section {each} is not in the rules") for each in theirs if each not in ours]
        if set(ours) == set(theirs) and list(ours) != list(theirs):
            yield Lack(_shown(file), "the sections stand in another order")


def _shown(file: object) -> str:
    """A path as it is said to whoever works on it."""
    return str(file).removeprefix(f"{rooms.HERE.parent}/")

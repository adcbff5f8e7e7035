"""Texts into sentences: `Text(key, facts)` in the reader's language.

The texts of a language are those of `config/text/<language>/*.toml` and of every game's `text/<language>.toml`.
Templates: `{name}` inserts a fact, `{n:coin|coins}` chooses the form of a word by the language's plural categories,
`{name?more}` inserts `more` only where the fact is there and not empty, `{seat!bids|bid}` chooses a verb: the second
form is said to the one who did it, whom a sentence that begins with `{seat}` calls *you*. A fact `city/livorno`
is shown by its noun, `seat/2` by the player's name, a dictionary as "1 red, 2 green", `tower/white-3` as "white 3".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from config import rooms
from config.languages import FILE, Language, fallback, language
from engines.kit import Text
from engines.kit.errors import Refusal
from engines.kit.text import Fact, Facts, seat_ref

_REF = re.compile(r"^([a-z_]+)/([\w.:#+-]+)$")
_NUMBER = re.compile(r"^[A-Z]*\d+$")
_KEPT = 16_384
"""Names of things that are kept: every sentence, button and typed line asks for some again."""


class MissingText(KeyError):
    """A sentence or noun that nobody wrote: a test finds it before a player does."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A place in a template: a fact, and what to do with it."""

    name: str
    forms: tuple[str, ...] | None = None
    persons: tuple[str, str] | None = None
    inner: tuple[str | Gap, ...] | None = None


Template = tuple["str | Gap", ...]


def parse(template: str) -> Template:
    """The literal pieces and the gaps of a template."""
    parts, end = _parse(template, 0, False)
    if end != len(template):
        raise ValueError(f"a brace is not closed or not opened in {template!r}")
    return parts


def _parse(source: str, at: int, nested: bool) -> tuple[Template, int]:
    parts: list[str | Gap] = []
    text = ""
    while at < len(source):
        char = source[at]
        if char == "}" and nested:
            break
        if char != "{":
            text, at = text + char, at + 1
            continue
        name = re.compile(r"[a-z_]+").match(source, at + 1)
        if name is None:
            raise ValueError(f"a gap without a name in {source!r}")
        if text:
            parts.append(text)
            text = ""
        mark = source[name.end() : name.end() + 1]
        if mark == "}":
            parts.append(Gap(name.group()))
            at = name.end() + 1
        elif mark == ":":
            end = source.index("}", at)
            parts.append(Gap(name.group(), forms=tuple(source[name.end() + 1 : end].split("|"))))
            at = end + 1
        elif mark == "!":
            end = source.index("}", at)
            third, _, second = source[name.end() + 1 : end].partition("|")
            parts.append(Gap(name.group(), persons=(third, second)))
            at = end + 1
        elif mark == "?":
            inner, end = _parse(source, name.end() + 1, True)
            if source[end : end + 1] != "}":
                raise ValueError(f"{{{name.group()}? is not closed in {source!r}")
            parts.append(Gap(name.group(), inner=inner))
            at = end + 1
        else:
            raise ValueError(f"{{{name.group()}{mark} is no gap in {source!r}")
    if text:
        parts.append(text)
    return tuple(parts), at


def gaps(template: Template) -> Iterator[str]:
    """The names of all facts that a template wants."""
    for part in template:
        if isinstance(part, Gap):
            yield part.name
            yield from gaps(part.inner or ())


def files(language: str) -> dict[str, Path]:
    """Where the texts of a language stand, by the first part of their keys; not every file need be there."""
    general = {file.stem for code in (language, fallback()) for file in (rooms.TEXT / code).glob("*.toml")}
    found = {name: rooms.TEXT / language / f"{name}.toml" for name in sorted(general - {Path(FILE).stem})}
    return found | {game: folder / "text" / f"{language}.toml" for game, folder in rooms.folders().items()}


@cache
def own_texts(language: str) -> dict[str, str]:
    """The templates that are written in a language, by their full keys."""
    found: dict[str, str] = {}
    for name, file in files(language).items():
        if file.is_file():
            found |= flat(file, name)
    return found


def flat(file: Path, name: str) -> dict[str, str]:
    """The texts of a file by their full keys."""
    found: dict[str, str] = {}
    _flatten(tomllib.loads(file.read_text("utf-8")), name, found)
    return found


def catalogue(language: str) -> dict[str, str]:
    """Every template for a reader by its full key; what nobody has translated stands in the fallback."""
    return _catalogue(language, fallback())


@cache
def _catalogue(language: str, other: str) -> dict[str, str]:
    return own_texts(other) | own_texts(language)


def written_in(code: str, key: str) -> Language:
    """The language whose plural forms a text has: the reader's, or the fallback."""
    return language(code if key in own_texts(code) else fallback())


def _flatten(table: dict[str, Any], path: str, found: dict[str, str]) -> None:
    for name, value in table.items():
        if isinstance(value, dict):
            _flatten(value, f"{path}.{name}", found)
        else:
            found[f"{path}.{name}"] = value


@cache
def template(language: str, key: str) -> Template:
    try:
        return parse(catalogue(language)[key])
    except KeyError:
        raise MissingText(f"{language}: {key}") from None


def forget() -> None:
    """Read the texts again."""
    for kept in (own_texts, _catalogue, template, _thing):
        kept.cache_clear()


@lru_cache(_KEPT)
def _thing(code: str, game: str, reference: str, count: int) -> str:
    """The name of a thing of a game: not of a player."""
    match = _REF.match(reference)
    if match is None:
        raise MissingText(f"{reference!r} is no reference")
    kind, name = match.groups()
    words = catalogue(code)
    if kind == "source" and f"{game}.source.{name}" in words:
        return words[f"{game}.source.{name}"]
    keys = (f"{game}.noun.{kind}.{name}", f"kit.noun.{kind}.{name}")
    key = next((each for each in keys if each in words), None)
    stem, _, number = name.rpartition("-")
    if key is None and stem and _NUMBER.match(number):
        return f"{_thing(code, game, f'{kind}/{stem}', 1)} {number}"
    if key is None:
        raise MissingText(f"{code}: {keys[0]}")
    return written_in(code, key).plural(count, tuple(words[key].split("|")))


def _subject(parts: Template, facts: Facts) -> str:
    """The player whose name a sentence begins with, as a reference; empty if it begins otherwise."""
    first = parts[0] if parts else ""
    fact = facts.get(first.name) if isinstance(first, Gap) and first.inner is None else None
    return fact if isinstance(fact, str) and fact.startswith("seat/") else ""


NAME_FIRST = ("seat/", "source/")
"""References of which the name comes before the number."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says things about one game to one reader: language, names of the seats, and which of them is the reader's own."""

    language: str = field(default_factory=fallback)
    game: str = ""
    names: Sequence[str] = field(default_factory=tuple)
    own: int | None = None

    def say(self, text: Text) -> str:
        """The sentence, its first letter a capital unless a person's name stands there."""
        parts = template(self.language, text.key)
        sentence = self._fill(text.key, parts, text.facts)
        if _subject(parts, text.facts) and not self._is_own(parts, text.facts):
            return sentence
        return sentence[:1].upper() + sentence[1:]

    def asked(self, text: Text) -> str:
        """A question, behind the reckoning that it rests on."""
        return self.say(text) if text.because is None else f"{self.say(text.because)} {self.say(text)}"

    def phrase(self, text: Text) -> str:
        """A part of a sentence: as it is written, without a capital of its own."""
        return self._fill(text.key, template(self.language, text.key), text.facts)

    def opening(self, text: Text) -> str:
        """The first words of a sentence, as far as they tell no fact: "Which building?"; empty if there are none."""
        words = ""
        for part in template(self.language, text.key):
            if isinstance(part, Gap):
                if words or part.inner is None:
                    break
            else:
                words += part
        else:
            return words
        ends = max(words.rfind(mark) for mark in ".?!")
        if ends > 0 or ":" in words:
            return words[: ends + 1] if ends > 0 else words.rpartition(":")[0]
        return f"{words.rstrip()} …" if " " in words.strip() else ""

    def label(self, text: Text) -> str:
        """What an option is called, on a button or in a typed line."""
        return self.say(text)

    def refusal(self, refusal: Refusal, *, with_rule: bool = True) -> str:
        """A refusal in words, with the rule's section unless that is shown beside it."""
        reason = self._fill(refusal.code, template(self.language, refusal.code), refusal.facts)
        facts: Facts = {"reason": reason}
        if refusal.section and with_rule:
            facts["section"] = refusal.section
        said = self.say(Text("bot.refused_by_rule" if "section" in facts else "bot.refused", facts))
        lacks: Facts = {"missing": dict(refusal.missing)}
        return f"{said} {self.say(Text('kit.refusal.lacks', lacks))}" if refusal.missing else said

    def conditions(self, refusal: Refusal) -> list[tuple[str, bool]]:
        """What must hold for what was refused, in words, each with whether it does."""
        return [(self.say(each.text), each.is_met) for each in refusal.conditions]

    def noun(self, reference: str, count: int = 1) -> str:
        """The name of a thing or of the player on a seat; nouns may have plural forms (`coin|coins`).

        A number or square behind a name is kept: `tower/white-3` is "white 3" where only `white` has a name.
        """
        kind, _, name = reference.partition("/")
        if kind == "seat" and name.isdecimal():
            seat = int(name)
            return self.names[seat] if seat < len(self.names) else self.say(Text("bot.seat", {"number": seat + 1}))
        return _thing(self.language, self.game, reference, count)

    def fact(self, value: Fact) -> str:
        """One fact in words."""
        if isinstance(value, bool):
            return catalogue(self.language)["kit.word.yes" if value else "kit.word.no"]
        if isinstance(value, int):
            return self.number(value)
        if isinstance(value, str):
            return self.noun(value) if _REF.match(value) else value
        if isinstance(value, dict):
            return ", ".join([self._counted(key, n) for key, n in value.items()])
        return self.join([self.fact(item) for item in value])

    def _counted(self, key: str, number: int) -> str:
        """`2 villas`; of players and sources of points the name comes first: `Marta 3`."""
        name, said = self.noun(key, number), self.number(number)
        return f"{name} {said}" if key.startswith(NAME_FIRST) else f"{said} {name}"

    def number(self, value: int) -> str:
        """1,700 or 1.700, with a true minus."""
        return language(self.language).number(value)

    def join(self, parts: Sequence[str]) -> str:
        """a, b and c."""
        return language(self.language).join(list(parts))

    def _is_own(self, parts: Template, facts: Facts) -> bool:
        """Whether the reader is the subject of a sentence."""
        return self.own is not None and _subject(parts, facts) == seat_ref(self.own)

    def _fill(self, key: str, parts: Template, facts: Facts) -> str:
        if self._is_own(parts, facts):
            rest = self._fill_in(key, parts[1:], facts, 1)
            return f"{catalogue(self.language)['bot.you']}{rest}"
        return self._fill_in(key, parts, facts, 0)

    def _fill_in(self, key: str, parts: Template, facts: Facts, person: int) -> str:
        return "".join([part if isinstance(part, str) else self._gap(key, part, facts, person) for part in parts])

    def _gap(self, key: str, gap: Gap, facts: Facts, person: int) -> str:
        if gap.persons is not None:
            return gap.persons[person]
        if gap.inner is not None:
            return self._fill_in(key, gap.inner, facts, person) if facts.get(gap.name) else ""
        if gap.name not in facts:
            raise MissingText(f"{self.language}: the fact {gap.name!r} is not given")
        value = facts[gap.name]
        if gap.forms is not None:
            if not isinstance(value, int):
                return gap.forms[-1]
            return written_in(self.language, key).plural(value, gap.forms)
        return self.fact(value)

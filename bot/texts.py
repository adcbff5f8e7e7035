"""Texts into sentences: `Text(key, facts)` in the reader's language, from `config/text/<language>/*.toml`.

Templates: `{name}` inserts a fact, `{n:coin|coins}` chooses a word by n == 1, `{name?more}` inserts `more` only where
the fact is there and not empty. A fact `city/livorno` is shown by its noun, `seat/2` by the player's name, a dictionary
as "1 red, 2 green", `tower/white-3` as "white 3".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engines.kit import Text
from engines.kit.errors import Refusal
from engines.kit.text import Fact, Facts

FOLDER = Path(__file__).parents[1] / "config" / "text"
LANGUAGES = ("en", "nl", "de")
_REF = re.compile(r"^([a-z_]+)/([\w.:#+-]+)$")
_AND = {"en": " and ", "nl": " en ", "de": " und "}
_THOUSANDS = {"en": ",", "nl": ".", "de": "."}
MINUS = "−"


class MissingText(KeyError):
    """A sentence or noun that nobody wrote: a test finds it before a player does."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A place in a template: a fact, and what to do with it."""

    name: str
    forms: tuple[str, str] | None = None
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
            one, many = source[name.end() + 1 : end].split("|")
            parts.append(Gap(name.group(), forms=(one, many)))
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


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every template of a language by its full key."""
    found: dict[str, str] = {}
    for file in sorted((FOLDER / language).glob("*.toml")):
        _flatten(tomllib.loads(file.read_text("utf-8")), file.stem, found)
    return found


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


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says things about one game to one reader: language, names of the seats."""

    language: str = "en"
    game: str = ""
    names: Sequence[str] = field(default_factory=tuple)

    def say(self, text: Text) -> str:
        """The sentence, its first letter a capital unless a person's name stands there."""
        parts = template(self.language, text.key)
        sentence = self._fill(parts, text.facts)
        first = parts[0] if parts else ""
        if isinstance(first, Gap) and str(text.facts.get(first.name, "")).startswith("seat/"):
            return sentence
        return sentence[:1].upper() + sentence[1:]

    def label(self, text: Text) -> str:
        """What an option is called, on a button or in a typed line."""
        return self.say(text)

    def refusal(self, refusal: Refusal, *, with_rule: bool = True) -> str:
        """A refusal in words, with the rule's section unless that is shown beside it."""
        reason = self._fill(template(self.language, refusal.code), refusal.facts)
        if refusal.section and with_rule:
            return self.say(Text("bot.refused_by_rule", {"reason": reason, "section": refusal.section}))
        return self.say(Text("bot.refused", {"reason": reason}))

    def noun(self, reference: str, count: int = 1) -> str:
        """The name of a thing or of the player on a seat; nouns may have two forms (`coin|coins`).

        A number behind a name is kept: `tower/white-3` is "white 3" where only `white` has a name.
        """
        match = _REF.match(reference)
        if match is None:
            raise MissingText(f"{reference!r} is no reference")
        kind, name = match.groups()
        if kind == "seat":
            seat = int(name)
            return self.names[seat] if seat < len(self.names) else self.say(Text("bot.seat", {"number": seat + 1}))
        words = catalogue(self.language)
        found = words.get(f"{self.game}.noun.{kind}.{name}") or words.get(f"kit.noun.{kind}.{name}")
        stem, _, number = name.rpartition("-")
        if found is None and number.isdigit() and stem:
            return f"{self.noun(f'{kind}/{stem}')} {number}"
        if found is None:
            raise MissingText(f"{self.language}: {self.game}.noun.{kind}.{name}")
        forms = found.split("|")
        return forms[0] if count == 1 else forms[-1]

    def fact(self, value: Fact) -> str:
        """One fact in words."""
        if isinstance(value, bool):
            return self._fill(template(self.language, "kit.word.yes" if value else "kit.word.no"), {})
        if isinstance(value, int):
            return self.number(value)
        if isinstance(value, str):
            return self.noun(value) if _REF.match(value) else value
        if isinstance(value, dict):
            return ", ".join(f"{self.number(n)} {self.noun(key, n)}" for key, n in value.items())
        return self.join([self.fact(item) for item in value])

    def number(self, value: int) -> str:
        """1,700 or 1.700, with a true minus."""
        digits = f"{abs(value):,}".replace(",", _THOUSANDS[self.language])
        return MINUS + digits if value < 0 else digits

    def join(self, parts: Sequence[str]) -> str:
        """a, b and c."""
        if len(parts) < 2:
            return "".join(parts)
        return ", ".join(parts[:-1]) + _AND[self.language] + parts[-1]

    def _fill(self, parts: Template, facts: Facts) -> str:
        return "".join([part if isinstance(part, str) else self._gap(part, facts) for part in parts])

    def _gap(self, gap: Gap, facts: Facts) -> str:
        if gap.inner is not None:
            return self._fill(gap.inner, facts) if facts.get(gap.name) else ""
        if gap.name not in facts:
            raise MissingText(f"{self.language}: the fact {gap.name!r} is not given")
        value = facts[gap.name]
        if gap.forms is not None:
            return gap.forms[0] if value == 1 else gap.forms[1]
        return self.fact(value)

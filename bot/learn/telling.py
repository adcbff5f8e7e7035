"""Telling: a sentence of a game's texts, its gaps filled from `learn.toml`, the tables and the reader's own view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.language.speaker import Gap, Speaker, Template, gaps, template
from bot.learn.expression import Said, Scope, evaluate, in_doubt
from engines.kit import Text


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of things, as `learn.toml` declares it."""

    name: str
    row: str = ""
    ids: str = ""
    key: str = "id"
    one: str = ""
    """The row of a thing, where its id does not stand in a table."""
    family: str = ""
    section: str = ""
    noun: str = ""
    elsewhere: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    searched: str = ""
    """What is looked for in the view, where that is not the id."""


@dataclass(frozen=True, slots=True)
class Book:
    """All that `learn.toml` of a game says."""

    game: str
    facts: Mapping[str, str]
    figures: tuple[str, ...]
    """Tables of single figures, in which a gap is looked for that neither kind nor row fills."""
    kinds: Mapping[str, Kind]
    also: Mapping[str, tuple[str, ...]]
    """Other sorts of references, and which things they stand for."""
    without: Mapping[str, str]
    """Sorts of references that are no things, and why."""
    places: tuple[Mapping[str, Any], ...]
    raw: Mapping[str, Any]


@dataclass(slots=True)
class Telling:
    """One thing being told about to one reader; of no kind: the game as a whole, or this moment of it."""

    found: Book
    kind: Kind
    id: str
    row: Mapping[str, Any] | None
    tables: Mapping[str, Any]
    view: Mapping[str, Any] | None
    speaker: Speaker
    doubtful: dict[str, None] = field(default_factory=dict)
    """The names of facts that were said and are in doubt."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Further names for expressions: the question, the answer, what happened."""

    def names(self) -> dict[str, Any]:
        me = None if self.view is None else self.view.get("seat")
        seats = len(self.speaker.names) or None
        return {
            "id": self.id,
            "row": self.row,
            "tables": self.tables,
            "view": self.view,
            "me": me,
            "seats": seats,
            "it": None,
            **self.more,
        }

    def fact(self, name: str) -> Any:
        """A fact by its name: declared by the kind, by the game, a figure of the row, or of the game's own tables."""
        scope = Scope(self.names())
        declared = self.kind.facts.get(name) or self.found.facts.get(name)
        if declared is not None:
            value = evaluate(declared, scope)
        else:
            value = next((each for each in self._figures(name, scope) if each is not None), None)
        if value is not None and any(in_doubt(trail) for trail in scope.read):
            self.doubtful[name] = None
        return self._worded(value)

    def _figures(self, name: str, scope: Scope) -> Iterator[Any]:
        if self.row is not None:
            inner = [key for key, value in self.row.items() if isinstance(value, dict) and name in value]
            yield from [evaluate(f"row.{path}", scope) for path in _own(self.row, name, inner)]
        for table in self.found.figures:
            if name in self.tables.get(table, {}):
                yield evaluate(f"tables.{table}.{name}", scope)

    def _worded(self, value: Any) -> Any:
        if isinstance(value, Said):
            key = f"{self.found.game}.{value.key}"
            wanted = set(gaps(template(self.speaker.language, key)))
            facts = {name: self._worded(fact) for name, fact in value.facts.items() if name in wanted}
            return self.speaker.phrase(Text(key, {name: fact for name, fact in facts.items() if fact is not None}))
        if isinstance(value, Text):
            return self.speaker.say(value)
        if isinstance(value, list):
            return [self._worded(each) for each in value if each is not None]
        return value

    def say(self, key: str) -> str:
        """A sentence with its facts; empty where one that it cannot do without is not there."""
        parts = template(self.speaker.language, key)
        facts = {name: fact for name in dict.fromkeys(gaps(parts)) if (fact := self.fact(name)) is not None}
        return self.speaker.say(Text(key, facts)) if is_whole(parts, facts) else ""


def _own(row: Mapping[str, Any], name: str, inner: Sequence[str]) -> list[str]:
    own = [name] if name in row and not isinstance(row[name], dict) else []
    return [*own, *[f"{key}.{name}" for key in inner]]


def is_whole(parts: Template, facts: Mapping[str, Any]) -> bool:
    """Whether all is there that the template says in any case."""
    for part in parts:
        if not isinstance(part, Gap):
            continue
        if part.inner is None and part.name not in facts:
            return False
        if part.inner is not None and facts.get(part.name) and not is_whole(part.inner, facts):
            return False
    return True

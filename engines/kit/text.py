"""Texts as data: a key and its facts. Sentences are made at the edge, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

Fact: TypeAlias = "int | str | list[str] | list[int] | dict[str, int]"
Facts: TypeAlias = dict[str, Fact]


@dataclass(slots=True)
class Text:
    """A sentence to be: `key` names it in the words of the game, `facts` fill its gaps."""

    key: str
    facts: Facts = field(default_factory=dict)

    @property
    def because(self) -> Text | None:
        """A second sentence with its reckoning, which a log shows and a short notice leaves out."""
        return None


@dataclass(slots=True)
class Explained(Text):
    """A sentence with its reckoning."""

    why: Text | None = None

    @property
    def because(self) -> Text | None:
        return self.why


def ref(kind: str, name: str | int) -> str:
    """A reference to a noun (`city/livorno`), shown by its name in the reader's language."""
    return f"{kind}/{name}"


def seat_ref(seat: int) -> str:
    """A reference to the player on a seat."""
    return f"seat/{seat}"


def refs(kind: str, names: Iterable[str]) -> list[str]:
    """A fact such as "Pisa and Lucca"."""
    return [f"{kind}/{name}" for name in names]


def counted(kind: str, counts: Mapping[str, int]) -> dict[str, int]:
    """A fact such as "1 red, 2 green": the positive counts, by reference."""
    return {f"{kind}/{name}": count for name, count in counts.items() if count}


@cache
def noun(kind: str, name: str) -> Text:
    """The bare name of a thing, as a label; made once, since asks are never changed."""
    return Text("kit.option.noun", {"what": f"{kind}/{name}"})

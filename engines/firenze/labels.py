"""Labels and facts that several chapters share: towers, bricks, cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from engines.firenze.bricks import COLOURS, Bricks, in_order
from engines.firenze.state import Tower
from engines.kit import WORDLESS, Bundle, Fact, Option, Text, ref

_REFS = {colour: ref("brick", colour) for colour in COLOURS}


def bricks_fact(heap: Mapping[str, int]) -> dict[str, int]:
    """A fact such as "1 white, 2 red"."""
    return {_REFS[colour]: heap[colour] for colour in COLOURS if colour in heap and heap[colour]}


def say(key: str, **facts: Fact) -> Text:
    """A text of this game."""
    return Text(f"firenze.{key}", facts)


def tower_key(tower: Tower) -> str:
    """What is seen of a tower: towers of one colour and one height are interchangeable (9.4e)."""
    return f"{tower.colour}-{tower.height}"


def towers_fact(towers: Iterable[Tower]) -> list[str]:
    """A fact such as "red 3 and white 2"."""
    return [ref("tower", tower_key(tower)) for tower in towers]


def distinct(towers: Iterable[Tower]) -> list[Tower]:
    """One of each kind of tower, the oldest."""
    found: dict[str, Tower] = {}
    for tower in towers:
        found.setdefault(tower_key(tower), tower)
    return list(found.values())


def numbered(names: Iterable[str]) -> list[tuple[str, str, int]]:
    """Key, name and copy of things of which several may be picked: `white`, `white#2`."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        copy = seen[name] = seen.get(name, 0) + 1
        found.append((name if copy == 1 else f"{name}#{copy}", name, copy))
    return found


def copies(kind: str, names: Iterable[str]) -> tuple[Option, ...]:
    """Options for single copies of things; equal ones are told apart by a number."""
    return tuple([Option(key, copy_label(kind, name, copy)) for key, name, copy in numbered(names)])


def copy_label(kind: str, name: str, copy: int) -> Text:
    """The name of a thing, with its number from the second copy on."""
    if copy == 1:
        return say("option.thing", what=ref(kind, name))
    return say("option.copy", what=ref(kind, name), copy=copy)


@cache
def slot_at(slot: int, what: str) -> tuple[str, ...]:
    """Where something in a slot of the row lies, the card or a brick; slots are counted from 1."""
    return (what, f"slot/slot-{slot + 1}")


def name_of(key: str) -> str:
    """What a numbered key stands for."""
    return key.partition("#")[0]


@cache
def brick_label(colour: str) -> Text:
    """The name of a colour."""
    return say("option.thing", what=ref("brick", colour))


def brick_bundle(
    prompt: Text, heap: Mapping[str, int], number: int, suggestion: Bricks, private: bool = False
) -> Bundle:
    """Exactly so many bricks of a heap."""
    available = in_order(heap)
    if prompt is WORDLESS:
        return Bundle(prompt, available, {}, number, number, default=suggestion, private=private)
    labels = {colour: brick_label(colour) for colour in available}
    return Bundle(
        prompt, available, labels, number, number, default=suggestion, suggested=(suggestion,), private=private
    )

"""6.1 What bricks can be laid on."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engines.firenze.bricks import colours_of
from engines.firenze.labels import numbered, say, tower_key
from engines.firenze.state import FirenzeState
from engines.kit import Text, ref

NEW = -1


class Target(NamedTuple):
    """6.1 What bricks can be laid on: an own tower, or a new one in a colour."""

    kind: str
    colour: str
    tower: int
    label: Text
    at: tuple[str, ...]


def targets(s: FirenzeState, seat: int) -> list[Target]:
    """6.1 1.4 Own towers for which there is a brick, then new ones; equal towers each by itself."""
    player = s.players[seat]
    towers = [tower for tower in player.towers if tower.colour in player.warehouse]
    keys = [key for key, _, _ in numbered([f"raise:{tower_key(tower)}" for tower in towers])]
    found = [_raised(key, tower.colour, tower.height, tower.id) for key, tower in zip(keys, towers, strict=True)]
    begun = []
    for colour in colours_of(player.warehouse):
        begun += [colour] * (1 + min(s.turn.apart.count(colour), player.warehouse[colour] - 1))
    return found + [_begun(key, copy, colour) for key, colour, copy in numbered(begun)]


def _which(copy: int | str) -> str:
    """Which of several equal towers, from the second on."""
    return ref("numeral", copy) if copy else ""


@cache
def _raised(key: str, colour: str, height: int, id: int) -> Target:
    label = say("option.raising", colour=ref("brick", colour), height=height, copy=_which(key.partition("#")[2]))
    return Target(key, colour, id, label, (f"tower/{colour}-{height}",))


@cache
def _begun(key: str, copy: int, colour: str) -> Target:
    label = say("option.beginning", colour=ref("coloured", colour), height=0, copy=_which(copy if copy > 1 else ""))
    return Target(f"new:{key}", colour, NEW, label, (f"brick/{colour}",))

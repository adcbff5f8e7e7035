"""A plan kept for the next turn: a line that its owner would type then, what it may cost, and what ends it.

It is kept as words, and read when the turn comes, on the board as it then lies. Only its owner ever sees it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pydantic import BaseModel, ConfigDict

from engines.kit import Event, GameInfo, Text, seat_ref

SOONEST, LATEST = 20.0, 90.0
"""Seconds after the turn has come in which a plan is played: as quickly as people answer who are there, so that nobody
can tell, and whoever moved before can still take back."""


class Unless(BaseModel):
    """What somebody may do, or what may happen, that ends a plan: it is then asked as always."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    said: str
    """In the words of its owner."""
    events: tuple[str, ...]
    """Beginnings of the keys of events."""
    seat: int | None = None
    """Who does it; None: anybody else, or the game."""

    def happens(self, events: Iterable[Event], owner: int) -> bool:
        """Whether one of these events is what was named; nothing that the owner does."""
        return any(
            event.key.startswith(self.events)
            and event.facts.get("seat") != seat_ref(owner)
            and (self.seat is None or event.facts.get("seat") == seat_ref(self.seat))
            for event in events
        )


class Way(BaseModel):
    """One way to play a turn: a line, and what it may cost."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    line: str
    """What is still to be played, as it is typed."""
    cost: dict[str, int] = {}
    """What it spent on the board on which it was made, as far as that could be foreseen."""
    most: int | None = None
    """What it may spend at most, in place of that; of `kind`, or in all."""
    kind: str = ""
    paid: int | None = None
    """Pieces that the line names as payment before its first barrier: none of them is read as anything else."""
    cheaper: tuple[tuple[str, int], ...] = ()
    """The same line for when fewer have to be paid than on the board on which it was made, and how many it names."""


class Turn(BaseModel):
    """A turn after the next one: its ways, the first that is possible counts, and how it was said."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ways: tuple[Way, ...]
    said: str


class KeptPlan(Way):
    """One plan of one seat for its next turn, and perhaps for those after it."""

    whole: str
    """All of it, to be said back."""
    language: str
    home: str
    """The step at which it begins."""
    made: int
    """The version of the table in which it was given: with the version in which it is played, its request."""
    ways: tuple[Way, ...] = ()
    """What is tried next, in this order, where the line is not possible or costs more."""
    later: tuple[Turn, ...] = ()
    """The turns after that one."""
    resting: bool = False
    """This turn is played: what is left is for the next one, and waits until another's turn has come."""
    spent: dict[str, int] = {}
    until: float | None = None
    unless: Unless | None = None
    begun: bool = False
    """The words before a barrier have been played."""
    trouble: Text | None = None
    """Why it was not played: it then stands beside the question."""
    at_cost: dict[str, int] | None = None
    """What it would spend now, where that is all that is wrong with it."""

    def facts(self) -> dict[str, str]:
        """To be said: all of it with its conditions; those of several ways are among its words."""
        most = "" if self.most is None or self.ways or self.later or self.resting else str(self.most)
        return {"plan": self.whole, "most": most, "unless": self.unless.said if self.unless else ""}

    def is_over(self, now: float) -> bool:
        return self.until is not None and now >= self.until

    def is_due(self, step: str) -> bool:
        """Whether this question is the one that it answers."""
        return not self.resting and (self.begun or step == self.home)

    def each_way(self) -> Iterator[KeptPlan]:
        """The plan with each of its ways in turn."""
        yield self
        for number, way in enumerate(self.ways, 1):
            yield self.model_copy(update={**way.model_dump(), "ways": self.ways[number:]})

    def allows(self, spent: Mapping[str, int]) -> bool:
        """Whether this may be spent besides what it has spent: not more than was said, or than it was planned with."""
        both = {kind: spent.get(kind, 0) + self.spent.get(kind, 0) for kind in {*spent, *self.spent}}
        if self.most is not None:
            return (both.get(self.kind, 0) if self.kind else sum(both.values())) <= self.most
        return self.begun or all(count <= self.cost.get(kind, 0) for kind, count in both.items())

    def troubled(self, why: Text, at_cost: Mapping[str, int] | None = None) -> KeptPlan:
        return self.model_copy(update={"trouble": why, "at_cost": None if at_cost is None else dict(at_cost)})

    def after(self, rest: str, spent: Mapping[str, int]) -> KeptPlan | None:
        """What is left when its first words were played, with the other ways that begin with the same words; when all
        of it was, the turn after; None: nothing."""
        if not rest:
            return self._next_turn()
        both = {kind: spent.get(kind, 0) + self.spent.get(kind, 0) for kind in {*spent, *self.spent}}
        begun = {"line": rest, "paid": None, "cheaper": (), "ways": self._going_on(rest), "spent": both, "begun": True}
        return self.model_copy(update=begun)

    def _going_on(self, rest: str) -> tuple[Way, ...]:
        played = self.line.removesuffix(rest).casefold().split() if self.line.endswith(rest) else []
        said = [(way, way.line.split()) for way in self.ways if played]
        return tuple(
            [
                way.model_copy(update={"line": " ".join(words[len(played) :]), "paid": None, "cheaper": ()})
                for way, words in said
                if len(words) > len(played) and " ".join(words).casefold().split()[: len(played)] == played
            ]
        )

    def _next_turn(self) -> KeptPlan | None:
        if not self.later:
            return None
        (first, *others), later = self.later[0].ways, self.later[1:]
        fresh = {"spent": {}, "begun": False, "resting": True, "whole": joined(self.later)}
        return self.model_copy(update={**first.model_dump(), **fresh, "ways": tuple(others), "later": later})

    def moment(self, secret: str, since: float) -> float:
        """When it is played, if the game waits since then. The secret is the game's: nobody can reckon it."""
        drawn = (
            int(sha256(f"{secret}/plan/{self.made}/{self.begun}/{len(self.later)}".encode()).hexdigest()[:8], 16)
            / 0xFFFFFFFF
        )
        return since + SOONEST + (LATEST - SOONEST) * drawn


@dataclass(frozen=True, slots=True)
class Ready:
    """A plan that can be played: its answers, the words that are left, what it spends."""

    given: tuple[tuple[str, Any], ...]
    rest: str
    spent: Mapping[str, int]


def stopped(plan: KeptPlan, events: Iterable[Event], owner: int) -> KeptPlan:
    """The plan after these events: untouched, or with the reason why it is not played."""
    if plan.trouble is None and plan.unless is not None and plan.unless.happens(events, owner):
        return plan.troubled(Text("table.plan.stopped", {"words": plan.unless.said}))
    return plan


def joined(turns: Sequence[Turn]) -> str:
    """Several turns as they are said back."""
    return " → ".join([turn.said for turn in turns])


def woken(plan: KeptPlan, info: GameInfo, on_turn: Collection[int], events: Iterable[Event], owner: int) -> KeptPlan:
    """What is left of a plan for the next turn counts when another one's turn has come, or a round ends in between."""
    rounds = tuple([stop.event for stop in info.stops if stop.event and not stop.own])
    is_over = any(seat != owner for seat in on_turn) or any(event.key.startswith(rounds) for event in events)
    return plan.model_copy(update={"resting": False}) if plan.resting and is_over else plan


def turn_step(info: GameInfo) -> str:
    """The step at which a turn begins."""
    return next((stop.step for stop in info.stops if stop.step), "")

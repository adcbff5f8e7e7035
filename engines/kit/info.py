"""What a game says of itself before it is played: its name, seats and options, and what may be ordered ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict


class Options(BaseModel):
    """The choices made before a game begins."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @property
    def host_first(self) -> bool:
        """Whether the first seat has to decide something that is the host's to decide."""
        return False

    @classmethod
    def changed(cls, before: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        """What holds when some choices (or a whole form) are made anew over those that held before."""
        return {**before, **given}


@dataclass(frozen=True, slots=True)
class Ahead:
    """A question that may be answered before it is asked: the step, the fact of its prompt that an order names
    (`lot`, whose references are `lot/jester`), and the event that ends such orders."""

    step: str
    fact: str
    stop: str = ""
    naming: tuple[str, ...] = ()
    """Questions that ask which of these things is wanted (to open an auction with): a limit for one answers them too,
    if what stands in the option or the question as `price` is not above it. Their options have the things' own names
    as keys."""
    passes: bool = False
    """Those questions are passed once nothing that was named is to be had within its limit, instead of being asked."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment that ends a standing order, by its name in the words (`[stop]`): an event, or that a step is asked.

    With `own` the event must be the order's owner's (its `seat`).
    """

    name: str
    event: str = ""
    step: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a game is called, how many sit down to it, what can be chosen before."""

    key: str
    title: str
    seats: tuple[int, int]
    options: type[Options]
    rules_version: int = 1
    longest: int = 5_000
    """With plain players a game is over within so many answers."""
    ahead: tuple[Ahead, ...] = ()
    """What standing orders may name before it is asked."""
    stops: tuple[Stop, ...] = ()
    """Until when standing orders may be said to hold."""
    recurring: tuple[str, ...] = ()
    """Steps that come again and again, often out of turn: *Always like this* is offered beside them."""
    deeds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What somebody may do that ends another's plan: its name in the words (`[deed]`), and the events that tell it."""
    opening: Mapping[str, str] = field(default_factory=dict)
    """Steps before the turn that a plan kept for it goes through by itself, and what it answers there (to roll)."""
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Sets of options by which the game plays differently: benches and fuzzing go through them."""

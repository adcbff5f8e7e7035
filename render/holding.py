"""What one seat holds, told apart from how it is drawn: figures, pieces in stock, cards. The local page draws it alive.

A thing looks the same wherever it is met: a `Look`, its icon and its pigment (`resource/brick`), is found by reference.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """Icon and pigment of a thing; `round` as freedoms and objects are. Without an icon the pigment alone speaks."""

    icon: str = ""
    pigment: str = ""
    round: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A thing that is there, or is missing; `count` is shown beside it."""

    name: str
    look: Look
    there: bool = True
    count: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure with its unit: 1,700 florins."""

    icon: str
    figure: str
    unit: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the hand: its title, what it wants, its value, how it stands, what it does."""

    title: str
    tokens: tuple[Token, ...] = ()
    figure: str = ""
    state: str = ""
    good: bool = False
    note: str = ""
    icon: str = ""
    ref: str = ""
    """The thing that it is, where it can be chosen or explained."""


@dataclass(frozen=True, slots=True)
class Holding:
    """All of it; cards to choose from just now stand in the question."""

    facts: tuple[Fact, ...] = ()
    stock: tuple[tuple[Token, ...], ...] = ()
    cards: tuple[Card, ...] = ()

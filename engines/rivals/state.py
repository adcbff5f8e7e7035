"""The state of a game of Rivals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from engines.kit import BY_DIGEST, Card, Part, State
from engines.rivals.options import RivalsOptions
from engines.rivals.tables import RivalsTables


@dataclass(slots=True, kw_only=True)
class Town(Part):
    """1.3 A settlement or a city."""

    x: int
    city: bool = False


@dataclass(slots=True, kw_only=True)
class Region(Part):
    """2.1 A region with what it stores; `kind` names terrain and number."""

    kind: str
    x: int
    row: str
    stored: int = 0


@dataclass(slots=True, kw_only=True)
class Expansion(Part):
    """1.4 A card on a site of a town (slot 1 or 2) or beside a region (slot 0); the last of the pile is on top."""

    x: int
    row: str
    slot: int
    pile: list[Card] = field(default_factory=list)
    stored: int = 0
    """The gold of a Gold Cache."""
    used: bool = False
    """A Mint that has traded this turn."""

    @property
    def kind(self) -> str:
        return self.pile[-1].kind

    @property
    def back(self) -> str:
        return self.pile[-1].back


@dataclass(slots=True, kw_only=True)
class Gain(Part):
    """3.4 Resources that a player is still to store, in some of these stores."""

    reason: str
    amount: int
    stores: list[str]


@dataclass(slots=True, kw_only=True)
class Player(Part):
    """1.2 A principality, its hand, and what its player is in the middle of choosing."""

    colour: str
    towns: list[Town] = field(default_factory=list)
    roads: list[int] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    expansions: list[Expansion] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    gains: list[Gain] = field(default_factory=list)
    due: dict[str, int] = field(default_factory=dict)
    """What is still to be paid, by type."""
    paid: dict[str, int] = field(default_factory=dict)
    """Which stores pay it."""
    gifts: list[str] = field(default_factory=list)
    """The types of resources given to this player that are still to be stored."""
    lost: str = ""
    """The expansion that is about to go under a stack."""
    lost_to: int = -1


@dataclass(slots=True, kw_only=True)
class Deed(Part):
    """The action that the active player is composing; the card is named by its place in the hand."""

    place: int = -1
    face_up: bool = False
    spots: list[str] = field(default_factory=list)
    spot: str = ""
    cost: dict[str, int] = field(default_factory=dict)
    drops: list[str] = field(default_factory=list)
    pays: int = 0
    gives: dict[str, int] = field(default_factory=dict)
    """Stores that the next payment of a card or trade is taken from."""
    rate: str = ""
    first: str = ""
    stack: int = -1
    picks: list[int] = field(default_factory=list)
    stacks: list[int] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Taking(Part):
    """3.6 One player takes from the other: how much, into which own stores."""

    taker: int
    reason: str
    least: int
    most: int
    into: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Stack(Part):
    """1.7 A draw stack; it belongs to one set for the whole game."""

    back: str
    cards: list[Card] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class RivalsState(State):
    """A game of Rivals."""

    options: RivalsOptions
    tables: Annotated[RivalsTables, *BY_DIGEST]
    players: list[Player]
    stacks: list[Stack] = field(default_factory=list)
    face_up: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    laid: list[Card] = field(default_factory=list)
    """The action card that is being resolved."""
    regions: list[Card] = field(default_factory=list)
    drawn: list[Card] = field(default_factory=list)
    """The regions of a settlement that is being built."""
    events: list[Card] = field(default_factory=list)
    turned: list[Card] = field(default_factory=list)
    """The event card that is being resolved."""
    put_away: list[Card] = field(default_factory=list)
    supply: dict[str, int] = field(default_factory=dict)
    starter: int = 0
    chosen: list[int] = field(default_factory=list)
    """The stacks of the start hands."""
    active: int = 0
    turn: int = 0
    production: int = 0
    """This turn's number; 0 before the roll, unless Brigitta has set it."""
    face: str = ""
    herald: bool = False
    """Reiner was played this turn."""
    fetches: int = 0
    """Cards fetched from the discard pile this turn."""
    threatened: list[int] = field(default_factory=list)
    spared: list[int] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    under: list[int] = field(default_factory=list)
    """Stacks under which cards have been put since the player who is not on turn owes a loss."""
    piled: int = -1
    """How many cards lay on the discard pile when that loss arose."""
    deed: Deed = field(default_factory=Deed)
    taking: Taking | None = None
    winner: int = -1

    @property
    def mode(self) -> str:
        return self.options.mode

    @property
    def target(self) -> int:
        return self.options.target or self.tables.mode[self.options.mode].target

    @property
    def order(self) -> tuple[int, int]:
        """A43 Both seats, the active player first."""
        return (self.active, 1 - self.active)

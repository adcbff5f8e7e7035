"""1 The state of a game of Firenze."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from engines.firenze.bricks import Bricks
from engines.firenze.options import FirenzeOptions
from engines.firenze.tables import FirenzeTables
from engines.kit import BY_DIGEST, Card, Part, State, screened

NEUTRAL = -1
"""1.7 The owner of a neutral seal."""
NOBODY = -1


@dataclass(slots=True, kw_only=True)
class Tower(Part):
    """1.4 One colour, at least one storey."""

    id: int
    colour: str
    height: int


@dataclass(slots=True, kw_only=True)
class RowCard(Part):
    """1.5 An open card of the row and the bricks on it."""

    card: str
    bricks: Bricks = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Loss(Part):
    """9.4 What an event for all takes from one player; secret until all have chosen."""

    bricks: Bricks = field(default_factory=dict)
    due: int = 0
    """Bricks still to be chosen."""
    spared: list[int] = field(default_factory=list)
    """Towers that stay though the event could hit them."""
    threatened: list[int] = field(default_factory=list)
    """Towers that the event could hit."""
    undecided: list[str] = field(default_factory=list)
    """Groups of towers of which only some can stay: a colour (Tribute) or "any" (Luxury Tax)."""


@dataclass(slots=True, kw_only=True)
class Player(Part):
    """1.3 What lies before a player."""

    warehouse: Bricks = field(default_factory=dict)
    towers: list[Tower] = field(default_factory=list)
    hand: list[str] = screened(factory=list)
    buildings: list[str] = field(default_factory=list)
    seals: int = 0
    points: dict[str, int] = field(default_factory=dict)
    """1.10 By source; their sum is the score."""
    feasts: list[str] = field(default_factory=list)
    """10.4 Revealed at the final scoring."""
    loss: Loss | None = None

    @property
    def score(self) -> int:
        """1.10 Prestige points; may fall below 0 (A22)."""
        return sum(self.points.values())

    @property
    def tower_colours(self) -> set[str]:
        """The colours in which this player has a tower."""
        return {tower.colour for tower in self.towers}

    def tower(self, id: int) -> Tower:
        """The own tower with this id."""
        return next(tower for tower in self.towers if tower.id == id)


@dataclass(slots=True, kw_only=True)
class Piece(Part):
    """6.5 One entry of a build plan: so many bricks on a tower (-1: a new one)."""

    tower: int
    colour: str
    count: int = 0


@dataclass(slots=True, kw_only=True)
class Turn(Part):
    """3.3 What is known of the turn being played."""

    number: int = 0
    phase: int = 0
    old_towers: list[int] = field(default_factory=list)
    raised: list[int] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    """3.4 Names of the persons played."""
    slot: int = NOBODY
    payment: Bricks = field(default_factory=dict)
    event: str = ""
    """4.6 The event being resolved, before it is discarded."""
    warded: bool = False
    aside: Bricks = field(default_factory=dict)
    """4.5 Bricks from the card of a Flood or Warehouse Fire."""
    exchanged: bool = False
    wanted: str = ""
    plan: list[Piece] = field(default_factory=list)
    victim: int = NOBODY
    given: str = ""
    closed: bool = False
    """3.5 The last moment for persons has been offered."""
    apart: list[str] = field(default_factory=list)
    """6.5 Colours in which another new tower is wanted."""
    offered: bool = False
    """3.5 Building was asked, and beside it persons and staying."""
    staying: bool = False
    """3.5 The player wants to be asked once more before the turn ends."""


@dataclass(slots=True, kw_only=True)
class FirenzeState(State):
    """1 The whole table."""

    options: FirenzeOptions
    tables: Annotated[FirenzeTables, *BY_DIGEST]
    players: list[Player]
    bag: Bricks = field(default_factory=dict)
    """1.2 Always all six colours in their order, for the sake of fair draws."""
    row: list[RowCard] = field(default_factory=list)
    draw_pile: list[Card] = field(default_factory=list)
    discard_pile: list[str] = field(default_factory=list)
    church: list[str] = field(default_factory=list)
    small_seals: list[int] = field(default_factory=list)
    """9.1 Seats whose small seal lies on the Campanile."""
    seals: dict[str, int] = field(default_factory=dict)
    """1.7 By commission: the seat, or NEUTRAL."""
    balconies: list[str] = field(default_factory=list)
    """2.2 Tile ids, I to IV."""
    balconies_done: int = 0
    storey_tokens: list[int] = field(default_factory=list)
    towers_begun: int = 0
    start_player: int = 0
    active: int = 0
    turn: Turn = field(default_factory=Turn)
    end_tile: int = NOBODY
    """11.1 Who laid a last seal first."""

    @property
    def player(self) -> Player:
        """The player in turn."""
        return self.players[self.active]

    def order_from(self, seat: int) -> list[int]:
        """All seats clockwise, beginning here."""
        return [(seat + step) % self.seats for step in range(self.seats)]

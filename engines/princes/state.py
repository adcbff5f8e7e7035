"""Everything a game of Princes consists of (1.1, 1.2), and what a seat is choosing at the moment."""

from dataclasses import dataclass, field
from typing import Annotated

from engines.kit import BY_DIGEST, Card, Part, State, screened
from engines.princes.options import PrincesOptions
from engines.princes.tables import PrincesTables


@dataclass(frozen=True, slots=True)
class Tile:
    """A piece in one principality: the cells it covers there; `partner` owns the rest of a common building."""

    kind: str
    mask: int
    partner: int = -1


@dataclass(slots=True, kw_only=True)
class Player(Part):
    """1.1 What one seat owns."""

    cash: int = screened(0)
    points: int = 0
    sources: dict[str, int] = field(default_factory=dict)
    jesters: int = 0
    builders: int = 0
    freedoms: list[str] = field(default_factory=list)
    landscapes: list[Tile] = field(default_factory=list)
    buildings: list[Tile] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    recruiting: int = 0
    table: list[Card] = field(default_factory=list)
    table_recruiting: int = 0
    bonus: list[Card] = field(default_factory=list)
    prestige: list[Card] = field(default_factory=list)
    best: int = 0
    character: str = ""


@dataclass(slots=True, kw_only=True)
class Auction(Part):
    """4.3 The bookkeeping of one phase A: who bought what, who is out, and the lot under the hammer."""

    opener: int = 0
    bought: dict[int, str] = field(default_factory=dict)
    prices: dict[int, int] = field(default_factory=dict)
    out: list[int] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)
    lot: str = ""
    bidder: int = -1
    bid: int = 0
    bids: list[tuple[int, int]] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Characters(Part):
    """17.1 The six characters and the markers of phase A2."""

    display: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    running: bool = False
    markers: dict[int, str] = field(default_factory=dict)
    bids: dict[int, int] = field(default_factory=dict)
    finished: list[int] = field(default_factory=list)
    turn: int = 0
    wanted: str = ""
    money: int = 0
    taken: bool = False
    exchange: int = -1


@dataclass(slots=True, kw_only=True)
class Turn(Part):
    """6.1 One turn of phase B, with what its seat has chosen so far.

    `person` and `played` are places in hand; without a person the work being composed is the Princess's.
    """

    seat: int = -1
    actions: int = 0
    hired: bool = False
    freedom: bool = False
    offers: int = 0
    person: int = -1
    played: list[int] = field(default_factory=list)
    building: str = ""


@dataclass(slots=True, kw_only=True)
class Offer(Part):
    """18.7 A common building under negotiation. `by` named the triple; `draft_*` is what a side is composing."""

    active: int
    partner: int
    by: int = -1
    building: str = ""
    spot: str = ""
    amount: int = 0
    draft_building: str = ""
    draft_spot: str = ""


@dataclass(slots=True, kw_only=True)
class PrincesState(State):
    """1.2 The whole game."""

    options: PrincesOptions
    tables: Annotated[PrincesTables, *BY_DIGEST]
    players: list[Player] = field(default_factory=list)
    round: int = 1
    start: int = 0
    phase: str = "setup"
    piles: dict[str, int] = field(default_factory=dict)
    buildings: dict[str, int] = field(default_factory=dict)
    freedoms: dict[str, int] = field(default_factory=dict)
    professions: list[Card] = field(default_factory=list)
    bonus: list[Card] = field(default_factory=list)
    prestige: list[Card] = field(default_factory=list)
    looking: list[Card] = field(default_factory=list)
    looked_at: str = ""
    spent_bonus: list[Card] = field(default_factory=list)
    auction: Auction = field(default_factory=Auction)
    characters: Characters = field(default_factory=Characters)
    calls: list[int] = field(default_factory=list)
    turn: Turn = field(default_factory=Turn)
    turns: list[int] = field(default_factory=list)
    offer: Offer | None = None

    @property
    def going_back(self) -> bool:
        """17.4 Going back on the track is off with Muse & Princess, unless the option allows it.

        13.2 It ends with the last best-work award.
        A8 Afterwards it could only fake the tie-break.
        A16 The default with characters is "off".
        """
        options = self.options
        allowed = options.going_back_allowed and (not options.muse or options.going_back_allowed_with_muse)
        return allowed and self.phase != "end"

    def from_start(self) -> list[int]:
        """3.1 The seats clockwise from the start player."""
        return [(self.start + step) % self.seats for step in range(self.seats)]


def deck_of(s: PrincesState, name: str) -> list[Card]:
    """One of the three face-down decks; index 0 is the top."""
    deck: list[Card] = getattr(s, name)
    return deck

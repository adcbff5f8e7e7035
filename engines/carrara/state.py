"""What lies on the table in Carrara, and behind each screen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from engines.kit import BY_DIGEST, Card, EngineBug, Options, Part, State, screened

from .card_tables import BuildingCard, Condition, ExtraCard, ObjectCard, TopCard
from .ids import COLOURS, OBJECTS
from .tables import CarraraTables, Tile

CardNumbers = tuple[
    Annotated[int, Field(ge=1, le=6)],
    Annotated[int, Field(ge=1, le=8)],
    Annotated[int, Field(ge=1, le=9)],
    Annotated[int, Field(ge=2, le=9)],
]
"""The numbers of a top, an object, a building and an extra card."""


class CarraraOptions(Options):
    """10.1 With the expansion or without; its four cards at random or by agreement (without it they do not matter)."""

    expansion: bool = False
    cards: Literal["random"] | CardNumbers = "random"


@dataclass(frozen=True, slots=True)
class Building:
    """A tile that stands in a city."""

    tile: str
    type: str
    cost: int
    category: str
    city: str


def stand(tile: Tile, city: str) -> Building:
    """The tile as a building of that city."""
    return Building(tile.id, tile.type, tile.cost, tile.category, city)


@dataclass(slots=True, kw_only=True)
class Player(Part):
    """9.1, 9.2 One seat: coins, bricks and objects are behind the screen, all else is public."""

    coins: int = screened(0)
    bricks: dict[str, int] = screened(factory=lambda: dict.fromkeys(COLOURS, 0))
    objects: dict[str, int] = screened(factory=lambda: dict.fromkeys(OBJECTS, 0))
    buildings: list[Building] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    types_scored: list[str] = field(default_factory=list)
    cities_scored: list[str] = field(default_factory=list)
    fields_scored: list[str] = field(default_factory=list)
    upgraders: list[str] = field(default_factory=list)

    @property
    def scorings(self) -> int:
        """6.1 Markers used."""
        return len(self.types_scored) + len(self.cities_scored) + len(self.fields_scored)

    def gain_points(self, source: str, points: int) -> None:
        """6.6 Points are marked at once, here by their source."""
        self.points[source] = self.points.get(source, 0) + points


@dataclass(slots=True, kw_only=True)
class Choice(Part):
    """What the seat on turn has chosen so far in a compound move; only that seat sees it."""

    segment: int = -1
    tile: str = ""
    city: str = ""
    replaced: str = ""


class OpenCards(NamedTuple):
    """10.1 One card of each colour; the base game has no extra card."""

    top: TopCard
    object: ObjectCard
    building: BuildingCard
    extra: ExtraCard | None


@dataclass(slots=True, kw_only=True)
class CarraraState(State):
    """The whole game. Cards are known by number; the base game has the three cards 1 and no extra card (0)."""

    options: CarraraOptions
    tables: Annotated[CarraraTables, *BY_DIGEST]
    players: list[Player]
    wheel: list[list[str]]  # the bricks on segments I to VI, noble ones first
    bag: dict[str, int]
    pile: list[Card]
    supply: dict[str, int]
    object_field: list[str]
    display: list[str] = field(default_factory=list)
    value_eight: list[str] = field(default_factory=list)
    upgraders: list[str] = field(default_factory=list)
    top_card: int = 1
    object_card: int = 1
    building_card: int = 1
    extra_card: int = 0
    round: int = 1
    turn: int = 0
    announcer: int = -1
    choice: Choice = field(default_factory=Choice)

    @property
    def is_exhausted(self) -> bool:
        """7.1 The 30th tile has left the display; tiles of value 8 do not count (10.3)."""
        return not any(self.display)

    @property
    def bricks_on_wheel(self) -> int:
        return sum([len(segment) for segment in self.wheel])

    def is_closed(self, city: str) -> bool:
        """6.3 Whether anybody has scored the city."""
        return any(city in player.cities_scored for player in self.players)

    def open_cards(self) -> OpenCards:
        """10.1 The rows of the cards that lie open."""
        t = self.tables
        extra = t.extra_card[self.extra_card - 2] if self.extra_card else None
        return OpenCards(
            t.top_card[self.top_card - 1],
            t.object_card[self.object_card - 1],
            t.building_card[self.building_card - 1],
            extra,
        )

    def conditions(self) -> Iterator[Condition]:
        """7.2, 10.8 What the announcement asks for."""
        yield self.tables.top_card[self.top_card - 1].condition
        yield self.tables.object_card[self.object_card - 1].condition
        yield self.tables.building_card[self.building_card - 1].condition

    @property
    def coins_per_point(self) -> int:
        """8.2, 11.1 Five coins are a point at the end; with top card 6, two."""
        return self.open_cards().top.coins_per_point or self.tables.constants.coins_per_point


def check(s: CarraraState) -> None:
    """1.1, 1.4, 1.5 Bricks, tiles, objects and upgraders neither appear nor vanish; nothing is negative."""
    t = s.tables
    for colour in COLOURS:
        held = sum(player.bricks[colour] for player in s.players)
        _require(
            held + s.bag[colour] + sum(segment.count(colour) for segment in s.wheel) == t.constants.bricks_per_colour
        )
    for kind in OBJECTS:
        held = sum(player.objects[kind] for player in s.players)
        in_all = t.constants.objects_in_field + t.constants.objects_in_supply
        _require(held + s.supply[kind] + s.object_field.count(kind) == in_all)
    standing = [building.tile for player in s.players for building in player.buildings]
    tiles = [*standing, *filter(None, s.display), *(card.kind for card in s.pile), *s.value_eight]
    _require(len(tiles) == len(set(tiles)) and set(tiles) <= set(t.tile))
    _require(sum(len(player.upgraders) for player in s.players) + len(s.upgraders) in (0, len(t.upgraded)))
    _require(all(player.coins >= 0 and min(player.bricks.values()) >= 0 for player in s.players))
    _require(all(player.scorings <= t.constants.scoring_markers for player in s.players))
    _require(not s.pile or all(s.display))


def _require(holds: bool) -> None:
    if not holds:
        raise EngineBug("a conservation law of Carrara is broken")

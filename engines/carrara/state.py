"""What lies on the table in Carrara, and behind each screen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from engines.carrara.card_tables import BuildingCard, Condition, ExtraCard, ObjectCard, TopCard
from engines.carrara.ids import COLOURS, OBJECTS
from engines.carrara.options import CarraraOptions
from engines.carrara.tables import CarraraTables, Tile
from engines.kit import BY_DIGEST, Card, Part, State, screened


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

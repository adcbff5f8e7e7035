"""The printed numbers of Carrara as checked rows: board, expansion and cards."""

from functools import cached_property
from typing import ClassVar, Literal, NamedTuple, Self

from pydantic import ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from engines.carrara.card_tables import CARD_NUMBERS, AnyCard, BuildingCard, ExtraCard, LeftOver, ObjectCard, TopCard
from engines.carrara.ids import (
    COLOURS,
    Category,
    CityId,
    Colour,
    FieldId,
    Natural,
    Object,
    Positive,
    Prices,
    TileCost,
    TypeId,
)
from engines.kit import Option, Row, Tables, noun


class Tile(NamedTuple):
    """1.4 A building tile: its cost is the number of bricks and the value in scoring."""

    id: str
    type: str
    cost: int
    category: str


class Gain(NamedTuple):
    """Points and coins gained at once."""

    points: int
    coins: int

    def facts(self) -> dict[str, int]:
        """In words: "8 points, 6 coins"."""
        facts = {"gain/point": self.points} if self.points else {}
        if self.coins:
            facts["gain/coin"] = self.coins
        return facts


# ---------------------------------------------------------------------------------------------------- board


class Constants(Row):
    bricks_per_colour: Positive
    wheel_segments: Literal[6]
    wheel_target: Positive
    display_size: Positive
    start_coins: Natural
    cannot_pay_coins: Positive
    object_price: Positive
    objects_in_field: Natural
    objects_in_supply: Natural
    scoring_markers: Positive
    announce_points: Natural
    coins_per_point: Positive


class StartBricks(Row):
    """2.3 The starting brick of each seat."""

    colours: tuple[Colour, Colour, Colour, Colour]


class Wheel(Row):
    """1.6, 1.7 The price of a brick of each colour on segments I to VI; zero is free."""

    white: Prices
    yellow: Prices
    red: Prices
    green: Prices
    blue: Prices
    black: Prices

    @model_validator(mode="after")
    def plainer_is_never_dearer(self) -> Self:
        rows: list[Prices] = [getattr(self, colour) for colour in COLOURS]
        if any(list(column) != sorted(column, reverse=True) for column in zip(*rows, strict=True)):
            raise PydanticCustomError(
                "carrara.wrong.wheel", "on no segment a plainer brick costs more than a nobler one"
            )
        return self


class City(Row):
    """1.2, 1.8, 1.9 A city: its colour, its value per point of cost, the buildings needed to score it."""

    id: CityId
    colour: Colour
    points: Natural
    coins: Natural
    needs: Positive


class Costs(Row):
    costs: tuple[TileCost, ...]


class BuildingType(Row):
    """1.3, 1.5 A building type: city (orange) or country (green), and the object it brings."""

    id: TypeId
    category: Category
    object: Object


# ------------------------------------------------------------------------------------------------ expansion


class ValueEight(Row):
    """10.3 The tiles beside the board."""

    cost: Literal[8]


class SpecialField(Row):
    """10.7 A special field: all own buildings of a category."""

    id: FieldId
    category: Category
    points: Natural
    coins: Natural


class Upgrader(Row):
    """10.6 An upgrader: the value that replaces that of a city or special field."""

    id: CityId | FieldId
    points: Natural
    coins: Natural


# ------------------------------------------------------------------------------------------------- together


class CarraraTables(Tables):
    """All printed numbers of the game, with the look-ups the rules use."""

    game: ClassVar[str] = "carrara"

    constants: Constants
    start_bricks: StartBricks
    wheel: Wheel
    city: tuple[City, City, City, City, City, City]
    tiles: Costs
    building_type: tuple[BuildingType, ...]
    value_eight: ValueEight
    special_field: tuple[SpecialField, SpecialField]
    upgrader: tuple[Upgrader, ...]
    left_over: LeftOver
    top_card: tuple[TopCard, ...]
    object_card: tuple[ObjectCard, ...]
    building_card: tuple[BuildingCard, ...]
    extra_card: tuple[ExtraCard, ...]

    @field_validator("city")
    @classmethod
    def run_from_noble_to_plain(cls, cities: tuple[City, ...]) -> tuple[City, ...]:
        if tuple(city.colour for city in cities) != COLOURS or len({city.id for city in cities}) != len(cities):
            raise PydanticCustomError("carrara.wrong.cities", "six cities, one of each colour, from white to black")
        return cities

    @field_validator("building_type")
    @classmethod
    def name_each_type_once(cls, types: tuple[BuildingType, ...]) -> tuple[BuildingType, ...]:
        if len(types) != 6 or len({kind.id for kind in types}) != 6 or len({kind.object for kind in types}) != 6:
            raise PydanticCustomError("carrara.wrong.types", "six building types, each with an object of its own")
        return types

    @field_validator("upgrader")
    @classmethod
    def name_each_place_once(cls, upgraders: tuple[Upgrader, ...]) -> tuple[Upgrader, ...]:
        if len(upgraders) != 8 or len({upgrader.id for upgrader in upgraders}) != 8:
            raise PydanticCustomError("carrara.wrong.upgraders", "eight upgraders, one for each city and special field")
        return upgraders

    @field_validator("top_card", "object_card", "building_card", "extra_card")
    @classmethod
    def number_the_cards(cls, cards: tuple[AnyCard, ...], info: ValidationInfo) -> tuple[AnyCard, ...]:
        first, last = CARD_NUMBERS[info.field_name or ""]
        if [card.id for card in cards] != list(range(first, last + 1)):
            said = "these cards are numbered from {first} to {last}"
            raise PydanticCustomError("carrara.wrong.numbers", said, {"first": first, "last": last})
        return cards

    @cached_property
    def prices(self) -> tuple[dict[str, int], ...]:
        """1.7 Price by segment (0 is I) and colour."""
        rows: dict[str, Prices] = {colour: getattr(self.wheel, colour) for colour in COLOURS}
        return tuple({colour: row[segment] for colour, row in rows.items()} for segment in range(6))

    @cached_property
    def segment_options(self) -> dict[tuple[int | str, ...], Option]:
        """Room for the options of segments, by number and bricks."""
        return {}

    @cached_property
    def cities(self) -> dict[str, City]:
        return {city.id: city for city in self.city}

    @cached_property
    def colour_of(self) -> dict[str, str]:
        """1.2 The colour of each city, from noble to plain."""
        return {city.id: city.colour for city in self.city}

    @cached_property
    def values(self) -> dict[str, Gain]:
        """1.8, 10.7 What a point of cost is worth in each city and on each special field, as printed."""
        return {place.id: Gain(place.points, place.coins) for place in (*self.city, *self.special_field)}

    @cached_property
    def upgraded(self) -> dict[str, Gain]:
        """10.6 What it is worth there with the upgrader."""
        return {upgrader.id: Gain(upgrader.points, upgrader.coins) for upgrader in self.upgrader}

    @cached_property
    def types(self) -> dict[str, BuildingType]:
        return {kind.id: kind for kind in self.building_type}

    @cached_property
    def object_of(self) -> dict[str, str]:
        """1.5 The object that a building of each type brings."""
        return {kind.id: kind.object for kind in self.building_type}

    @cached_property
    def display_tiles(self) -> dict[str, Tile]:
        """1.4 The 30 tiles of the display and its pile."""
        return {tile.id: tile for kind in self.building_type for tile in _tiles(kind, self.tiles.costs)}

    @cached_property
    def value_eight_tiles(self) -> dict[str, Tile]:
        """10.3 The tiles beside the board."""
        return {tile.id: tile for kind in self.building_type for tile in _tiles(kind, (self.value_eight.cost,))}

    @cached_property
    def tile(self) -> dict[str, Tile]:
        """Every tile by its id."""
        return self.display_tiles | self.value_eight_tiles

    @cached_property
    def tile_options(self) -> dict[str, Option]:
        """5.1 Each tile as something to pick."""
        return {
            tile.id: Option(tile.id, noun("tile", tile.id), f"category/{tile.category}") for tile in self.tile.values()
        }

    @cached_property
    def allowed(self) -> dict[str, tuple[str, ...]]:
        """5.2 The colours a city takes: its own and every nobler one."""
        return {city.id: COLOURS[: COLOURS.index(city.colour) + 1] for city in self.city}


def _tiles(kind: BuildingType, costs: tuple[int, ...]) -> list[Tile]:
    return [Tile(f"{kind.id}_{cost}", kind.id, cost, kind.category) for cost in costs]

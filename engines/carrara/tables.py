"""The printed numbers of Carrara as checked rows: board, expansion and cards."""

from functools import cached_property
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

COLOURS = ("white", "yellow", "red", "green", "blue", "black")
OBJECTS = ("book", "cup", "crown", "gate", "flag", "coat_of_arms")

Colour = Literal["white", "yellow", "red", "green", "blue", "black"]
Object = Literal["book", "cup", "crown", "gate", "flag", "coat_of_arms"]
CityId = Literal["livorno", "pisa", "lucca", "viareggio", "massa", "lerici"]
FieldId = Literal["city_buildings", "country_buildings"]
TypeId = Literal["library", "cathedral", "palace", "gate", "castle", "villa"]
Category = Literal["city", "country"]
Natural = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Six = tuple[Natural, Natural, Natural, Natural, Natural, Natural]
BySeats = tuple[Positive, Positive, Positive]  # with 2, 3 and 4 players


class Tile(NamedTuple):
    """1.4 A building tile: its cost is the number of bricks and the value in scoring."""

    id: str
    type: str
    cost: int
    category: str


class Part(BaseModel):
    """A part of a row: frozen, with nothing unknown in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Row(Part):
    """A table or entry, with how sure we are of its figures."""

    confidence: Literal["sourced", "recalled", "reconstructed"]
    doubtful: tuple[str, ...] = ()


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

    white: Six
    yellow: Six
    red: Six
    green: Six
    blue: Six
    black: Six


class City(Row):
    """1.2, 1.8, 1.9 A city: its colour, its value per point of cost, the buildings needed to score it."""

    id: CityId
    colour: Colour
    points: Natural
    coins: Natural
    needs: Positive


class Costs(Row):
    costs: tuple[Positive, ...]


class BuildingType(Row):
    """1.3, 1.5 A building type: city (orange) or country (green), and the object it brings."""

    id: TypeId
    category: Category
    object: Object


class Board(Part):
    constants: Constants
    start_bricks: StartBricks
    wheel: Wheel
    city: tuple[City, City, City, City, City, City]
    tiles: Costs
    building: tuple[BuildingType, ...]

    @model_validator(mode="after")
    def names_each_thing_once(self) -> Self:
        if tuple(city.colour for city in self.city) != COLOURS:
            raise ValueError("cities run from white to black, one of each colour")
        if len({kind.id for kind in self.building}) != 6 or len({kind.object for kind in self.building}) != 6:
            raise ValueError("six building types, each with an object of its own")
        return self


# ------------------------------------------------------------------------------------------------ expansion


class ValueEight(Row):
    """10.3 The tiles beside the board."""

    cost: Positive


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


class Expansion(Part):
    tiles: ValueEight
    field: tuple[SpecialField, SpecialField]
    upgrader: tuple[Upgrader, ...]

    @model_validator(mode="after")
    def has_each_upgrader_once(self) -> Self:
        if len(self.upgrader) != 8 or len({upgrader.id for upgrader in self.upgrader}) != 8:
            raise ValueError("eight upgraders, one for each city and special field")
        return self


# ---------------------------------------------------------------------------------------------------- cards

Measure = Literal[
    "scorings", "city_scorings", "type_scorings", "scorings_of_each_kind", "coins", "objects", "equal_sets", "groups",
    "different_sets", "object_product", "cost", "cities_with", "value_eight", "category", "city_product", "pairs",
]  # fmt: skip


class Condition(Part):
    """10.8 What a player must own or have done to announce: a measured number and its least value."""

    kind: Measure
    least: BySeats = (1, 1, 1)
    size: Natural = 0
    sizes: tuple[Positive, ...] = ()
    groups: Natural = 0
    category: Category | None = None


class EachObject(Part):
    kind: Literal["each_object"]
    points: Natural


class EqualSets(Part):
    kind: Literal["equal_sets"]
    points: dict[Positive, Natural]


class Combination(Part):
    kind: Literal["combination"]
    sizes: tuple[Positive, Positive]
    points: Natural


class DifferentSets(Part):
    kind: Literal["different_sets"]
    points: dict[Positive, Natural]


class ObjectProduct(Part):
    kind: Literal["object_product"]
    groups: Positive


class CostSum(Part):
    kind: Literal["cost"]


class CityGroups(Part):
    kind: Literal["city_groups"]
    size: Positive
    points: Six


class EachValueEight(Part):
    kind: Literal["value_eight"]
    points: Six


class EachOfCategory(Part):
    kind: Literal["category"]
    category: Category
    points: Natural


class CityProduct(Part):
    kind: Literal["city_product"]
    groups: Positive


class Pairs(Part):
    kind: Literal["pairs"]


class ChosenCities(Part):
    kind: Literal["cities"]
    count: Positive


class ChosenTypes(Part):
    kind: Literal["types"]
    count: Positive


class CheapestOfEachType(Part):
    kind: Literal["cheapest_of_each_type"]


class Majorities(Part):
    kind: Literal["majorities"]
    groups: tuple[tuple[CityId, ...], ...]
    points: tuple[Natural, ...]


ObjectScoring = EachObject | EqualSets | Combination | DifferentSets | ObjectProduct
BuildingScoring = CostSum | CityGroups | EachValueEight | EachOfCategory | CityProduct | Pairs
ExtraScoring = ChosenCities | ChosenTypes | CheapestOfEachType | Majorities


class TopCard(Row):
    """11.1 A condition only; card 6 also sets the rate of the coins."""

    number: Positive
    condition: Condition
    coins_per_point: Positive | None = None


class ObjectCard(Row):
    """11.2 A condition and points for objects."""

    number: Positive
    condition: Condition
    scoring: Annotated[ObjectScoring, Field(discriminator="kind")]


class BuildingCard(Row):
    """11.3 A condition and points for buildings."""

    number: Positive
    condition: Condition
    scoring: Annotated[BuildingScoring, Field(discriminator="kind")]


class ExtraCard(Row):
    """11.4 Points and coins only."""

    number: Positive
    scoring: Annotated[ExtraScoring, Field(discriminator="kind")]


class Rest(Row):
    points: Natural


class Cards(Part):
    rest: Rest
    top: tuple[TopCard, ...]
    object: tuple[ObjectCard, ...]
    building: tuple[BuildingCard, ...]
    extra: tuple[ExtraCard, ...]

    @model_validator(mode="after")
    def counts_each_colour(self) -> Self:
        rows = (self.top, self.object, self.building, self.extra)
        numbers = [[card.number for card in row] for row in rows]
        if numbers != [list(range(1, 7)), list(range(1, 9)), list(range(1, 10)), list(range(2, 10))]:
            raise ValueError("cards are numbered: top 1-6, object 1-8, building 1-9, extra 2-9")
        return self


# ------------------------------------------------------------------------------------------------- together


class Tables(Part):
    """All printed numbers of the game, with the look-ups the rules use."""

    board: Board
    expansion: Expansion
    cards: Cards

    @cached_property
    def constants(self) -> Constants:
        return self.board.constants

    @cached_property
    def prices(self) -> tuple[dict[str, int], ...]:
        """1.7 Price by segment (0 is I) and colour."""
        rows: dict[str, Six] = {colour: getattr(self.board.wheel, colour) for colour in COLOURS}
        return tuple({colour: row[segment] for colour, row in rows.items()} for segment in range(6))

    @cached_property
    def cities(self) -> dict[str, City]:
        return {city.id: city for city in self.board.city}

    @cached_property
    def fields(self) -> dict[str, SpecialField]:
        return {field.id: field for field in self.expansion.field}

    @cached_property
    def upgraders(self) -> dict[str, Upgrader]:
        return {upgrader.id: upgrader for upgrader in self.expansion.upgrader}

    @cached_property
    def types(self) -> dict[str, BuildingType]:
        return {kind.id: kind for kind in self.board.building}

    @cached_property
    def tiles(self) -> dict[str, Tile]:
        """The 30 tiles of the display and its stack."""
        return {tile.id: tile for kind in self.board.building for tile in _tiles(kind, self.board.tiles.costs)}

    @cached_property
    def value_eight(self) -> dict[str, Tile]:
        """10.3 The tiles beside the board."""
        return {tile.id: tile for kind in self.board.building for tile in _tiles(kind, (self.expansion.tiles.cost,))}

    @cached_property
    def all_tiles(self) -> dict[str, Tile]:
        return {**self.tiles, **self.value_eight}

    @cached_property
    def allowed(self) -> dict[str, tuple[str, ...]]:
        """5.2 The colours a city takes: its own and every nobler one."""
        return {city.id: COLOURS[: COLOURS.index(city.colour) + 1] for city in self.board.city}


def _tiles(kind: BuildingType, costs: tuple[int, ...]) -> list[Tile]:
    return [Tile(f"{kind.id}_{cost}", kind.id, cost, kind.category) for cost in costs]

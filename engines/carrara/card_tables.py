"""The rows of the 31 cards: conditions and scorings, each told apart by its kind."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from engines.carrara.ids import BySeats, Category, CityId, Natural, Positive, Six
from engines.kit import Row


class Clause(BaseModel):
    """A part of a row: frozen, with nothing unknown in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Measure = Literal[
    "scorings", "city_scorings", "type_scorings", "scorings_of_each_kind", "coins", "objects", "equal_sets", "groups",
    "different_sets", "object_product", "cost", "cities_with", "value_eight", "category", "city_product", "pairs",
]  # fmt: skip


class Condition(Clause):
    """10.8 What a player must own or have done to announce: a measured number and its least value."""

    kind: Measure
    least: BySeats = (1, 1, 1)
    size: Positive = 1
    sizes: tuple[Positive, ...] = ()
    groups: Positive = 3
    category: Category | None = None


class EachObject(Clause):
    kind: Literal["each_object"]
    points: Natural


class EqualSets(Clause):
    kind: Literal["equal_sets"]
    points: dict[Positive, Natural]


class Combination(Clause):
    kind: Literal["combination"]
    sizes: tuple[Positive, Positive]
    points: Natural


class DifferentSets(Clause):
    kind: Literal["different_sets"]
    points: dict[Positive, Natural]


class ObjectProduct(Clause):
    kind: Literal["object_product"]
    groups: Positive


class CostSum(Clause):
    kind: Literal["cost"]


class CityGroups(Clause):
    kind: Literal["city_groups"]
    size: Positive
    points: Six


class EachValueEight(Clause):
    kind: Literal["value_eight"]
    points: Six


class EachOfCategory(Clause):
    kind: Literal["category"]
    category: Category
    points: Natural


class CityProduct(Clause):
    kind: Literal["city_product"]
    groups: Positive


class Pairs(Clause):
    kind: Literal["pairs"]


class ChosenCities(Clause):
    kind: Literal["cities"]
    count: Positive


class ChosenTypes(Clause):
    kind: Literal["types"]
    count: Positive


class CheapestOfEachType(Clause):
    kind: Literal["cheapest_of_each_type"]


class Majorities(Clause):
    kind: Literal["majorities"]
    groups: tuple[tuple[CityId, ...], ...]
    points: tuple[Natural, ...]

    @model_validator(mode="after")
    def give_points_for_each_group(self) -> Self:
        if len(self.points) != len(self.groups):
            raise PydanticCustomError("carrara.wrong.groups", "as many points as groups of cities")
        return self


ObjectScoring = EachObject | EqualSets | Combination | DifferentSets | ObjectProduct
BuildingScoring = CostSum | CityGroups | EachValueEight | EachOfCategory | CityProduct | Pairs
ExtraScoring = ChosenCities | ChosenTypes | CheapestOfEachType | Majorities


class TopCard(Row):
    """11.1 A condition only; card 6 also sets the rate of the coins."""

    id: Positive
    condition: Condition
    coins_per_point: Positive | None = None


class ObjectCard(Row):
    """11.2 A condition and points for objects."""

    id: Positive
    condition: Condition
    scoring: Annotated[ObjectScoring, Field(discriminator="kind")]


class BuildingCard(Row):
    """11.3 A condition and points for buildings."""

    id: Positive
    condition: Condition
    scoring: Annotated[BuildingScoring, Field(discriminator="kind")]


class ExtraCard(Row):
    """11.4 Points and coins only."""

    id: Positive
    scoring: Annotated[ExtraScoring, Field(discriminator="kind")]


class LeftOver(Row):
    """10.9 What an object is worth that the object card did not use."""

    points: Natural


AnyCard = TopCard | ObjectCard | BuildingCard | ExtraCard
CARD_NUMBERS = {"top_card": (1, 6), "object_card": (1, 8), "building_card": (1, 9), "extra_card": (2, 9)}

"""The printed numbers of Princes as checked tables; wishes, shapes and layouts are data, never code."""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Literal

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from engines.kit import Problem, Row, Tables
from engines.princes.principality import Pieces, palazzo

ROUNDS = 7
PEOPLE, BONUS, PRESTIGE, BUILDINGS = 21, 20, 14, 10
"""How many cards and buildings of each kind are in the box."""
LANDSCAPES = ("forest", "lake", "park")
PILES = (*LANDSCAPES, "jester", "builder", "prestige_card", "recruiting_card")


class Grid(Row):
    """1.3 Seven by seven cells; P is the palazzo, on the front and on the back side."""

    width: int
    height: int
    front: tuple[str, ...]
    back: tuple[str, ...]


class MinimumWorkValue(Row):
    by_round: tuple[int, ...]


class Work(Row):
    building: int
    landscape: int
    freedom: int
    jester: int
    people: int
    florins_per_value: int
    florins_per_point: int


class Money(Row):
    start: int
    start_two_players: int
    base_price: int
    base_price_two_players: int
    raise_by: int
    building: tuple[int, ...]
    hire: int
    freedom: int
    bonus_card: int
    per_field_back: int


class Points(Row):
    repeated_landscape: int
    builder: tuple[int, ...]
    building: int
    best_work: int


class Supply(Row):
    """2.4, 2.5 What lies ready at the start."""

    forest: int
    lake: int
    park: int
    jester: int
    builder: int
    recruiting_card: int
    buildings_per_type: int
    builders_per_player: int
    start_cards_dealt: int
    start_cards_kept: int
    look: int


class TwoPlayers(Row):
    freedoms_per_type: int
    extra_freedoms: int
    extra_freedoms_hard: int


class Piece(Row):
    """23.2 A tile to be placed: `shape` in rows from top to bottom, # is a covered cell."""

    id: str
    area: int
    shape: tuple[str, ...]

    noun: ClassVar[str] = "building"

    @model_validator(mode="after")
    def _area_fits(self) -> "Piece":
        if sum(row.count("#") for row in self.shape) != self.area:
            said = "the shape of {piece} does not cover {area} cells"
            raise PydanticCustomError(
                "princes.wrong.area", said, {"piece": self.id, "area": self.area, "name": f"{self.noun}/{self.id}"}
            )
        return self


class Building(Piece):
    size: Literal["small", "medium", "large"]


class Landscape(Piece):
    noun: ClassVar[str] = "pile"

    wanted_by: int


class Freedom(Row):
    id: str
    tiles: int
    wanted_by: int


class Profession(Row):
    """23.1 A person and the wishes."""

    id: str
    number: int
    building: str
    landscape: str
    freedom: str


class Bonus(Row):
    """23.3 A bonus card: points for each of some quantities (counts.py)."""

    id: str
    terms: dict[str, int]


class Prestige(Row):
    """23.4 A prestige card: the most or the fewest of a quantity, or at least some of several."""

    id: str
    kind: Literal["most", "fewest", "needs"]
    quantity: str = ""
    requires: dict[str, int] = {}
    full: int
    tie: int = 0


class Character(Row):
    id: str
    lowest: int
    highest: int
    step: int


class Banker(Row):
    start: int
    growth: int
    florins_per_point: int


class Princess(Row):
    terms: dict[str, int]


class Layout(Row):
    players: int
    offsets: tuple[tuple[int, int], ...]


class Preset(Row):
    """20.1 The options in which one of the two rulebooks differs from the other."""

    going_back_allowed_with_muse: bool
    a2_bid_limit: str
    two_player_extra_freedoms: str
    return_order: str


class PrincesTables(Tables):
    """Every number and card of the game."""

    game: ClassVar[str] = "princes"

    grid: Grid
    minimum_work_value: MinimumWorkValue
    work: Work
    money: Money
    points: Points
    supply: Supply
    two_players: TwoPlayers
    building: tuple[Building, ...]
    landscape: tuple[Landscape, ...]
    freedom: tuple[Freedom, ...]
    profession: tuple[Profession, ...]
    bonus: tuple[Bonus, ...]
    prestige: tuple[Prestige, ...]
    character: tuple[Character, ...]
    banker: Banker
    princess: Princess
    layout: tuple[Layout, ...]
    preset: dict[str, Preset]

    @cached_property
    def palazzo_front(self) -> int:
        """1.3 The cells of the palazzo."""
        return palazzo(self.grid.front)

    @cached_property
    def palazzo_back(self) -> int:
        """18.2 Its cells on the back side."""
        return palazzo(self.grid.back)

    @cached_property
    def buildings(self) -> dict[str, Building]:
        return {row.id: row for row in self.building}

    @cached_property
    def shapes(self) -> dict[str, tuple[str, ...]]:
        return {row.id: row.shape for row in (*self.building, *self.landscape)}

    @cached_property
    def building_pieces(self) -> Pieces:
        return Pieces(tuple((row.id, row.shape) for row in self.building))

    @cached_property
    def landscape_pieces(self) -> Pieces:
        return Pieces(tuple((row.id, row.shape) for row in self.landscape))

    @cached_property
    def freedoms(self) -> tuple[str, ...]:
        return tuple(row.id for row in self.freedom)

    @cached_property
    def professions(self) -> dict[str, Profession]:
        return {row.id: row for row in self.profession}

    @cached_property
    def bonus_terms(self) -> dict[str, dict[str, int]]:
        return {row.id: row.terms for row in self.bonus}

    @cached_property
    def prestige_cards(self) -> dict[str, Prestige]:
        return {row.id: row for row in self.prestige}

    @cached_property
    def characters(self) -> dict[str, Character]:
        return {row.id: row for row in self.character}

    @cached_property
    def offsets(self) -> dict[int, tuple[tuple[int, int], ...]]:
        return {row.players: row.offsets for row in self.layout}

    @model_validator(mode="after")
    def _wishes_exist(self) -> "PrincesTables":
        buildings = {building.id for building in self.building}
        for row, person in enumerate(self.profession):
            facts = {"person": person.id, "name": f"person/{person.id}", "table": "profession", "row": row}
            if person.building not in buildings or person.landscape not in LANDSCAPES:
                said = "{person} wishes for something that does not exist"
                raise PydanticCustomError("princes.wrong.wish", said, facts)
            if person.freedom not in {freedom.id for freedom in self.freedom}:
                said = "{person} wishes for a freedom that does not exist"
                raise PydanticCustomError("princes.wrong.freedom", said, facts)
        return self

    def wrongs(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """5.2 7.1 The printed totals: who wants what, how many cards, and no number or name twice."""
        wanted: dict[str, tuple[Landscape | Freedom, ...]] = {"landscape": self.landscape, "freedom": self.freedom}
        for wish, things in wanted.items():
            for row in things:
                people = sum(getattr(person, wish) == row.id for person in self.profession)
                if people != row.wanted_by:
                    said = "{people} people want {thing}, it should be {wanted}"
                    thing = f"{'pile' if wish == 'landscape' else wish}/{row.id}"
                    yield (
                        ("profession",),
                        Problem("princes.wrong.wanted", said, people=people, thing=thing, wanted=row.wanted_by),
                    )
        numbers = [person.number for person in self.profession]
        for index, number in enumerate(numbers):
            if number in numbers[:index]:
                said = "two people have the number {number}"
                yield ("profession", index, "number"), Problem("princes.wrong.number", said, number=number)
        for name, rows, count in (
            ("profession", self.profession, PEOPLE), ("building", self.building, BUILDINGS),
            ("bonus", self.bonus, BONUS), ("prestige", self.prestige, PRESTIGE),
        ):  # fmt: skip
            ids = [row.id for row in rows]
            if len(ids) != count:
                said = "there are {found}, it should be {wanted}"
                yield (name,), Problem("princes.wrong.count", said, found=len(ids), wanted=count)
            for index, each in enumerate(ids):
                if each in ids[:index]:
                    yield (name, index, "id"), Problem("princes.wrong.twice", "{thing} is there twice", thing=each)
        if len(self.minimum_work_value.by_round) != ROUNDS:
            problem = Problem("princes.wrong.rounds", "there are {rounds} rounds", rounds=ROUNDS)
            yield ("minimum_work_value", "by_round"), problem

    def minimum(self, round_number: int) -> int:
        """7.2 The least value of a work, by round."""
        return self.minimum_work_value.by_round[round_number - 1]

    def cost_of_building(self, builders: int) -> int:
        """5.4 8.1 Buildings cost 700, 300, 300 or 0 with none, one, two or three builders."""
        return self.money.building[builders]

    def base_price(self, seats: int) -> int:
        """16.1 An object opens at 200; with two players at 300."""
        return self.money.base_price_two_players if seats == 2 else self.money.base_price

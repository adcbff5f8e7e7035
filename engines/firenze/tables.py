"""The printed numbers of Firenze, as `config/games/firenze` gives them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from engines.firenze.bricks import COLOURS
from engines.kit import Problem, Row, Tables

CardType = Literal["event", "person", "feast", "building", "church"]


class BrickTable(Row):
    """1.1 How many bricks there are of each colour."""

    counts: dict[str, int]


class PlayerTable(Row):
    """2.5 2.7 11.1 What players start with, and the end tile."""

    seals: dict[int, int]
    start_white_bricks: tuple[int, ...]
    end_tile_points: int


class RowTable(Row):
    """1.5 2.9 The row and the bricks on a new card."""

    slots: int
    bricks_per_card: int


class BuildingTable(Row):
    """6.2 6.3 The price of building, by bricks built in the turn."""

    cost: tuple[int, ...]
    workshop_discount: int
    mason_discount: int


class ExchangeTable(Row):
    """5.1 What an exchange costs."""

    give: int
    give_with_bridge: int


class LimitTable(Row):
    """1.6 8.7 8.8 The limits of phase 6 and the church spaces."""

    bricks: int
    bricks_with_warehouse: int
    cards: int
    church_spaces: int


class BellTowerTable(Row):
    """9.1 A15 What a player hands in for the Campanile."""

    colour: str
    height: int


class LossTable(Row):
    """9.3 What the events for all take."""

    flood_divisor: int
    fire_bricks: int
    luxury_height: int
    luxury_bricks: int


class NeutralSealTable(Row):
    """2.3 How many neutral seals there are."""

    total: int
    default: int


class CapTable(Row):
    """A23 Where a game that nobody finishes is scored."""

    rounds: int


class TowerRow(Row):
    """1.7 12.1 A tower of the board: the points of its commissions and its flag."""

    colour: str
    majority: int
    points: dict[int, int]


class StoreyToken(Row):
    """1.8 Points for the first commission of a height."""

    height: int
    points: int


class Balcony(Row):
    """2.2 A16 A tile with its commission and the points that replace the printed ones."""

    id: str
    numeral: int
    colour: str
    height: int
    points: int

    @cached_property
    def key(self) -> str:
        """The commission it lies on."""
        return f"{self.colour}-{self.height}"


class FirstGame(Row):
    """2.3 The layout for beginners."""

    balconies: tuple[str, ...]
    neutral_seals: tuple[str, ...]


class CardRow(Row):
    """1.11 A name among the action cards."""

    id: str
    type: CardType
    count: int
    start: int
    height: int = 0
    points: int = 0
    final_points: int = 0


CARDS, START_CARDS, CHURCHES, BRICKS = 52, 10, 4, 88
"""1.1 1.11 2.8 What the box holds."""


class FirenzeTables(Tables):
    """All printed numbers."""

    game: ClassVar[str] = "firenze"

    bricks: BrickTable
    players: PlayerTable
    row: RowTable
    building: BuildingTable
    exchange: ExchangeTable
    limits: LimitTable
    bell_tower: BellTowerTable
    losses: LossTable
    neutral_seals: NeutralSealTable
    cap: CapTable
    tower: tuple[TowerRow, ...]
    storey_token: tuple[StoreyToken, ...]
    balcony: tuple[Balcony, ...]
    first_game: FirstGame
    card: tuple[CardRow, ...]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """Corrections by a host must still fit together."""
        if tuple(self.bricks.counts) != COLOURS or tuple(row.colour for row in self.tower) != COLOURS:
            raise PydanticCustomError(
                "firenze.wrong.order", "bricks and towers must be listed from white to purple", {"table": "tower"}
            )
        if any(tuple(row.points) != self.heights for row in self.tower):
            raise PydanticCustomError(
                "firenze.wrong.heights", "all towers must have commissions of the same heights", {"table": "tower"}
            )
        for row, tile in enumerate(self.balcony):
            if tile.key not in self.points:
                raise PydanticCustomError(
                    "firenze.wrong.balcony",
                    "balcony {tile} names a commission that is not on the board",
                    {"tile": tile.id, "table": "balcony", "row": row},
                )
        if {tile.numeral for tile in self.balcony} != {1, 2, 3, 4}:
            raise PydanticCustomError(
                "firenze.wrong.numerals",
                "there must be balconies of the numerals 1 to 4 and no others",
                {"table": "balcony"},
            )
        listed = [self.balconies[id].numeral for id in self.first_game.balconies if id in self.balconies]
        if listed != [1, 2, 3, 4]:
            raise PydanticCustomError(
                "firenze.wrong.first_balconies",
                "the first game must name a balcony of each numeral, 1 to 4",
                {"table": "first_game"},
            )
        for numeral in (1, 2, 3, 4):
            if len({tile.colour for tile in self.balcony if tile.numeral == numeral}) < 2:
                raise PydanticCustomError(
                    "firenze.wrong.one_colour",
                    "the balconies of numeral {numeral} must show more than one colour",
                    {"numeral": numeral, "table": "balcony"},
                )
        if any(key not in self.points for key in self.first_game.neutral_seals):
            raise PydanticCustomError(
                "firenze.wrong.first_seals", "the first game names an unknown commission", {"table": "first_game"}
            )
        return self

    def wrongs(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """1.11 2.8 The box: 52 cards, ten of them to begin with, four church cards for four spaces, 88 bricks."""
        ids = [card.id for card in self.card]
        for index, card in enumerate(self.card):
            if card.id in ids[:index]:
                yield ("card", index, "id"), Problem("firenze.wrong.twice", "{card} is there twice", card=card.id)
            if not 0 <= card.start <= card.count:
                said = "{start} of {count} cards cannot be start cards"
                problem = Problem("firenze.wrong.start", said, start=card.start, count=card.count)
                yield ("card", index, "start"), problem
        churches = sum(card.count for card in self.card if card.type == "church")
        for name, found, wanted in (
            ("cards", sum(card.count for card in self.card), CARDS),
            ("start cards", sum(card.start for card in self.card), START_CARDS),
            ("church cards", churches, CHURCHES),
        ):
            if found != wanted:
                said = "there are {found} " + name + ", it should be {wanted}"
                key = f"firenze.wrong.{name.replace(' ', '_')}"
                yield ("card",), Problem(key, said, found=found, wanted=wanted)
        if (bricks := sum(self.bricks.counts.values())) != BRICKS:
            said = "there are {found} bricks, it should be {wanted}"
            yield ("bricks", "counts"), Problem("firenze.wrong.bricks", said, found=bricks, wanted=BRICKS)

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """1.7 The heights of the commissions, 3 to 8."""
        return tuple(self.tower[0].points)

    @cached_property
    def commissions_of(self) -> dict[str, tuple[tuple[int, str, int], ...]]:
        """1.7 The commissions of each colour: height, name and printed points."""
        return {
            row.colour: tuple(
                (height, f"{row.colour}-{height}", self.points[f"{row.colour}-{height}"]) for height in self.heights
            )
            for row in self.tower
        }

    @cached_property
    def points(self) -> dict[str, int]:
        """8.2 The printed points by commission."""
        return {f"{row.colour}-{height}": points for row in self.tower for height, points in row.points.items()}

    @cached_property
    def majorities(self) -> dict[str, int]:
        """12.1 The numbers on the flags."""
        return {row.colour: row.majority for row in self.tower}

    @cached_property
    def storey_points(self) -> dict[int, int]:
        """1.8 The storey tokens by height."""
        return {token.height: token.points for token in self.storey_token}

    @cached_property
    def balconies(self) -> dict[str, Balcony]:
        """2.2 The tiles by id."""
        return {tile.id: tile for tile in self.balcony}

    @cached_property
    def cards(self) -> dict[str, CardRow]:
        """1.11 The cards by id."""
        return {card.id: card for card in self.card}

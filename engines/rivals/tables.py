"""The printed figures of Rivals: cards, board and modes.

2.2 the start layout and the numbers of all regions
A29 A57 19.1 the copies of each card, with and without half moon
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, model_validator

from engines.kit import Row, Tables

CACHE = "gold_cache"
CAPACITY = 3
"""3.1 A store holds 0 to 3."""
ROWS = ("above", "below")
RESOURCES = ("lumber", "brick", "wool", "grain", "ore", "gold")
TERRAIN_OF = {
    "lumber": "forest",
    "brick": "hills",
    "wool": "pasture",
    "grain": "fields",
    "ore": "mountains",
    "gold": "gold_field",
}
RESOURCE_OF_TERRAIN = {terrain: resource for resource, terrain in TERRAIN_OF.items()}


_NAMED = {f"{terrain}_{number}": (terrain, number) for terrain in RESOURCE_OF_TERRAIN for number in range(1, 7)}
NUMBER_OF = {name: number for name, (_, number) in _NAMED.items()}
RESOURCE_OF = {name: RESOURCE_OF_TERRAIN[terrain] for name, (terrain, _) in _NAMED.items()} | {CACHE: "gold"}
"""1.7 What each store holds: a region its own type, a Gold Cache gold."""


def terrain_of(region: str) -> str:
    """The terrain in a region's name: `gold_field_3` is a gold field."""
    return _NAMED[region][0]


def number_of(region: str) -> int:
    """The number in a region's name."""
    return NUMBER_OF[region]


def resource_of(store: str) -> str:
    """1.7 What a store holds: a region its own type, a Gold Cache gold."""
    return RESOURCE_OF[store]


class Discount(BaseModel):
    """A16 Which cards cost less: heroes, or city expansions with a printed cost above a bound."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    on: Literal["hero", "city"]
    above: int = 0
    amount: int


class Face(Row):
    """1.5 What is printed on a card: category and kind, copies by set, cost and points."""

    id: str
    copy_of: str = ""
    category: Literal["action", "settlement", "city", "region", "event"]
    kind: Literal["", "building", "hero", "trade_ship", "unit", "site"] = ""
    when: Literal["", "action_phase", "before_roll", "settlement", "event"] = ""
    copies: dict[str, int]
    half_moons: dict[str, int] = {}
    cost: dict[str, int] = {}
    points: dict[str, int] = {}
    one_each: bool = False
    face_up: bool = False
    needs: tuple[str, ...] = ()
    needs_progress: int = 0
    boosts: str = ""
    trades: str = ""
    harvest_gold: int = 0
    search_cost: int | None = None
    defends_on: tuple[int, ...] = ()
    spares_on: tuple[int, ...] = ()
    discount: Discount | None = None
    commerce_for: dict[str, int] = {}
    victory_if_ships: int = 0
    pays: int = 0
    gains: int = 0
    takes: int = 0
    takes_from_leader: int = 0
    needs_commerce: int = 0
    marks: int = 0

    @cached_property
    def name(self) -> str:
        """1.9 Copies are cards of the same name, whichever set they come from."""
        return self.copy_of or self.id

    @cached_property
    def is_unit(self) -> bool:
        return self.kind in ("hero", "trade_ship", "unit")

    @cached_property
    def is_building(self) -> bool:
        return self.kind == "building"

    @cached_property
    def price(self) -> int:
        return sum(self.cost.values())


class DiceRow(Row):
    production: tuple[int, ...]
    event: tuple[str, ...]


class Constants(Row):
    hand_limit: int
    start_hand: int
    advantage_minimum: int
    brigands_leave: int
    brigands_take: tuple[str, ...]
    trade_rate: int
    ship_rate: int
    mint_rate: int
    search_cost: int
    trade_face_takes: int
    moneylender_adds: int
    invention_most: int
    merchant_sells: int
    riots_price: tuple[int, int]
    riots_many: int
    below_yule: int
    hero_token: int
    trade_token: int


class Centre(Row):
    stack: int
    cost: dict[str, int]
    victory: int


class Swapped(Row):
    below: tuple[str, ...]


class Start(Row):
    towns: tuple[int, ...]
    roads: tuple[int, ...]
    above: tuple[str, ...]
    below: tuple[str, ...]
    columns: tuple[int, ...]
    stored: dict[str, int]
    swapped: Swapped


class Numbers(Row):
    red: dict[str, int]
    blue: dict[str, int]


class RegionStack(Row):
    forest: tuple[int, ...]
    gold_field: tuple[int, ...]
    fields: tuple[int, ...]
    hills: tuple[int, ...]
    pasture: tuple[int, ...]
    mountains: tuple[int, ...]


class Mode(Row):
    target: int
    basic_stacks: int
    themes: tuple[str, ...]
    theme_stacks: int
    half_moons: bool
    half_moon_events: int = 0


class Names(Row):
    """A31 Names of cards that our sources do not pair with their pictures; the texts have them."""

    nl: dict[str, str]


COPIES = {"basic": (36, 9), "gold": (24, 3), "turmoil": (24, 4), "progress": (26, 5)}
"""1.7 How many cards and how many events the box has of each set."""


class RivalsTables(Tables):
    """All printed figures of Rivals."""

    game: ClassVar[str] = "rivals"
    card: tuple[Face, ...]
    dice: DiceRow
    constants: Constants
    centre: dict[Literal["road", "settlement", "city"], Centre]
    start: Start
    numbers: Numbers
    region_stack: RegionStack
    mode: dict[str, Mode]
    names: Names | None = None

    def wrongs(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """1.7 The box: copies of each set, dice of six sides, no card twice, no more half moons than copies."""
        ids = [face.id for face in self.card]
        for index, face in enumerate(self.card):
            if face.id in ids[:index]:
                yield ("card", index, "id"), f"{face.id} is there twice"
            for back, moons in face.half_moons.items():
                if moons > face.copies.get(back, 0):
                    yield ("card", index, "half_moons"), f"there are only {face.copies.get(back, 0)} copies of {back}"
        for back, wanted in COPIES.items():
            for is_event, count in enumerate(wanted):
                found = sum(
                    face.copies.get(back, 0) for face in self.card if (face.category == "event") is bool(is_event)
                )
                if found != count:
                    sort = "events" if is_event else "cards"
                    yield ("card",), f"there are {found} {sort} of the set {back}, it should be {count}"
        if sorted(self.dice.production) != [1, 2, 3, 4, 5, 6]:
            yield ("dice", "production"), "a die shows 1 to 6"
        if len(self.dice.event) != 6:
            yield ("dice", "event"), "a die has six faces"

    @model_validator(mode="after")
    def _regions_differ(self) -> Self:
        if len(set(self.regions)) != len(self.regions):
            raise ValueError("every region must differ from the others in terrain or number")
        return self

    @cached_property
    def faces(self) -> dict[str, Face]:
        return {face.id: face for face in self.card}

    @cached_property
    def _shown(self) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for face in self.card:
            for sort, points in face.points.items():
                found.setdefault(sort, {})[face.id] = points
        return found

    def shown(self, sort: str) -> dict[str, int]:
        """4.1 The cards that show points of a sort, with how many."""
        return self._shown.get(sort, {})

    @cached_property
    def raising_commerce(self) -> frozenset[str]:
        """4.2 The cards that raise the commerce of others."""
        return frozenset(face.id for face in self.card if face.commerce_for)

    @cached_property
    def stack_regions(self) -> tuple[str, ...]:
        """5.2 The twelve regions of the stack."""
        rows: dict[str, tuple[int, ...]] = self.region_stack.model_dump(include=set(RESOURCE_OF_TERRAIN))
        return tuple(f"{terrain}_{number}" for terrain, numbers in rows.items() for number in numbers)

    @cached_property
    def regions(self) -> tuple[str, ...]:
        """All 24 regions."""
        printed = (*self.numbers.red.items(), *self.numbers.blue.items())
        return (*(f"{terrain}_{number}" for terrain, number in printed), *self.stack_regions)

    @cached_property
    def plain_victory(self) -> dict[str, int]:
        """The points of expansions that anybody may build, in any number."""
        return {
            face.id: face.points["victory"]
            for face in self.card
            if face.category != "event" and face.points.get("victory") and not face.needs and not face.needs_progress
            and not face.one_each and face.id != "town_hall"
        }  # fmt: skip

    def backs(self, mode: str) -> tuple[str, ...]:
        """13.3 The backs of the cards in this mode."""
        return ("basic", *self.mode[mode].themes)

    def copies(self, card: str, back: str, mode: str) -> int:
        """13.1 The Duel leaves out the theme cards with a half moon."""
        face = self.faces[card]
        left_out = 0 if self.mode[mode].half_moons or back == "basic" else face.half_moons.get(back, 0)
        return face.copies.get(back, 0) - left_out

    def deck(self, mode: str, back: str) -> list[str]:
        """All cards of one back that this mode uses, events apart."""
        return [
            face.id for face in self.card if face.category != "event" for _ in range(self.copies(face.id, back, mode))
        ]

    def event_deck(self, mode: str) -> list[str]:
        """12.2 13.2 The events of all sets of this mode."""
        return [
            face.id
            for face in self.card
            if face.category == "event"
            for back in self.backs(mode)
            for _ in range(face.copies.get(back, 0))
        ]

    def plain_events(self, mode: str) -> list[str]:
        """13.2 The events without a half moon."""
        return [
            face.id
            for face in self.card
            if face.category == "event"
            for back in self.backs(mode)
            for _ in range(face.copies.get(back, 0) - face.half_moons.get(back, 0))
        ]

    @cached_property
    def _several(self) -> dict[str, frozenset[str]]:
        return {
            mode: frozenset(
                face.id
                for face in self.card
                if sum(self.copies(face.id, back, mode) > 0 for back in self.backs(mode)) > 1
            )
            for mode in self.mode
        }

    def is_in_several_sets(self, card: str, mode: str) -> bool:
        """Whether the set belongs to the name, because this mode has copies with different backs."""
        return card in self._several[mode]

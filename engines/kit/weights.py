"""Scripts: a game's plain computer player, and the named numbers by which it values things.

The numbers stand in `config/games/<key>/weights.toml`: `[base]` as the script was first written, and a table
`[[tuned]]` for ways to play (`for = ["plain 2", "expansion 4"]`: variant and number of seats) with what differs there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from config import rooms
from engines.kit.asks import Ask, Below, Value
from engines.kit.errors import TableError
from engines.kit.state import S

PLAIN = "plain"
"""The game without any of its variants."""
GENTLE = 15
"""Of a hundred answers of a gentle seat, so many are slips where the game says nothing else."""

Number = float | tuple[float, ...] | dict[str, float]


class Weights(BaseModel):
    """The weights of one script: numbers, rows of numbers, or numbers by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def flat(self) -> dict[str, float]:
        """Every number by its path: `coin`, `reserve.3`, `card.mason`."""
        return dict(_flat(dict(self), ""))

    def changed(self, numbers: Mapping[str, float]) -> Self:
        """The same weights but for some numbers, named by their paths."""
        raw: dict[str, Any] = {name: _open(value) for name, value in dict(self).items()}
        for path, number in numbers.items():
            name, _, inner = path.partition(".")
            if inner:
                raw[name][int(inner) if isinstance(raw[name], list) else inner] = number
            else:
                raw[name] = number
        return type(self).model_validate(raw)


W = TypeVar("W", bound=Weights)


def _flat(raw: Mapping[str, Any], path: str) -> Iterator[tuple[str, float]]:
    for name, value in raw.items():
        if isinstance(value, tuple):
            value = {str(index): each for index, each in enumerate(value)}
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


def _open(value: Number) -> Any:
    return list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, dict) else value


class _Tuned(BaseModel):
    """Which ways to play a set was tuned and confirmed for; all else in it is numbers."""

    model_config = ConfigDict(extra="allow")

    ways: list[str] = Field(alias="for")


class _Sheet(BaseModel):
    """The file."""

    model_config = ConfigDict(extra="forbid")

    base: dict[str, Any]
    start: dict[str, float] = {}
    scale: dict[str, float] = {}
    slips: dict[str, int] = {}
    playouts: dict[str, int] = {}
    victory: float = 20
    unproven: tuple[str, ...] = ()
    tuned: list[_Tuned] = []


def _leave(state: Any, seat: int, owed: str, step: str, ask: Ask, below: Below, weights: Any) -> Value | None:
    return None


def _looks(state: Any, seat: int, owed: str, step: str) -> bool:
    return True


@dataclass(frozen=True)
class Script(Generic[S, W]):
    """A game's plain computer player. It knows its weights only by what it is handed: two sets play side by side."""

    game: str
    kind: type[W]
    choose: Callable[[S, int, str, Ask, Below, W], Value]
    """(state, seat, step, ask, below, weights) -> a legal value."""
    side: Callable[[S, int, str, str, Ask, Below, W], Value | None] = _leave
    """(state, seat, step that is owed, step of the side, its ask, below, weights) -> a value, or None: leave it."""
    looks: Callable[[S, int, str, str], bool] = _looks
    """(state, seat, step that is owed, step of the side) -> whether `side` might take it. It says no where that is
    plain before anything is asked: rollouts do not work out what nobody looks at."""

    @cached_property
    def _sheet(self) -> _Sheet:
        return self._checked(_Sheet, rooms.read(self.game, rooms.WEIGHTS))  # type: ignore[no-any-return]

    def _checked(self, kind: type[Any], raw: Any) -> Any:
        try:
            return kind.model_validate(raw)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise TableError(str(rooms.folder(self.game) / rooms.WEIGHTS), 0, f"{place}: {first['msg']}") from error

    @cached_property
    def base(self) -> W:
        """The weights before any tuning."""
        return self._checked(self.kind, self._sheet.base)  # type: ignore[no-any-return]

    @cached_property
    def tuned(self) -> dict[str, W]:
        """The weights that were confirmed for a way to play (`plain 2`)."""
        found: dict[str, W] = {}
        for each in self._sheet.tuned:
            numbers = each.model_extra or {}
            flat = dict(_flat({name: tuple(v) if isinstance(v, list) else v for name, v in numbers.items()}, ""))
            unknown = sorted(set(flat) - set(self.base.flat()))
            if unknown:
                place = str(rooms.folder(self.game) / rooms.WEIGHTS)
                raise TableError(place, 0, f"tuned {each.ways}: there is no weight {unknown[0]}")
            found |= dict.fromkeys(each.ways, self.base.changed(flat))
        return found

    @property
    def start(self) -> W:
        """Where tuning begins: the base, with what was written later switched on."""
        return self.base.changed(self._sheet.start)

    @property
    def scale(self) -> dict[str, float]:
        """How widely tuning looks around a number, where that is not a share of the number itself."""
        return self._sheet.scale

    def weights(self, variant: str, seats: int) -> W:
        """What is played with: tuned weights where some were confirmed, else the base."""
        return self.tuned.get(f"{variant} {seats}", self.base)

    def slips(self, variant: str, seats: int) -> int:
        """Of a hundred answers of a gentle seat, so many are slips."""
        found = self._sheet.slips
        return found.get(f"{variant} {seats}", found.get(variant, found.get(PLAIN, GENTLE)))

    @property
    def unproven(self) -> tuple[str, ...]:
        """Levels that think, but were never shown to win more than the script does."""
        return self._sheet.unproven

    @property
    def victory(self) -> float:
        """How many points a victory counts when a seat weighs its answers."""
        return self._sheet.victory

    def playouts(self, variant: str, usual: int) -> int:
        """How many playouts a sharp seat has, where the game wants more than usual."""
        return self._sheet.playouts.get(variant, self._sheet.playouts.get(PLAIN, usual))


Variants = tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]


def by_choices(variants: Mapping[str, Mapping[str, Any]]) -> Variants:
    """The variants of a game in the form that `variant_of` remembers answers by."""
    return tuple((name, tuple(chosen.items())) for name, chosen in variants.items())


@lru_cache(maxsize=512)
def variant_of(options: BaseModel, variants: Variants) -> str:
    """Which of a game's variants is played: the one most of whose choices were made."""
    best, most = PLAIN, 0
    for name, chosen in variants:
        if len(chosen) > most and all(getattr(options, key) == value for key, value in chosen):
            best, most = name, len(chosen)
    return best

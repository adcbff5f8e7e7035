"""The state of a game: slots dataclasses that are cloned and stored by their annotations alone."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, Self, TypeVar

from pydantic import BaseModel

from engines.kit.asks import Value
from engines.kit.cards import Card
from engines.kit.errors import EngineBug


class Part:
    """A piece of a state. Subclasses are `@dataclass(slots=True, kw_only=True)`."""

    __slots__ = ()

    def clone(self) -> Self:
        """An independent copy; what cannot change is shared."""
        return _cloner(type(self))(self)  # type: ignore[no-any-return]


@dataclass(slots=True)
class Frame(Part):
    """Where the game stands: a step, for one seat if `seat` is set, or a branch of frames per seat."""

    step: str
    seat: int = -1
    sealed: dict[int, Value] = field(default_factory=dict)
    branches: dict[int, list[Frame]] | None = None


class _Memo:
    """What belongs to one copy of a state and is not part of it."""

    __slots__ = ("kept", "lean", "memo")
    kept: Any
    """In a rollout: what a script worked out and may use again. It looks itself whether that still holds."""
    lean: bool
    """Only scripts play on from here (a rollout): nobody reads words, so an ask may offer its values without them."""
    memo: Any
    """The open asks, once they were worked out."""

    def __post_init__(self) -> None:
        self.lean, self.memo, self.kept = False, None, None


@dataclass(slots=True, kw_only=True)
class State(_Memo, Part):
    """What every game has. Mutable for the rules while a draft is open, never outside."""

    seats: int
    seed: str = ""
    salt: str = ""
    rolled: int = 0
    answered: list[int] = field(default_factory=list)
    stack: list[Frame] = field(default_factory=list)
    later: dict[int, list[Frame]] = field(default_factory=dict)
    """What seats owe while nobody waits for it, the next at the end: see `Draft.later`."""
    ending: str = ""
    rules: int = 1
    """The rules_version that this game was begun with; its steps may differ by it (`Step.since`)."""


S = TypeVar("S", bound=State)


def screened(default: Any = dataclasses.MISSING, factory: Any = dataclasses.MISSING) -> Any:
    """A field that only its seat is shown, though a perfect memory could reckon it; it is never re-dealt."""
    return field(default=default, default_factory=factory, metadata={"screened": True})


R = TypeVar("R")


def _per_class(make: Callable[[Any], R]) -> Callable[[Any], R]:
    """Work something out once for each class."""
    return cache(make)


# --- clone, made from the annotations --------------------------------------------------------------------------------


@_per_class
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _names(cls: type) -> list[str]:
    return [each.name for each in dataclasses.fields(cls)]


def _is_shared(hint: Any) -> bool:
    """Whether values of this type never change, so that a clone may share them."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return all(_is_shared(arg) for arg in args)
    if origin is tuple:
        return all(arg is Ellipsis or _is_shared(arg) for arg in args)
    if origin is typing.Literal or hint is type(None):
        return True
    if origin in (frozenset, types.MappingProxyType):
        return True
    if not isinstance(hint, type):
        return False
    if dataclasses.is_dataclass(hint):
        return bool(hint.__dataclass_params__.frozen)  # type: ignore[attr-defined]
    return issubclass(hint, int | str | float | bytes | Enum | BaseModel)


def _copy_of(hint: Any, value: str, scope: dict[str, Any], depth: int = 0) -> str:
    """The expression that copies `value`, a piece of source, whose type is `hint`."""
    if _is_shared(hint):
        return value
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    item = f"x{depth}"
    if origin in (typing.Union, types.UnionType):
        (inner,) = [arg for arg in args if arg is not type(None)] or [None]
        return f"(None if {value} is None else {_copy_of(inner, value, scope, depth)})"
    if origin is list:
        if _is_shared(args[0]):
            return f"{value}[:]"
        return f"[{_copy_of(args[0], item, scope, depth + 1)} for {item} in {value}]"
    if origin is dict:
        if _is_shared(args[1]):
            return f"{value}.copy()"
        return f"{{k{depth}: {_copy_of(args[1], item, scope, depth + 1)} for k{depth}, {item} in {value}.items()}}"
    if origin is set:
        return f"{value}.copy()"
    if isinstance(hint, type) and issubclass(hint, Part):
        name = f"clone_{hint.__name__}"
        scope[name] = _cloner(hint)
        return f"{name}({value})"
    raise EngineBug(f"a state cannot hold {hint!r}: the kit does not know how to copy it")


@_per_class
def _cloner(cls: Any) -> Callable[[Any], Any]:
    """`clone` of a class, written out once: some twenty microseconds a game instead of deepcopy's hundreds."""
    if cls is Frame:
        return _clone_frame
    hints = _hints(cls)
    scope: dict[str, Any] = {"cls": cls, "new_object": object.__new__}
    lines = ["def clone(old):", "    new = new_object(cls)"]
    lines += [f"    new.{name} = {_copy_of(hints[name], f'old.{name}', scope)}" for name in _names(cls)]
    if issubclass(cls, State):
        lines.append("    new.lean, new.memo, new.kept = False, None, None")
    lines.append("    return new")
    exec("\n".join(lines), scope)
    clone: Callable[[Any], Any] = scope["clone"]
    return clone


def _clone_frame(old: Frame) -> Frame:
    if not old.sealed and old.branches is None:
        return Frame(old.step, old.seat)
    branches = old.branches
    if branches is not None:
        branches = {seat: [_clone_frame(frame) for frame in frames] for seat, frames in branches.items()}
    return Frame(old.step, old.seat, dict(old.sealed), branches)


# --- every card of a state --------------------------------------------------------------------------------------------

CardPlace = tuple[Any, Any]
"""Where a card lies: a list or dict and its index, or a part and its field name."""


def card_places(part: Any) -> Iterator[tuple[CardPlace, Card]]:
    """Every place of a state in which a card lies, in a fixed order."""
    for name in _card_fields(type(part)):
        yield from _places_in(part, name, getattr(part, name))


def put_card(place: CardPlace, card: Card) -> None:
    """Lay a card on a place that `card_places` named."""
    holder, index = place
    if isinstance(holder, list | dict):
        holder[index] = card
    else:
        setattr(holder, index, card)


def _places_in(holder: Any, index: Any, value: Any) -> Iterator[tuple[CardPlace, Card]]:
    if isinstance(value, Card):
        yield (holder, index), value
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _places_in(value, position, inner)
    elif isinstance(value, dict):
        for key in sorted(value):
            yield from _places_in(value, key, value[key])
    elif isinstance(value, Part):
        yield from card_places(value)


@_per_class
def _card_fields(cls: Any) -> tuple[str, ...]:
    """The fields in which cards may lie. A tuple of cards could not be re-dealt, so it may not hold any."""
    return tuple(name for name in _names(cls) if name not in ("stack", "later") and _may_hold_card(_hints(cls)[name]))


def _may_hold_card(hint: Any) -> bool:
    if hint is Card:
        return True
    if typing.get_origin(hint) is tuple and any(_may_hold_card(arg) for arg in typing.get_args(hint)):
        raise EngineBug("cards lie in lists, never in tuples: a redeal must reach them")
    if typing.get_args(hint):
        return any(_may_hold_card(arg) for arg in typing.get_args(hint))
    return isinstance(hint, type) and issubclass(hint, Part) and bool(_card_fields(hint))

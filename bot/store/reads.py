"""Reads as values: several of them, of any kind and key, travel to the store in one round trip (`Store.together`).

A few small writes to a person's own notes are among them, since they may travel along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from bot.store import keys
from bot.store.keys import GameKeys

T = TypeVar("T", covariant=True)


@dataclass(frozen=True, slots=True)
class Row:
    """A game as it lies in the store."""

    version: int
    doc: bytes
    state: bytes
    mark: bytes = field(default=b"", compare=False)
    """Of this version and all before it: two versions of the same number with different pasts differ in it."""


UNSHOWN = "-1"
"""The mark of a surface whose content is unknown; `record.lua` writes it too."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one surface shows: a mark of its content and the platform's name for the message."""

    mark: str
    message: str

    def dump(self) -> str:
        return f"{self.mark}\n{self.message}"

    @classmethod
    def load(cls, raw: bytes) -> Shown:
        mark, _, message = raw.decode().partition("\n")
        return cls(mark, message)


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """One command with its key, and how its answer is understood."""

    key: str
    command: tuple[Any, ...]
    parse: Callable[[Any], T]
    durable: bool = False
    """What it wrote or found must outlive a fail-over: nobody is shown, or builds on, what may yet be undone."""


def game(code: str) -> Read[Row | None]:
    """A whole game."""
    key = GameKeys.of(code).game
    return Read(key, ("HMGET", key, "version", "doc", "mark", "state"), _row, durable=True)


def document(code: str) -> Read[Row | None]:
    """A game without its state."""
    key = GameKeys.of(code).game
    return Read(key, ("HMGET", key, "version", "doc", "mark"), lambda fields: _row((*fields, b"")), durable=True)


def version(code: str) -> Read[int | None]:
    key = GameKeys.of(code).game
    return Read(key, ("HGET", key, "version"), _number, durable=True)


def seen(code: str, request: str) -> Read[int | None]:
    """The version that a request made, if it was carried out before."""
    key = GameKeys.of(code).seen(request)
    return Read(key, ("GET", key), _number, durable=True)


def entries(code: str, since: int = 0, to: int | None = None) -> Read[list[bytes]]:
    """Log entries of the versions after `since`, up to and including `to`."""
    key = GameKeys.of(code).log
    return Read(key, ("LRANGE", key, since, -1 if to is None else to - 1), list, durable=True)


def shown(code: str) -> Read[dict[str, Shown]]:
    """What every surface of a game shows."""
    key = GameKeys.of(code).posts
    return Read(
        key, ("HGETALL", key), lambda found: {name.decode(): Shown.load(value) for name, value in found.items()}
    )


def user(ref: str) -> Read[dict[str, str]]:
    """What is kept about somebody."""
    key = keys.user(ref)
    return Read(key, ("HGETALL", key), lambda fields: {name.decode(): value.decode() for name, value in fields.items()})


def note(ref: str, fields: Mapping[str, str]) -> Read[None]:
    """A write: keep something about somebody."""
    key = keys.user(ref)
    return Read(key, ("HSET", key, *[part for pair in fields.items() for part in pair]), _nothing, durable=True)


def unnote(ref: str, names: Sequence[str]) -> Read[None]:
    """A write: keep it no longer."""
    key = keys.user(ref)
    return Read(key, ("HDEL", key, *names), _nothing, durable=True)


def cached(name: str) -> Read[str | None]:
    """What was kept for a while."""
    key = keys.cached(name)
    return Read(key, ("GET", key), lambda raw: None if raw is None else raw.decode())


def cache(name: str, value: str, seconds: float) -> Read[None]:
    """A write: keep something for a while, so that it need not be fetched or made again."""
    key = keys.cached(name)
    return Read(key, ("SET", key, value, "PX", int(seconds * 1000)), _nothing)


def results(ref: str) -> Read[list[str]]:
    """The finished games of a user or room."""
    key = keys.results(ref)
    return Read(key, ("HVALS", key), lambda found: [raw.decode() for raw in found])


def games_of_user(ref: str) -> Read[list[str]]:
    return _members(keys.user_games(ref))


def games_of_room(room: str) -> Read[list[str]]:
    return _members(keys.room_games(room))


def past_of_user(ref: str) -> Read[list[str]]:
    """Games that are over, oldest first."""
    return _members(keys.user_past(ref))


def gaps() -> Read[list[tuple[float, float]]]:
    """When no process was alive, oldest first."""
    return Read(keys.GAPS, ("LRANGE", keys.GAPS, 0, -1), _spans)


def _members(key: str) -> Read[list[str]]:
    return Read(key, ("ZRANGE", key, 0, -1), lambda found: [game.decode() for game in found])


def _row(fields: Sequence[bytes | None]) -> Row | None:
    number, doc, mark, state = fields
    return None if number is None or doc is None else Row(int(number), doc, state or b"", mark or b"")


def _number(raw: bytes | None) -> int | None:
    return None if raw is None else int(raw)


def _spans(raw: Sequence[bytes]) -> list[tuple[float, float]]:
    pairs = [item.decode().split() for item in raw]
    return [(float(start), float(end)) for start, end in pairs]


def _nothing(_: object) -> None:
    return None

"""The four kinds of ask, and what counts as an answer to each.

An ask is never changed once made. Everything inside what it states is legal; nothing else is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, TypeAlias

from engines.kit.errors import EngineBug, Malformed, NotOffered
from engines.kit.text import Text

Value: TypeAlias = "list[str] | int | str | dict[str, int]"
Below: TypeAlias = Callable[[int], int]
"""A source of chance: `below(n)` gives 0..n-1."""


@dataclass(slots=True)
class Option:
    """One thing that may be picked. `key` says what is seen, never a hidden number.

    `at` names where it lies on the board, by references; None: by those in its label, (): nowhere. See `refs_of`.
    """

    key: str
    label: Text
    group: str = ""
    note: Text | None = None
    at: tuple[str, ...] | None = None


def _wrong_number(number: int, least: int, most: int) -> NotOffered:
    key = "wrong_number" if least < most else "not_exactly"
    return NotOffered(f"kit.refusal.{key}", number=number, least=least, most=most)


WORDLESS = Text("")
"""Stands for words that nobody reads: see `State.lean`."""


@lru_cache(maxsize=10_000)
def bare(key: str) -> Option:
    """An option without words, for a lean state; made once."""
    return Option(key, WORDLESS)


def bare_options(keys: Iterable[str]) -> tuple[Option, ...]:
    """Options without words, for a lean state."""
    return tuple(map(bare, keys))


@dataclass(slots=True)
class Pick:
    """Choose `least` to `most` of the options; the order counts if `ordered`."""

    kind: ClassVar[str] = "pick"
    prompt: Text
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False
    default: list[str] | None = None
    suggested: tuple[list[str], ...] = ()
    private: bool = False

    def offered(self) -> str:
        return f"pick {self.least} {self.most} {self.ordered} {','.join([option.key for option in self.options])}"

    def check(self, value: object) -> list[str]:
        if type(value) is list and len(value) == 1 and self.least <= 1 <= self.most:  # by far the commonest answer
            only = value[0]
            for option in self.options:
                if option.key == only:
                    return [option.key]
        return self._check(value)

    def _check(self, value: object) -> list[str]:
        if not isinstance(value, list | tuple):
            raise Malformed("kit.refusal.want_keys")
        keys = [option.key for option in self.options]
        for key in value:
            if not isinstance(key, str):
                raise Malformed("kit.refusal.want_keys")
            if key not in keys:
                raise NotOffered("kit.refusal.unknown_key", key=key)
        if len(value) > 1 and len(set(value)) != len(value):
            raise NotOffered("kit.refusal.repeated_key")
        if not self.least <= len(value) <= self.most:
            raise _wrong_number(len(value), self.least, self.most)
        return list(value) if self.ordered or len(value) < 2 else sorted(value, key=keys.index)

    def only(self) -> list[str] | None:
        """The answer, where there is but one."""
        count = len(self.options)
        if self.most == 0 or count == 0:
            return []
        if self.least == count and (count == 1 or not self.ordered):
            return [option.key for option in self.options]
        return None

    def fallback(self) -> list[str]:
        """The plainest legal answer."""
        return [option.key for option in self.options[: self.least]]

    def sample(self, below: Below) -> list[str]:
        """A random legal answer."""
        most = min(self.most, len(self.options))
        keys = [option.key for option in self.options]
        return self.check([keys.pop(below(len(keys))) for _ in range(self.least + below(most - self.least + 1))])


@dataclass(slots=True)
class Amount:
    """Name a number from `low` to `high` in steps, or one of `instead` (pass)."""

    kind: ClassVar[str] = "amount"
    prompt: Text
    low: int
    high: int
    step: int = 1
    instead: tuple[Option, ...] = ()
    default: int | str | None = None
    suggested: tuple[int | str, ...] = ()
    private: bool = False

    def offered(self) -> str:
        return f"amount {self.low} {self.high} {self.step} " + ",".join([option.key for option in self.instead])

    def check(self, value: object) -> int | str:
        if isinstance(value, str):
            if all(option.key != value for option in self.instead):
                raise NotOffered("kit.refusal.unknown_key", key=value)
            return value
        if not isinstance(value, int) or isinstance(value, bool):
            raise Malformed("kit.refusal.want_number")
        if not self.low <= value <= self.high:
            code = "kit.refusal.out_of_range" if self.low < self.high else "kit.refusal.only_number"
            raise NotOffered(code, number=value, low=self.low, high=self.high)
        if (value - self.low) % self.step:
            raise NotOffered("kit.refusal.off_step", number=value, step=self.step, low=self.low)
        return value

    def count(self) -> int:
        """How many numbers are offered."""
        return max(0, (self.high - self.low) // self.step + 1)

    def only(self) -> int | str | None:
        if self.count() + len(self.instead) != 1:
            return None
        return self.instead[0].key if self.instead else self.low

    def fallback(self) -> int | str:
        return self.instead[0].key if self.instead else self.low

    def sample(self, below: Below) -> int | str:
        numbers = self.count()
        chosen = below(min(numbers, 8) + len(self.instead))
        if chosen < len(self.instead):
            return self.instead[chosen].key
        return self.low + self.step * below(numbers)


@dataclass(slots=True)
class Bundle:
    """Take `least` to `most` pieces in all from what is available; with prices their sum may not pass the budget.

    `at` names where pieces of a kind lie; a kind that is not in it is found by its label. `heaps`: kinds whose pieces
    come from one heap, and how many lie there (red bricks for this tower and for that one).
    """

    kind: ClassVar[str] = "bundle"
    prompt: Text
    available: dict[str, int]
    labels: dict[str, Text]
    least: int
    most: int
    prices: dict[str, int] = field(default_factory=dict)
    budget: int = 0
    default: dict[str, int] | None = None
    suggested: tuple[dict[str, int], ...] = ()
    private: bool = False
    at: Mapping[str, tuple[str, ...]] | None = None
    heaps: tuple[tuple[tuple[str, ...], int], ...] = ()

    def offered(self) -> str:
        heaps = f" {self.heaps}" if self.heaps else ""
        return f"bundle {self.available} {self.least} {self.most} {self.prices} {self.budget}{heaps}"

    def cost(self, value: Mapping[str, int]) -> int:
        """What this choice costs."""
        return sum([self.prices[kind] * count for kind, count in value.items()]) if self.prices else 0

    def overdrawn(self, value: Mapping[str, int]) -> tuple[int, int] | None:
        """How many pieces are taken from a heap that holds fewer, and how many it holds; None: no heap is."""
        for kinds, there in self.heaps:
            taken = sum([value.get(kind, 0) for kind in kinds])
            if taken > there:
                return taken, there
        return None

    def has_room(self, value: Mapping[str, int]) -> bool:
        """Whether this is no more than may be taken, of a kind, in all, for the money, from a heap."""
        for kind, count in value.items():
            if not 0 <= count <= self.available.get(kind, 0):
                return False
        if sum(value.values()) > self.most or (self.prices and self.cost(value) > self.budget):
            return False
        return not self.heaps or self.overdrawn(value) is None

    def check(self, value: object) -> dict[str, int]:
        if not isinstance(value, dict):
            raise Malformed("kit.refusal.want_counts")
        for kind, count in value.items():
            if not isinstance(kind, str) or not isinstance(count, int) or isinstance(count, bool):
                raise Malformed("kit.refusal.want_counts")
            if kind not in self.available:
                raise NotOffered("kit.refusal.unknown_key", key=kind)
            if count < 0:
                raise NotOffered("kit.refusal.negative", number=count)
            if count > self.available[kind]:
                raise NotOffered("kit.refusal.too_many", number=count, there=self.available[kind])
        total = sum(value.values())
        if not self.least <= total <= self.most:
            raise _wrong_number(total, self.least, self.most)
        if self.prices and self.cost(value) > self.budget:
            raise NotOffered("kit.refusal.over_budget", cost=self.cost(value), budget=self.budget)
        if self.heaps and (too_many := self.overdrawn(value)):
            raise NotOffered("kit.refusal.too_many", number=too_many[0], there=too_many[1])
        return {kind: value[kind] for kind in self.available if value.get(kind)}

    def only(self) -> dict[str, int] | None:
        if self.most == 0:
            return {}
        total = sum(self.available.values())
        if total != self.least and len(self.available) > 1:  # the usual case
            kinds = [count for count in self.available.values() if count]
            if len(kinds) > 1:
                return None
        there = {kind: count for kind, count in self.available.items() if count}
        if self.prices:
            return there if total == self.least == 1 else None
        if total == self.least:
            return there
        if len(there) == 1 and self.least == min(self.most, total):
            return dict.fromkeys(there, self.least)
        return None

    def fallback(self) -> dict[str, int]:
        kinds = sorted(self.available, key=self.prices.__getitem__) if self.prices else list(self.available)
        value: dict[str, int] = {}
        missing = self.least
        for kind in kinds:
            taken = min(missing, self.available[kind])
            if taken:
                value[kind] = taken
                missing -= taken
        return value

    def sample(self, below: Below) -> dict[str, int]:
        most = min(self.most, sum(self.available.values()))
        value: dict[str, int] = {}
        for _ in range(self.least + below(most - self.least + 1)):
            kinds = [kind for kind in self.available if self.has_room({**value, kind: value.get(kind, 0) + 1})]
            if not kinds:
                break
            kind = kinds[below(len(kinds))]
            value[kind] = value.get(kind, 0) + 1
        return self.check(value if sum(value.values()) >= self.least else self.fallback())


@dataclass(slots=True)
class Spot:
    """One way to lay a piece: `cell` is its first filled cell as a person would name it, and where it is looked for
    on the board unless `at` says otherwise."""

    key: str
    cell: str
    turn: int = 0
    flip: bool = False
    at: tuple[str, ...] | None = None


@dataclass(slots=True)
class Place:
    """Put the piece on one of the spots, which are grouped by orientation."""

    kind: ClassVar[str] = "place"
    prompt: Text
    piece: str
    spots: tuple[Spot, ...]
    default: str | None = None
    suggested: tuple[str, ...] = ()
    private: bool = False

    def offered(self) -> str:
        return f"place {self.piece} " + ",".join([spot.key for spot in self.spots])

    def check(self, value: object) -> str:
        if not isinstance(value, str):
            raise Malformed("kit.refusal.want_spot")
        if all(spot.key != value for spot in self.spots):
            raise NotOffered("kit.refusal.unknown_key", key=value)
        return value

    def only(self) -> str | None:
        return self.spots[0].key if len(self.spots) == 1 else None

    def fallback(self) -> str:
        return self.spots[0].key

    def sample(self, below: Below) -> str:
        return self.spots[below(len(self.spots))].key


Ask: TypeAlias = Pick | Amount | Bundle | Place


def require_answerable(ask: Ask) -> None:
    """An ask with nothing in it is a dead end, hence a bug."""
    if isinstance(ask, Pick):
        dead = len(ask.options) < ask.least or ask.most < ask.least
    elif isinstance(ask, Bundle):
        dead = sum(ask.available.values()) < ask.least
        if ask.prices and not dead:
            dead = ask.cost(ask.default or ask.fallback()) > ask.budget
    elif isinstance(ask, Amount):
        dead = not ask.instead and ask.count() == 0
    else:
        dead = not ask.spots
    if dead:
        raise EngineBug(f"{ask.prompt.key} offers nothing: {ask.offered()}")

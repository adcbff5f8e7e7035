"""Reads any game's view: figures, rows of named things, what each seat has, and what only the reader sees.

The view tells this by its form. `round` is the round; `points` or `scores` has an entry for each seat, as have `seats`
or `players` (records) and the fields that the class names in `by_seat`; a field whose type allows None, and that a
seated reader has, is the reader's own. `seat/2` is shown by the player's name, `city/livorno` and a bare `livorno` by
the game's nouns, a pair (back, face) of `hand_seen` as a card; what nobody gave a name is shown by its id.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, get_type_hints

from engines.kit import Text
from render.sheet import Reader
from render.words import capital, readable

POINTS = ("points", "scores", "score")
PLAYERS = ("players", "seats")
LONGEST = 32
"""Letters of a chip; a whole sentence has a row of its own."""
_REFERENCE = re.compile(r"^[a-z_]+/[\w.:#+-]+$")


@dataclass(frozen=True, slots=True)
class Chip:
    """A thing by its name; without a name it lies face down. `count` where there are several or where it has one."""

    name: str
    count: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A field: its name, and either one figure or the things in it."""

    label: str
    figure: str = ""
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    points: int | None
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A view as it can be shown."""

    round: int | None
    rows: tuple[Row, ...]
    seats: tuple[Seat, ...]
    own: tuple[Row, ...]


def read(reader: Reader, view: Any) -> Reading:
    return _Reader(reader, view).read()


def _is_record(value: Any) -> bool:
    return (is_dataclass(value) or hasattr(type(value), "model_fields")) and not isinstance(value, type | Text)


def _members(record: Any) -> dict[str, Any]:
    if is_dataclass(record):
        return {each.name: getattr(record, each.name) for each in fields(record)}
    return {name: getattr(record, name) for name in type(record).model_fields}


def _is_row(value: Any) -> bool:
    return isinstance(value, Sequence | set | frozenset) and not isinstance(value, str | bytes)


def _optional(view: Any) -> set[str]:
    """The fields whose type allows None."""
    try:
        hints = get_type_hints(type(view))
    except (NameError, TypeError):
        return set()
    return {name for name, hint in hints.items() if type(None) in getattr(hint, "__args__", ())}


class _Reader:
    def __init__(self, reader: Reader, view: Any) -> None:
        self.words, self.named = reader.words, reader.p.named
        self.count, self.view = len(reader.p.names), view
        self.members = {name: value for name, value in _members(view).items() if name != "seat"}

    def read(self) -> Reading:
        left = dict(self.members)
        turn = left.pop("round", None) if type(left.get("round")) is int else None
        points = self._points(left)
        seats: list[list[Row]] = [[] for _ in range(self.count)]
        for name in [name for name in left if self._by_seat(name, left[name])]:
            entries = left.pop(name)
            for seat, entry in entries.items() if isinstance(entries, Mapping) else enumerate(entries):
                seats[seat] += self._of_seat(name, entry, points, seat)
        hidden = _optional(self.view) if self.view.seat is not None else set()
        own = [row for name, value in left.items() if name in hidden for row in self._rows(name, value)]
        shown = [row for name, value in left.items() if name not in hidden for row in self._rows(name, value)]
        by_seat = [Seat(points.get(seat), tuple(rows)) for seat, rows in enumerate(seats)]
        return Reading(turn, tuple(shown), tuple(by_seat), tuple(own))

    def _points(self, left: dict[str, Any]) -> dict[int, int]:
        for name in POINTS:
            value: Any = left.get(name)
            if _is_row(value) and len(value) == self.count and all(type(each) is int for each in value):
                return dict(enumerate(left.pop(name)))
        return {}

    def _by_seat(self, name: str, value: Any) -> bool:
        if isinstance(value, Mapping):
            inside = all(type(key) is int and 0 <= key < self.count for key in value)
            return name in getattr(type(self.view), "by_seat", ()) and inside
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != self.count:
            return False
        return name in getattr(type(self.view), "by_seat", ()) or (
            name in PLAYERS and all(_is_record(each) for each in value)
        )

    def _of_seat(self, name: str, entry: Any, points: dict[int, int], seat: int) -> Iterator[Row]:
        if not _is_record(entry):
            yield from self._rows(name, entry)
            return
        for inner, value in _members(entry).items():
            if inner in POINTS and type(value) is int and seat not in points:
                points[seat] = value
            elif inner != "seat":
                yield from self._rows(inner, value)

    def _rows(self, name: str, value: Any, before: str = "") -> Iterator[Row]:
        """A field as rows: one for what is plain, one for each part of what is not; nothing for None."""
        label = f"{before}{self._label(name)}"
        if value is None:
            return
        if _is_record(value):
            yield from self._record(label, value)
        elif isinstance(value, Mapping):
            if all(self._is_plain(part) for part in value.values()):
                yield Row(label, chips=tuple(self._counted(value)))
            else:
                for key, part in value.items():
                    yield from self._rows(str(key), part, f"{label} · ")
        elif _is_row(value):
            yield from self._row(name, label, value)
        else:
            yield Row(label, self._said(value))

    def _record(self, label: str, record: Any) -> Iterator[Row]:
        """A record as one row of its plain members, and more rows for the rest."""
        members = _members(record)
        plain = {name: value for name, value in members.items() if self._is_plain(value)}
        chips = [chip for name, value in plain.items() for chip in self._member(name, value)]
        short = [chip for chip in chips if len(chip.name) <= LONGEST]
        if short or not members:
            yield Row(label, chips=tuple(short))
        yield from [Row(label, chip.name) for chip in chips if chip not in short]
        for name, value in members.items():
            if name not in plain:
                yield from self._rows(name, value, f"{label} · ")

    def _member(self, name: str, value: Any) -> Iterator[Chip]:
        """A name by itself, a figure with what it counts, a fact only where it is so."""
        if value is None or value is False:
            return
        if value is True:
            yield Chip(self._label(name))
        elif isinstance(value, int | float):
            yield Chip(f"{self._label(name)} {self._said(value)}")
        else:
            said, ref = self._thing(value)
            yield Chip(said, ref=ref)

    def _row(self, name: str, label: str, value: Iterable[Any]) -> Iterator[Row]:
        entries = list(value)
        if all(self._is_plain(entry) or self._is_card(entry) for entry in entries):
            yield Row(label, chips=tuple(self._chips(entries)))
            return
        for number, entry in enumerate(entries, 1):
            if _is_row(entry) and all(self._is_plain(part) for part in entry):
                yield Row(f"{label} {number}", chips=tuple(self._chips(entry)))
            else:
                yield from self._rows(f"{name} {number}", entry)

    def _label(self, name: str) -> str:
        return self._noun(f"field/{name}") or capital(self.named(name)) or readable(name)

    def _is_plain(self, value: Any) -> bool:
        return value is None or isinstance(value, str | int | float | Enum | Text)

    def _is_card(self, value: Any) -> bool:
        """A pair (back, face): face down, or a noun of the game; any other pair is two things."""
        if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str)):
            return False
        return value[1] is None or bool(self._noun(f"{value[0]}/{value[1]}"))

    def _chips(self, entries: Iterable[Any]) -> Iterator[Chip]:
        """Equal things once, with their number."""
        counts: dict[tuple[str, str], int] = {}
        for entry in entries:
            chip = self._thing(entry)
            counts[chip] = counts.get(chip, 0) + 1
        for (name, ref), count in counts.items():
            yield Chip(name, self.words.number(count) if count > 1 or not name else "", ref)

    def _counted(self, value: Mapping[Any, Any]) -> Iterator[Chip]:
        for key, figure in value.items():
            name, ref = self._thing(f"{key}")
            yield Chip(name, self._said(figure) if figure is not None else "", ref)

    def _thing(self, entry: Any) -> tuple[str, str]:
        """Its name and its reference; no name for what lies face down."""
        if entry is None:
            return "", ""
        if isinstance(entry, tuple):
            back, face = entry
            return (self._noun(f"{back}/{face}"), f"{back}/{face}") if face else ("", "")
        return self._said(entry), entry if isinstance(entry, str) and _REFERENCE.match(entry) else ""

    def _said(self, value: Any) -> str:
        if isinstance(value, Enum):
            value = value.value
        if isinstance(value, bool):
            return self.words.say(f"kit.word.{'yes' if value else 'no'}", {})
        if isinstance(value, int):
            return self.words.number(value)
        if isinstance(value, Text):
            return self._told(value) or readable(value.key.rsplit(".", 1)[-1])
        text = str(value)
        if _REFERENCE.match(text):
            return self._noun(text) or readable(text.partition("/")[2])
        return capital(self.named(text)) or readable(text)

    def _told(self, text: Text) -> str:
        try:
            return self.words.say(text.key, text.facts)
        except KeyError:
            return ""

    def _noun(self, reference: str) -> str:
        return self._told(Text("kit.option.noun", {"what": reference})) if _REFERENCE.match(reference) else ""

"""The figures that are not certain, one by one: where each stands, what it is now, what may be typed for it.

A figure is the smallest thing that a person reads from a box: a number, a name, a few of them, a shape. Whoever types
it in takes it out of `doubtful`; a row in which nothing is left in doubt is sourced.
"""

from __future__ import annotations

import copy
import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

from engines.kit.tables import Problem, Tables

Kind: TypeAlias = Literal["number", "name", "numbers", "names", "pairs", "shape", "text"]
Place: TypeAlias = tuple[str | int, ...]
_ABOUT = ("id", "confidence", "doubtful", "basis")
MOST_CELLS = 100
LARGEST = 9999


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure in doubt: `row` is the place of its entry, `keys` lead from there to it."""

    row: Place
    keys: tuple[str | int, ...]
    value: Any
    kind: Kind
    choices: tuple[str, ...] = ()
    label: str = ""
    """The entry's id, or its number from 1."""
    known: bool = False
    """Whether the tables at hand have it from a box."""

    @property
    def table(self) -> str:
        return str(self.row[0])

    @property
    def key(self) -> str:
        """Within its entry, as `doubtful` writes it: `points.3`."""
        return ".".join([str(key + 1 if isinstance(key, int) else key) for key in self.keys])

    @property
    def name(self) -> str:
        """What it is, apart from where in a row of numbers it stands: `points`."""
        return ".".join([key for key in self.keys if isinstance(key, str) and not key.isdigit()])

    @property
    def at(self) -> int:
        """Its number in a row of numbers; 0 if it stands alone."""
        last = self.keys[-1]
        return last + 1 if isinstance(last, int) else int(last) if last.isdigit() else 0

    @property
    def path(self) -> str:
        """How it is named on the command line: `tower.1.points.3`."""
        return ".".join([part for part in (self.table, self.label, self.key) if part])


def figures(shipped: Tables, present: Tables | None = None) -> list[Figure]:
    """Every figure that is in doubt in our tables, with its value in the tables at hand."""
    raw = shipped.raw if present is None else present.raw
    doubtful = {figure.path for figure in _figures(raw, type(shipped))}
    found = []
    for figure in _figures(shipped.raw, type(shipped)):
        value = _within(raw, (*figure.row, *figure.keys), figure.value)
        known = figure.path not in doubtful
        found.append(Figure(figure.row, figure.keys, value, figure.kind, figure.choices, figure.label, known))
    return found


def _figures(raw: Mapping[str, Any], model: type[BaseModel]) -> Iterator[Figure]:
    for table, content in raw.items():
        rows = enumerate(content) if isinstance(content, list) else [(None, content)]
        for index, row in rows:
            if not isinstance(row, dict):
                continue
            place: Place = (table,) if index is None else (table, index)
            label = "" if index is None else str(row.get("id", index + 1))
            for keys in _doubtful(row):
                for leaf, value in _leaves(keys, _within(row, keys, None)):
                    kind, choices = _kind(value, leaf, content, model, place)
                    yield Figure(place, leaf, value, kind, choices, label)


def _doubtful(row: dict[str, Any]) -> Iterator[tuple[str | int, ...]]:
    """The places within a row that are in doubt: those that it lists, or all of it."""
    listed = row.get("doubtful", [])
    for dotted in listed:
        keys: list[str | int] = []
        value: Any = row
        for part in dotted.split("."):
            key: str | int = int(part) - 1 if isinstance(value, list) else part
            keys.append(key)
            value = _within(value, (key,), None)
        yield tuple(keys)
    if row.get("confidence", "sourced") != "sourced" and not listed:
        yield from [(key,) for key in row if key not in _ABOUT]


def _leaves(keys: tuple[str | int, ...], value: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves((*keys, key), inner)
    elif value is not None:
        yield keys, value


def _within(value: Any, keys: Place, default: Any) -> Any:
    for key in keys:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return default
    return value


# --- kinds and choices ------------------------------------------------------------------------------------------------


def _kind(
    value: Any, keys: tuple[str | int, ...], content: Any, model: type[BaseModel], place: Place
) -> tuple[Kind, tuple[str, ...]]:
    if isinstance(value, int):
        return "number", ()
    if isinstance(value, list):
        if value and all(isinstance(each, str) for each in value):
            is_shape = all(re.fullmatch(r"[#.P]+", each) for each in value)
            return ("shape" if is_shape else "names"), ()
        return ("pairs" if value and isinstance(value[0], list) else "numbers"), ()
    if keys == ("id",):
        return "name", (value,)
    choices = _literals(model, (place[0], *keys))
    if not choices and isinstance(content, list):
        column = [_within(row, keys, None) for row in content]
        choices = tuple(dict.fromkeys(sorted([each for each in column if isinstance(each, str)])))
    return ("name", choices) if choices else ("text", ())


def _literals(annotation: Any, keys: Place) -> tuple[str, ...]:
    """The words that a field may have, as its model lists them."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if not keys or (field := annotation.model_fields.get(str(keys[0]))) is None:
            return ()
        return _literals(field.annotation, keys[1:])
    if get_origin(annotation) is Literal:
        return () if keys else tuple([each for each in get_args(annotation) if isinstance(each, str)])
    if get_origin(annotation) in (Union, types.UnionType, tuple):
        found = [_literals(each, keys) for each in get_args(annotation)]
        return tuple(dict.fromkeys([word for words in found for word in words]))
    return _literals(get_args(annotation)[0], keys) if get_origin(annotation) is not None else ()


# --- what is typed ----------------------------------------------------------------------------------------------------


class Unreadable(ValueError):
    """What was typed is no such figure; `problem` says what to type."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def read(figure: Figure, typed: str) -> Any:
    """A value as it was typed."""
    typed = typed.strip()
    reader = {
        "number": _number, "numbers": _numbers, "pairs": _pairs, "shape": _shape, "names": _names, "text": _text
    }.get(figure.kind)  # fmt: skip
    if reader is not None:
        return reader(typed, figure)
    if typed not in figure.choices:
        raise Unreadable(Problem("box.wrong.name", "type one of {names}", names=", ".join(figure.choices)))
    return typed


def written(value: Any) -> str:
    """A value as one would type it."""
    if isinstance(value, list):
        is_shape = bool(value) and all(isinstance(each, str) and re.fullmatch(r"[#.P]+", each) for each in value)
        if is_shape:
            return "/".join(value)
        return ("; " if value and isinstance(value[0], list) else ", ").join([written(each) for each in value])
    return str(value)


def _number(typed: str, figure: Figure) -> int:
    if not re.fullmatch(r"[-−]?\d{1,4}", typed):
        raise Unreadable(Problem("box.wrong.number", "type a whole number of at most {most}", most=LARGEST))
    return int(typed.replace("−", "-"))


def _numbers(typed: str, figure: Figure) -> list[int]:
    parts = [part for part in re.split(r"[,;\s]+", typed) if part]
    if len(parts) != len(figure.value):
        raise Unreadable(Problem("box.wrong.numbers", "type {n} numbers with commas between", n=len(figure.value)))
    return [_number(part, figure) for part in parts]


def _pairs(typed: str, figure: Figure) -> list[list[int]]:
    pairs = [re.split(r"[,\s]+", part.strip()) for part in typed.split(";") if part.strip()]
    if len(pairs) != len(figure.value) or any(len(pair) != 2 for pair in pairs):
        problem = Problem("box.wrong.pairs", "type {n} pairs such as 7,0 with semicolons between", n=len(figure.value))
        raise Unreadable(problem)
    return [[_number(part, figure) for part in pair] for pair in pairs]


def _names(typed: str, figure: Figure) -> list[str]:
    parts = [part for part in re.split(r"[,;\s]+", typed) if part]
    if not parts or any(not re.fullmatch(r"[\w-]{1,40}", part) for part in parts):
        raise Unreadable(Problem("box.wrong.names", "type names with commas between"))
    return parts


def _shape(typed: str, figure: Figure) -> list[str]:
    """Rows from top to bottom with a stroke between; empty rows and columns at the edges are cut off a piece."""
    rows = [row.strip() for row in typed.split("/") if row.strip()]
    mark = "P" if any("P" in row for row in figure.value) else "#"
    wide = max(map(len, rows), default=0)
    if not rows or wide * len(rows) > MOST_CELLS or any(set(row) - {mark, "."} for row in rows):
        problem = Problem("box.wrong.shape", "draw the rows with {mark} and dots, a stroke between: {such}",
                          mark=mark, such="/".join(figure.value))  # fmt: skip
        raise Unreadable(problem)
    rows = [row.ljust(wide, ".") for row in rows]
    if mark == "P":
        return rows
    rows = [row for row in rows if mark in row] if mark in "".join(rows) else rows
    used = [at for at in range(wide) if any(row[at] == mark for row in rows)]
    return [row[used[0] : used[-1] + 1] for row in rows] if used else rows


def _text(typed: str, figure: Figure) -> str:
    said = " ".join(typed.split())
    if not said or len(said) > 60 or not said.isprintable():
        raise Unreadable(Problem("box.wrong.text", "type a name of at most {most} letters", most=60))
    return said


# --- corrected tables -------------------------------------------------------------------------------------------------


def corrected(tables: Tables, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The tables with these values in place of theirs, by path: what was typed is no longer in doubt."""
    raw: dict[str, Any] = copy.deepcopy(tables.raw)
    rows: dict[Place, list[Figure]] = {}
    for figure in _figures(raw, type(tables)):
        rows.setdefault(figure.row, []).append(figure)
    for figure in figures(type(tables).shipped(), tables):
        if figure.path in typed:
            _put(raw, (*figure.row, *figure.keys), typed[figure.path])
    for place, inside in rows.items():
        left = [figure.key for figure in inside if figure.path not in typed]
        if len(left) < len(inside):
            _settle(_within(raw, place, {}), left)
    return raw


def _settle(row: dict[str, Any], left: list[str]) -> None:
    row.pop("doubtful", None)
    if left:
        row["doubtful"] = left
    else:
        row["confidence"] = "sourced"


def _put(raw: Any, place: Place, value: Any) -> None:
    for key in place[:-1]:
        raw = raw[key]
    raw[place[-1]] = value

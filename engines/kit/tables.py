"""Tables of printed numbers: TOML files, checked, each with its confidence, known by the hash of their content.

A host who owns a game may correct them: any table in `<game>/*.toml` of the folder that `use_data` named replaces
ours, after the same checks. A file `set.toml` beside them says whose figures these are (`engines/kit/figures.py`).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError
from pydantic.functional_serializers import PlainSerializer
from pydantic.functional_validators import PlainValidator
from pydantic_core import ErrorDetails

from config import rooms
from engines.kit.errors import TableError, UnknownTables

Confidence: TypeAlias = Literal["sourced", "recalled", "reconstructed"]
SHIPPED = rooms.GAMES
SET = "set.toml"
"""Beside the corrected tables of a game: the name of the set, when it was made and by whom."""
LONGEST_NAME = 60
_data: Path | None = None


def use_data(folder: Path | None) -> None:
    """From now on new games begin with the host's corrections in this folder; None: with our tables as they are."""
    global _data
    _data = folder
    Tables.read_again()


def data_in_use() -> Path | None:
    """The folder of corrections, to be handed to a process of our own."""
    return _data


class Row(BaseModel):
    """One table or entry. `doubtful` names the keys that are reconstructed where the rest is better known."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    confidence: Confidence
    doubtful: tuple[str, ...] = ()
    basis: str = Field(default="", repr=False)

    def in_doubt(self, *keys: str) -> bool:
        """Whether one of these figures is not sourced."""
        whole = self.confidence != "sourced" and not self.doubtful
        return whole or any(each.split(".")[0] in keys for each in self.doubtful)


class CorrectedSet(BaseModel):
    """Whose figures replace ours."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    date: str = Field(default="", max_length=LONGEST_NAME)
    by: str = Field(default="", max_length=LONGEST_NAME)


class Problem(str):
    """What is wrong with a table, in plain words; `key` and `facts` say the same in every language.

    A fact may be a reference (`person/lawyer`): in plain words only its name is shown.
    """

    key: str
    facts: dict[str, Any]

    def __new__(cls, key: str, said: str, **facts: Any) -> Self:
        names = {name: fact.rpartition("/")[2] if isinstance(fact, str) else fact for name, fact in facts.items()}
        return cls.told(key, said.format(**names), facts)

    @classmethod
    def told(cls, key: str, said: str, facts: dict[str, Any]) -> Self:
        """One that is in words already."""
        problem = super().__new__(cls, said)
        problem.key, problem.facts = key, facts
        return problem


Trouble: TypeAlias = tuple[tuple[str | int, ...], Problem]
"""Where something is wrong, and what."""


class Tables(BaseModel):
    """All printed numbers of a game. A subclass has a field per table; `[[card]]` is `card: tuple[CardRow, ...]`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: ClassVar[str]
    corrected: CorrectedSet | None = None
    """The set that replaces some of our figures; None: all of them are ours."""
    _digest: str = PrivateAttr(default="")
    _raw: dict[str, Any] = PrivateAttr(default_factory=dict)

    @property
    def digest(self) -> str:
        """The hash of the content, by which a running game keeps the tables it began with."""
        return self._digest

    @property
    def raw(self) -> dict[str, Any]:
        """The content, to be stored beside the games that use it."""
        return self._raw

    @classmethod
    def current(cls) -> Self:
        """The tables that a new game begins with: ours, with the host's corrections."""
        return cls._read(_data)

    @classmethod
    @cache
    def _read(cls, corrections: Path | None) -> Self:
        files = _files(SHIPPED / cls.game) or _files(rooms.folder(cls.game))
        merged = {name: (value, file) for file in files for name, value in _parse(file).items()}
        if corrections is not None and (own := _files(corrections / cls.game)):
            about = corrections / cls.game / SET
            made = _parse(about) if about.is_file() else {"name": corrections.name[:LONGEST_NAME] or "?"}
            merged["corrected"] = (made, about if about.is_file() else own[0])
            for file in own:
                for name, value in _parse(file).items():
                    if name not in merged:
                        raise TableError(str(file), _line_of(file, (name,)), f"there is no table [{name}] to replace")
                    merged[name] = (value, file)
        origin = {name: file for name, (_, file) in merged.items()}
        tables = cls._checked({name: value for name, (value, _) in merged.items()}, origin)
        for place, problem in tables.wrongs():
            file = origin[str(place[0])]
            said = ".".join([_entry(tables.raw, place, index) for index in range(len(place))])
            raise TableError(str(file), _line_of(file, place), f"{said}: {problem}")
        return tables

    @classmethod
    def shipped(cls) -> Self:
        """Our tables as they are, whatever the host has corrected."""
        return cls._read(None)

    @staticmethod
    def read_again() -> None:
        """The files of corrections may have changed."""
        Tables._read.cache_clear()

    @classmethod
    def troubles(cls, raw: dict[str, Any]) -> list[Trouble]:
        """Everything that is wrong with tables for new games: each place, and the problem."""
        try:
            tables = cls.model_validate(raw)
        except ValidationError as error:
            return [(_place(each), _problem(each)) for each in error.errors()]
        return [(place, _as_problem(problem)) for place, problem in tables.wrongs()]

    @classmethod
    def from_raw(cls, raw: dict[str, Any]) -> Self:
        """Tables that were stored with a game; known from now on by their hash."""
        return cls._checked(raw, {})

    def wrongs(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Known sums and counts that a correction may have missed: its place (`("card", 3, "start")`), and the problem.

        Asked of the tables for new games only: a game that began with others keeps them.
        """
        return iter(())

    @classmethod
    def _checked(cls, raw: dict[str, Any], files: dict[str, Path]) -> Self:
        try:
            tables = cls.model_validate(raw)
        except ValidationError as error:
            first = error.errors()[0]
            file = files.get(str(first["loc"][0])) if first["loc"] else None
            place = ".".join(str(part) for part in first["loc"])
            if file is None:
                raise TableError(cls.game, 0, f"{place}: {first['msg']}") from error
            raise TableError(str(file), _line_of(file, first["loc"]), f"{place}: {first['msg']}") from error
        content = json.dumps(raw, sort_keys=True).encode()
        tables._digest = blake2b(content, digest_size=12).hexdigest()
        tables._raw = raw
        return _KNOWN.setdefault(tables._digest, tables)  # type: ignore[return-value]


_KNOWN: dict[str, Tables] = {}


def _as_problem(said: str) -> Problem:
    return said if isinstance(said, Problem) else Problem.told("", said, {})


def _place(error: ErrorDetails) -> tuple[str | int, ...]:
    """Where it is; a check of several tables names the one that is meant by `table` and `row`."""
    facts = error.get("ctx", {})
    return error["loc"] or tuple([facts[name] for name in ("table", "row") if name in facts])


def _problem(error: ErrorDetails) -> Problem:
    """A problem that pydantic found: a check of ours has a key of its own, the others are told by their kind."""
    facts = {name: value for name, value in error.get("ctx", {}).items() if isinstance(value, str | int)}
    key = error["type"] if "." in error["type"] else f"box.wrong.{error['type']}"
    return Problem.told(key, error["msg"], facts)


def _by_digest(value: object) -> Tables:
    if isinstance(value, Tables):
        return value
    if not isinstance(value, str):
        raise ValueError("tables are stored by their hash")
    if value not in _KNOWN:
        raise UnknownTables(value)
    return _KNOWN[value]


BY_DIGEST = (PlainValidator(_by_digest), PlainSerializer(lambda tables: tables.digest, return_type=str))
"""How a state stores its tables: `tables: Annotated[MyTables, *BY_DIGEST]`."""


# --- what is not certain ----------------------------------------------------------------------------------------------


def doubts(tables: Tables) -> list[tuple[str, Confidence, str]]:
    """Every figure that is not sourced: where it stands, how sure it is, and its value in words."""
    return list(_doubts(tables.raw, ""))


def _doubts(value: Any, path: str, name: str = "") -> Iterator[tuple[str, Confidence, str]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            label = item.get("id", str(index + 1)) if isinstance(item, dict) else str(index + 1)
            yield from _doubts(item, f"{path}.{label}" if path else str(label))
    elif isinstance(value, dict):
        confidence: Confidence = value.get("confidence", "sourced")
        listed = value.get("doubtful", [])
        for key in listed:
            yield f"{path}.{key}", "reconstructed", _at(value, key)
        if confidence != "sourced" and not listed:
            yield path, confidence, ", ".join(f"{k} {v}" for k, v in value.items() if k not in _ABOUT)
        for key, item in value.items():
            if isinstance(item, dict | list):
                yield from _doubts(item, f"{path}.{key}" if path else key)


_ABOUT = ("id", "confidence", "doubtful", "basis")


def _at(value: Any, dotted: str) -> str:
    for key in dotted.split("."):
        value = value[int(key) - 1] if isinstance(value, list) else value.get(key, {})
    return str(value)


def _entry(raw: Any, place: tuple[str | int, ...], index: int) -> str:
    """A part of a place in words: an entry of a list by its id."""
    for part in place[:index]:
        raw = raw[part]
    part = place[index]
    return str(raw[part].get("id", part + 1)) if isinstance(part, int) and isinstance(raw[part], dict) else str(part)


# --- files and lines --------------------------------------------------------------------------------------------------


def _files(folder: Path) -> list[Path]:
    """The tables of a folder: all but what is told about the game, its colours, weights, lessons, a set's name."""
    found = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    return [file for file in found if file.name not in (rooms.ABOUT, rooms.THEME, rooms.LEARN, rooms.WEIGHTS, SET)]


def _parse(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        raise TableError(str(file), int(found.group(1)) if found else 1, str(error)) from error
    except UnicodeDecodeError as error:
        raise TableError(str(file), 1, "the file is not UTF-8 text") from error


def _line_of(file: Path, loc: tuple[int | str, ...]) -> int:
    """The line of a key, as near as its path tells: the header of its table, then the key itself."""
    lines = file.read_text("utf-8").splitlines()
    names = [str(part) for part in loc if isinstance(part, str)]
    nth = next((part for part in loc if isinstance(part, int)), 0)
    headers = [
        number
        for number, line in enumerate(lines, 1)
        if re.match(rf"\s*\[+\s*{re.escape(names[0])}[\s.\]]", line) or re.match(rf"{re.escape(names[0])}\s*=", line)
    ]
    if not headers:
        return 1
    start = headers[min(nth, len(headers) - 1)]
    for name in reversed(names[1:]):
        for number in range(start, len(lines) + 1):
            line = lines[number - 1]
            if number > start and re.match(r"\s*\[\[", line):
                break
            if re.search(rf"(^|[\s{{,.\[])\"?{re.escape(name)}\"?\s*[=\]]", line):
                return number
    return start

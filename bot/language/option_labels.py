"""The options of a game as choices with names: what the lobby shows and what its lists offer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from bot.language.speaker import Speaker, catalogue
from config.languages import languages
from engines import ENGINES
from engines.kit.errors import Refusal


@dataclass(frozen=True, slots=True)
class Choosable:
    """One option with everything it can be."""

    name: str
    values: tuple[Any, ...]
    default: Any


@dataclass(frozen=True, slots=True)
class Numbered:
    """An option that is a word by default, or a row of numbers, each within its bounds."""

    name: str
    default: Any
    bounds: tuple[tuple[int, int], ...]

    def read(self, written: str) -> Any:
        """`2 5 1 7` as numbers; the default where there are none."""
        found = tuple([int(number[:6]) for number in re.findall(r"\d+", written)[: 2 * len(self.bounds)]])
        if not found:
            return self.default
        fits = [low <= number <= high for number, (low, high) in zip(found, self.bounds, strict=False)]
        if len(found) != len(self.bounds) or not all(fits):
            raise Refusal("table.refusal.numbers", words=_quoted(written), n=len(self.bounds), ranges=self.ranges)
        return found

    @property
    def ranges(self) -> str:
        """`1–6, 1–8`: what each number may be."""
        return ", ".join([f"{low}–{high}" for low, high in self.bounds])


def numbered(game: str) -> list[Numbered]:
    """The options that are rows of numbers."""
    found = []
    for name, about in ENGINES[game].info.options.model_fields.items():
        row = next((kind for kind in get_args(about.annotation) if get_origin(kind) is tuple), None)
        bounds = [_bounds(part.__metadata__[0].metadata) for part in get_args(row) if hasattr(part, "__metadata__")]
        if bounds and all(low is not None and high is not None for low, high in bounds):
            found.append(Numbered(name, about.default, tuple([(low or 0, high or 0) for low, high in bounds])))
    return found


def _bounds(metadata: Sequence[Any]) -> tuple[int | None, int | None]:
    low = next((each.ge for each in metadata if isinstance(each, Ge)), None)
    high = next((each.le for each in metadata if isinstance(each, Le)), None)
    return low if isinstance(low, int) else None, high if isinstance(high, int) else None


def choosable(game: str) -> list[Choosable]:
    """The options that can be chosen from a list."""
    found = []
    for name, about in ENGINES[game].info.options.model_fields.items():
        values = tuple(_values(about))
        if len(values) > 1:
            found.append(Choosable(name, values, about.default))
    return found


def _values(about: FieldInfo) -> Iterator[Any]:
    kind = about.annotation
    if kind is bool:
        yield from (False, True)
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    elif get_args(kind) and get_origin(get_args(kind)[0]) is Literal:
        yield from get_args(get_args(kind)[0])
    else:
        low, high = _bounds(about.metadata)
        if low is not None and high is not None:
            if about.default is None:
                yield None
            yield from range(low, high + 1)


def name_of(game: str, option: str, language: str) -> str:
    """`Muse & Princess`."""
    words = catalogue(language)
    keys = (f"{game}.game.options.{option}", f"{game}.game.{option}")
    return next((words[key] for key in keys if key in words), option.replace("_", " "))


def value_said(game: str, option: str, value: Any, language: str) -> str:
    """`on`, `as recommended`, `5`."""
    words = catalogue(language)
    if isinstance(value, bool):
        return words["kit.word.yes" if value else "kit.word.no"]
    if value is None:
        return words["chat.as_stated"]
    if isinstance(value, int):
        return Speaker(language).number(value)
    if isinstance(value, list | tuple):
        return ", ".join([str(each) for each in value])
    keys = (f"{game}.game.choices.{option}.{value}", f"{game}.game.{option}_{value}")
    return next((words[key] for key in keys if key in words), str(value).replace("_", " "))


def options_said(game: str, options: Mapping[str, Any], language: str) -> list[str]:
    """What was chosen that differs from the plain game."""
    said = []
    every: list[Choosable | Numbered] = [*choosable(game), *numbered(game)]
    for option in every:
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        name = name_of(game, option.name, language)
        said.append(name if value is True else f"{name}: {value_said(game, option.name, value, language)}")
    return said


def parse(game: str, line: str, language: str) -> dict[str, Any]:
    """Modules and options from a line with commas: `Muse & Princess, Money: open`, in any language or by key.

    What names no option, or a value that the option has not, is refused as it was typed.
    """
    chosen: dict[str, Any] = {}
    options, rows = choosable(game), numbered(game)
    for typed in filter(None, [piece.strip() for piece in line.split(",")]):
        wanted, _, given = [piece.strip().casefold() for piece in typed.replace("=", ":").partition(":")]
        option = next((each for each in options if wanted in _names(game, each.name)), None)
        row = next((each for each in rows if wanted in _names(game, each.name)), None)
        if option is not None:
            chosen[option.name] = _value(game, option, given)
        elif row is not None:
            chosen[row.name] = row.read(given)
        if option is None and row is None:
            names = [*[each.name for each in options], *[each.name for each in rows]]
            known = [name_of(game, name, language) for name in names]
            raise Refusal("chat.refusal.module", words=_quoted(typed), known=Speaker(language).join(known))
        if option is not None and chosen[option.name] not in option.values:
            known = [value_said(game, option.name, value, language) for value in option.values]
            raise Refusal("chat.refusal.module", words=_quoted(typed), known=Speaker(language).join(known))
    return chosen


def _quoted(typed: str) -> str:
    """What somebody typed, as it may stand in a sentence."""
    return typed[:60].replace("/", "⁄")


def _names(game: str, option: str) -> set[str]:
    return {option} | {name_of(game, option, language).casefold() for language in languages()}


def _value(game: str, option: Choosable, given: str) -> Any:
    if not given and True in option.values:
        return True
    for value in option.values:
        said = {value_said(game, option.name, value, language).casefold() for language in languages()}
        if given in {str(value).casefold(), *said}:
            return value
    return given


def lines(game: str, language: str) -> list[str]:
    """What may be written as a module, for completion."""
    found = []
    for option in choosable(game):
        name = name_of(game, option.name, language)
        if set(option.values) == {True, False} and option.default is False:
            found.append(name)
            continue
        others = [value for value in option.values if value != option.default]
        found += [f"{name}: {value_said(game, option.name, value, language)}" for value in others]
    return found

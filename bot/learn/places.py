"""Where a thing lies in a view: `players[*].hand`, `seats[*].cities.*[*].id` against plain data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

_STEP = re.compile(r"\[\*\]|[\w*]+")
At = tuple[int | str, ...]
"""What stood in place of each star on the way: entries of lists by their number, of dictionaries by their key."""


def found_at(view: Any, path: str, wanted: Any) -> Iterator[At]:
    """Everywhere under a path where the thing stands: as a value, in a list, or as a key with something behind it."""
    yield from [at for value, at in _walk(view, _steps(path), ()) if _holds(value, wanted)]


def held_at(view: Any, path: str) -> Iterator[tuple[str, At]]:
    """Everything that stands under a path, and where."""
    for value, at in _walk(view, _steps(path), ()):
        if isinstance(value, dict):
            yield from [(str(key), at) for key, each in value.items() if each]
        elif isinstance(value, list):
            yield from [(str(each), at) for each in value]
        elif value is not None:
            yield str(value), at


@cache
def _steps(path: str) -> tuple[str, ...]:
    return tuple(_STEP.findall(path))


def _walk(value: Any, steps: Sequence[str], at: At) -> Iterator[tuple[Any, At]]:
    if not steps:
        yield value, at
        return
    step, rest = steps[0], steps[1:]
    if step == "[*]" and isinstance(value, list):
        for number, each in enumerate(value):
            yield from _walk(each, rest, (*at, number))
    elif step == "*" and isinstance(value, dict):
        for key, each in value.items():
            yield from _walk(each, rest, (*at, key))
    elif isinstance(value, dict) and step in value:
        yield from _walk(value[step], rest, at)


def _holds(value: Any, wanted: Any) -> bool:
    if isinstance(value, dict):
        return bool(value.get(wanted))
    return wanted in value if isinstance(value, list) else value is not None and value == wanted

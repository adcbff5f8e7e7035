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
    yield from _walk(view, _steps(path), wanted, ())


@cache
def _steps(path: str) -> tuple[str, ...]:
    return tuple(_STEP.findall(path))


def _walk(value: Any, steps: Sequence[str], wanted: Any, at: At) -> Iterator[At]:
    if not steps:
        if _holds(value, wanted):
            yield at
        return
    step, rest = steps[0], steps[1:]
    if step == "[*]" and isinstance(value, list):
        for number, each in enumerate(value):
            yield from _walk(each, rest, wanted, (*at, number))
    elif step == "*" and isinstance(value, dict):
        for key, each in value.items():
            yield from _walk(each, rest, wanted, (*at, key))
    elif isinstance(value, dict) and step in value:
        yield from _walk(value[step], rest, wanted, at)


def _holds(value: Any, wanted: Any) -> bool:
    if isinstance(value, dict):
        return bool(value.get(wanted))
    return wanted in value if isinstance(value, list) else value is not None and value == wanted

"""Score curves: everybody's points at the end of each round, kept while a game goes on, drawn when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.kit import Engine

Curve = dict[int, tuple[int, ...]]


def note(curve: Curve, engine: Engine[Any], state: Any) -> tuple[int, ...]:
    """Note how the table stands, where the game says so, and return it; rounds that were taken back are forgotten."""
    if engine.standing is None:
        return ()
    number, points = engine.standing(state)
    for later in [each for each in curve if each > number]:
        del curve[later]
    curve[number] = points
    return points


def gained(before: Sequence[int], now: Sequence[int]) -> dict[int, int]:
    """What each seat has gained or lost between two standings; nothing where one is not known."""
    if len(before) != len(now):
        return {}
    return {seat: after - then for seat, (then, after) in enumerate(zip(before, now, strict=True)) if after != then}


def over_time(curve: Curve, scores: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For each seat: nothing at first, its points after each round, its final score."""
    if not curve:
        return ()
    rows = [(0,) * len(scores), *(curve[number] for number in sorted(curve)), tuple(scores)]
    return tuple(zip(*rows, strict=True))

"""Score curves: everybody's points at the end of each round, kept while a game goes on, drawn when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.kit import Engine

Curve = dict[int, tuple[int, ...]]


def note(curve: Curve, engine: Engine[Any], before: Any, state: Any) -> tuple[int, ...]:
    """Note how the table stands after a move, where the game says so, and return it; rounds that were taken back are
    forgotten. What the move that ends a round brings belongs to that round, and the next one begins with it."""
    if engine.standing is None:
        return ()
    number, points = engine.standing(state)
    for later in [each for each in curve if each > number]:
        del curve[later]
    curve[min(engine.standing(before)[0], number)] = curve[number] = points
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


def turning_points(rows: Sequence[Sequence[int]], most: int = 4) -> list[int]:
    """The rows in which the lead changed most against the one before, at most so many, in their order.

    The lead of a seat is what it has more than the best of the others.
    """
    changes: list[tuple[int, int]] = []
    for number in range(1, len(rows)):
        before, now = leads(rows[number - 1]), leads(rows[number])
        changes.append((max(abs(a - b) for a, b in zip(before, now, strict=True)), number))
    biggest = sorted([each for each in changes if each[0] > 0], key=lambda each: (-each[0], each[1]))[:most]
    return sorted([number for _, number in biggest])


def leads(row: Sequence[int]) -> list[int]:
    """What each seat has more than the best of the others."""
    points = list(row)
    return [mine - max(points[:seat] + points[seat + 1 :], default=0) for seat, mine in enumerate(points)]

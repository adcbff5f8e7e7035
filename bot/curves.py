"""Score curves: everybody's points at the end of each round, kept while a game goes on, drawn when it is over."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kit import View
from render import GAMES, standing

Curve = dict[int, tuple[int, ...]]


def note(curve: Curve, game: str, view: View) -> None:
    """Note how the table stands; rounds that were taken back are forgotten."""
    if game not in GAMES:
        return
    number, points = standing(game, view)
    for later in [each for each in curve if each > number]:
        del curve[later]
    curve[number] = points


def over_time(curve: Curve, scores: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For each seat: nothing at first, its points after each round, its final score."""
    if not curve:
        return ()
    rows = [(0,) * len(scores), *(curve[number] for number in sorted(curve)), tuple(scores)]
    return tuple(zip(*rows, strict=True))

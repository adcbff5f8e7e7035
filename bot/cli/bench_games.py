"""Whole games of computer seats: whether each ends, how long it is, and what the seats score."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from bot.cli.contest import answers, by_level, options_of
from bot.cli.progress import bar, stoppable
from bot.table.model import Level
from engines import ENGINES
from engines.kit import PLAIN, Dice, Engine

GAMES = 20
"""Of each number of seats."""
LEVELS = (Level.STEADY, Level.GENTLE)
HOW = (
    "Per game, variant, number of seats and level, least, median and most: answers in a game, the score of its winner, "
    "and of the last. ended: games that came to an end; failed: some did not. Every game has deals of its own."
)


def measure(positions: int = GAMES, game: str | None = None) -> dict[str, Any]:
    """Every variant with every number of seats, played by the levels that play by a script alone."""
    ways = [
        (ENGINES[key], variant, seats, level)
        for key in sorted(ENGINES)
        if game in (None, key)
        for variant in (PLAIN, *ENGINES[key].info.variants)
        for seats in range(ENGINES[key].info.seats[0], ENGINES[key].info.seats[1] + 1)
        for level in LEVELS
    ]
    found: dict[str, Any] = {}
    with stoppable():
        for engine, variant, seats, level in bar(ways, len(ways), "games"):
            name = f"{engine.info.key} {variant} {seats} {level.value}"
            found[name] = figures(engine, variant, seats, level, positions)
    return found | ({"failed": 1} if any(each["ended"] < each["games"] for each in found.values()) else {})


def figures(engine: Engine[Any], variant: str, seats: int, level: str, games: int) -> dict[str, Any]:
    """How long such games are, and what their first and last score."""
    lengths, best, worst = list[int](), list[int](), list[int]()
    for number in range(games):
        state = engine.setup(seats, options_of(engine, variant), f"games {number}").state
        rollout = engine.rollout(state)
        player = by_level(engine, level, state)
        length = sum(1 for _ in answers(rollout, [player] * seats, Dice(f"luck {number}"), 4 * engine.info.longest))
        result = rollout.result()
        if result is not None:
            lengths.append(length)
            best.append(max(result.scores))
            worst.append(min(result.scores))
    found: dict[str, Any] = {"games": games, "ended": len(lengths)}
    return found | {
        name: _spread(each) for name, each in (("answers", lengths), ("winner", best), ("last", worst)) if each
    }


def _spread(numbers: Sequence[int]) -> tuple[int, float, int]:
    return min(numbers), median(numbers), max(numbers)

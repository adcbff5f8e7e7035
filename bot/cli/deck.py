"""Chance without luck: numbers drawn by lot and yet evenly spread, so that few games say what many would."""

from __future__ import annotations

from engines.kit import Dice

PARTS = 25
"""Of so many draws in a row each falls into another part of the range."""


class Deck:
    """The parts of a range, drawn like cards of a shuffled deck: each number is as likely as with dice."""

    def __init__(self, seed: str) -> None:
        self._dice = Dice(seed)
        self._left: list[int] = []

    def below(self, bound: int) -> int:
        """A number 0..bound-1."""
        if not self._left:
            self._left = list(range(PARTS))
            self._dice.shuffle(self._left)
        fine = self._dice.below(bound)
        return (self._left.pop() * bound + fine) // PARTS

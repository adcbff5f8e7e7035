"""Chance that can be proved fair: a keyed hash of a counter. The seed is never in a view."""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any


def derive(seed: str, purpose: str) -> str:
    """A further secret from the seed, such as the salt of the ask ids."""
    return blake2b(seed.encode(), person=purpose.encode()[:16], digest_size=16).hexdigest()


def commitment(seed: str) -> str:
    """The hash posted before the game, so that the seed shown after it can be checked."""
    return blake2b(seed.encode(), person=b"commitment", digest_size=32).hexdigest()


@lru_cache(maxsize=256)
def _keyed(seed: str) -> blake2b:
    """The keyed hash, to be copied: half the cost of keying it anew."""
    return blake2b(key=blake2b(seed.encode(), person=b"dice", digest_size=32).digest(), digest_size=8)


def draw(seed: str, counter: int, bound: int) -> tuple[int, int]:
    """A fair number 0..bound-1, and the next counter."""
    limit = (1 << 64) - (1 << 64) % bound
    while True:
        throw = _keyed(seed).copy()
        throw.update(counter.to_bytes(8, "big"))
        number = int.from_bytes(throw.digest(), "big")
        counter += 1
        if number < limit:
            return number % bound, counter


class Dice:
    """A stream of chance of its own: for fuzzing, computer seats and redeals, never for the game itself."""

    __slots__ = ("counter", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.counter = 0

    def below(self, bound: int) -> int:
        number, self.counter = draw(self.seed, self.counter, bound)
        return number

    def shuffle(self, things: MutableSequence[Any]) -> None:
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

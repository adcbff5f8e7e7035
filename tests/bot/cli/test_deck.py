"""Chance without luck: as likely as dice, and evenly spread."""

from __future__ import annotations

from collections import Counter

from bot.cli.deck import PARTS, Deck


def test_every_part_of_the_range_comes_once_in_so_many_draws() -> None:
    deck = Deck("even")
    for _ in range(4):
        assert sorted(deck.below(1000) * PARTS // 1000 for _ in range(PARTS)) == list(range(PARTS))


def test_each_number_is_as_likely_as_with_dice() -> None:
    deck = Deck("fair")
    counts = Counter([deck.below(10) for _ in range(PARTS * 200)])
    assert all(abs(counts[number] - PARTS * 20) < PARTS * 2 for number in range(10)), counts

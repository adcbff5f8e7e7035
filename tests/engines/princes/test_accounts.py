"""Whoever follows the log knows every purse and every score: each answer moves just what it tells."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kit.play import Walk
from engines.princes import ENGINE

PRICES = (700, 300, 300, 0)


class Book:
    """Florins and points by seat, kept from events alone."""

    def __init__(self, before: Any) -> None:
        self.before = before
        self.cash = [player.cash for player in before.players]
        self.points = [player.points for player in before.players]
        self.is_free = False

    def note(self, event: Any) -> None:
        """4.9, 5, 7.5, 8.1, 9 to 13, 14.1, 15, 17, 18.4."""
        facts = event.facts
        seat = int(facts["seat"][5:]) if "seat" in facts else -1
        match event.key.removeprefix("princes.event."):
            case "auction.bought" | "characters.took" | "freedom":
                self.move(seat, -facts["price"])
            case "track.back":
                self.move(seat, 100 * facts["points"], -facts["points"])
            case "object.builder" | "object.placed" | "best_work" | "end.prestige":
                self.move(seat, 0, facts["points"])
            case "work.completed":
                self.move(seat, 100 * facts["value"] - 200 * facts["points"], facts["points"])
            case "build.built":
                self.move(seat, -PRICES[self.before.players[seat].builders], 3)
            case "together.built":
                self.move(seat, facts["amount"] - PRICES[self.before.players[seat].builders], 3)
                self.move(int(facts["other"][5:]), -facts["amount"], 3)
            case "characters.banker":
                self.move(seat, self.before.characters.money - facts["price"])
            case "characters.merchant":
                self.move(seat, 0, 1 + sum(points > self.points[seat] for points in self.points))
            case "end.banker":
                self.move(seat, -200 * facts["points"], facts["points"])
            case "characters.professor":
                self.is_free = True
            case "look.began" if not self.is_free and "deck/prestige" not in facts["cards"]:
                self.move(seat, -300)

    def move(self, seat: int, florins: int, points: int = 0) -> None:
        self.cash[seat] += florins
        self.points[seat] += points


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"muse": True}), (4, {"coop": True}), (5, {"muse": True, "coop": True})]
)
def test_every_florin_and_every_point_is_told(seats: int, options: dict[str, Any]) -> None:
    before: Any = None
    chosen = ENGINE.info.options.model_validate(options)
    for position in Walk(ENGINE, seats, chosen, "accounts", wild=20, curious=20).positions():
        if before is not None:
            book = Book(before)
            for event in position.outcome.events:
                book.note(event)
            assert book.cash == [player.cash for player in position.state.players]
            assert book.points == [player.points for player in position.state.players]
        before = position.state

"""Positions of real games for the tests of pictures: every game, seat count and module, from first to last."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bot.cli import demo
from bot.cli.demo import Demo
from render import Picture


@dataclass(frozen=True)
class Position:
    """A game stopped after so many answers."""

    game: str
    seats: int
    answers: int
    options: tuple[tuple[str, Any], ...] = ()
    seed: str = "boards"
    parts: tuple[str, ...] = field(default=("all", "mine", "hand", "market"))

    def __str__(self) -> str:
        options = "".join(f"-{value if isinstance(value, str) else name}" for name, value in self.options)
        return f"{self.game}-{self.seats}{options}-{self.answers}"

    def table(self) -> Demo:
        return _stop(self)

    def pictures(self, viewer: int | None = 0, **more: Any) -> Iterator[Picture]:
        """Every part of this table for one reader."""
        parts = self.parts if viewer is not None else ("all", "market")
        for part in parts:
            yield demo.picture(self.table(), part, viewer, **more)


@cache
def _stop(position: Position) -> Demo:
    return demo.stop(position.game, position.seats, dict(position.options), position.seed, position.answers)


LATE = 4000
POSITIONS = (
    Position("princes", 2, 90),
    Position("princes", 3, 40),
    Position("princes", 3, 130),
    Position("princes", 4, 250, (("money", "open"),)),
    Position("princes", 5, 0),
    Position("princes", 5, 300, (("muse", True), ("coop", True))),
    Position("princes", 5, LATE, (("muse", True),)),
    Position("firenze", 2, 0),
    Position("firenze", 2, 150),
    Position("firenze", 3, 150, (("campanile", True), ("neutral_seals", 7))),
    Position("firenze", 4, 260, (("hands", "open"),)),
    Position("firenze", 4, LATE, (("dead_colour", "red"), ("neutral_seals", 7))),
    Position("carrara", 2, 0),
    Position("carrara", 2, 120),
    Position("carrara", 3, 160, (("expansion", True),)),
    Position("carrara", 4, 180),
    Position("carrara", 4, LATE, (("expansion", True),)),
    Position("rivals", 2, 60),
    Position("rivals", 2, 200, (("mode", "gold"),)),
    Position("rivals", 2, 300, (("mode", "turmoil"),)),
    Position("rivals", 2, 300, (("mode", "progress"),)),
    Position("rivals", 2, LATE, (("mode", "duel"),)),
)

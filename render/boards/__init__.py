"""Boards: a package per game, found by its folder name; `plain` draws the games that have none.

The same things stand under the same names in each: `__init__` (draw, and the heading), `hand` (what only its owner
sees), `holding` (the same told apart from how it is drawn, and how things look), `twin` (the picture in words), `cards`
(the cards of the game); what else there is, is the game's own. A board of another package is a module with the same
four functions.
"""

from typing import Any, Protocol

from render.holding import Holding, Look
from render.sheet import Reader, Sheet


class Board(Protocol):
    """What a board offers. It may also offer `shape(reference, turn, flip, view)`, the cells of a piece as it lies, and
    `where(reader, view, key)`, a spot of a Place ask in words."""

    def draw(self, sheet: Sheet, view: Any) -> None:
        """Paint the part that `sheet.p.part` names: all, mine, seat:N, hand, market, place. A part that the game does
        not have is painted as `all`; `hand` for an onlooker is a ValueError."""

    def twin(self, reader: Reader, view: Any) -> str:
        """The same part in words, with every figure that the picture shows."""

    def holding(self, reader: Reader, view: Any) -> Holding:
        """What the reader holds, for those who draw it themselves."""

    def look(self, reference: str, view: Any) -> Look | None:
        """How a thing looks in every picture of the game; None if it has no look of its own."""

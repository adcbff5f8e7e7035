"""The choices made before a game of Rivals."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engines.kit import Options


class RivalsOptions(Options):
    """The choices before the game: the mode, the points to reach, and the readings that a table may change."""

    mode: Literal["basic", "gold", "turmoil", "progress", "duel"] = "basic"
    target: int | None = Field(default=None, ge=3, le=20)
    """None: as the mode states."""
    red: Literal["first", "second", "lot"] = "second"
    """5.1 Which seat has the red start cards: the second is the one that is drawn red."""
    layout: Literal["hills_left", "pasture_left"] = "hills_left"
    """A1 The lower row of the start."""
    doctor: Literal["two", "four"] = "two"
    """A10 How many regions the Doctor serves."""

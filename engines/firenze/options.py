"""2 The choices made before a game of Firenze (A36)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from engines.kit import Options


class FirenzeOptions(Options):
    """A36 Short names for the options of 2.3, 2.4, 2.6, 2.8, 9.4g, 10.3 and A2."""

    campanile: bool = False
    neutral_seals: int = Field(5, ge=0, le=7)
    placement: Literal["recommended", "dice", "chosen", "fixed"] = "recommended"
    dead_colour: Literal["none", "white", "yellow", "green", "red", "blue", "purple"] = "none"
    start_player: Literal["random", "first"] = "random"
    hands: Literal["secret", "open"] = "secret"
    forced_discard: Literal["ask", "auto"] = "ask"
    patrician_scope: Literal["self", "everyone"] = "self"

    @property
    def host_first(self) -> bool:
        """2.3 Who lays the neutral seals by choice is the first seat: the host's."""
        return self.placement == "chosen"

    @field_validator("dead_colour", mode="before")
    @classmethod
    def _none_may_be_left_out(cls, value: object) -> object:
        return "none" if value is None else value

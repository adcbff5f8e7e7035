"""The choices made before a game of Princes (20.1)."""

from typing import Literal

from pydantic import Field, field_validator, model_validator

from engines.kit import Options
from engines.princes.tables import PrincesTables


class PrincesOptions(Options):
    """20.1 The variants: modules, what is hidden, and where the Dutch and the German rulebook differ."""

    preset: Literal["none", "nl", "de"] = "none"
    muse: bool = False
    coop: bool = False
    money: Literal["secret", "open"] = "secret"
    going_back_allowed: bool = True
    going_back_allowed_with_muse: bool = False
    a2_bid_limit: Literal["cash", "cash_plus_track"] = "cash"
    two_player_extra_freedoms: Literal["distinct", "any"] = "distinct"
    two_player_hard: bool = False
    return_order: Literal["player_choice", "random", "as_drawn"] = "player_choice"
    coop_landscape_blocks_border: bool = False
    coop_max_offers_per_turn: int = Field(default=6, ge=1, le=12)
    third_tiebreak: Literal["shared", "lowest_profession_number"] = "shared"
    start_player: Literal["random", "0", "1", "2", "3", "4"] = "random"

    @field_validator("start_player", mode="before")
    @classmethod
    def _seat_number(cls, given: object) -> object:
        """2.6 The start player may be named by a number too."""
        return str(given) if isinstance(given, int) else given

    @model_validator(mode="before")
    @classmethod
    def _fill_from_preset(cls, given: object) -> object:
        """20.1 A rulebook's preset fills what was not chosen by hand."""
        if not isinstance(given, dict):
            return given
        row = PrincesTables.current().preset.get(str(given.get("preset")))
        return given if row is None else row.model_dump(exclude={"confidence", "doubtful", "basis"}) | given

"""The choices made before a game of Princes (20.1)."""

from collections.abc import Mapping
from typing import Any, Literal

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
    return_order: Literal["player_choice", "random", "as_drawn"] = "as_drawn"
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
        return _preset(given.get("preset")) | given if isinstance(given, dict) else given

    @classmethod
    def changed(cls, before: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        """20.1 Choosing a rulebook sets its values, whatever held before and however much of a form comes with it.

        A value that is then chosen otherwise makes it nobody's rulebook.
        """
        after = super().changed(before, given)
        book = _preset(after.get("preset"))
        if after.get("preset") != before.get("preset"):
            return after | {name: value for name, value in book.items() if after.get(name) == before.get(name)}
        return after | {"preset": "none"} if any(after.get(name) != value for name, value in book.items()) else after


def _preset(name: object) -> dict[str, Any]:
    """20.1 What a rulebook says; nothing of one that does not exist."""
    row = PrincesTables.current().preset.get(str(name))
    return {} if row is None else row.model_dump(exclude={"confidence", "doubtful", "basis"})

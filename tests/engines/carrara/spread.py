"""The ways to play Carrara that the contract is tried on."""

from typing import Any

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"expansion": True},
    {"expansion": True, "cards": [5, 8, 5, 7]},
]
ENDINGS = {"announced", "exhausted"}
GAMES_TO_REACH_ALL = 60
REVEALS = {f"carrara.event.{key}" for key in ("cannot_pay", "stuck", "announced")}
"""Events by which the rules open a screen to all (9.4)."""

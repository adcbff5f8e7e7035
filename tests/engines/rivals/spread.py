"""The ways to play Rivals that the contract is tried on."""

from typing import Any

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"mode": "gold", "red": "second"},
    {"mode": "turmoil", "layout": "pasture_left"},
    {"mode": "progress", "doctor": "four"},
    {"mode": "duel", "red": "lot"},
]
ENDINGS = {"target", "exhausted"}
GAMES_TO_REACH_ALL = 80

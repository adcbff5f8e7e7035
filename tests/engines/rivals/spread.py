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
REACH_ALL = (3, 4, 12, 17)
"""Those of them that come to every step and ending by themselves; they are played first."""
NO_REGION: dict[str, str] = {}
"""What is offered though no picture shows it: the step and the kind of thing, and why."""

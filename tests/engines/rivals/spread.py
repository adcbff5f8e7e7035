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
NO_REGION: dict[str, str] = {}
"""What is offered though no picture shows it: the step and the kind of thing, and why."""
ENLARGED: dict[str, str] = {
    "rival": "two rows of cards on either side of the road are low where three lines of the chronicle stand above",
}
"""Panels whose targets are smaller than a finger until the camera goes there, and why."""

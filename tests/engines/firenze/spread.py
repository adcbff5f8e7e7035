"""The ways to play Firenze that the contract is tried on."""

from typing import Any

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"campanile": True, "neutral_seals": 7, "placement": "dice", "hands": "open"},
    {"campanile": True, "neutral_seals": 7, "placement": "fixed", "patrician_scope": "everyone"},
    {"neutral_seals": 3, "placement": "chosen", "start_player": "first"},
    {"campanile": True, "neutral_seals": 7, "placement": "chosen", "dead_colour": "white", "forced_discard": "auto"},
]
ENDINGS = {"last_seal", "cap"}
GAMES_TO_REACH_ALL = 60
OPEN = {"hands": "open"}
"""Options with which nothing is behind a screen."""
REVEALS = {"firenze.event.only_feasts"}
"""Events by which all learn something of a hand."""
NO_REGION: dict[str, str] = {}
"""What is offered though no picture shows it: the step and the kind of thing, and why."""
ENLARGED: dict[str, str] = {
    "row": "up to eight loose bricks lie on a card",
    "sites": "four sites stand side by side",
    "towers": "a storey is lower than a finger where three lines of the chronicle stand above",
}
"""Panels whose targets are smaller than a finger until the camera goes there, and why."""

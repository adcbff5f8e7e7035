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
REACH_ALL = (19, 49)
"""Those of them that come to every step and ending by themselves; they are played first."""
OPEN = {"hands": "open"}
"""Options with which nothing is behind a screen."""
REVEALS = {"firenze.event.only_feasts"}
"""Events by which all learn something of a hand."""
NO_REGION: dict[str, str] = {}
"""What is offered though no picture shows it: the step and the kind of thing, and why."""
NEARER: dict[str, str] = {"row": "up to eight loose bricks lie on each of six cards"}
"""Panels whose things are smaller than a finger where the camera stands, and why: the first tap brings them nearer."""

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

"""Princes in the contract suite: the option sets that are played, and how a game can end."""

OPTION_SETS: list[dict[str, object]] = [
    {},
    {"muse": True},
    {"coop": True},
    {"preset": "nl", "muse": True, "coop": True, "return_order": "random", "coop_landscape_blocks_border": True},
]
ENDINGS = {"rounds"}
GAMES_TO_REACH_ALL = 200
REVEALS = {"princes.event.track.back"}
"""What all see of a purse: points that are sold since the florins do not suffice (13.4)."""

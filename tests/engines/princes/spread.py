"""Princes in the contract suite: the option sets that are played, and how a game can end."""

OPTION_SETS: list[dict[str, object]] = [
    {},
    {"muse": True},
    {"coop": True, "return_order": "player_choice"},
    {"preset": "nl", "muse": True, "coop": True, "return_order": "random", "coop_landscape_blocks_border": True},
]
ENDINGS = {"rounds"}
GAMES_TO_REACH_ALL = 200
REACH_ALL = (7, 15, 18, 19, 29)
"""Those of them that come to every step and ending by themselves; they are played first."""
REVEALS = {"princes.event.track.back"}
"""What all see of a purse: points that are sold since the florins do not suffice (13.4)."""
NO_REGION: dict[str, str] = {
    "together.place cell": "what lies across the border is on the partner's map, which is not drawn",
    "object.recruit person": "people on the table of others are told by their number alone",
    "turn.recruit person": "people on the table of others are told by their number alone",
    "object.landscape pile": "the piles are not drawn while the characters are",
}
"""What is offered though no picture shows it: the step and the kind of thing, and why."""

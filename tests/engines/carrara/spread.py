"""The ways to play Carrara that the contract is tried on."""

from typing import Any

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"expansion": True},
    {"expansion": True, "cards": [5, 8, 5, 7]},
]
ENDINGS = {"announced", "exhausted"}
GAMES_TO_REACH_ALL = 60
REACH_ALL = (0, 2, 4)
"""Those of them that come to every step and ending by themselves; they are played first."""
REVEALS = {f"carrara.event.{key}" for key in ("cannot_pay", "stuck", "announced")}
"""Events by which the rules open a screen to all (9.4)."""
NO_REGION: dict[str, str] = {}
"""What is offered though no picture shows it: the step and the kind of thing, and why."""

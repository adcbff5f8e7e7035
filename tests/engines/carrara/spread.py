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
NO_REGION: dict[str, str] = {
    "build.upgrader place": "the special fields of the expansion are not drawn",
}
"""What is offered though no picture shows it: the step and the kind of thing, and why."""
ENLARGED: dict[str, str] = {
    "wheel": "up to eight chips lie in a wedge",
    "cities": "a city of a seat holds up to nine buildings",
    "value_eight": "six tiles lie in a strip",
}
"""Panels whose targets are smaller than a finger until the camera goes there, and why."""

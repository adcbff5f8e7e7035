"""What is typed behind the options of a command: read as it was meant, or refused in a sentence."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from config.settings import ConfigError
from engines.kit import Engine, Options


def whole(least: int = 1, most: int | None = None) -> Callable[[str], int]:
    """A whole number within these bounds."""
    wanted = f"a whole number from {least} {'on' if most is None else f'to {most}'}"

    def read(text: str) -> int:
        number = int(text) if text.removeprefix("-").isdecimal() else None
        if number is None or number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"give {wanted}, not {text}")
        return number

    return read


def seconds(text: str) -> float:
    """A time that passes."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.0 < found < float("inf"):
        raise argparse.ArgumentTypeError(f"give seconds, such as 10 or 0.5, not {text}")
    return found


def options(text: str) -> dict[str, Any]:
    """The options of a game; which ones there are, the game knows (`options_for`)."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(f'give the options as JSON, such as {{"name": true}}, not {text}')
    return found


def options_for(engine: Engine[Any], given: dict[str, Any]) -> Options:
    """The options as this game has them."""
    try:
        return engine.info.options.model_validate(given)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        known = ", ".join(engine.info.options.model_fields) or "none"
        raise ConfigError(f"{engine.info.key} cannot be played so: {wrong}. Its options: {known}.") from error

"""Commands that work on the sources, or with what the tests have: not where the program alone was installed."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from config.settings import ConfigError

ROOT = Path(__file__).parents[2]


def require_checkout(command: str) -> None:
    """Refuse in a sentence where the sources are not those of a checkout."""
    if not (ROOT / "pyproject.toml").is_file():
        raise ConfigError(f"`signoria {command}` runs in the source checkout.")


def from_tests(module: str, command: str) -> Any:
    """A module of the tests, for a command that cannot do without it."""
    try:
        return importlib.import_module(f"tests.{module}")
    except ImportError as error:
        raise ConfigError(f"`signoria {command}` runs in the source checkout, beside the tests.") from error

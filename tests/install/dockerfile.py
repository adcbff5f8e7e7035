"""The image's own recipe, read for tests: where no container engine is at hand its steps are run in a bare prefix."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def instructions() -> list[tuple[str, str]]:
    """The instructions of the image, each in one line."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def stages() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What builds, and what is made of it."""
    found = instructions()
    second = [number for number, (word, _) in enumerate(found) if word == "FROM"][1]
    return found[:second], found[second:]


def said(stage: list[tuple[str, str]], wanted: str) -> list[str]:
    """What stands behind each such instruction."""
    return [rest for word, rest in stage if word == wanted]


def environment(stage: list[tuple[str, str]]) -> dict[str, str]:
    """What it sets for its commands."""
    return dict(word.split("=", 1) for rest in said(stage, "ENV") for word in rest.split())

"""The levels of computer seats: whether one has been shown to play better than the script alone."""

from __future__ import annotations

from engines import ENGINES


def is_unproven(game: str, level: str) -> bool:
    """A level that thinks, in a game in which nobody has shown yet that thinking wins."""
    engine = ENGINES.get(game)
    return engine is not None and engine.script is not None and level in engine.script.unproven

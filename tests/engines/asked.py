"""Every question of some games by chance, for a second reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines import ENGINES
from engines.kit import Pending
from engines.kit.play import Walk


def asked(game: str, seats: int, options: dict[str, Any], games: int = 2) -> Iterator[tuple[Any, Pending]]:
    """State and question, from the beginning of each game to its end; some answers try what was tried least."""
    engine = ENGINES[game]
    chosen = engine.info.options.model_validate(options)
    for number in range(games):
        walk = Walk(engine, seats, chosen, f"second reading {number}", wild=20, curious=20)
        for position in walk.positions():
            for pending in engine.pending(position.state):
                yield position.state, pending


def keys(pending: Pending) -> set[str]:
    """What may be picked."""
    assert pending.ask.kind == "pick"
    return {option.key for option in pending.ask.options}  # type: ignore[union-attr]

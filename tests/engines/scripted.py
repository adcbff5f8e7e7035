"""Whole games of scripts, by their digest: the same seeds give the same answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

from engines import ENGINES
from engines.kit import Dice, Engine


def ways() -> Iterator[tuple[str, str, int]]:
    """Every game, variant and seat count."""
    for game, engine in sorted(ENGINES.items()):
        for variant in ("plain", *engine.info.variants):
            for seats in range(engine.info.seats[0], engine.info.seats[1] + 1):
                yield game, variant, seats


def options_of(engine: Engine[Any], variant: str) -> Any:
    """The options of a variant; `plain` has none."""
    return engine.info.options.model_validate(dict(engine.info.variants.get(variant, {})))


def digest(engine: Engine[Any], variant: str, seats: int, policy: Callable[..., Any], rules: int = 0) -> str:
    """The answers of one game in which now and then a side is answered too; by the present rules_version or another."""
    seed = f"base {variant} {seats}"
    game = engine.rollout(engine.setup(seats, options_of(engine, variant), seed, rules=rules).state)
    chance, told = Dice(seed), blake2b(digest_size=8)
    for _ in range(engine.info.longest):
        if game.result() is not None:
            break
        asked = game.pending() if chance.below(4) == 0 else [each for each in game.pending() if each.owed]
        chosen = asked[chance.below(len(asked))]
        value = policy(game.state, chosen.seat, chosen.step, chosen.ask, chance.below)
        told.update(json.dumps([chosen.seat, chosen.step, value], sort_keys=True).encode())
        game.answer(chosen, value)
    return told.hexdigest()

"""Chances: how often each seat wins when scripts play on from here, everything hidden dealt anew for an onlooker."""

from __future__ import annotations

from typing import Any

from engines.kit.dice import Dice
from engines.kit.engine import Engine
from engines.kit.scripted import play_out, shipped
from engines.kit.thinking import victory_of


def chances(engine: Engine[Any], state: Any, playouts: int, seed: str) -> tuple[float, ...]:
    """Each seat's chance of winning, as far as all can see; of a game that is over, who has won."""
    result = engine.result(state)
    if result is not None:
        return tuple([victory_of(result, seat) for seat in range(state.seats)])
    style, chance = shipped(engine, state), Dice(seed)
    won = [0.0] * state.seats
    for number in range(playouts):
        dealt = engine.resample(state, None, f"{seed}/{number}")
        ended = play_out(engine, engine.rollout(dealt), [style] * state.seats, chance.below)
        if ended is not None:
            won = [so_far + victory_of(ended, seat) for seat, so_far in enumerate(won)]
    total = sum(won) or 1.0
    return tuple([each / total for each in won])

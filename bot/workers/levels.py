"""How strong a computer seat plays: gentle, steady, sharp, master. Pure: the same seed gives the same answer.

Nobody is handed what their seat may not know: whatever is hidden from it has been dealt anew. Sums behind a screen stay
as they are, so computers count coins like somebody with a perfect memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.table.model import Level
from engines.kit import Dice, Engine, Pending, Value
from engines.kit.scripted import Style, answer_of, shipped, untuned
from engines.kit.thinking import think

BASE = "base"
"""The script before it was tuned: in the arena only."""
SHARP, MASTER = 48, 8
"""Playouts of a sharp seat, where the game does not want more; a master has so many times as many."""
SLIPS = 15
LONGEST = {Level.SHARP: 10.0, Level.MASTER: 60.0}
"""Seconds after which a seat answers with what it has: only in need, for the playouts are its measure."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a computer seat answers to which ask, and what it took."""

    pending: Pending
    value: Value
    playouts: int = 0
    is_cut: bool = False


def style_of(engine: Engine[Any], state: Any, level: str) -> Style:
    """The script under a level."""
    return untuned(engine) if level == BASE else shipped(engine, state)


def playouts_of(engine: Engine[Any], state: Any, level: str) -> int:
    """The playouts of a level; 0: it plays by its script alone."""
    if level not in (Level.SHARP, Level.MASTER):
        return 0
    number = SHARP if engine.script is None else engine.script.playouts(engine.variant(state), SHARP)
    return number * (MASTER if level == Level.MASTER else 1)


def slips_of(engine: Engine[Any], state: Any) -> int:
    """Of a hundred answers of a gentle seat, so many are slips."""
    return SLIPS if engine.script is None else engine.script.slips(engine.variant(state), state.seats)


def choose(
    engine: Engine[Any],
    state: Any,
    asked: Sequence[Pending],
    level: str,
    seed: str,
    sides: int = 0,
    playouts: int | None = None,
) -> Choice | None:
    """What a seat answers, given all that is asked of it; None if it owes nothing.

    `sides`: how many sides it has answered in a row; `playouts`: other than its level has.
    """
    if not asked:
        return None
    chance, seat, style = Dice(seed), asked[0].seat, style_of(engine, state, level)
    budget = playouts_of(engine, state, level) if playouts is None else playouts
    if budget and level in (Level.SHARP, Level.MASTER):
        thought = think(
            engine, state, seat, budget, seed, style=style, sides=sides, seconds=LONGEST.get(Level(level), 10.0)
        )
        if thought is None:
            return None
        best = thought.best
        found = next(each for each in asked if (each.step, each.is_side) == (best.step, best.is_side))
        return Choice(found, best.value, thought.playouts, thought.is_cut)
    known = engine.resample(state, seat, f"{seed}/known")
    if level == Level.GENTLE:
        owed = next((each for each in asked if each.owed), None)
        if owed is not None and chance.below(100) < slips_of(engine, state):
            return Choice(owed, owed.ask.sample(chance.below))
    move = answer_of(engine, known, asked, style, chance.below, sides)
    return None if move is None else Choice(*move)

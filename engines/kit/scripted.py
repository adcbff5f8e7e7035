"""How scripts play: one answer out of all that a seat is asked, and whole games of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engines.kit.asks import Below, Value
from engines.kit.engine import Engine
from engines.kit.flow import Pending
from engines.kit.outcome import Result
from engines.kit.rollout import Rollout
from engines.kit.weights import Weights

MOST_SIDES = 6
"""Sides in a row that a script may answer; then it must answer what it owes."""
LONGEST = 1_000
"""Answers after which a playout is given up."""
Noted = Callable[[Pending, Value], None]


@dataclass(frozen=True, slots=True)
class Style:
    """By what a seat's script plays: its weights, and whether it looks at more than what is owed."""

    weights: Weights | None
    sides: bool = True


def shipped(engine: Engine[Any], state: Any) -> Style:
    """The script as it plays for people."""
    return Style(engine.weights(state))


def untuned(engine: Engine[Any]) -> Style:
    """The script as it was first written: it answers what is owed and nothing else."""
    return Style(None if engine.script is None else engine.script.base, sides=False)


def answer_of(
    engine: Engine[Any], state: Any, asked: Sequence[Pending], style: Style, below: Below, sides: int = 0
) -> tuple[Pending, Value] | None:
    """What a seat answers, out of all that it is asked; None if it owes nothing.

    `sides` is how many sides it has answered in a row.
    """
    owed = next((each for each in asked if each.owed), None)
    if owed is None:
        return None
    seat, branch = owed.seat, owed.branch
    beside = [each for each in asked if each.is_side and each.seat == seat and each.branch == branch]
    return _answer(engine, state, owed, beside if sides < MOST_SIDES else (), style, below)


def _answer(
    engine: Engine[Any], state: Any, owed: Pending, beside: Iterable[Pending], style: Style, below: Below
) -> tuple[Pending, Value]:
    """What is worth taking beside what is owed, else the answer to that."""
    script, weights, seat = engine.script, style.weights, owed.seat
    if script is None or weights is None:
        return owed, engine.policy(state, seat, owed.step, owed.ask, below)
    if style.sides:
        for each in beside:
            value = script.side(state, seat, owed.step, each.step, each.ask, below, weights)
            if value is not None:
                return each, value
    return owed, script.choose(state, seat, owed.step, owed.ask, below, weights)


def play_out(
    engine: Engine[Any], game: Rollout[Any], styles: Sequence[Style], below: Below, noted: Noted | None = None
) -> Result | None:
    """Scripts play on to the end, in place; None if there is none within reach. `noted` is told every answer."""
    sides = 0
    for _ in range(max(LONGEST, engine.info.longest)):
        for owed in game.opens:
            if owed.owed:
                break
        else:
            break
        has_sides = sides < MOST_SIDES and engine.steps[owed.step].sides
        beside = game.beside(owed) if has_sides else ()
        pending, value = _answer(engine, game.state, owed, beside, styles[owed.seat], below)
        sides = sides + 1 if pending.is_side else 0
        if noted is not None:
            noted(pending, value)
        game.answer(pending, value)
    return game.result()

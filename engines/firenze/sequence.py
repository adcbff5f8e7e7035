"""3 The order of play."""

from __future__ import annotations

from engines.firenze import (
    building,
    choosing,
    commissions,
    events,
    exchange,
    limits,
    losses,
    persons,
    piles,
    ruins,
    setup,
)
from engines.firenze.ending import end_game, ending_before
from engines.firenze.state import Firenze
from engines.firenze.turn import start_turn
from engines.kit.draft import Draft
from engines.kit.step import Step

PHASES = (
    "card.choose",
    "exchange.choose",
    "build.choose",
    "ruins.fall",
    "fulfil.choose",
    "limits.check",
)
"""3.1 The six phases of a turn, in this order."""


class TurnStep(Step[Firenze]):
    """3.1 3.2 8.10 The player in turn goes through the phases, then the next player clockwise."""

    name = "turn"

    def resume(self, d: Draft[Firenze]) -> None:
        s = d.state
        if s.turn.phase < len(PHASES):
            s.turn.phase += 1
            d.call(PHASES[s.turn.phase - 1], s.active)
            return
        following = (s.active + 1) % s.seats
        ending = ending_before(s, following)
        if ending:
            end_game(d, ending)
        else:
            start_turn(d, following)


STEPS: tuple[Step[Firenze], ...] = (
    *setup.STEPS,
    TurnStep(),
    *choosing.STEPS,
    *events.STEPS,
    *losses.STEPS,
    *piles.STEPS,
    *exchange.STEPS,
    *building.STEPS,
    *ruins.STEPS,
    *commissions.STEPS,
    *limits.STEPS,
    *persons.STEPS,
)

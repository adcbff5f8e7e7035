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
    setup,
    stepwise,
    swaps,
)
from engines.firenze.ending import end_game, ending_before
from engines.firenze.hand import BUNDLED, FOLDED
from engines.firenze.ruins import let_ruins_fall
from engines.firenze.state import FirenzeState
from engines.firenze.turn import start_turn
from engines.kit import Draft, Step

RUINS = ""
PHASES = (
    "card.choose",
    "exchange.choose",
    "build.bricks",
    RUINS,
    "fulfil.choose",
    "limits.check",
)
"""3.1 The six phases of a turn, in this order; the fourth asks nobody, the second is offered beside the third."""
EARLIER = {"build.bricks": "build.choose"}
"""What games begun by earlier rules ask instead."""


class TurnStep(Step[FirenzeState]):
    """3.1 3.2 8.10 The player in turn goes through the phases, then the next player clockwise."""

    name = "turn"

    def resume(self, d: Draft[FirenzeState]) -> None:
        s = d.state
        if s.turn.phase == len(PHASES):
            following = (s.active + 1) % s.seats
            ending = ending_before(s, following)
            if ending:
                end_game(d, ending)
                return
            start_turn(d, following)
        step = self._next(s)
        if step == RUINS:
            let_ruins_fall(d)
            step = self._next(s)
        elif step == "exchange.choose" and s.rules >= FOLDED:
            step = self._next(s)  # it is offered beside the building
        d.call(step if s.rules >= BUNDLED else EARLIER.get(step, step), s.active)

    @staticmethod
    def _next(s: FirenzeState) -> str:
        s.turn.phase += 1
        return PHASES[s.turn.phase - 1]


STEPS: tuple[Step[FirenzeState], ...] = (
    setup.ChooseSeals(), setup.Deal(),
    TurnStep(),
    choosing.Choose(), choosing.Pay(), choosing.Order(),
    events.Ward(), events.Resolve(), events.Finish(), events.OwnTower(),
    losses.Towers(), losses.LostBricks(), losses.CarryOut(),
    piles.Refill(),
    exchange.Exchange(), exchange.Give(),
    building.BuildBricks(), building.Apart(), building.PayBuilding(), stepwise.Build(), stepwise.Count(),
    commissions.Fulfil(),
    limits.Check(), limits.DropBricks(), limits.DropCards(), limits.Close(), limits.Stay(),
    persons.Play(), swaps.AlchemistGive(), swaps.AlchemistTake(),
    swaps.SmugglerVictim(), swaps.SmugglerGive(), swaps.SmugglerTake(),
    persons.SaboteurTower(), persons.PatricianCard(), persons.WholesalerCard(),
)  # fmt: skip

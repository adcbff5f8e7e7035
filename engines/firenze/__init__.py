"""Firenze: bricks become towers, towers become commissions."""

from __future__ import annotations

from engines.firenze import building, choosing, commissions, events, exchange, limits, losses, persons, setup
from engines.firenze.check import check
from engines.firenze.options import FirenzeOptions
from engines.firenze.piles import Refill
from engines.firenze.policy import choose
from engines.firenze.ruins import Ruins
from engines.firenze.scoring import result
from engines.firenze.sequence import TurnStep
from engines.firenze.state import Firenze
from engines.firenze.tables import FirenzeTables
from engines.firenze.view import view
from engines.kit.engine import Engine, GameInfo

STEPS = (
    *setup.STEPS,
    TurnStep(),
    *choosing.STEPS,
    *events.STEPS,
    *losses.STEPS,
    Refill(),
    *exchange.STEPS,
    *building.STEPS,
    Ruins(),
    *commissions.STEPS,
    *limits.STEPS,
    *persons.STEPS,
)

ENGINE: Engine[Firenze] = Engine(
    info=GameInfo("firenze", "Firenze", (2, 4), FirenzeOptions),
    state=Firenze,
    tables=FirenzeTables,
    steps_list=STEPS,
    new=setup.new,
    deal=setup.deal,
    look=view,
    score=result,
    check=check,
    policy=choose,
)

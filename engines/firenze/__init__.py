"""Firenze, by Andreas Steding: bricks become towers, towers become commissions."""

from engines.firenze.check import check
from engines.firenze.options import FirenzeOptions
from engines.firenze.policy import choose
from engines.firenze.scoring import result
from engines.firenze.sequence import STEPS
from engines.firenze.setup import deal, new
from engines.firenze.state import Firenze
from engines.firenze.tables import FirenzeTables
from engines.firenze.used import cards, used
from engines.firenze.view import standing, view
from engines.kit import Engine, GameInfo, Stop

ENGINE: Engine[Firenze] = Engine(
    GameInfo(
        "firenze",
        "Firenze",
        (2, 4),
        FirenzeOptions,
        longest=2_000,
        stops=(Stop("turn", step="card.choose"), Stop("last", "firenze.event.end_tile")),
        recurring=("event.ward", "loss.bricks", "limits.bricks"),
        variants={"campanile": {"campanile": True}},
    ),
    Firenze,
    FirenzeTables,
    STEPS,
    new,
    deal,
    view,
    result,
    check,
    choose,
    standing,
    cards=cards,
    used=used,
)

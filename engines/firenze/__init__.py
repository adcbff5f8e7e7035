"""Firenze, by Andreas Steding: bricks become towers, towers become commissions."""

from engines.firenze.ahead import give_turn, purse
from engines.firenze.check import check
from engines.firenze.options import FirenzeOptions
from engines.firenze.policy import choose, looks, side
from engines.firenze.scoring import result
from engines.firenze.sequence import STEPS
from engines.firenze.setup import deal, new
from engines.firenze.state import FirenzeState
from engines.firenze.tables import FirenzeTables
from engines.firenze.used import cards, used
from engines.firenze.view import standing, view
from engines.firenze.weights import FirenzeWeights
from engines.kit import Engine, GameInfo, Script, Stop

ENGINE = Engine(
    info=GameInfo(
        "firenze",
        "Firenze",
        (2, 4),
        FirenzeOptions,
        rules_version=4,
        longest=2_000,
        stops=(Stop("turn", step="card.choose"), Stop("last", "firenze.event.end_tile")),
        deeds={
            "takes": ("firenze.event.took",),
            "builds": ("firenze.event.started", "firenze.event.raised"),
            "fulfils": ("firenze.event.fulfilled",),
        },
        recurring=("event.ward", "loss.bricks", "limits.bricks"),
        variants={"campanile": {"campanile": True}},
    ),
    state=FirenzeState,
    tables=FirenzeTables,
    steps_list=STEPS,
    new=new,
    deal=deal,
    look=view,
    score=result,
    check=check,
    script=Script("firenze", FirenzeWeights, choose, side, looks),
    standing=standing,
    give_turn=give_turn,
    purse=purse,
    cards=cards,
    used=used,
)

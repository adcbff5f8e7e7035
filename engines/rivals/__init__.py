"""The Rivals for Catan, by Klaus Teuber: the basic game, three eras and the Duel of the Princes."""

from engines.kit import Engine, GameInfo, Script, Stop
from engines.rivals.ahead import give_turn, purse
from engines.rivals.check import check
from engines.rivals.options import RivalsOptions
from engines.rivals.policy import choose
from engines.rivals.scoring import result
from engines.rivals.sequence import STEPS
from engines.rivals.setup import deal, new
from engines.rivals.state import RivalsState
from engines.rivals.tables import RivalsTables
from engines.rivals.used import cards, used
from engines.rivals.view import standing, view
from engines.rivals.weights import RivalsWeights

ENGINE = Engine(
    info=GameInfo(
        "rivals",
        "The Rivals for Catan",
        (2, 2),
        RivalsOptions,
        rules_version=5,
        stops=(Stop("turn", step="turn.before"),),
        opening={"turn.before": "roll"},
        deeds={
            "builds": ("rivals.event.built", "rivals.event.road", "rivals.event.settlement", "rivals.event.city"),
            "plays": ("rivals.event.played",),
            "trades": ("rivals.event.traded",),
        },
        recurring=(
            "gain",
            "pay",
            "sebastian",
            "riots.choose",
            "riots.decide",
            "loss.stack",
            "take.choose",
            "archer.unit",
            "pirate.ship",
            "feud.lose",
            "feud.ward",
        ),
        variants={mode: {"mode": mode} for mode in ("gold", "turmoil", "progress", "duel")},
    ),
    state=RivalsState,
    tables=RivalsTables,
    steps_list=STEPS,
    new=new,
    deal=deal,
    look=view,
    score=result,
    check=check,
    script=Script("rivals", RivalsWeights, choose),
    standing=standing,
    give_turn=give_turn,
    purse=purse,
    cards=cards,
    used=used,
)

"""The Princes of Florence: two to five players, Muse & Princess, cooperative building."""

from engines.kit import Ahead, Engine, GameInfo, Script, Stop
from engines.princes.ahead import give_turn, purse
from engines.princes.check import check
from engines.princes.options import PrincesOptions
from engines.princes.policy import choose, looks, side
from engines.princes.scoring import result
from engines.princes.sequence import STEPS
from engines.princes.setup import deal, new
from engines.princes.state import PrincesState
from engines.princes.tables import PrincesTables
from engines.princes.used import cards, used
from engines.princes.view import standing, view
from engines.princes.weights import PrincesWeights

ENGINE = Engine(
    info=GameInfo(
        "princes",
        "The Princes of Florence",
        (2, 5),
        PrincesOptions,
        rules_version=2,
        ahead=(
            Ahead("auction.bid", "lot", "princes.event.round", naming=("auction.open", "auction.last")),
            Ahead("characters.space", "character", "princes.event.round", naming=("characters.bid",), passes=True),
        ),
        stops=(
            Stop("round", "princes.event.round"),
            Stop("turn", step="turn.action"),
            Stop("bought", "princes.event.auction.bought", own=True),
        ),
        deeds={
            "buys": ("princes.event.auction.bought",),
            "builds": ("princes.event.build.built", "princes.event.together.built"),
            "works": ("princes.event.work.completed",),
        },
        recurring=("together.answer",),
        variants={"muse": {"muse": True}, "coop": {"coop": True}, "both": {"muse": True, "coop": True}},
    ),
    state=PrincesState,
    tables=PrincesTables,
    steps_list=STEPS,
    new=new,
    deal=deal,
    look=view,
    score=result,
    check=check,
    script=Script("princes", PrincesWeights, choose, side, looks),
    standing=standing,
    give_turn=give_turn,
    purse=purse,
    cards=cards,
    used=used,
)

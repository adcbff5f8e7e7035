"""The Palaces of Carrara, by Wolfgang Kramer and Michael Kiesling: base game and expansion."""

from engines.carrara.ahead import give_turn, purse
from engines.carrara.check import check
from engines.carrara.options import CarraraOptions
from engines.carrara.policy import choose
from engines.carrara.scoring import result
from engines.carrara.sequence import STEPS
from engines.carrara.setup import deal, new
from engines.carrara.state import CarraraState
from engines.carrara.tables import CarraraTables
from engines.carrara.used import cards, used
from engines.carrara.view import standing, view
from engines.carrara.weights import CarraraWeights
from engines.kit import Engine, GameInfo, Script, Stop

ENGINE = Engine(
    info=GameInfo(
        "carrara",
        "The Palaces of Carrara",
        (2, 4),
        CarraraOptions,
        rules_version=2,
        longest=1_500,
        stops=(Stop("turn", step="turn.action"), Stop("announced", "carrara.event.announced")),
        deeds={
            "builds": ("carrara.event.built", "carrara.event.replaced"),
            "buys": ("carrara.event.bought", "carrara.event.object"),
            "scores": ("carrara.event.scored_type", "carrara.event.scored_city", "carrara.event.scored_field"),
        },
        recurring=("turn.object",),
        variants={"expansion": {"expansion": True}},
    ),
    state=CarraraState,
    tables=CarraraTables,
    steps_list=STEPS,
    new=new,
    deal=deal,
    look=view,
    score=result,
    check=check,
    script=Script("carrara", CarraraWeights, choose),
    standing=standing,
    give_turn=give_turn,
    purse=purse,
    cards=cards,
    used=used,
)

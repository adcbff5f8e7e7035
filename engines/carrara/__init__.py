"""The Palaces of Carrara, by Wolfgang Kramer and Michael Kiesling: base game and expansion."""

from engines.kit import Engine, GameInfo, Stop

from .actions import BuyObject, ChooseAction
from .building import ChoosePlace, ChooseTile, PayBricks, TakeUpgrader
from .buying import BuyBricks, ChooseSegment
from .ending import Announce
from .policy import choose
from .scoring import result
from .scoring_action import ChooseScoring
from .setup import deal, new
from .state import CarraraOptions, CarraraState, check
from .tables import CarraraTables
from .used import cards, used
from .view import standing, view

ENGINE = Engine(
    GameInfo(
        "carrara", "The Palaces of Carrara", (2, 4), CarraraOptions, longest=1_500,
        stops=(Stop("turn", step="turn.action"), Stop("announced", "carrara.event.announced")),
        recurring=("turn.object",),
        variants={"expansion": {"expansion": True}},
    ),
    CarraraState,
    CarraraTables,
    [
        ChooseAction(), ChooseSegment(), BuyBricks(), ChooseTile(), ChoosePlace(), PayBricks(), TakeUpgrader(),
        ChooseScoring(), BuyObject(), Announce(),
    ],
    new,
    deal,
    view,
    result,
    check,
    choose,
    standing,
    cards=cards, used=used,
)  # fmt: skip

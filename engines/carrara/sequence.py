"""Chapters 3 and 7: the order of play."""

from engines.kit import Draft, Step

from .actions import BuyObject, ChooseAction
from .building import ChoosePlace, ChooseTile, PayBricks, TakeUpgrader
from .buying import BuyBricks, ChooseSegment
from .ending import Announce
from .scoring import score_game
from .scoring_action import ChooseScoring
from .state import CarraraState, Choice


class Turn(Step[CarraraState]):
    """3.1, 3.2, 3.3 One action, then perhaps an object, then perhaps the announcement."""

    name = "turn"

    def resume(self, d: Draft[CarraraState]) -> None:
        d.goto("turn.over")
        d.call("turn.announce")
        d.call("turn.action")  # buy, build and score lead on to turn.object


class TurnOver(Step[CarraraState]):
    """7.1, 7.4 Clockwise; a round that is the last one runs on to the last seat, then comes the final scoring."""

    name = "turn.over"

    def resume(self, d: Draft[CarraraState]) -> None:
        s = d.state
        s.choice = Choice()
        s.turn = (s.turn + 1) % s.seats
        if s.turn == 0:
            if s.announcer >= 0 or s.is_exhausted:
                score_game(d)
                d.finish("announced" if s.announcer >= 0 else "exhausted")
                return
            s.round += 1
        d.goto("turn")


STEPS: list[Step[CarraraState]] = [
    Turn(),
    ChooseAction(),
    ChooseSegment(),
    BuyBricks(),
    ChooseTile(),
    ChoosePlace(),
    PayBricks(),
    TakeUpgrader(),
    ChooseScoring(),
    BuyObject(),
    Announce(),
    TurnOver(),
]

"""Chapters 3 and 7: the order of play.

turn.action     buy:    buy.segment, buy.bricks
                build:  build.tile, build.place, build.pay, build.upgrader
                score:  score.choose
turn.object     after an action, while there are objects; the end may be announced here instead
turn.announce   after an object or without that question, if the conditions that all can check hold
                then the next seat; after the last seat of the last round, the final scoring
"""

from engines.carrara import actions, building, buying, ending, scoring_action
from engines.carrara.state import CarraraState
from engines.kit import Step

STEPS: tuple[Step[CarraraState], ...] = (
    actions.ChooseAction(),
    buying.ChooseSegment(), buying.BuyBricks(),
    building.ChooseTile(), building.ChoosePlace(), building.PayBricks(), building.TakeUpgrader(),
    scoring_action.ChooseScoring(),
    actions.BuyObject(), ending.Announce(),
)  # fmt: skip

"""By what the script of Princes values things; florins are the measure."""

from engines.kit import Weights


class PrincesWeights(Weights):
    """The numbers stand in `config/games/princes/weights.toml`."""

    point: float
    """What a point is worth in florins."""
    reserve: tuple[float, float, float, float, float, float, float]
    """What is left for the turn after bidding, by round."""
    savings: tuple[float, float, float, float, float, float, float]
    """What is not turned into points after a work, by round."""
    # objects
    landscape: float
    landscape_wish: float
    jester: float
    builder_first: float
    builder_more: float
    prestige: float
    prestige_round: float
    recruiting: float
    recruiting_work: float
    recruiting_early: float
    last_bid: float
    # people
    shared_building: float
    shared_landscape: float
    shared_freedom: float
    suits_building: float
    suits_landscape: float
    suits_freedom: float
    recruit_least: float
    """How well somebody must suit to be recruited in the own turn, before the last rounds."""
    # actions
    helper: float
    work: float
    princess: float
    wish: float
    lift: float
    lift_first: float
    """What it is worth more to lift a work over the minimum where none could be completed yet."""
    hire: float
    hire_hand: float
    hire_price: float
    hire_enough: float
    """What hiring is worth less when those in hand could already take all actions that are left."""
    bonus_near: float
    bonus: float
    bonus_held: float
    bonus_gap: float
    bonus_least: float
    together: float
    together_again: float
    together_share: float
    poor: float
    last_help: float
    """How much of a wish's worth counts in the last round for people who can no longer work."""
    # characters
    muse: float
    cardinal: float
    princess_card: float
    merchant: float
    professor: float
    banker: float
    character_reserve: float
    merchant_rank: float

"""By what the script of Carrara values things; points are the measure."""

from engines.kit import Weights


class CarraraWeights(Weights):
    """The numbers stand in `config/games/carrara/weights.toml`."""

    # when to do what
    enough_to_score: float
    enough_more: float
    """For every marker used, so much more."""
    good_site: float
    enough_bricks: float
    free_bricks: float
    # coins and bricks
    coin: float
    coin_need: float
    """A coin's further worth to somebody who has none and expects none."""
    coins_enough: float
    coins_waiting: float
    """How much of a coin in hand a coin is that an unscored building will bring."""
    segment_price: float
    segment_brick: float
    noble_price: float
    fair_price: float
    brick: float
    """What a brick that is built with is missed."""
    # sites
    half_site: float
    dead_site: float
    """What is left of a site's worth if its type or its city, or both, can no longer be scored."""
    same_city: float
    same_type: float
    building_card: float
    extra_card: float
    field: float
    value_eight: float
    # objects and the end
    object: float
    object_card: float
    """How much an object counts by the object card rather than at that flat rate."""
    coins_to_keep: float
    object_gain: float
    object_worth: float
    announce_behind: float

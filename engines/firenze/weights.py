"""By what the script of Firenze values things; points are the measure."""

from engines.kit import Weights


class FirenzeWeights(Weights):
    """The numbers stand in `config/games/firenze/weights.toml`."""

    brick: dict[str, float]
    card: dict[str, float]
    """About as many points as a card brings; what it brings to others is not reckoned."""
    other_card: float
    monument: float
    no_monument: float
    collapse: float
    botch: float
    luxury_tax: float
    tribute: float
    ward_below: float
    paid_brick: float
    """What a brick laid on another card is missed."""
    architect_least: float
    exchange_height: float
    stock: float
    """How much more a brick is wanted for each that is there already."""
    tower_wanted: float
    tower_height: float
    bell_wanted: float
    bell_points: float
    # plans
    brick_cost: float
    """Points that a brick is about worth."""
    brick_laid: float
    towers_at_once: float
    free_bricks: float
    kept_back: float
    """Bricks of a colour that stay behind when a tower of it is begun."""
    reach: float
    # persons
    mason_saves: float
    mason_more: float
    princess_gain: float
    wholesaler_gain: float
    wholesaler_aims: float
    """Whether the Wholesaler is for the card that gains most by it, not for the poorest."""
    early_swap: float
    """The least height of a tower without bricks for which Alchemist or Smuggler are played before building."""

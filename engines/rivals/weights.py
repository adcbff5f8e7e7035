"""By what the script of Rivals values things; eight are about a victory point."""

from engines.kit import Weights


class RivalsWeights(Weights):
    """The numbers stand in `config/games/rivals/weights.toml`."""

    # cards of the centre
    city: float
    settlement: float
    road: float
    # expansions
    expansion: float
    victory: float
    progress: float
    skill: float
    boost: float
    trade: float
    harvest_gold: float
    ships: float
    discount: float
    advantage: float
    """Points that win an advantage; those that only hold one, and those that lead towards one."""
    advantage_held: float
    advantage_near: float
    use: dict[str, float]
    """What the text of a card is worth besides its points."""
    missing: float
    """How much each missing piece puts a purchase off."""
    # resources
    rich: float
    goldsmith: float
    caravan: float
    wanted_yield: float
    # cards in hand
    action: dict[str, float]
    other_action: float
    unmet: float
    unmet_victory: float
    no_city: float
    exchange_below: float
    theme_from: float

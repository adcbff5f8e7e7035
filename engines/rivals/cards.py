"""Chapter 15, the index of the cards: which function carries what each of them does."""

from __future__ import annotations

from collections.abc import Callable

from engines.rivals import (
    board,
    building,
    cards_progress,
    cards_turmoil,
    centre,
    dice,
    feuds,
    fortunes,
    losses,
    riots,
    scoring,
    sequence,
    stores,
    trade,
)
from engines.rivals.actions import ACTIONS
from engines.rivals.built import ON_BUILD
from engines.rivals.events import EVENTS

Behaviour = Callable[..., object]

BESIDE_THE_MENU: dict[str, Behaviour] = {
    "brigitta": sequence.BeforeRoll.answer,
    "reiner": dice.celebration,
    "scout": centre.ScoutChoose.answer,
    "sebastian": feuds.Sebastian.answer,
}
"""Action cards that are not played in the action phase."""

LASTING: dict[str, Behaviour] = {
    "abbey": scoring.hand_limit,
    "marketplace": dice.marketplace,
    "parish_hall": building.search_cost,
    "storehouse": dice.exposed,
    "toll_bridge": dice.plentiful_harvest,
    **dict.fromkeys(("brick_factory", "grain_mill", "iron_foundry", "lumber_camp", "weavers_shop"), dice.booster),
    **dict.fromkeys(
        ("ore_ship", "grain_ship", "gold_ship", "lumber_ship", "brick_ship", "wool_ship"),
        trade.rates,
    ),
    "large_trade_ship": trade.large_ship_regions,
    **dict.fromkeys(("austin", "candamir", "harald", "inga", "osmund", "siglind", "carl_forkbeard"), scoring.points),
    "gold_cache": stores.stock,
    "merchant_guild": building.meets_requirements,
    "moneylender": dice.trade_face,
    "harbor": scoring.harbors,
    "trading_base": scoring.extra_commerce,
    "salt_silo": scoring.extra_commerce,
    "mint": building.mints_left,
    "drill_ground": building.discount_on,
    "lookout_tower": cards_turmoil.defence_of,
    "heinrich": cards_turmoil.defence_of,
    "irmgard": losses.LossApply.resume,
    "hedge_tavern": building.meets_requirements,
    "fire_brigade": cards_turmoil.flammable,
    "chapel_low": riots.is_sheltered,
    "chapel_high": riots.is_sheltered,
    "large_festival_hall": scoring.points,
    "chief_cannoneer": board.fighters,
    "pharmacy": fortunes.plague,
    "bath_house": cards_progress.bath_houses,
    "building_crane": building.discount_on,
    "parliament": building.meets_requirements,
    "town_hall": building.town_hall_sites,
    "university": building.meets_requirements,
}
"""Expansions that work as long as they lie there."""

BEHAVIOUR: dict[str, Behaviour] = {
    **{card: action.play for card, action in ACTIONS.items()},
    **EVENTS,
    **ON_BUILD,
    **BESIDE_THE_MENU,
    **LASTING,
}
"""Every card of the four sets."""

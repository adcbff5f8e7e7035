"""What a plain player wants to build next, and what a card is worth to it."""

from __future__ import annotations

from engines.rivals.board import road_ends, settlement_ends, trade_ships
from engines.rivals.building import discount_on, meets_requirements, sites_for
from engines.rivals.labels import choices
from engines.rivals.scoring import commerce, strength
from engines.rivals.state import RivalsState
from engines.rivals.stores import amounts
from engines.rivals.tables import Face

Plan = tuple[str, dict[str, int]]
"""What to build next, as a key of the action menu, and its cost."""


def plan(s: RivalsState, seat: int) -> Plan:
    """The best purchase: worth over what is still missing for it."""
    held = amounts(s.players[seat])
    wishes = [*_centre_wishes(s, seat), *_card_wishes(s, seat)]
    if not wishes:
        return "", {}

    def merit(wish: tuple[str, dict[str, int], float]) -> float:
        missing = sum(max(0, number - held[resource]) for resource, number in wish[1].items())
        return wish[2] / (1 + missing)

    best = max(wishes, key=merit)
    return best[0], best[1]


def _centre_wishes(s: RivalsState, seat: int) -> list[tuple[str, dict[str, int], float]]:
    player, centre = s.players[seat], s.tables.centre
    wishes: list[tuple[str, dict[str, int], float]] = []
    settlements = [town.x for town in player.towns if not town.city]
    if s.supply["city"] and settlements:
        wishes.append((f"city:{_fullest_town(s, seat, settlements)}", centre["city"].cost, 10.0))
    if s.supply["settlement"]:
        wishes += [(f"settlement:{side}", centre["settlement"].cost, 11.0) for side in settlement_ends(player)[:1]]
        if s.supply["road"] and not settlement_ends(player):
            wishes += [(f"road:{side}", centre["road"].cost, 6.0) for side in road_ends(player)[-1:]]
    return wishes


def _fullest_town(s: RivalsState, seat: int, towns: list[int]) -> int:
    return max(towns, key=lambda x: sum(card.x == x for card in s.players[seat].expansions))


def _card_wishes(s: RivalsState, seat: int) -> list[tuple[str, dict[str, int], float]]:
    player = s.players[seat]
    found = [(f"build:{key}", s.tables.faces[player.hand[place].kind]) for key, place in choices(player.hand).items()]
    found += [(f"open:{card.kind}", s.tables.faces[card.kind]) for card in s.face_up[:1]]
    return [
        (key, face.cost, worth(s, seat, face) + 2 * discount_on(s, player, face))
        for key, face in found
        if face.category in ("settlement", "city", "region")
        and meets_requirements(s, seat, face)
        and sites_for(s, player, face)
    ]


USES = {
    "storehouse": 1.8,
    "parish_hall": 1.8,
    "marketplace": 1.8,
    "gold_cache": 1.8,
    "pirate_ship": 1.8,
    "irmgard": 1.5,
    "building_crane": 1.8,
    "drill_ground": 1.5,
    "lookout_tower": 1.5,
    "large_trade_ship": 1.0,
    "town_hall": 2.0,
}
"""What the text of a card is worth besides its points."""


def worth(s: RivalsState, seat: int, face: Face) -> float:
    """How much an expansion is worth: points above all, then what leads to an advantage, then its use."""
    value = 1.0 + 8.0 * face.points.get("victory", 0) + 3.0 * face.points.get("progress", 0)
    value += _towards(strength(s, seat), strength(s, 1 - seat), face.points.get("strength", 0))
    value += _towards(commerce(s, seat), commerce(s, 1 - seat), face.points.get("commerce", 0))
    value += 0.4 * face.points.get("skill", 0)
    value += 3.0 * bool(face.boosts) + 1.0 * bool(face.trades) + 0.5 * face.harvest_gold
    value += USES.get(face.id, 0.0)
    if face.victory_if_ships:
        value += 2.0 * len(trade_ships(s, s.players[seat]))
    return value


def _towards(mine: int, theirs: int, points: int) -> float:
    """Points count most while they can win or hold an advantage."""
    if not points:
        return 0.0
    leads_after = mine + points >= 3 and mine + points > theirs
    leads_now = mine >= 3 and mine > theirs
    return 6.0 if leads_after and not leads_now else 0.5 * points if leads_now else 1.2 * points

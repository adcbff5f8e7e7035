"""What a plain player wants to build next, and what a card is worth to it."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from engines.kit import Card
from engines.rivals.board import road_ends, settlement_ends, trade_ships
from engines.rivals.building import discount_on, meets_requirements, places_for
from engines.rivals.labels import choices
from engines.rivals.scoring import points
from engines.rivals.state import Expansion, RivalsState
from engines.rivals.tables import Face
from engines.rivals.weights import RivalsWeights

Plan = tuple[str, dict[str, int]]
"""What to build next, as a key of the action menu, and its cost."""
Wish = tuple[str, dict[str, int], float]
"""What might be built, its cost and its worth."""


def plan(s: RivalsState, seat: int, w: RivalsWeights, held: dict[str, int]) -> Plan:
    """The best purchase: worth over what is still missing for it, of what is `held`."""
    wishes = _wishes(s, seat, w)
    if not wishes:
        return "", {}

    best, most = wishes[0], -inf
    for wish in wishes:
        missing = 0
        for resource, number in wish[1].items():
            if number > held[resource]:
                missing += number - held[resource]
        merit = wish[2] / (1 + w.missing * missing)
        if merit > most:
            best, most = wish, merit
    return best[0], best[1]


class _Kept(NamedTuple):
    """Wishes of a seat, and all that they depend on; of the towns and roads that is the supply."""

    w: RivalsWeights
    hand: list[Card]
    supply: dict[str, int]
    built: list[Expansion]
    others: list[Expansion]
    lying: int
    wishes: list[Wish]


def _wishes(s: RivalsState, seat: int, w: RivalsWeights) -> list[Wish]:
    """All that might be built; a rollout remembers it, for rolling, trading and paying change nothing in it."""
    if not s.lean:
        return [*_centre_wishes(s, seat, w), *_card_wishes(s, seat, w)]
    if s.kept is None:
        s.kept = [None, None]
    hand, known = s.players[seat].hand, s.kept[seat]
    built, others = s.players[seat].expansions, s.players[1 - seat].expansions
    lying = len(s.face_up) + 100 * sum([len(card.pile) for card in built])
    if (
        isinstance(known, _Kept)
        and known.w is w
        and known.lying == lying
        and known.hand == hand
        and known.supply == s.supply
        and known.built == built
        and known.others == others
    ):
        return known.wishes
    wishes = [*_centre_wishes(s, seat, w), *_card_wishes(s, seat, w)]
    s.kept[seat] = _Kept(w, hand[:], dict(s.supply), built[:], others[:], lying, wishes)
    return wishes


def _centre_wishes(s: RivalsState, seat: int, w: RivalsWeights) -> list[Wish]:
    player, centre = s.players[seat], s.tables.centre
    wishes: list[Wish] = []
    settlements = [town.x for town in player.towns if not town.city]
    if s.supply["city"] and settlements:
        wishes.append((f"city:{_fullest_town(s, seat, settlements)}", centre["city"].cost, w.city))
    if s.supply["settlement"]:
        sides = settlement_ends(player)
        wishes += [(f"settlement:{side}", centre["settlement"].cost, w.settlement) for side in sides[:1]]
        if s.supply["road"] and not sides:
            wishes += [(f"road:{side}", centre["road"].cost, w.road) for side in road_ends(player)[-1:]]
    return wishes


def _fullest_town(s: RivalsState, seat: int, towns: list[int]) -> int:
    if len(towns) == 1:
        return towns[0]
    filled = [card.x for card in s.players[seat].expansions]
    return max(towns, key=filled.count)


def _card_wishes(s: RivalsState, seat: int, w: RivalsWeights) -> list[Wish]:
    player = s.players[seat]
    hand, faces = player.hand, s.tables.faces
    found = [(f"build:{key}", faces[hand[place].kind]) for key, place in choices(hand).items()]
    if s.face_up:
        found.append((f"open:{s.face_up[0].kind}", faces[s.face_up[0].kind]))
    has_site: dict[str, bool] = {}
    wishes, standing = [], Standing(s, seat)
    for key, face in found:
        if face.category not in ("settlement", "city", "region") or not meets_requirements(s, seat, face):
            continue
        sort = face.id if face.id == "town_hall" else face.category
        if sort not in has_site:
            has_site[sort] = bool(places_for(player, face))
        if has_site[sort]:
            value = worth(s, seat, face, w, standing)
            if (cut := discount_on(s, player, face)) != 0:
                value += w.discount * cut
            wishes.append((key, face.cost, value))
    return wishes


class Standing:
    """Strength and commerce of both sides, each counted when it is first asked for."""

    __slots__ = ("_counted", "_s", "_seat")

    def __init__(self, s: RivalsState, seat: int) -> None:
        self._s, self._seat = s, seat
        self._counted: dict[str, tuple[int, int]] = {}

    def of(self, sort: str) -> tuple[int, int]:
        """Own points and the rival's."""
        found = self._counted.get(sort)
        if found is None:
            s, seat = self._s, self._seat
            found = self._counted[sort] = (points(s, s.players[seat], sort), points(s, s.players[1 - seat], sort))
        return found


def worth(s: RivalsState, seat: int, face: Face, w: RivalsWeights, standing: Standing | None = None) -> float:
    """How much an expansion is worth: points above all, then what leads to an advantage, then its use."""
    value, scored = w.expansion, face.points
    if scored:
        value += w.victory * scored.get("victory", 0) + w.progress * scored.get("progress", 0)
        if "strength" in scored or "commerce" in scored:
            known = standing or Standing(s, seat)
            for sort in ("strength", "commerce"):
                if sort in scored:
                    value += _towards(*known.of(sort), scored[sort], w)
        if "skill" in scored:
            value += w.skill * scored["skill"]
    if face.boosts or face.trades or face.harvest_gold:
        value += w.boost * bool(face.boosts) + w.trade * bool(face.trades) + w.harvest_gold * face.harvest_gold
    if face.id in w.use:
        value += w.use[face.id]
    if face.victory_if_ships:
        value += w.ships * len(trade_ships(s, s.players[seat]))
    return value


def _towards(mine: int, theirs: int, points: int, w: RivalsWeights) -> float:
    """Points count most while they can win or hold an advantage."""
    if not points:
        return 0.0
    leads_after = mine + points >= 3 and mine + points > theirs
    leads_now = mine >= 3 and mine > theirs
    if leads_after and not leads_now:
        return w.advantage
    return w.advantage_held * points if leads_now else w.advantage_near * points

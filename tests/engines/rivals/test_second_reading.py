"""What is offered and scored, worked out once more from the rules: only the printed figures come from the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engines.rivals.scoring import score
from tests.engines.asked import asked, keys

RESOURCES = {
    "forest": "lumber", "hills": "brick", "pasture": "wool", "fields": "grain", "mountains": "ore",
    "gold_field": "gold",
}  # fmt: skip
COSTS = {
    "road": {"lumber": 1, "brick": 2},
    "settlement": {"brick": 1, "grain": 1, "lumber": 1, "wool": 1},
    "city": {"grain": 2, "ore": 3},
}


def of_region(region: Any) -> str:
    return RESOURCES[region.kind.rsplit("_", 1)[0]]


class Principality:
    """One player's side of the table, read plainly."""

    def __init__(self, s: Any, seat: int) -> None:
        self.s, self.seat, self.player = s, seat, s.players[seat]
        self.cards = [(card, card.pile[-1].kind) for card in self.player.expansions]
        self.kinds = [kind for _, kind in self.cards]
        self.faces = [s.tables.faces[kind] for kind in self.kinds]
        self.cached = [card for card, kind in self.cards if kind == "gold_cache"]
        self.ships = sum(face.kind == "trade_ship" for face in self.faces)

    def points(self, sort: str) -> int:
        """4.1, 4.2, 4.4."""
        total = sum(face.points.get(sort, 0) for face in self.faces)
        if sort == "commerce":
            total += self.kinds.count("trading_base") * sum(kind in ("marketplace", "harbor") for kind in self.kinds)
            total += self.kinds.count("salt_silo") * self.ships
        if sort == "victory":
            total += sum(2 if town.city else 1 for town in self.player.towns)
            total += self.kinds.count("harbor") if self.ships >= 3 else 0
        return total

    def held(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for region in self.player.regions:
            found[of_region(region)] += region.stored
        found["gold"] += sum(card.stored for card in self.cached)
        return found

    def takeable(self) -> Counter[str]:
        if any(frame.step.startswith("peddler") for frame in self.s.later.get(self.seat, ())):
            return Counter()
        return self.held() - Counter(self.player.due)

    def room(self) -> Counter[str]:
        found = Counter({of_region(region): 0 for region in self.player.regions})
        for region in self.player.regions:
            found[of_region(region)] += 3 - region.stored
        found["gold"] += sum(3 - card.stored for card in self.cached)
        return found

    def has_room(self, region: Any) -> bool:
        """A9."""
        return region.stored < 3 or (of_region(region) == "gold" and any(card.stored < 3 for card in self.cached))

    def other(self) -> Principality:
        return Principality(self.s, 1 - self.seat)

    def has_advantage(self, sort: str) -> bool:
        """4.3."""
        return self.points(sort) >= 3 and self.points(sort) > self.other().points(sort)

    def victory(self) -> int:
        """4.4."""
        return self.points("victory") + self.has_advantage("strength") + self.has_advantage("commerce")

    def can_take(self) -> bool:
        """3.6 Of what is there, once the other one has decided what to buy, less what was taken already."""
        held, room = self.other().takeable(), self.room()
        return any(held[resource] and room[resource] for resource in held)

    def sites(self, cities_only: bool) -> int:
        """2.4."""
        free = 0
        for town in self.player.towns:
            for row in ("above", "below") if town.city or not cities_only else ():
                taken = [card for card, _ in self.cards if (card.x, card.row) == (town.x, row)]
                free += len(taken) < (2 if town.city else 1)
        return free


def beside(p: Principality, kind: str, rows: bool = True) -> list[list[Any]]:
    """2.5 The regions left and right of each card of a kind; without `rows` all four of its town."""
    return [
        [region for region in p.player.regions if abs(region.x - card.x) == 1 and (not rows or region.row == card.row)]
        for card, found in p.cards
        if found == kind
    ]


def is_flammable(p: Principality) -> bool:
    safe = {card.x for card, kind in p.cards if kind == "fire_brigade"}
    return any(p.s.tables.faces[kind].kind == "building" and card.x not in safe for card, kind in p.cards)


def _fetches(p: Principality, building: str) -> bool:
    return (
        bool(p.s.discard)
        and p.s.fetches < 12
        and (building in p.kinds or p.victory() < p.other().victory())
    )  # fmt: skip


PLAYABLE: dict[str, Callable[[Principality], bool]] = {
    "goldsmith": lambda p: p.held()["gold"] >= 3,
    "merchant_caravan": lambda p: p.held().total() >= 2,
    "relocation": lambda p: True,
    "brigands": lambda p: (
        p.has_advantage("strength")
        and any(region.stored < 3 and p.other().takeable()[of_region(region)] for region in p.player.regions)
    ),
    "gudrun": lambda p: "pirate_ship" in p.kinds and bool(p.other().takeable()["gold"] and p.room()["gold"]),
    "merchant": lambda p: (p.points("commerce") >= 3 or any(t.city for t in p.player.towns)) and p.can_take(),
    "trade_master": lambda p: "merchant_guild" in p.kinds and p.can_take(),
    "archer": lambda p: (
        "hedge_tavern" in p.kinds
        and any(f.kind in ("hero", "unit", "trade_ship") and f.points.get("strength") for f in p.other().faces)
    ),
    "arsonist": lambda p: "hedge_tavern" in p.kinds and is_flammable(p.other()),
    "traitor": lambda p: "hedge_tavern" in p.kinds and bool(p.other().player.hand),
    "voyage_of_plunder": lambda p: p.has_advantage("strength") and p.can_take(),
    "benjamin": lambda p: any(
        region.kind.endswith(f"_{p.s.production}") and p.has_room(region) for region in p.player.regions
    ),
    "three_field_system": lambda p: "university" in p.kinds and p.room()["grain"] > 0,
    "mineral_mining": lambda p: "university" in p.kinds and p.room()["ore"] > 0,
    "doctor": lambda p: any(
        p.has_room(region) for regions in beside(p, "bath_house", p.s.options.doctor == "two") for region in regions
    ),
    "guido": lambda p: _fetches(p, "town_hall"),
    "gustav": lambda p: _fetches(p, "library"),
}
"""8.1, 15 When an action card may be played."""

REQUIRED: dict[str, Callable[[Principality], bool]] = {
    "staple_house": lambda p: "merchant_guild" in p.kinds,
    "chief_cannoneer": lambda p: "university" in p.kinds,
    "building_crane": lambda p: "university" in p.kinds,
    "university": lambda p: "abbey" in p.kinds or "library" in p.kinds,
    "parliament": lambda p: p.points("progress") >= 2,
    "gold_cache": lambda p: any(face.kind == "hero" and face.points.get("strength") for face in p.faces),
}
"""8.6, 15 What an expansion asks for."""


def is_buildable(p: Principality, kind: str) -> bool:
    """8.2 to 8.6, 15, A16."""
    face = p.s.tables.faces[kind]
    names = [p.s.tables.faces[card.kind].name for expansion, _ in p.cards for card in expansion.pile]
    if face.category not in ("settlement", "city", "region") or (face.one_each and face.name in names):
        return False
    held = p.held()
    short = sum(max(0, number - held[resource]) for resource, number in face.cost.items())
    crane = face.category == "city" and sum(face.cost.values()) > 4 and "building_crane" in p.kinds
    drill = face.kind == "hero" and "drill_ground" in p.kinds
    if short > (crane or drill) or not REQUIRED.get(kind, lambda p: True)(p):
        return False
    if kind == "town_hall":
        cities = [town.x for town in p.player.towns if town.city]
        return any(found == "parish_hall" and card.x in cities for card, found in p.cards)
    if face.category == "region":
        taken = {(card.x, card.row) for card, _ in p.cards if card.slot == 0}
        return any((region.x, region.row) not in taken for region in p.player.regions)
    return p.sites(face.category == "city") > 0


def can_trade(p: Principality) -> bool:
    """8.8, A58."""
    held, room = p.held(), p.room()
    given = {resource for resource in held if held[resource] >= 3}
    given |= {resource for resource in held if f"{resource}_ship" in p.kinds and held[resource] >= 2}
    given |= {
        of_region(region)
        for regions in beside(p, "large_trade_ship")
        for region in regions
        if region.stored >= 2
    }  # fmt: skip
    if any(kind == "mint" and not card.used for card, kind in p.cards) and held["gold"]:
        given.add("gold")
    return any(room[other] for resource in given for other in room if other != resource)


WAITS = {"brigands", "gudrun", "merchant", "trade_master", "voyage_of_plunder", "archer", "arsonist", "traitor",
         "guido", "gustav"}  # fmt: skip
"""R10 Cards that wait until the opponent has decided what is given up."""
LOSSES = ("archer.", "feud.", "loss.", "pirate.", "riots.")


def is_playable(p: Principality, kind: str) -> bool:
    """8.1, R10."""
    is_open = any(frame.step.startswith(LOSSES) for frame in p.s.later.get(1 - p.seat, ()))
    return kind in PLAYABLE and PLAYABLE[kind](p) and not (is_open and kind in WAITS)


def menu(p: Principality) -> set[str]:
    """8 Everything that may be done in the action phase."""
    s, player, held = p.s, p.player, p.held()
    found = {"end"}
    for card in player.hand:
        key = card.kind if card.back == "basic" else f"{card.kind}.{card.back}"
        if is_playable(p, card.kind):
            found.add(f"play:{key}")
        elif is_buildable(p, card.kind):
            found.add(f"build:{key}")
    if s.face_up and is_buildable(p, s.face_up[0].kind):
        found.add(f"open:{s.face_up[0].kind}")
    payable = {piece for piece, cost in COSTS.items() if s.supply[piece] and all(held[r] >= n for r, n in cost.items())}
    ends = {"left": player.towns[0].x - 1, "right": player.towns[-1].x + 1}
    with_road = {side for side, x in ends.items() if x in player.roads}
    if "city" in payable:
        found |= {f"city:{town.x}" for town in player.towns if not town.city}
    if "settlement" in payable:
        found |= {f"settlement:{side}" for side in with_road}
        if any(card.kind == "scout" for card in player.hand):
            found |= {f"scout:{side}" for side in with_road}
    if "road" in payable:
        found |= {f"road:{side}" for side in set(ends) - with_road}
    if can_trade(p):
        found.add("trade")
    if s.mode != "basic" and any(face.kind not in ("", "site") for face in p.faces):
        found.add("remove")
    return found


@pytest.mark.parametrize("mode", ["basic", "gold", "turmoil", "progress", "duel"])
def test_the_action_phase_offers_what_the_rules_allow(mode: str) -> None:
    """8, 15, 4.4."""
    for s, pending in asked("rivals", 2, {"mode": mode}):
        if pending.step == "action":
            assert keys(pending) == menu(Principality(s, pending.seat))
            assert [score(s, seat) for seat in range(2)] == [Principality(s, seat).victory() for seat in range(2)]

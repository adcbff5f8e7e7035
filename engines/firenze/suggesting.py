"""6 What suggests itself to build: filled in for people, who change it as they like."""

from __future__ import annotations

from engines.firenze.board import commission, is_blocked, is_open, points_of
from engines.firenze.bricks import colours_of
from engines.firenze.cost import building_cost, room_for
from engines.firenze.state import FirenzeState
from engines.firenze.targets import NEW, Target, targets


def good_plans(s: FirenzeState, seat: int) -> list[dict[str, int]]:
    """What suggests itself: hand in what can be and keep up the rest; keep up everything; begin a tower."""
    found = [_begun_with(s, seat, _kept(s, seat, plan)) for plan in (_finished(s, seat), {})]
    return [plan for place, plan in enumerate(found) if plan and plan not in found[:place]]


def _fits(s: FirenzeState, seat: int, plan: dict[str, int], target: Target, more: int) -> bool:
    """6.2 6.4 Whether so many bricks more can be laid there."""
    used = sum([plan.get(each.kind, 0) for each in targets(s, seat) if each.colour == target.colour])
    return used + more <= s.players[seat].warehouse[target.colour] and sum(plan.values()) + more <= room_for(s, seat)


def _finished(s: FirenzeState, seat: int) -> dict[str, int]:
    """8.1 Towers that reach an open commission now, the dearest first, for more points than bricks."""
    plan: dict[str, int] = {}
    if is_blocked(s, seat) or not s.players[seat].seals:
        return plan
    reach = [
        (points_of(s, commission(each.colour, height)), height - there, each)
        for each in targets(s, seat)
        for there in [0 if each.tower == NEW else s.players[seat].tower(each.tower).height]
        for height in s.tables.heights
        if height > there and is_open(s, commission(each.colour, height))
    ]
    for points, number, each in sorted(reach, key=lambda one: (one[1] - one[0], one[2].kind)):
        spent = building_cost(s, seat, sum(plan.values()) + number) if _fits(s, seat, plan, each, number) else points
        if each.kind not in plan and spent < points:
            plan[each.kind] = number
    return plan


def _kept(s: FirenzeState, seat: int, plan: dict[str, int]) -> dict[str, int]:
    """7.1 One brick on every tower that would fall, the highest first."""
    kept, player = dict(plan), s.players[seat]
    own = [each for each in targets(s, seat) if each.tower != NEW and each.kind not in plan]
    for each in sorted(own, key=lambda one: -player.tower(one.tower).height):
        if _fits(s, seat, kept, each, 1):
            kept[each.kind] = 1
    return kept


def _begun_with(s: FirenzeState, seat: int, plan: dict[str, int]) -> dict[str, int]:
    """6.3 Whoever builds nothing begins a tower, as far as that is free, in the colour with most bricks."""
    stock, free = s.players[seat].warehouse, s.tables.building.cost.count(0) - 1
    if plan or not stock or s.players[seat].towers:
        return plan
    colour = max(colours_of(stock), key=stock.__getitem__)
    return {f"new:{colour}": min(free, max(1, stock[colour] - 1))}

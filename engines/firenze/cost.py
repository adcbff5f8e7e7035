"""6.2 6.3 6.4 What building costs, and how much of it a warehouse can bear."""

from __future__ import annotations

from engines.firenze.bricks import Bricks, add, size
from engines.firenze.state import FirenzeState


def building_discount(s: FirenzeState, seat: int) -> int:
    """6.3 1 with a Workshop and 3 with a Mason."""
    table = s.tables.building
    workshop = table.workshop_discount if "workshop" in s.players[seat].buildings else 0
    return workshop + (table.mason_discount if "mason" in s.turn.played else 0)


def building_cost(s: FirenzeState, seat: int, number: int) -> int:
    """6.3 By the bricks built this turn, less 1 with a Workshop and 3 with a Mason, never below 0."""
    return max(0, s.tables.building.cost[number] - building_discount(s, seat))


def planned(s: FirenzeState) -> int:
    """6.5 Bricks in the plan so far."""
    return sum([piece.count for piece in s.turn.plan])


def planned_bricks(s: FirenzeState) -> Bricks:
    """6.5 The plan's bricks by colour."""
    heap: Bricks = {}
    for piece in s.turn.plan:
        add(heap, {piece.colour: piece.count})
    return heap


def room_for(s: FirenzeState, seat: int) -> int:
    """6.2 6.4 How many bricks more the plan can bear: built and paid ones come from the same warehouse."""
    stock, done = size(s.players[seat].warehouse), planned(s)
    costs, off = s.tables.building.cost, building_discount(s, seat)
    for number in range(min(stock, len(costs) - 1), done, -1):
        if number + max(0, costs[number] - off) <= stock:
            return number - done
    return 0

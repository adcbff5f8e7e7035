"""What is offered, worked out once more from the rules, cell by cell: only figures and shapes come from the tables."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.engines.asked import asked, keys

Cell = tuple[int, int]
MINIMUM = (7, 10, 12, 14, 15, 16, 17)
PALAZZO = {
    False: {(x, y) for x in (0, 1, 2) for y in (5, 6)},
    True: {(x, y) for x in (2, 3, 4) for y in (2, 3)},
}
OFFSETS = {
    2: ((0, 0), (7, 0)),
    3: ((0, 0), (7, 0), (3, 7)),
    4: ((0, 0), (7, 0), (7, 7), (0, 7)),
    5: ((0, 0), (7, 0), (10, 7), (3, 10), (-4, 7)),
}


@cache
def looks(shape: tuple[str, ...]) -> frozenset[frozenset[Cell]]:
    """8.2a Quarter turns and either face."""
    cells = [(x, y) for y, row in enumerate(shape) for x, sign in enumerate(row) if sign == "#"]
    found = set()
    for face in (cells, [(-x, y) for x, y in cells]):
        for _ in range(4):
            face = [(-y, x) for x, y in face]
            left, top = min(x for x, _ in face), min(y for _, y in face)
            found.add(frozenset((x - left, y - top) for x, y in face))
    return frozenset(found)


class Map:
    """All boards as cells of one map; without common buildings each lies far from the others."""

    def __init__(self, s: Any) -> None:
        together = s.options.coop
        self.offsets = OFFSETS[s.seats] if together else tuple((20 * seat, 0) for seat in range(s.seats))
        self.owner: dict[Cell, int] = {}
        self.built: set[Cell] = set()
        self.planted: set[Cell] = set()
        for seat, player in enumerate(s.players):
            self.owner |= {self.at(seat, (x, y)): seat for x in range(7) for y in range(7)}
            self.built |= {self.at(seat, cell) for cell in PALAZZO[together]}
            for tile in player.buildings:
                self.built |= {self.at(seat, (n % 7, n // 7)) for n in range(49) if tile.mask >> n & 1}
            for tile in player.landscapes:
                self.planted |= {self.at(seat, (n % 7, n // 7)) for n in range(49) if tile.mask >> n & 1}

    def at(self, seat: int, cell: Cell) -> Cell:
        return self.offsets[seat][0] + cell[0], self.offsets[seat][1] + cell[1]

    def around(self, cell: Cell) -> list[Cell]:
        x, y = cell
        return [near for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if near in self.owner]

    def spots(self, shape: tuple[str, ...], seats: set[int]) -> list[list[Cell]]:
        """Empty places of a piece that cover cells of exactly these boards."""
        found = []
        taken = self.built | self.planted
        left, top = min(self.offsets[seat][0] for seat in seats), min(self.offsets[seat][1] for seat in seats)
        for look in looks(shape):
            for dx in range(left - 1, left + 15):
                for dy in range(top - 1, top + 15):
                    cells = [(x + dx, y + dy) for x, y in look]
                    is_empty = taken.isdisjoint(cells)
                    if is_empty and {self.owner.get(cell, -1) for cell in cells} == seats:
                        found.append(cells)
        return found


def alone(s: Any, seat: int, kind: str) -> int:
    """8.2, 18.4 2A In how many places a building may stand."""
    table, builders = Map(s), s.players[seat].builders

    def is_legal(cell: Cell) -> bool:
        near = table.around(cell)
        at_border = any(table.owner[other] != seat for other in near)
        return not (builders < 2 and table.built & set(near)) and not (builders == 0 and at_border)

    return sum(all(map(is_legal, cells)) for cells in table.spots(s.tables.shapes[kind], {seat}))


def jointly(s: Any, active: int, partner: int, kind: str) -> int:
    """18.4.2, 18.4.5 In how many places a common building may stand."""
    table = Map(s)

    def is_legal(cell: Cell) -> bool:
        return s.players[table.owner[cell]].builders >= 2 or not table.built & set(table.around(cell))

    return sum(all(map(is_legal, cells)) for cells in table.spots(s.tables.shapes[kind], {active, partner}))


def people(player: Any) -> int:
    return len(player.hand) + len(player.table) + player.recruiting + player.table_recruiting


def work_value(s: Any, player: Any, person: str) -> int:
    """7.3 Without bonus cards."""
    wish = s.tables.professions[person]
    value = 4 * any(tile.kind == wish.building for tile in player.buildings)
    value += 3 * any(tile.kind == wish.landscape for tile in player.landscapes)
    value += 3 * (wish.freedom in player.freedoms) + 2 * player.jesters + people(player)
    return value + (s.round if player.character == "muse" else 0)


def menu(s: Any, seat: int) -> set[str]:
    """6.2, 7 to 11 What may be done alone; a seat without bonus cards."""
    player, turn, found = s.players[seat], s.turn, {"end"}
    if not turn.actions:
        return found
    minimum = MINIMUM[s.round - 1]
    found |= {f"work:{card.kind}" for card in player.hand if work_value(s, player, card.kind) >= minimum}
    princess = 3 * len(player.landscapes) + 2 * player.builders + 2 * len(player.buildings) + people(player)
    if player.character == "princess" and princess >= minimum:
        found.add("princess")
    if player.cash >= (700, 300, 300, 0)[player.builders]:
        missing = set(s.buildings) - {tile.kind for tile in player.buildings}
        found |= {f"build:{kind}" for kind in missing if s.buildings[kind] and alone(s, seat, kind)}
    if player.cash >= 300:
        found |= {"hire"} if s.professions and not turn.hired else set()
        found |= {"bonus"} if s.bonus else set()
        freedoms = [] if turn.freedom else [kind for kind, left in s.freedoms.items() if left]
        found |= {f"freedom:{kind}" for kind in freedoms if kind not in player.freedoms}
    return found


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"muse": True}), (4, {"coop": True}), (5, {"muse": True, "coop": True})]
)
def test_what_is_offered_is_what_the_rules_allow(seats: int, options: dict[str, Any]) -> None:
    looked = 0
    for s, pending in asked("princes", seats, options, games=1):
        player: Any = s.players[pending.seat]
        ask: Any = pending.ask
        match pending.step:
            case "turn.action" if not player.bonus and looked < 8:
                looked += 1
                assert keys(pending) - {"together"} == menu(s, pending.seat)
            case "build.place":
                assert len(ask.spots) == alone(s, pending.seat, s.turn.building)
            case "together.place":
                offer = s.offer
                assert len(ask.spots) == jointly(s, offer.active, offer.partner, offer.draft_building)
            case "object.place":
                assert len(ask.spots) == len(Map(s).spots(s.tables.shapes[s.auction.lot], {pending.seat}))
            case "auction.bid":
                limit = player.cash + (0 if s.options.muse else 100 * player.points)
                assert (ask.kind == "amount") == (limit >= s.auction.bid + 100)
            case "turn.recruit":
                others = [other for number, other in enumerate(s.players) if number != pending.seat]
                assert keys(pending) == {card.kind for other in others for card in other.table}
    assert looked

"""What the plain computer player builds: finish what it can, keep up what stands, begin what it has bricks for."""

from __future__ import annotations

from engines.firenze.board import commission, is_blocked, is_open, points_of, privilege_bonus, storey_bonus
from engines.firenze.bricks import in_order, size
from engines.firenze.building import building_cost
from engines.firenze.labels import tower_key
from engines.firenze.state import FirenzeState, Tower

BRICK_COST = 0.9
"""Points that a brick is about worth."""
TOWERS_AT_ONCE = 3
FREE_BRICKS = 2

Entry = tuple[str, int]


def aims(s: FirenzeState, seat: int, colour: str) -> dict[int, float]:
    """The heights that a tower of this colour is worth handing in at, with their points."""
    if is_blocked(s, seat):
        bell = s.tables.bell_tower
        return {bell.height: 4.0} if colour == bell.colour else {}
    if not s.players[seat].seals:
        return {}
    found = {}
    for height in s.tables.heights:
        key = commission(colour, height)
        if is_open(s, key):
            found[height] = float(points_of(s, key) + storey_bonus(s, height) + privilege_bonus(s, height))
    return found


def wanted_colours(s: FirenzeState, seat: int) -> dict[str, float]:
    """How much more than usual a brick of a colour is wanted: for own towers, and to add to a stock."""
    player = s.players[seat]
    wanted = {colour: 0.15 * count for colour, count in player.warehouse.items()}
    for tower in player.towers:
        if any(height > tower.height for height in aims(s, seat, tower.colour)):
            wanted[tower.colour] = wanted.get(tower.colour, 0.0) + 0.8
    if is_blocked(s, seat):
        bell = s.tables.bell_tower.colour
        wanted[bell] = wanted.get(bell, 0.0) + 2.0
    return wanted


class Planner:
    """A plan in the making; every entry is checked against stock and price."""

    def __init__(self, s: FirenzeState, seat: int) -> None:
        self.s, self.seat = s, seat
        self.loose = dict(s.players[seat].warehouse)
        self.stock = size(self.loose)
        self.built = 0
        self.entries: list[Entry] = []
        self.used: set[int] = set()

    def extra_cost(self, number: int) -> int:
        """Bricks that building so many more would cost."""
        return building_cost(self.s, self.seat, self.built + number) - building_cost(self.s, self.seat, self.built)

    def can(self, colour: str, number: int) -> bool:
        """Whether colour, turn and price allow it."""
        total = self.built + number
        return (
            number > 0
            and self.loose.get(colour, 0) >= number
            and total < len(self.s.tables.building.cost)
            and total + building_cost(self.s, self.seat, total) <= self.stock
        )

    def add(self, target: str, colour: str, number: int) -> None:
        """Put it into the plan."""
        self.entries.append((target, number))
        self.loose[colour] -= number
        self.built += number

    def raise_tower(self, tower: Tower, number: int) -> None:
        """Bricks on an own tower."""
        self.add(f"raise:{tower_key(tower)}", tower.colour, number)
        self.used.add(tower.id)

    def finish_towers(self) -> None:
        """Own towers that reach a commission now, if the points are worth the price."""
        for tower in sorted(self.s.players[self.seat].towers, key=lambda tower: -tower.height):
            best, gain = 0, 0.0
            for height, points in aims(self.s, self.seat, tower.colour).items():
                number = height - tower.height
                if self.can(tower.colour, number):
                    profit = points - BRICK_COST * (self.extra_cost(number) + 0.3 * number)
                    if profit > gain:
                        best, gain = number, profit
            if best:
                self.raise_tower(tower, best)

    def keep_towers(self) -> None:
        """One brick on every other tower that still has an aim, the highest first."""
        for tower in sorted(self.s.players[self.seat].towers, key=lambda tower: -tower.height):
            aim = any(height > tower.height for height in aims(self.s, self.seat, tower.colour))
            if tower.id not in self.used and aim and self.can(tower.colour, 1):
                self.raise_tower(tower, 1)

    def finish_new(self) -> None:
        """New towers that are complete at once."""
        for colour in reversed(in_order(self.loose)):
            best, gain = 0, 0.0
            for height, points in aims(self.s, self.seat, colour).items():
                if self.can(colour, height):
                    profit = points - BRICK_COST * (self.extra_cost(height) + 0.3 * height)
                    if profit > gain:
                        best, gain = height, profit
            if best:
                self.add(f"new:{colour}", colour, best)

    def begin_towers(self) -> None:
        """New towers for which bricks remain to keep them up, within what is free."""
        standing = len(self.s.players[self.seat].towers)
        for colour in sorted(in_order(self.loose), key=lambda colour: -self.loose[colour]):
            reach = [height for height in aims(self.s, self.seat, colour) if height <= self.loose[colour] + 1]
            number = min(FREE_BRICKS - self.built, self.loose[colour] - 1)
            if reach and standing < TOWERS_AT_ONCE and self.can(colour, number):
                self.add(f"new:{colour}", colour, number)
                standing += 1


def desired_plan(s: FirenzeState, seat: int) -> list[Entry]:
    """The targets as they are offered, each with its number of bricks."""
    planner = Planner(s, seat)
    planner.finish_towers()
    planner.keep_towers()
    planner.finish_new()
    planner.begin_towers()
    return planner.entries

"""What the plain computer player builds: finish what it can, keep up what stands, begin what it has bricks for."""

from __future__ import annotations

from typing import NamedTuple

from engines.firenze.board import is_blocked, storey_bonus
from engines.firenze.bricks import colours_of, size
from engines.firenze.cost import building_discount
from engines.firenze.labels import tower_key
from engines.firenze.state import FirenzeState, Tower
from engines.firenze.weights import FirenzeWeights

Entry = tuple[str, int]


class Aims:
    """For every colour the heights that a tower is worth handing in at, with their points; worked out when asked."""

    __slots__ = ("_balconies", "_bonus", "_found", "_s")

    def __init__(self, s: FirenzeState, seat: int, w: FirenzeWeights) -> None:
        self._s, self._found = s, dict[str, dict[int, float]]()
        self._bonus: dict[int, int] = {}
        if is_blocked(s, seat):
            bell = s.tables.bell_tower
            self._found = {bell.colour: {bell.height: w.bell_points}}
        elif s.players[seat].seals:
            self._bonus = dict.fromkeys(s.tables.heights, 0)
            for height in s.storey_tokens:
                self._bonus[height] = s.tables.storey_points[height]
            for card in reversed(s.church):
                row = s.tables.cards[card]
                if row.height in self._bonus:
                    self._bonus[row.height] = storey_bonus(s, row.height) + row.points
            self._balconies = {(tile := s.tables.balconies[id]).key: tile for id in reversed(s.balconies)}

    def of(self, colour: str) -> dict[int, float]:
        """The heights in one colour."""
        found = self._found.get(colour)
        if found is None:
            found = self._found[colour] = {}
            s = self._s
            if not self._bonus:
                return found
            seals, balconies, following = s.seals, self._balconies, s.balconies_done + 1
            for height, key, printed in s.tables.commissions_of.get(colour, ()):
                if key not in seals:
                    if key not in balconies:
                        found[height] = float(printed + self._bonus[height])
                    elif balconies[key].numeral == following:
                        found[height] = float(balconies[key].points + self._bonus[height])
        return found

    def reach(self, colour: str, above: int) -> bool:
        """Whether there is one above this height."""
        heights = self.of(colour)
        return bool(heights) and max(heights) > above


def wanted_colours(s: FirenzeState, seat: int, w: FirenzeWeights) -> dict[str, float]:
    """How much more than usual a brick of a colour is wanted: for own towers, and to add to a stock."""
    player = s.players[seat]
    wanted = {colour: w.stock * count for colour, count in player.warehouse.items()}
    if player.towers:
        aims = Aims(s, seat, w)
        for tower in player.towers:
            if aims.reach(tower.colour, tower.height):
                more = w.tower_wanted + w.tower_height * tower.height
                wanted[tower.colour] = wanted.get(tower.colour, 0.0) + more
    if is_blocked(s, seat):
        bell = s.tables.bell_tower.colour
        wanted[bell] = wanted.get(bell, 0.0) + w.bell_wanted
    return wanted


class Planner:
    """A plan in the making; every entry is checked against stock and price."""

    def __init__(self, s: FirenzeState, seat: int, w: FirenzeWeights, discount: int = 0) -> None:
        self.s, self.seat, self.w = s, seat, w
        self.aims = Aims(s, seat, w)
        off = discount + building_discount(s, seat)
        self.costs = [max(0, cost - off) for cost in s.tables.building.cost]
        self.loose = dict(s.players[seat].warehouse)
        self.stock = size(self.loose)
        self.built = 0
        self.entries: list[Entry] = []
        self.used: set[int] = set()

    def extra_cost(self, number: int) -> int:
        """Bricks that building so many more would cost."""
        return self.costs[self.built + number] - self.costs[self.built]

    def can(self, colour: str, number: int) -> bool:
        """Whether colour, turn and price allow it."""
        total = self.built + number
        return (
            number > 0
            and self.loose.get(colour, 0) >= number
            and total < len(self.costs)
            and total + self.costs[total] <= self.stock
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
            for height, points in self.aims.of(tower.colour).items():
                number = height - tower.height
                if self.can(tower.colour, number):
                    profit = points - self.w.brick_cost * (self.extra_cost(number) + self.w.brick_laid * number)
                    if profit > gain:
                        best, gain = number, profit
            if best:
                self.raise_tower(tower, best)

    def keep_towers(self) -> None:
        """One brick on every other tower that still has an aim, the highest first."""
        for tower in sorted(self.s.players[self.seat].towers, key=lambda tower: -tower.height):
            aim = self.aims.reach(tower.colour, tower.height)
            if tower.id not in self.used and aim and self.can(tower.colour, 1):
                self.raise_tower(tower, 1)

    def finish_new(self) -> None:
        """New towers that are complete at once."""
        least = min(self.s.tables.heights[0], self.s.tables.bell_tower.height)
        for colour in reversed(colours_of(self.loose)):
            best, gain, there = 0, 0.0, self.loose[colour]
            for height, points in self.aims.of(colour).items() if there >= least else ():
                if height <= there and self.can(colour, height):
                    profit = points - self.w.brick_cost * (self.extra_cost(height) + self.w.brick_laid * height)
                    if profit > gain:
                        best, gain = height, profit
            if best:
                self.add(f"new:{colour}", colour, best)

    def begin_towers(self) -> None:
        """New towers for which bricks remain to keep them up, within what is free."""
        standing, w = len(self.s.players[self.seat].towers), self.w
        for colour in sorted(colours_of(self.loose), key=lambda colour: -self.loose[colour]):
            if standing >= w.towers_at_once:
                break
            number = int(min(w.free_bricks - self.built, self.loose[colour] - w.kept_back))
            if self.can(colour, number):
                heights = self.aims.of(colour)
                if heights and min(heights) <= self.loose[colour] + w.reach:
                    self.add(f"new:{colour}", colour, number)
                    standing += 1


def planned_with(s: FirenzeState, seat: int, w: FirenzeWeights, discount: int = 0) -> Planner:
    """The whole plan, were building cheaper by so many bricks."""
    planner = Planner(s, seat, w, discount)
    planner.finish_towers()
    planner.keep_towers()
    planner.finish_new()
    planner.begin_towers()
    return planner


class _Made(NamedTuple):
    """A plan, and all that may change before it is carried out: in the turn nothing else it depends on does."""

    turn: int
    seat: int
    w: FirenzeWeights
    warehouse: dict[str, int]
    played: list[str]
    entries: list[Entry]


def desired_plan(s: FirenzeState, seat: int, w: FirenzeWeights) -> list[Entry]:
    """The targets as they are offered, each with its number of bricks; in a rollout the last plan is remembered."""
    if not s.lean:
        return planned_with(s, seat, w).entries
    turn, warehouse, played, known = s.turn.number, s.players[seat].warehouse, s.turn.played, s.kept
    if (
        isinstance(known, _Made)
        and known.turn == turn
        and known.seat == seat
        and known.w is w
        and known.warehouse == warehouse
        and known.played == played
    ):
        return known.entries
    entries = planned_with(s, seat, w).entries
    s.kept = _Made(turn, seat, w, dict(warehouse), list(played), entries)
    return entries

"""6.5 Building tower by tower, as games begun by earlier rules go on: target, number, and so on until it is done."""

from __future__ import annotations

from functools import cache

from engines.firenze import reasons
from engines.firenze.bricks import colours_of, difference
from engines.firenze.building import build_or_pay
from engines.firenze.cost import building_cost, planned, planned_bricks, room_for
from engines.firenze.hand import BUNDLED, FOLDED, SCREENED, might_play
from engines.firenze.labels import distinct, say, tower_key, towers_fact
from engines.firenze.persons import has_target, playable_persons
from engines.firenze.ruins import doomed_towers
from engines.firenze.state import FirenzeState, Piece, Player
from engines.firenze.targets import NEW
from engines.kit import WORDLESS, Amount, AmountStep, Draft, Option, Pick, PickStep, Text, Withheld, bare, ref

REOPENED = 3
"""The rules_version since which a tower of the plan may get more bricks."""
MOST_NAMED = 4
"""A label names so many falling towers, else it only counts them."""


class Build(PickStep[FirenzeState]):
    """6.1 6.5 A27 Add towers to the plan, new ones or own ones, until it is done; an empty plan is a pass.

    6.2 A tower of the plan may get more bricks, such as after a Mason: in this same question, which is asked anyway.
    """

    name = "build.choose"
    bluff = True
    since = SCREENED
    until = BUNDLED - 1
    sides = ("person.play", "exchange.choose")

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        player = s.players[seat]
        may_draw = s.rules >= FOLDED and might_play(s, seat, "wholesaler") and has_target(s, seat, "wholesaler")
        if not player.warehouse and not may_draw:
            return None
        if s.lean:
            return Pick(WORDLESS, (*self._targets(s, seat), bare("done")))
        number = planned(s)
        cost, doomed = building_cost(s, seat, number), towers_fact(doomed_towers(s))
        prompt = say("ask.build.choose", built=number, cost=cost, falling=doomed)
        options = (*self._targets(s, seat), _done_option(number, cost, doomed))
        return Pick(prompt, options, default=["done"], private=bool(s.turn.plan))

    def _targets(self, s: FirenzeState, seat: int) -> list[Option]:
        player = s.players[seat]
        if not room_for(s, seat):
            return []
        loose = difference(player.warehouse, planned_bricks(s))
        taken = {piece.tower for piece in s.turn.plan}
        towers = distinct([tower for tower in player.towers if tower.id not in taken and tower.colour in loose])
        plan = enumerate(s.turn.plan) if s.rules >= REOPENED else ()
        return [
            *[_raise_option(tower.colour, tower.height) for tower in towers],
            *[_new_option(colour) for colour in colours_of(loose)],
            *[
                _more_option(place, piece.colour, _high(player, piece))
                for place, piece in plan
                if piece.colour in loose
            ],
        ]

    def withheld(self, s: FirenzeState, seat: int) -> Withheld:
        loose = difference(s.players[seat].warehouse, planned_bricks(s))
        offered = [option.key for option in self._targets(s, seat)]
        yield from reasons.buildings(s, seat, loose, bool(room_for(s, seat)), offered)
        yield from reasons.commissions(s, seat, [], in_time=False)
        yield from reasons.persons(s, seat, playable_persons(s, seat, self.name))

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        s = d.state
        verb, _, target = value[0].partition(":")
        if verb == "new":
            s.turn.plan.append(Piece(tower=NEW, colour=target))
            d.call("build.count", seat)
        elif verb == "raise":
            taken = {piece.tower for piece in s.turn.plan}
            tower = next(t for t in s.player.towers if tower_key(t) == target and t.id not in taken)
            s.turn.plan.append(Piece(tower=tower.id, colour=tower.colour))
            d.call("build.count", seat)
        elif verb == "more":
            s.turn.plan.append(s.turn.plan.pop(int(target)))
            d.call("build.count", seat)
        else:
            build_or_pay(d, seat)

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.end()


def _done_option(number: int, cost: int, doomed: list[str]) -> Option:
    many = len(doomed) if len(doomed) > MOST_NAMED else 0
    named = [] if many else doomed
    return Option("done", say("option.built", built=number, cost=cost, falling=named, towers=len(doomed), many=many))


@cache
def _new_option(colour: str) -> Option:
    return Option(f"new:{colour}", say("option.new", colour=ref("coloured", colour)), at=(f"brick/{colour}",))


def _high(player: Player, piece: Piece) -> int:
    """How high a tower will be by the plan so far."""
    return piece.count + (0 if piece.tower == NEW else player.tower(piece.tower).height)


@cache
def _more_option(place: int, colour: str, height: int) -> Option:
    return Option(f"more:{place}", say("option.more", colour=ref("brick", colour), height=height))


@cache
def _raise_option(colour: str, height: int) -> Option:
    label = say("option.raise", colour=ref("brick", colour), height=height)
    return Option(f"raise:{colour}-{height}", label, at=(f"tower/{colour}-{height}",))


class Count(AmountStep[FirenzeState]):
    """6.1 6.2 6.4 How many bricks; only as many as the colour, the turn and the price allow."""

    name = "build.count"
    until = BUNDLED - 1

    def ask(self, s: FirenzeState, seat: int) -> Amount:
        player, piece = s.players[seat], s.turn.plan[-1]
        loose = difference(player.warehouse, planned_bricks(s))
        high = min(room_for(s, seat), loose[piece.colour])
        if s.lean:
            return Amount(WORDLESS, 1, high, default=1, private=True)
        height, done = _high(player, piece), planned(s)
        costs = [building_cost(s, seat, done + number) for number in range(1, high + 1)]
        kind = "coloured" if s.rules >= SCREENED else "brick"  # the facts are part of the id of a stored question
        prompt = say("ask.build.count", colour=ref(kind, piece.colour), height=height, costs=costs)
        return Amount(prompt, 1, high, default=1, private=True)

    def preview(self, s: FirenzeState, seat: int, value: int | str) -> tuple[Text, ...]:
        """6.4 How high the tower will be, and what the whole turn then costs."""
        piece = s.turn.plan[-1]
        before = _high(s.players[seat], piece)
        high = say("preview.height", height=before + int(value))
        cost = building_cost(s, seat, planned(s) + int(value))
        return (high, say("preview.cost", cost=cost)) if cost else (high,)

    def answer(self, d: Draft[FirenzeState], seat: int, value: int | str) -> None:
        d.state.turn.plan[-1].count += int(value)
        d.end()

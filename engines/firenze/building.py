"""6 Phase 3: one building plan a turn."""

from __future__ import annotations

from functools import cache

from engines.firenze import reasons
from engines.firenze.bricks import Bricks, add, colours_of, difference, least_missed, remove
from engines.firenze.cost import building_cost, planned, planned_bricks, room_for
from engines.firenze.hand import SCREENED, might_play
from engines.firenze.labels import brick_bundle, bricks_fact, say, towers_fact
from engines.firenze.persons import has_target, playable_persons
from engines.firenze.ruins import doomed_towers
from engines.firenze.state import FirenzeState, Piece, Tower
from engines.firenze.suggesting import good_plans
from engines.firenze.targets import NEW, targets
from engines.kit import (
    WORDLESS,
    Bundle,
    BundleStep,
    Draft,
    Option,
    Pick,
    PickStep,
    Text,
    Withheld,
    bare_options,
    ref,
    seat_ref,
)


class BuildBricks(BundleStep[FirenzeState]):
    """6.1 6.2 6.4 6.5 A27 The whole building of a turn: so many bricks on each tower, new ones or own ones; none is a
    pass. Bricks of one colour lie on one heap, whatever tower they are for."""

    name = "build.bricks"
    bluff = True
    since = SCREENED
    sides = ("person.play", "exchange.choose", "build.apart", "turn.stay")

    def ask(self, s: FirenzeState, seat: int) -> Bundle | None:
        player = s.players[seat]
        if not player.warehouse and not (might_play(s, seat, "wholesaler") and has_target(s, seat, "wholesaler")):
            return None
        room, stock = room_for(s, seat), player.warehouse
        found = targets(s, seat)
        available: Bricks = {}
        kinds: dict[str, list[str]] = {colour: [] for colour in stock}
        for each in found:
            available[each.kind] = min(room, stock[each.colour])
            kinds[each.colour].append(each.kind)
        heaps = tuple([(tuple(those), stock[colour]) for colour, those in kinds.items()])
        if s.lean:
            return Bundle(WORDLESS, available, {}, 0, room, default={}, heaps=heaps)
        costs = [building_cost(s, seat, number) for number in range(1, room + 1)]
        prompt = say("ask.build.bricks", costs=costs, falling=towers_fact(doomed_towers(s)))
        return Bundle(
            prompt,
            available,
            {each.kind: each.label for each in found},
            0,
            room,
            default={},
            suggested=tuple(good_plans(s, seat)),
            private=bool(s.turn.apart),
            at={each.kind: each.at for each in found},
            heaps=heaps,
        )

    def withheld(self, s: FirenzeState, seat: int) -> Withheld:
        loose = s.players[seat].warehouse
        offered = [each.kind for each in targets(s, seat)]
        yield from reasons.buildings(s, seat, loose, bool(room_for(s, seat)), offered)
        yield from reasons.commissions(s, seat, [], in_time=False)
        yield from reasons.persons(s, seat, playable_persons(s, seat, self.name))

    def preview(self, s: FirenzeState, seat: int, value: dict[str, int]) -> tuple[Text, ...]:
        """6.4 7.1 How high the towers will be, what it costs, and what falls."""
        found = {each.kind: each for each in targets(s, seat)}
        heights = [
            count + (0 if found[kind].tower == NEW else s.players[seat].tower(found[kind].tower).height)
            for kind, count in value.items()
        ]
        raised = {found[kind].tower for kind in value}
        cost = building_cost(s, seat, sum(value.values()))
        falling = towers_fact([tower for tower in doomed_towers(s) if tower.id not in raised])
        said = [say("preview.height", height=heights[0])] if len(heights) == 1 else []
        said += [say("preview.cost", cost=cost)] if cost else []
        return (*said, say("preview.falling", falling=falling)) if falling else tuple(said)

    def answer(self, d: Draft[FirenzeState], seat: int, value: dict[str, int]) -> None:
        turn = d.state.turn
        found = {each.kind: each for each in targets(d.state, seat)} if value else {}
        turn.plan = [
            Piece(tower=found[kind].tower, colour=found[kind].colour, count=count) for kind, count in value.items()
        ]
        turn.apart, turn.offered = [], True
        build_or_pay(d, seat)

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.end()


class Apart(PickStep[FirenzeState]):
    """6.5 1.4 New towers of one colour are separate: whoever wants several of one colour says so first."""

    name = "build.apart"

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        stock, room = s.players[seat].warehouse, room_for(s, seat)
        colours = [c for c in colours_of(stock) if s.turn.apart.count(c) + 1 < min(stock[c], room)]
        if not colours:
            return None
        if s.lean:
            return Pick(WORDLESS, bare_options(colours))
        return Pick(say("ask.build.apart"), tuple([_apart_option(colour) for colour in colours]))

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        d.state.turn.apart.append(value[0])


@cache
def _apart_option(colour: str) -> Option:
    return Option(colour, say("option.apart", colour=ref("coloured", colour)), at=())


def build_or_pay(d: Draft[FirenzeState], seat: int) -> None:
    """6.4 6.5 A plan is carried out at once, or after its price has been chosen."""
    if building_cost(d.state, seat, planned(d.state)):
        d.goto("build.pay", seat)
    else:
        carry_out(d, seat, {})


class PayBuilding(BundleStep[FirenzeState]):
    """6.4 The cost goes into the bag, any colours; built bricks cannot pay."""

    name = "build.pay"
    pays = True

    def ask(self, s: FirenzeState, seat: int) -> Bundle:
        player = s.players[seat]
        cost = building_cost(s, seat, planned(s))
        loose = difference(player.warehouse, planned_bricks(s))
        colours = player.tower_colours | {piece.colour for piece in s.turn.plan}
        doomed = [] if s.lean else towers_fact(doomed_towers(s))
        prompt = WORDLESS if s.lean else say("ask.build.pay", cost=cost, built=planned(s), falling=doomed)
        return brick_bundle(prompt, loose, cost, least_missed(loose, cost, colours), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: dict[str, int]) -> None:
        carry_out(d, seat, value)


def carry_out(d: Draft[FirenzeState], seat: int, payment: Bricks) -> None:
    """6.5 The whole plan at once; it closes the phase. New towers of one plan are separate."""
    s = d.state
    player, turn = s.players[seat], s.turn
    remove(player.warehouse, planned_bricks(s))
    remove(player.warehouse, payment)
    add(s.bag, payment)
    built = planned(s)
    for piece in turn.plan:
        _lay(d, seat, piece)
    turn.plan = []
    if payment:
        bricks = bricks_fact(payment)
        d.tell("firenze.event.paid_building", seat=seat_ref(seat), bricks=bricks, built=built)
    d.end()


def _lay(d: Draft[FirenzeState], seat: int, piece: Piece) -> None:
    s = d.state
    player = s.players[seat]
    if piece.tower == NEW:
        tower = Tower(id=s.towers_begun, colour=piece.colour, height=piece.count)
        s.towers_begun += 1
        player.towers.append(tower)
        event = "started"
    else:
        tower = player.tower(piece.tower)
        tower.height += piece.count
        s.turn.raised.append(tower.id)
        event = "raised"
    d.tell(
        f"firenze.event.{event}",
        seat=seat_ref(seat),
        colour=ref("coloured", piece.colour),
        count=piece.count,
        height=tower.height,
        site=ref("site", piece.colour),
    )

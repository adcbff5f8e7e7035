"""8 Phase 5: hand in towers for commissions."""

from __future__ import annotations

from dataclasses import dataclass

from engines.firenze import reasons
from engines.firenze.board import (
    balcony_on,
    commission,
    is_blocked,
    is_open,
    points_of,
    privilege_bonus,
    privilege_for,
    storey_bonus,
)
from engines.firenze.bricks import add
from engines.firenze.ending import end_tile_for, lay_last_seal
from engines.firenze.hand import BUNDLED, SCREENED, discard_played, may_play, might_play
from engines.firenze.labels import distinct, say, tower_key
from engines.firenze.persons import playable_persons
from engines.firenze.piles import discard
from engines.firenze.scoring import score
from engines.firenze.state import FirenzeState, Tower
from engines.kit import WORDLESS, Draft, Option, Pick, PickStep, Text, Withheld, bare_options, ref, seat_ref


@dataclass(frozen=True, slots=True)
class Fulfilment:
    """8.1 A tower handed in for a commission; the Architect shifts its height by one (9.2)."""

    tower: Tower
    height: int
    shift: int

    @property
    def key(self) -> str:
        """As it is offered: `green-6`, or with the Architect `green-6+1`."""
        return tower_key(self.tower) + (f"{self.shift:+d}" if self.shift else "")

    @property
    def commission(self) -> str:
        """What it serves."""
        return commission(self.tower.colour, self.height)


def fulfilments(s: FirenzeState, seat: int) -> list[Fulfilment]:
    """8.1 A12 A29 Exact heights, or one off with an Architect; none for a player who is blocked or out of seals."""
    return _fulfilments(s, seat, may_play(s, seat, "architect"))


def _fulfilments(s: FirenzeState, seat: int, with_architect: bool) -> list[Fulfilment]:
    player = s.players[seat]
    if not player.towers or not player.seals or is_blocked(s, seat):
        return []
    shifts = (0, 1, -1) if with_architect else (0,)
    towers = distinct(player.towers)
    found = [Fulfilment(tower, tower.height + shift, shift) for shift in shifts for tower in towers]
    return [each for each in found if is_open(s, each.commission)]


def worth(s: FirenzeState, each: Fulfilment) -> int:
    """8.2 8.3 A13 A19 All points of a fulfilment; the commission's height decides, and everything adds up."""
    return points_of(s, each.commission) + storey_bonus(s, each.height) + privilege_bonus(s, each.height)


def bell_tower(s: FirenzeState, seat: int) -> Tower | None:
    """9.1 A14 A15 A white tower of exactly three storeys, for who is blocked by the Campanile."""
    table = s.tables.bell_tower
    if not is_blocked(s, seat):
        return None
    for tower in s.players[seat].towers:
        if tower.colour == table.colour and tower.height == table.height:
            return tower
    return None


class Fulfil(PickStep[FirenzeState]):
    """8.1 A33 One after the other, as often as wanted.

    Whoever has no tower of a height that fits is asked only if staying on: the Architect may then make one fit.
    """

    name = "fulfil.choose"
    bluff = True
    since = SCREENED
    sides = ("person.play", "turn.stay")

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        bell = bell_tower(s, seat)
        may_shift = s.rules < BUNDLED or s.turn.staying or not s.turn.offered
        if bell is None and not _fulfilments(s, seat, may_shift and might_play(s, seat, "architect")):
            return None
        found = fulfilments(s, seat)
        if s.lean:
            keys = [*[each.key for each in found], *(["bell"] if bell else []), "done"]
            return Pick(WORDLESS, bare_options(keys), default=["done"], private=True)
        options = [_option(s, each) for each in found]
        if bell is not None:
            options.append(Option("bell", say("option.bell")))
        options.append(Option("done", say("option.fulfilled")))
        best = max((each for each in found if not each.shift), key=lambda each: worth(s, each), default=None)
        suggested = ([best.key],) if best else (["bell"],) if bell else ()
        return Pick(say("ask.fulfil.choose"), tuple(options), default=["done"], suggested=suggested, private=True)

    def withheld(self, s: FirenzeState, seat: int) -> Withheld:
        offered = [each.commission for each in fulfilments(s, seat)]
        yield from reasons.commissions(s, seat, offered, in_time=True)
        yield from reasons.persons(s, seat, playable_persons(s, seat, self.name))

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        s, key = d.state, value[0]
        if key == "done":
            s.turn.closed = True
            d.end()
        elif key == "bell":
            hand_in_bell_tower(d, seat)
        else:
            fulfil(d, seat, next(each for each in fulfilments(s, seat) if each.key == key))

    def preview(self, s: FirenzeState, seat: int, value: list[str]) -> tuple[Text, ...]:
        """8.2 8.5 11.1 The points, those of the end tile included, and the seals that are left."""
        each = next((each for each in fulfilments(s, seat) if each.key == value[0]), None)
        if each is None:
            return ()
        left = s.players[seat].seals - 1
        points = worth(s, each) + end_tile_for(s, left)
        return (say("preview.points", points=points), say("preview.seals", left=left))

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.end()


def _option(s: FirenzeState, each: Fulfilment) -> Option:
    tile = balcony_on(s, each.commission)
    points, total = points_of(s, each.commission), worth(s, each)
    label = say(
        "option.fulfil" if total == points else "option.fulfil_bonus",
        colour=ref("brick", each.tower.colour),
        height=each.height,
        points=points,
        balcony=ref("numeral", tile.numeral) if tile else "",
        storey=storey_bonus(s, each.height),
        privilege=privilege_bonus(s, each.height),
        total=total,
        storeys=each.tower.height if each.shift else 0,
    )
    return Option(each.key, label, at=(ref("commission", each.commission),))


def fulfil(d: Draft[FirenzeState], seat: int, each: Fulfilment) -> None:
    """8.2 8.4 8.5 A24 Points, seal, storey token, privilege, then all bricks of the tower into the bag."""
    s = d.state
    player, key = s.players[seat], each.commission
    if each.shift:
        discard_played(d, seat, "architect")
        d.tell("firenze.event.played", seat=seat_ref(seat), card=ref("card", "architect"))
    tile, points = balcony_on(s, key), points_of(s, key)
    score(s, seat, "balcony" if tile else "commission", points)
    if tile:
        s.balconies_done += 1
    d.tell(
        "firenze.event.fulfilled",
        because=Text("firenze.event.seals_left", {"left": player.seals - 1}),
        seat=seat_ref(seat),
        colour=ref("brick", each.tower.colour),
        height=each.height,
        points=points,
        balcony=ref("numeral", tile.numeral) if tile else "",
        commission=ref("commission", key),
    )
    s.seals[key] = seat
    player.seals -= 1
    take_storey_token(d, seat, each.height)
    take_privilege(d, seat, each.height)
    if tile and not d.quiet:
        tell_next_balcony(d)
    hand_in(s, seat, each.tower)
    s.turn.closed = False
    if not player.seals:
        lay_last_seal(d, seat)


def tell_next_balcony(d: Draft[FirenzeState]) -> None:
    """8.4 With a balcony fulfilled the next one is open at once."""
    s = d.state
    tiles = [s.tables.balconies[id] for id in s.balconies]
    for tile in [each for each in tiles if each.numeral == s.balconies_done + 1]:
        numeral, commission = ref("numeral", tile.numeral), ref("commission", tile.key)
        d.tell("firenze.event.balcony_open", numeral=numeral, commission=commission, points=points_of(s, tile.key))


def take_storey_token(d: Draft[FirenzeState], seat: int, height: int) -> None:
    """8.3 A13 The first commission of this height takes the token for good."""
    s = d.state
    points = storey_bonus(s, height)
    if height in s.storey_tokens:
        s.storey_tokens.remove(height)
        score(s, seat, "storey", points)
        d.tell("firenze.event.storey", seat=seat_ref(seat), height=height, points=points, token=ref("height", height))


def take_privilege(d: Draft[FirenzeState], seat: int, height: int) -> None:
    """9.1 A19 The first commission of its height scores the privilege, and the card is discarded."""
    s = d.state
    card = privilege_for(s, height)
    if card is not None:
        points = privilege_bonus(s, height)
        s.church.remove(card)
        score(s, seat, "privilege", points)
        d.tell("firenze.event.privilege", seat=seat_ref(seat), card=ref("card", card), points=points)
        discard(d, card)


def hand_in(s: FirenzeState, seat: int, tower: Tower) -> None:
    """8.2 The tower is gone, its real bricks go to the bag."""
    s.players[seat].towers.remove(tower)
    add(s.bag, {tower.colour: tower.height})


def hand_in_bell_tower(d: Draft[FirenzeState], seat: int) -> None:
    """9.1 A31 The small seal goes on the Campanile; when all lie there the card is discarded."""
    s = d.state
    tower = bell_tower(s, seat)
    if tower is not None:
        hand_in(s, seat, tower)
    s.small_seals.append(seat)
    d.tell("firenze.event.bell", seat=seat_ref(seat), seals=len(s.small_seals))
    s.turn.closed = False
    if len(s.small_seals) == s.seats:
        s.small_seals = []
        s.church.remove("campanile")
        d.tell("firenze.event.bell_over")
        discard(d, "campanile")

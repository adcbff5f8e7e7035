"""8.6 8.7 8.8 8.9 8.10 Phase 6: the limits."""

from __future__ import annotations

from engines.firenze.bricks import Bricks, add, least_missed, remove, size
from engines.firenze.ending import has_turn_left
from engines.firenze.hand import BUNDLED, FOLDED, SCREENED, might_play
from engines.firenze.labels import brick_bundle, bricks_fact, copies, name_of, say
from engines.firenze.persons import ANY_TIME, FIRST_STEP, might_play_any, person_option, playable_persons
from engines.firenze.piles import discard
from engines.firenze.state import FirenzeState
from engines.kit import (
    WORDLESS,
    Bundle,
    BundleStep,
    Draft,
    Option,
    Pick,
    PickStep,
    Step,
    bare_options,
    refs,
    seat_ref,
)

END_TURN = Option("end", say("option.end_turn"))
STAY = Option("stay", say("option.stay"), note=say("note.stay"), at=())


def brick_limit(s: FirenzeState, seat: int) -> int:
    """8.7 Ten bricks, with the Warehouse fifteen."""
    limits = s.tables.limits
    return limits.bricks_with_warehouse if "warehouse" in s.players[seat].buildings else limits.bricks


def brick_excess(s: FirenzeState, seat: int) -> int:
    """8.7 Bricks above the limit; towers do not count."""
    return max(0, size(s.players[seat].warehouse) - brick_limit(s, seat))


def disposable_cards(s: FirenzeState, seat: int) -> list[str]:
    """8.8 Persons in hand and buildings; feasts are never given up."""
    player = s.players[seat]
    persons = [card for card in player.hand if s.tables.cards[card].type == "person"]
    return sorted(persons) + sorted(player.buildings)


def card_excess(s: FirenzeState, seat: int) -> int:
    """8.8 A20 Cards to be given up; feasts beyond the fifth simply stay, and the Warehouse lifts the limit."""
    return min(cards_above(s, seat), len(disposable_cards(s, seat)))


def cards_above(s: FirenzeState, seat: int) -> int:
    """8.8 Cards above the limit, as all can count them."""
    player = s.players[seat]
    if "warehouse" in player.buildings:
        return 0
    return max(0, len(player.hand) + len(player.buildings) - s.tables.limits.cards)


class Check(Step[FirenzeState]):
    """8.6 8.9 8.10 The turn ends when both limits hold and the last moment for persons has passed.

    Which bricks go is not asked where no turn is left: what is over does not score. Who is above the limit and gives
    up nothing has nothing but feasts in hand: all can tell, so it is told, and no person is asked for.
    """

    name = "limits.check"

    def resume(self, d: Draft[FirenzeState]) -> None:
        s = d.state
        is_last = s.rules >= FOLDED and not has_turn_left(s, s.active)
        if is_last and brick_excess(s, s.active):
            player, excess = s.player, brick_excess(s, s.active)
            drop(d, s.active, least_missed(player.warehouse, excess, player.tower_colours))
        elif brick_excess(s, s.active):
            d.call("limits.bricks", s.active)
        elif card_excess(s, s.active):
            d.call("limits.cards", s.active)
        elif s.rules >= FOLDED and cards_above(s, s.active):
            d.raise_barrier()
            d.tell("firenze.event.only_feasts", seat=seat_ref(s.active))
            d.end()
        elif is_open(s) and might_play_any(s, s.active, "limits.close"):
            d.call("limits.close", s.active)
        else:
            d.end()


def is_open(s: FirenzeState) -> bool:
    """3.5 8.9 Whether the last moment for persons is still to come: it is asked of who stays, and of who could not say
    so beside the building."""
    ends_by_itself = s.rules >= BUNDLED and s.turn.offered and not s.turn.staying
    return not s.turn.closed and not ends_by_itself


class DropBricks(BundleStep[FirenzeState]):
    """8.7 Exactly the excess goes into the bag, own choice of colours."""

    name = "limits.bricks"
    bluff = True
    since = SCREENED
    sides = ("person.play",)

    def ask(self, s: FirenzeState, seat: int) -> Bundle:
        player, excess = s.players[seat], brick_excess(s, seat)
        prompt = WORDLESS if s.lean else say("ask.limits.bricks", excess=excess, limit=brick_limit(s, seat))
        return brick_bundle(
            prompt, player.warehouse, excess, least_missed(player.warehouse, excess, player.tower_colours)
        )

    def answer(self, d: Draft[FirenzeState], seat: int, value: dict[str, int]) -> None:
        drop(d, seat, value)
        d.state.turn.closed = True
        d.end()


def drop(d: Draft[FirenzeState], seat: int, bricks: Bricks) -> None:
    """8.7 The excess goes into the bag."""
    s, limit = d.state, brick_limit(d.state, seat)
    remove(s.players[seat].warehouse, bricks)
    add(s.bag, bricks)
    d.tell("firenze.event.dropped_bricks", seat=seat_ref(seat), bricks=bricks_fact(bricks), limit=limit)


class DropCards(PickStep[FirenzeState]):
    """8.8 8.9 Give up exactly the excess; a Patrician played instead makes it count again."""

    name = "limits.cards"
    bluff = True
    since = SCREENED
    sides = ("person.play",)

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        excess = card_excess(s, seat)
        if not excess:
            return None
        options = copies("card", disposable_cards(s, seat))
        prompt = say("ask.limits.cards", excess=excess, limit=s.tables.limits.cards)
        return Pick(prompt, options, excess, excess, private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        s = d.state
        player = s.players[seat]
        cards = [name_of(key) for key in value]
        d.tell("firenze.event.dropped_cards", seat=seat_ref(seat), cards=refs("card", cards))
        for card in cards:
            (player.hand if card in player.hand else player.buildings).remove(card)
            discard(d, card)
        s.turn.closed = True
        d.end()

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.end()


class Close(PickStep[FirenzeState]):
    """3.5 8.9 The last moment of the turn in which persons can be played; asked whoever is in the hand."""

    name = "limits.close"
    bluff = True
    since = SCREENED

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        if not might_play_any(s, seat, self.name):
            return None
        persons = playable_persons(s, seat, self.name)
        if s.lean:
            return Pick(WORDLESS, bare_options(["end", *persons]), default=["end"], private=True)
        options = (END_TURN, *(person_option(person) for person in persons))
        return Pick(say("ask.limits.close"), options, default=["end"], private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        if value == ["end"]:
            d.state.turn.closed = True
            d.end()
        else:
            d.call(FIRST_STEP[value[0]], seat)

    def resume(self, d: Draft[FirenzeState]) -> None:
        d.end()


class Stay(PickStep[FirenzeState]):
    """3.5 8.1 8.9 Beside building and fulfilling: be asked once more before the turn ends, for Architect and persons.

    Offered to whoever holds a card, whichever it is; without it the turn ends by itself.
    """

    name = "turn.stay"

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        if s.rules < BUNDLED or s.turn.staying:
            return None
        if not any(might_play(s, seat, person) for person in (*ANY_TIME, "architect")):
            return None
        return Pick(WORDLESS if s.lean else say("ask.turn.stay"), (STAY,), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        d.state.turn.staying = True

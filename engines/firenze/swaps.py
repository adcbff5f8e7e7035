"""9.2 Alchemist and Smuggler: swap a brick with the bag or with another warehouse."""

from __future__ import annotations

from engines.firenze.bricks import COLOURS, add, colours_of, in_order, remove
from engines.firenze.hand import discard_played
from engines.firenze.labels import brick_label, say
from engines.firenze.state import FirenzeState
from engines.kit import Draft, Option, Pick, PickStep, ref, seat_ref

# --- Alchemist --------------------------------------------------------------------------------------------------------


def swappable(s: FirenzeState, seat: int) -> list[str]:
    """9.2 A7 A28 Own colours for which the bag holds another one."""
    there = colours_of(s.bag)
    own = colours_of(s.players[seat].warehouse)
    return own if len(there) > 1 else [colour for colour in own if there and there != [colour]]


def _colour_options(colours: list[str], kind: str = "brick", *where: str) -> tuple[Option, ...]:
    """Colours to choose from, and where such bricks lie."""
    return tuple([Option(colour, brick_label(colour), at=(ref(kind, colour), *where)) for colour in colours])


class AlchemistGive(PickStep[FirenzeState]):
    """9.2 Alchemist: the own brick that goes into the bag."""

    name = "alchemist.give"

    def ask(self, s: FirenzeState, seat: int) -> Pick:
        return Pick(say("ask.alchemist.give"), _colour_options(swappable(s, seat)), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        d.state.turn.given = value[0]
        d.goto("alchemist.take", seat)


class AlchemistTake(PickStep[FirenzeState]):
    """9.2 A7 Alchemist: a brick of another colour from the bag, by choice."""

    name = "alchemist.take"

    def ask(self, s: FirenzeState, seat: int) -> Pick:
        given = s.turn.given
        colours = [colour for colour in COLOURS if s.bag[colour] and colour != given]
        return Pick(say("ask.alchemist.take", given=ref("brick", given)), _colour_options(colours, "bag"), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        s = d.state
        given, taken = s.turn.given, value[0]
        s.turn.given = ""
        discard_played(d, seat, "alchemist")
        remove(s.players[seat].warehouse, {given: 1})
        add(s.players[seat].warehouse, {taken: 1})
        s.bag[given] += 1
        s.bag[taken] -= 1
        d.tell("firenze.event.alchemist", seat=seat_ref(seat), given=ref("brick", given), taken=ref("brick", taken))
        d.end()


# --- Smuggler ---------------------------------------------------------------------------------------------------------


def victims(s: FirenzeState, seat: int) -> list[int]:
    """9.2 A8 Other players with a brick in the warehouse."""
    return [other for other in s.order_from(seat)[1:] if s.players[other].warehouse]


class SmugglerVictim(PickStep[FirenzeState]):
    """9.2 A8 Smuggler: with whom to swap; the victim has no say."""

    name = "smuggler.victim"

    def ask(self, s: FirenzeState, seat: int) -> Pick:
        options = [Option(f"seat:{other}", say("option.player", who=seat_ref(other))) for other in victims(s, seat)]
        return Pick(say("ask.smuggler.victim"), tuple(options), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        d.state.turn.victim = int(value[0].removeprefix("seat:"))
        d.goto("smuggler.give", seat)


class SmugglerGive(PickStep[FirenzeState]):
    """9.2 Smuggler: the own brick."""

    name = "smuggler.give"

    def ask(self, s: FirenzeState, seat: int) -> Pick:
        colours = list(in_order(s.players[seat].warehouse))
        prompt = say("ask.smuggler.give", who=seat_ref(s.turn.victim))
        return Pick(prompt, _colour_options(colours), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        d.state.turn.given = value[0]
        d.goto("smuggler.take", seat)


class SmugglerTake(PickStep[FirenzeState]):
    """9.2 Smuggler: the brick of the other warehouse."""

    name = "smuggler.take"

    def ask(self, s: FirenzeState, seat: int) -> Pick:
        colours = list(in_order(s.players[s.turn.victim].warehouse))
        other = seat_ref(s.turn.victim)
        prompt = say("ask.smuggler.take", who=other, given=ref("brick", s.turn.given))
        return Pick(prompt, _colour_options(colours, "brick", other), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        s = d.state
        given, taken, other = s.turn.given, value[0], s.turn.victim
        s.turn.given, s.turn.victim = "", -1
        discard_played(d, seat, "smuggler")
        for giver, taker, colour in ((seat, other, given), (other, seat, taken)):
            remove(s.players[giver].warehouse, {colour: 1})
            add(s.players[taker].warehouse, {colour: 1})
        d.tell(
            "firenze.event.smuggler",
            seat=seat_ref(seat),
            who=seat_ref(other),
            given=ref("brick", given),
            taken=ref("brick", taken),
        )
        d.end()

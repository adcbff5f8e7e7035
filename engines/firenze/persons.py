"""9.2 Persons: when they can be played, and what they do."""

from __future__ import annotations

from functools import cache

from engines.firenze.bricks import COLOURS, add, in_order, remove
from engines.firenze.labels import brick_label, bricks_fact, distinct, say, tower_key
from engines.firenze.piles import discard, draw_bricks
from engines.firenze.ruins import take_storey
from engines.firenze.state import Firenze, Tower
from engines.kit.asks import Ask, Option, Pick
from engines.kit.draft import Draft
from engines.kit.step import Step
from engines.kit.text import ref, seat_ref

ANY_TIME = ("alchemist", "smuggler", "saboteur", "patrician")

WINDOWS: dict[str, tuple[str, ...]] = {
    "card.choose": ("princess", "wholesaler", *ANY_TIME),
    "exchange.choose": ("wholesaler", *ANY_TIME),
    "build.choose": ("mason", *ANY_TIME),
    "fulfil.choose": ANY_TIME,
    "limits.bricks": ANY_TIME,
    "limits.cards": ANY_TIME,
    "limits.close": ANY_TIME,
}
"""3.5 4.1 5.3 8.9 Who may be played beside which question; the Architect is part of a fulfilment."""

FIRST_STEP = {
    "alchemist": "alchemist.give",
    "smuggler": "smuggler.victim",
    "saboteur": "saboteur.tower",
    "patrician": "patrician.card",
    "wholesaler": "wholesaler.card",
}
"""What a person asks first; Princess and Mason ask nothing."""


def may_play(s: Firenze, seat: int, person: str) -> bool:
    """3.4 In hand, and no other of this name was played this turn."""
    return person in s.players[seat].hand and person not in s.turn.played


def is_playable(s: Firenze, seat: int, person: str) -> bool:
    """3.4 A person without a target cannot be played; Princess and Mason need none."""
    if not may_play(s, seat, person):
        return False
    match person:
        case "alchemist":
            return bool(swappable(s, seat))
        case "smuggler":
            return bool(s.players[seat].warehouse and victims(s, seat))
        case "saboteur":
            return bool(targets_of_saboteur(s, seat))
        case "patrician":
            return len(s.players[seat].hand) > 1
        case "wholesaler":
            return any(card.bricks for card in s.row)
    return True


def playable_persons(s: Firenze, seat: int, window: str) -> list[str]:
    """3.4 3.5 The persons whose moment it is. A plan once begun allows only the Mason (6.5)."""
    hand = s.players[seat].hand
    persons = ("mason",) if s.turn.plan else WINDOWS.get(window, ())
    return [person for person in persons if person in hand and is_playable(s, seat, person)]


def discard_played(d: Draft[Firenze], seat: int, person: str) -> None:
    """3.4 A played person goes to the discard pile at once and cannot come again this turn."""
    s = d.state
    s.players[seat].hand.remove(person)
    s.turn.played.append(person)
    s.turn.closed = False
    discard(d, person)


class Play(Step[Firenze]):
    """3.4 3.5 A17 Persons may be played beside most questions of the own turn, each name once."""

    name = "person.play"

    def ask(self, s: Firenze, seat: int) -> Ask | None:
        persons = playable_persons(s, seat, s.stack[-1].step)
        if not persons:
            return None
        return Pick(say("ask.person.play"), tuple([_option(person) for person in persons]), private=True)

    def answer(self, d: Draft[Firenze], seat: int, value: list[str]) -> None:
        if value[0] in FIRST_STEP:
            d.call(FIRST_STEP[value[0]], seat)
        else:
            discard_played(d, seat, value[0])
            d.tell("firenze.event.played", seat=seat_ref(seat), card=ref("card", value[0]))


@cache
def _option(person: str) -> Option:
    note = say("note.effect", what=ref("effect", person))
    return Option(person, say("option.play", card=ref("card", person)), note=note)


# --- Alchemist --------------------------------------------------------------------------------------------------------


def swappable(s: Firenze, seat: int) -> list[str]:
    """9.2 A7 A28 Own colours for which the bag holds another one."""
    there = [colour for colour in COLOURS if s.bag[colour]]
    return [colour for colour in in_order(s.players[seat].warehouse) if any(other != colour for other in there)]


def _colour_options(colours: list[str]) -> tuple[Option, ...]:
    return tuple([Option(colour, brick_label(colour)) for colour in colours])


class AlchemistGive(Step[Firenze]):
    """9.2 Alchemist: the own brick that goes into the bag."""

    name = "alchemist.give"

    def ask(self, s: Firenze, seat: int) -> Ask:
        return Pick(say("ask.alchemist.give"), _colour_options(swappable(s, seat)), private=True)

    def answer(self, d: Draft[Firenze], seat: int, value: list[str]) -> None:
        d.state.turn.given = value[0]
        d.goto("alchemist.take", seat)


class AlchemistTake(Step[Firenze]):
    """9.2 A7 Alchemist: a brick of another colour from the bag, by choice."""

    name = "alchemist.take"

    def ask(self, s: Firenze, seat: int) -> Ask:
        given = s.turn.given
        colours = [colour for colour in COLOURS if s.bag[colour] and colour != given]
        return Pick(say("ask.alchemist.take", given=ref("brick", given)), _colour_options(colours), private=True)

    def answer(self, d: Draft[Firenze], seat: int, value: list[str]) -> None:
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


def victims(s: Firenze, seat: int) -> list[int]:
    """9.2 A8 Other players with a brick in the warehouse."""
    return [other for other in s.order_from(seat)[1:] if s.players[other].warehouse]


class SmugglerVictim(Step[Firenze]):
    """9.2 A8 Smuggler: with whom to swap; the victim has no say."""

    name = "smuggler.victim"

    def ask(self, s: Firenze, seat: int) -> Ask:
        options = [Option(f"seat:{other}", say("option.player", who=seat_ref(other))) for other in victims(s, seat)]
        return Pick(say("ask.smuggler.victim"), tuple(options), private=True)

    def answer(self, d: Draft[Firenze], seat: int, value: list[str]) -> None:
        d.state.turn.victim = int(value[0].removeprefix("seat:"))
        d.goto("smuggler.give", seat)


class SmugglerGive(Step[Firenze]):
    """9.2 Smuggler: the own brick."""

    name = "smuggler.give"

    def ask(self, s: Firenze, seat: int) -> Ask:
        colours = list(in_order(s.players[seat].warehouse))
        prompt = say("ask.smuggler.give", who=seat_ref(s.turn.victim))
        return Pick(prompt, _colour_options(colours), private=True)

    def answer(self, d: Draft[Firenze], seat: int, value: list[str]) -> None:
        d.state.turn.given = value[0]
        d.goto("smuggler.take", seat)


class SmugglerTake(Step[Firenze]):
    """9.2 Smuggler: the brick of the other warehouse."""

    name = "smuggler.take"

    def ask(self, s: Firenze, seat: int) -> Ask:
        colours = list(in_order(s.players[s.turn.victim].warehouse))
        prompt = say("ask.smuggler.take", who=seat_ref(s.turn.victim), given=ref("brick", s.turn.given))
        return Pick(prompt, _colour_options(colours), private=True)

    def answer(self, d: Draft[Firenze], seat: int, value: list[str]) -> None:
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


# --- Saboteur ---------------------------------------------------------------------------------------------------------


def targets_of_saboteur(s: Firenze, seat: int) -> list[tuple[int, Tower]]:
    """9.2 Towers of the other players; equal ones of one player are one target."""
    return [(other, tower) for other in s.order_from(seat)[1:] for tower in distinct(s.players[other].towers)]


class SaboteurTower(Step[Firenze]):
    """9.2 A10 Saboteur: another player's tower loses a brick; were the card an event, this would be its effect."""

    name = "saboteur.tower"

    def ask(self, s: Firenze, seat: int) -> Ask:
        options = [
            Option(
                f"{other}:{tower_key(tower)}",
                say("option.tower_of", who=seat_ref(other), tower=ref("tower", tower_key(tower))),
                group=seat_ref(other),
            )
            for other, tower in targets_of_saboteur(s, seat)
        ]
        return Pick(say("ask.saboteur.tower"), tuple(options), private=True)

    def answer(self, d: Draft[Firenze], seat: int, value: list[str]) -> None:
        s = d.state
        other, _, key = value[0].partition(":")
        owner = int(other)
        tower = next(tower for tower in s.players[owner].towers if tower_key(tower) == key)
        if s.turn.event != "saboteur":
            discard_played(d, seat, "saboteur")
        d.tell("firenze.event.saboteur", seat=seat_ref(seat), who=seat_ref(owner), tower=ref("tower", key))
        take_storey(d, owner, tower)
        d.end()


# --- Patrician and Wholesaler -----------------------------------------------------------------------------------------


class PatricianCard(Step[Firenze]):
    """9.2 A3 Patrician: another card of the own hand is discarded, person or feast, not a building."""

    name = "patrician.card"

    def ask(self, s: Firenze, seat: int) -> Ask:
        others = list(s.players[seat].hand)
        others.remove("patrician")
        options = [Option(card, say("option.thing", what=ref("card", card))) for card in sorted(set(others))]
        return Pick(say("ask.patrician.card"), tuple(options), private=True)

    def answer(self, d: Draft[Firenze], seat: int, value: list[str]) -> None:
        discard_played(d, seat, "patrician")
        d.state.players[seat].hand.remove(value[0])
        d.tell("firenze.event.patrician", seat=seat_ref(seat), card=ref("card", value[0]))
        discard(d, value[0])
        d.end()


class WholesalerCard(Step[Firenze]):
    """9.2 A9 A28 Wholesaler: the bricks on a card go into the bag and as many are drawn; it binds to nothing."""

    name = "wholesaler.card"

    def ask(self, s: Firenze, seat: int) -> Ask:
        options = [
            Option(
                f"slot:{slot}",
                say("option.slot", number=slot + 1, card=ref("card", card.card)),
                note=say("note.bricks", bricks=bricks_fact(card.bricks)),
            )
            for slot, card in enumerate(s.row)
            if card.bricks
        ]
        return Pick(say("ask.wholesaler.card"), tuple(options), private=True)

    def answer(self, d: Draft[Firenze], seat: int, value: list[str]) -> None:
        s = d.state
        card = s.row[int(value[0].removeprefix("slot:"))]
        discard_played(d, seat, "wholesaler")
        number = sum(card.bricks.values())
        add(s.bag, card.bricks)
        card.bricks = draw_bricks(d, number)
        bricks = bricks_fact(card.bricks)
        d.tell("firenze.event.wholesaler", seat=seat_ref(seat), card=ref("card", card.card), bricks=bricks)
        d.end()


STEPS = (
    Play(),
    AlchemistGive(),
    AlchemistTake(),
    SmugglerVictim(),
    SmugglerGive(),
    SmugglerTake(),
    SaboteurTower(),
    PatricianCard(),
    WholesalerCard(),
)

"""9.2 Persons: when they can be played, and what they do."""

from __future__ import annotations

from functools import cache

from engines.firenze import reasons, swaps
from engines.firenze.bricks import add
from engines.firenze.hand import FOLDED, SCREENED, discard_played, may_play, might_play
from engines.firenze.labels import bricks_fact, distinct, say, slot_at, tower_key
from engines.firenze.piles import discard, draw_bricks
from engines.firenze.ruins import take_storey
from engines.firenze.state import FirenzeState, Tower
from engines.kit import WORDLESS, Draft, Option, Pick, PickStep, Withheld, bare_options, ref, seat_ref

ANY_TIME = ("alchemist", "smuggler", "saboteur", "patrician")

WINDOWS: dict[str, tuple[str, ...]] = {
    "card.choose": ("princess", "wholesaler", *ANY_TIME),
    "exchange.choose": ("wholesaler", *ANY_TIME),
    "build.choose": ("mason", *ANY_TIME),
    "build.bricks": ("mason", "wholesaler", *ANY_TIME),
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


def is_playable(s: FirenzeState, seat: int, person: str) -> bool:
    """3.4 A person without a target cannot be played; Princess and Mason need none."""
    return may_play(s, seat, person) and has_target(s, seat, person)


def has_target(s: FirenzeState, seat: int, person: str) -> bool:
    """3.4 Whether there is something on the table that a person could be played for, which all can see."""
    match person:
        case "alchemist":
            return bool(swaps.swappable(s, seat))
        case "smuggler":
            return bool(s.players[seat].warehouse and swaps.victims(s, seat))
        case "saboteur":
            return bool(targets_of_saboteur(s, seat))
        case "patrician":
            return len(s.players[seat].hand) > 1
        case "wholesaler":
            return any(card.bricks for card in s.row)
    return True


def playable_persons(s: FirenzeState, seat: int, window: str) -> list[str]:
    """3.4 3.5 The persons whose moment it is. A plan once begun allows only the Mason (6.5)."""
    hand = s.players[seat].hand
    persons = ("mason",) if s.turn.plan else WINDOWS.get(window, ())
    if window == "build.choose" and s.rules >= FOLDED and not s.turn.plan:
        persons = (*persons, "wholesaler")
    return [person for person in persons if person in hand and is_playable(s, seat, person)]


def might_play_any(s: FirenzeState, seat: int, window: str) -> bool:
    """3.5 10.3 Whether, for all that the others know, it is the moment of a person in hand."""
    for person in WINDOWS[window]:
        if might_play(s, seat, person) and has_target(s, seat, person):
            return True
    return False


class Play(PickStep[FirenzeState]):
    """3.4 3.5 A17 Persons may be played beside most questions of the own turn, each name once."""

    name = "person.play"

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        persons = playable_persons(s, seat, s.stack[-1].step)
        if not persons:
            return None
        if s.lean:
            return Pick(WORDLESS, bare_options(persons), private=True)
        return Pick(say("ask.person.play"), tuple([person_option(person) for person in persons]), private=True)

    def withheld(self, s: FirenzeState, seat: int) -> Withheld:
        return reasons.persons(s, seat, playable_persons(s, seat, s.stack[-1].step))

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        if value[0] in FIRST_STEP:
            d.call(FIRST_STEP[value[0]], seat)
        else:
            discard_played(d, seat, value[0])
            d.tell("firenze.event.played", seat=seat_ref(seat), card=ref("card", value[0]))


@cache
def person_option(person: str) -> Option:
    """A person that may be played, with what it does."""
    note = say("note.effect", what=ref("effect", person))
    return Option(person, say("option.play", card=ref("card", person)), note=note)


# --- Saboteur ---------------------------------------------------------------------------------------------------------


def targets_of_saboteur(s: FirenzeState, seat: int) -> list[tuple[int, Tower]]:
    """9.2 Towers of the other players; equal ones of one player are one target."""
    return [(other, tower) for other in s.order_from(seat)[1:] for tower in distinct(s.players[other].towers)]


class SaboteurTower(PickStep[FirenzeState]):
    """9.2 A10 Saboteur: another player's tower loses a brick; were the card an event, this would be its effect."""

    name = "saboteur.tower"

    def ask(self, s: FirenzeState, seat: int) -> Pick:
        options = [
            Option(
                f"{other}:{tower_key(tower)}",
                say("option.tower_of", who=seat_ref(other), tower=ref("tower", tower_key(tower))),
                group=seat_ref(other),
            )
            for other, tower in targets_of_saboteur(s, seat)
        ]
        return Pick(say("ask.saboteur.tower"), tuple(options), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        s = d.state
        other, _, key = value[0].partition(":")
        owner = int(other)
        tower = next(tower for tower in s.players[owner].towers if tower_key(tower) == key)
        if s.turn.event != "saboteur":
            discard_played(d, seat, "saboteur")
        d.tell(
            "firenze.event.saboteur",
            seat=seat_ref(seat),
            who=seat_ref(owner),
            tower=ref("tower", key),
            site=ref("site", tower.colour),
            gone=int(tower.height == 1),
        )
        take_storey(d, owner, tower)
        d.end()


# --- Patrician and Wholesaler -----------------------------------------------------------------------------------------


class PatricianCard(PickStep[FirenzeState]):
    """9.2 A3 Patrician: another card of the own hand is discarded, person or feast, not a building."""

    name = "patrician.card"
    bluff = True
    since = SCREENED

    def ask(self, s: FirenzeState, seat: int) -> Pick:
        others = list(s.players[seat].hand)
        others.remove("patrician")
        options = [Option(card, say("option.thing", what=ref("card", card))) for card in sorted(set(others))]
        return Pick(say("ask.patrician.card"), tuple(options), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        discard_played(d, seat, "patrician")
        d.state.players[seat].hand.remove(value[0])
        d.tell("firenze.event.patrician", seat=seat_ref(seat), card=ref("card", value[0]))
        discard(d, value[0])
        d.end()


class WholesalerCard(PickStep[FirenzeState]):
    """9.2 A9 A28 Wholesaler: the bricks on a card go into the bag and as many are drawn; it binds to nothing."""

    name = "wholesaler.card"

    def ask(self, s: FirenzeState, seat: int) -> Pick:
        options = [
            Option(
                f"slot:{slot}",
                say("option.slot", number=slot + 1, card=ref("card", card.card)),
                note=say("note.bricks", bricks=bricks_fact(card.bricks)),
                at=slot_at(slot, ref("card", card.card)),
            )
            for slot, card in enumerate(s.row)
            if card.bricks
        ]
        return Pick(say("ask.wholesaler.card"), tuple(options), private=True)

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        s = d.state
        card = s.row[int(value[0].removeprefix("slot:"))]
        discard_played(d, seat, "wholesaler")
        number = sum(card.bricks.values())
        add(s.bag, card.bricks)
        card.bricks = draw_bricks(d, number)
        bricks = bricks_fact(card.bricks)
        d.tell("firenze.event.wholesaler", seat=seat_ref(seat), card=ref("card", card.card), bricks=bricks)
        d.end()

"""4 Phase 1: choose a card of the row, pay for it and do what it says."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engines.firenze import reasons
from engines.firenze.bricks import add, in_order, least_missed, remove, size
from engines.firenze.events import start_event
from engines.firenze.hand import SCREENED
from engines.firenze.labels import brick_bundle, bricks_fact, copies, name_of, say, slot_at
from engines.firenze.persons import playable_persons
from engines.firenze.piles import discard
from engines.firenze.state import FirenzeState, RowCard
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

if TYPE_CHECKING:
    from engines.firenze.tables import CardRow

KEEPS_BRICKS_ASIDE = ("flood", "warehouse_fire")
"""4.5 A5 Events that spare the bricks on their own card."""


def price_of(s: FirenzeState, slot: int) -> int:
    """4.2 4.4 A slot costs as many bricks as cards lie left of it, with the Princess nothing."""
    return 0 if "princess" in s.turn.played else slot


class Choose(PickStep[FirenzeState]):
    """4.1 4.2 4.3 Choose exactly one card that the warehouse can pay for; the leftmost always can be taken."""

    name = "card.choose"
    bluff = True
    since = SCREENED
    sides = ("person.play",)

    def ask(self, s: FirenzeState, seat: int) -> Pick | None:
        if not s.row:
            return None
        stock = size(s.players[seat].warehouse)
        if s.lean:
            slots = [f"slot:{slot}" for slot in range(len(s.row)) if price_of(s, slot) <= stock]
            return Pick(WORDLESS, bare_options(slots), default=["slot:0"])
        options = tuple([self._option(s, slot) for slot in range(len(s.row)) if price_of(s, slot) <= stock])
        return Pick(say("ask.card.choose"), options, default=["slot:0"])

    def _option(self, s: FirenzeState, slot: int) -> Option:
        card = s.row[slot]
        note = say("note.card", bricks=bricks_fact(card.bricks), what=ref("effect", card.card))
        at = slot_at(slot, ref("card", card.card))
        return Option(f"slot:{slot}", _label(slot, card.card, price_of(s, slot)), note=note, at=at)

    def withheld(self, s: FirenzeState, seat: int) -> Withheld:
        prices = [price_of(s, slot) for slot in range(len(s.row))]
        stock = size(s.players[seat].warehouse)
        yield from reasons.cards(s, seat, prices, [f"slot:{n}" for n, price in enumerate(prices) if price <= stock])
        yield from reasons.commissions(s, seat, [], in_time=False)
        yield from reasons.persons(s, seat, playable_persons(s, seat, self.name))

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        s = d.state
        s.turn.slot = int(value[0].removeprefix("slot:"))
        if price_of(s, s.turn.slot):
            d.goto("card.pay", seat)
        else:
            take_card(d, [])

    def resume(self, d: Draft[FirenzeState]) -> None:
        """4.2 An empty row is only refilled."""
        d.goto("card.refill")


@cache
def _label(slot: int, card: str, price: int) -> Text:
    wording = "option.card" if price else "option.card_free"
    return say(wording, number=slot + 1, card=ref("card", card), price=price)


class Pay(BundleStep[FirenzeState]):
    """4.3 Which bricks pay; those on the chosen card cannot."""

    name = "card.pay"
    pays = True

    def ask(self, s: FirenzeState, seat: int) -> Bundle:
        player, price = s.players[seat], price_of(s, s.turn.slot)
        cheapest = least_missed(player.warehouse, price, player.tower_colours)
        card = ref("card", s.row[s.turn.slot].card)
        prompt = WORDLESS if s.lean else say("ask.card.pay", price=price, card=card)
        return brick_bundle(prompt, player.warehouse, price, cheapest)

    def answer(self, d: Draft[FirenzeState], seat: int, value: dict[str, int]) -> None:
        d.state.turn.payment = value
        if len(value) == 1:
            take_card(d, list(value) * size(value))
        else:
            d.goto("card.order", seat)


class Order(PickStep[FirenzeState]):
    """4.3 Which colour goes on which card, from the left."""

    name = "card.order"

    def ask(self, s: FirenzeState, seat: int) -> Pick:
        pieces = [colour for colour, count in in_order(s.turn.payment).items() for _ in range(count)]
        options = copies("brick", pieces)
        as_listed = [option.key for option in options]
        cards = [ref("card", card.card) for card in s.row[: len(pieces)]]
        prompt = say("ask.card.order", cards=cards, card=ref("card", s.row[s.turn.slot].card))
        number = len(pieces)
        return Pick(prompt, options, number, number, ordered=True, default=as_listed, suggested=(as_listed,))

    def answer(self, d: Draft[FirenzeState], seat: int, value: list[str]) -> None:
        take_card(d, [name_of(key) for key in value])


def take_card(d: Draft[FirenzeState], colours: list[str]) -> None:
    """4.3 4.4 4.5 Lay the payment from the left, then take the card and the bricks on it."""
    s = d.state
    player, turn = s.player, s.turn
    for card, colour in zip(s.row, colours, strict=False):
        remove(player.warehouse, {colour: 1})
        add(card.bricks, {colour: 1})
    taken = s.row.pop(turn.slot)
    turn.slot, turn.payment = -1, {}
    add(turn.aside if taken.card in KEEPS_BRICKS_ASIDE else player.warehouse, taken.bricks)
    if not d.quiet:
        _tell_taken(d, taken, colours)
    d.goto("card.refill")
    place_card(d, s.tables.cards[taken.card])


def _tell_taken(d: Draft[FirenzeState], taken: RowCard, colours: list[str]) -> None:
    laid: list[str] = [ref("brick", colour) for colour in colours]
    d.tell(
        "firenze.event.took",
        because=say("event.took_laid", bricks=laid) if laid else None,
        seat=seat_ref(d.state.active),
        card=ref("card", taken.card),
        paid=len(colours),
        bricks=bricks_fact(taken.bricks),
    )


def place_card(d: Draft[FirenzeState], card: CardRow) -> None:
    """4.6 By type: resolve, take into the hand, lay down or give to the church."""
    s = d.state
    if card.id == "monument":
        award_monument(d)
    elif card.type == "event":
        start_event(d, card.id)
    elif card.type in ("person", "feast"):
        s.player.hand.append(card.id)
    elif card.type == "church":
        s.church.append(card.id)
        what = say("note.effect", what=ref("effect", card.id))
        d.tell("firenze.event.church", because=what, card=ref("card", card.id))
    elif card.id in s.player.buildings:
        discard(d, card.id)
        d.tell("firenze.event.second_building", seat=seat_ref(s.active), card=ref("card", card.id))
    else:
        s.player.buildings.append(card.id)


def highest_towers(s: FirenzeState) -> list[int]:
    """9.1 The height of everybody's highest tower."""
    return [max((tower.height for tower in player.towers), default=0) for player in s.players]


def monument_owner(s: FirenzeState) -> int | None:
    """9.1 A11 The one player with the highest tower; a tie between players or no tower: nobody."""
    heights = highest_towers(s)
    top = max(heights)
    return heights.index(top) if top and heights.count(top) == 1 else None


def award_monument(d: Draft[FirenzeState]) -> None:
    """9.1 A11 A32 The Monument goes to the highest tower, even out of turn, or is discarded."""
    s = d.state
    owner, height = monument_owner(s), max(highest_towers(s))
    if owner is None:
        discard(d, "monument")
        d.tell("firenze.event.monument_discarded", height=height)
    else:
        s.players[owner].hand.append("monument")
        d.tell("firenze.event.monument", seat=seat_ref(owner), height=height)

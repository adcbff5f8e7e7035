"""Chapter 9, refill and exchange: the hand is brought to its limit, then one card may be exchanged."""

from __future__ import annotations

from engines.kit import WORDLESS, Bundle, BundleStep, Draft, Option, Pick, PickStep, Step, Text, bare, counted
from engines.rivals.building import search_cost
from engines.rivals.built import search
from engines.rivals.labels import (
    card_facts,
    card_options,
    choices,
    filled,
    matching,
    stack_of_key,
    stack_options,
    who,
)
from engines.rivals.leisure import awaits_loss, could_run_dry, note_put_under
from engines.rivals.scoring import hand_limit
from engines.rivals.state import Deed, RivalsState
from engines.rivals.stores import by_resource, exactly, remove, stock


class HandStart(Step[RivalsState]):
    """9.1 The actions are over; where hardly a card is left, what the other player puts under a stack is waited for."""

    name = "hand.start"

    def resume(self, d: Draft[RivalsState]) -> None:
        if not (could_run_dry(d.state) and awaits_loss(d)):
            d.goto("hand.refill")


class Refill(PickStep[RivalsState]):
    """9.1 9.2 A35 Below the limit: draw from the top of any stack, one card at a time."""

    name = "hand.refill"
    sides = ("loss.wait",)

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        short = len(s.players[s.active].hand) < hand_limit(s, s.active)
        return (s.active,) if short and filled(s) else ()

    def ask(self, s: RivalsState, seat: int) -> Pick:
        numbers = filled(s)
        if s.lean:
            return Pick(WORDLESS, stack_options(s, numbers))
        fullest = max(numbers, key=lambda number: len(s.stacks[number].cards))
        missing = hand_limit(s, seat) - len(s.players[seat].hand)
        return Pick(
            Text("rivals.ask.hand.refill", {"n": missing}), stack_options(s, numbers), suggested=([str(fullest + 1)],)
        )

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        draw_top(d, seat, stack_of_key(value[0]))

    def resume(self, d: Draft[RivalsState]) -> None:
        d.goto("hand.shed")


def draw_top(d: Draft[RivalsState], seat: int, number: int) -> None:
    """9.2 17.1 Take the top card of a stack; all see which stack it was."""
    s = d.state
    hand = s.players[seat].hand
    card = d.take(s.stacks[number].cards, 0, hand)
    d.look(hand, seat, len(hand) - 1)
    if not d.quiet:
        d.tell("rivals.event.drew", {seat: card_facts(s, card.kind, card.back)}, seat=who(seat), stack=number + 1)


class Shed(PickStep[RivalsState]):
    """9.3 A30 Above the limit: cards of choice go under matching stacks."""

    name = "hand.shed"
    bluff = True  # a choice between equal cards that made itself would tell of them

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,) if len(s.players[s.active].hand) > hand_limit(s, s.active) else ()

    def ask(self, s: RivalsState, seat: int) -> Pick:
        hand = s.players[seat].hand
        options = card_options(s, hand, own=True)
        prices = {key: s.tables.faces[hand[place].kind].price for key, place in choices(hand).items()}
        cheapest = min(prices, key=prices.__getitem__)
        excess = len(hand) - hand_limit(s, seat)
        return Pick(Text("rivals.ask.hand.shed", {"n": excess}), options, suggested=([cheapest],), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        d.state.deed = Deed(place=choices(d.state.players[seat].hand)[value[0]])
        d.call("hand.under", seat)

    def resume(self, d: Draft[RivalsState]) -> None:
        d.goto("exchange.card")


class PutUnder(PickStep[RivalsState]):
    """9.3 9.4 10.1 The card goes under a matching stack of choice; only its back is seen."""

    name = "hand.under"

    def ask(self, s: RivalsState, seat: int) -> Pick:
        card = s.players[seat].hand[s.deed.place]
        if s.lean:
            return Pick(WORDLESS, stack_options(s, matching(s, card.back)), private=True)
        facts = card_facts(s, card.kind, card.back)
        return Pick(Text("rivals.ask.hand.under", facts), stack_options(s, matching(s, card.back)), private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        s = d.state
        number = stack_of_key(value[0])
        card = d.slip(s.players[seat].hand, s.deed.place, s.stacks[number].cards, seat)
        note_put_under(s, seat, number)
        facts = card_facts(s, card.kind, card.back)
        d.tell("rivals.event.put_under", {seat: facts}, seat=who(seat), stack=number + 1)
        s.deed = Deed()
        d.end()


class Exchange(PickStep[RivalsState]):
    """9.4 6.4 Exchange a card, once, or none."""

    name = "exchange.card"

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,) if s.players[s.active].hand else ()

    def ask(self, s: RivalsState, seat: int) -> Pick:
        if s.lean:
            return Pick(WORDLESS, (bare("none"), *card_options(s, s.players[seat].hand)), private=True)
        none = Option("none", Text("rivals.option.exchange.none"))
        options = (none, *card_options(s, s.players[seat].hand, "exchange.card", own=True))
        return Pick(Text("rivals.ask.exchange.card"), options, default=["none"], private=True)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        if value == ["none"]:
            d.goto("turn.end")
            return
        d.state.deed = Deed(place=choices(d.state.players[seat].hand)[value[0]])
        d.goto("exchange.how")
        d.call("hand.under", seat)

    def resume(self, d: Draft[RivalsState]) -> None:
        d.goto("turn.end")


class ExchangeHow(PickStep[RivalsState]):
    """9.4 A26 Draw the top card of any stack, or pay for a search of one."""

    name = "exchange.how"
    sides = ("loss.wait",)

    def seats(self, s: RivalsState) -> tuple[int, ...]:
        return (s.active,)

    def ask(self, s: RivalsState, seat: int) -> Pick:
        player = s.players[seat]
        numbers = filled(s)
        cost = search_cost(s, player)
        options = stack_options(s, numbers, "exchange.draw", "draw:")
        if sum(stock(player).values()) >= cost:
            options += stack_options(s, numbers, "exchange.search", "search:")
        return Pick(Text("rivals.ask.exchange.how", {"n": cost}), options)

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        number = stack_of_key(value[0])
        if value[0].startswith("draw"):
            draw_top(d, seat, number)
            d.goto("turn.end")
        else:
            d.state.deed = Deed(stack=number)
            d.goto("turn.end")
            d.call("exchange.pay", seat)
            awaits_loss(d)


class ExchangePay(BundleStep[RivalsState]):
    """9.4 The price of a search, in resources of choice; then the stack is looked through."""

    name = "exchange.pay"

    def ask(self, s: RivalsState, seat: int) -> Bundle | None:
        player = s.players[seat]
        cost = search_cost(s, player)
        available = {store: number for store, number in stock(player).items() if number}
        if not cost:
            return None
        return exactly(Text("rivals.ask.exchange.pay", {"n": cost}), available, cost)

    def answer(self, d: Draft[RivalsState], seat: int, value: dict[str, int]) -> None:
        remove(d.state.players[seat], value)
        d.tell("rivals.event.paid", seat=who(seat), what=counted("resource", by_resource(value)))
        search(d, seat, d.state.deed.stack)

    def resume(self, d: Draft[RivalsState]) -> None:
        search(d, d.stack[-1].seat, d.state.deed.stack)

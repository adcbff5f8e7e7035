"""Section 3.6, taking from the opponent: the taker names what and where to, the victim the stores it comes from."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kit import Bundle, BundleStep, Draft, Option, Pick, PickStep, Step, Text, counted
from engines.rivals.gains import UNHURRIED, is_buying, is_storing
from engines.rivals.labels import who
from engines.rivals.leisure import is_losing
from engines.rivals.payments import ask_payment, settle_payment
from engines.rivals.play import reveal
from engines.rivals.state import RivalsState, Taking
from engines.rivals.stores import add, amounts, by_resource, labels, room, there
from engines.rivals.tables import resource_of

TAKING = frozenset({"brigands", "gudrun", "merchant", "trade_master", "voyage_of_plunder"})
"""Cards that take from the opponent's stores."""
WEIGHED = TAKING | {"archer", "arsonist", "traitor", "guido", "gustav"}
"""Action cards that look at the opponent's cards, gold or points, or at the discard pile."""
WITH_TAKING = frozenset({"gold", "turmoil", "duel"})
"""Where such cards are in the game: there a player may wait until the other one has stored what is owed."""


def fitting(s: RivalsState, taker: int, into: dict[str, int] | None = None) -> dict[str, int]:
    """3.6 A7 A9 Own stores with room whose type the opponent has, after what is already named."""
    named = into or {}
    left = there(s.players[1 - taker])
    for resource, number in by_resource(named).items():
        left[resource] -= number
    free = room(s.players[taker])
    return {
        store: min(number - named.get(store, 0), left[resource_of(store)])
        for store, number in free.items()
        if number > named.get(store, 0) and left[resource_of(store)] > 0
    }


def must_wait(s: RivalsState, taker: int) -> bool:
    """3.6 Whether a taking cannot be chosen yet: gold might be spent, or all there is to take is still to be stored."""
    return is_buying(s, 1 - taker) or (is_storing(s, 1 - taker) and not fitting(s, taker))


def start_taking(d: Draft[RivalsState], taker: int, reason: str, least: int, most: int) -> None:
    """Let a player take; the frame below goes on when all is moved."""
    d.state.taking = Taking(taker=taker, reason=reason, least=least, most=most)
    d.call("take.choose")


def fixed_taking(d: Draft[RivalsState], taker: int, reason: str, into: dict[str, int]) -> None:
    """A taking whose pieces are named already: only the victim's stores are open."""
    number = sum(into.values())
    d.state.taking = Taking(taker=taker, reason=reason, least=number, most=number, into=into)
    d.call("take.give")


def taking_of(s: RivalsState) -> Taking:
    assert s.taking is not None
    return s.taking


class Choose(BundleStep[RivalsState]):
    """3.6 A7 The taker names one resource after the other; only what fits and what the opponent has is offered."""

    name = "take.choose"
    sides = ("take.wait",)

    def seats(self, s: RivalsState) -> Iterable[int]:
        return (taking_of(s).taker,)

    def ask(self, s: RivalsState, seat: int) -> Bundle | None:
        taking = taking_of(s)
        named = sum(taking.into.values())
        available = fitting(s, seat, taking.into) if named < taking.most else {}
        if not available:
            return None
        single = dict.fromkeys(available, 1)
        held = amounts(s.players[seat])
        scarce = sorted(single, key=lambda store: held[resource_of(store)])
        return Bundle(
            Text("rivals.ask.take.choose", {"reason": taking.reason, "n": named + 1, "most": taking.most}),
            single,
            labels(single),
            1 if named < taking.least else 0,
            1,
            suggested=tuple({store: 1} for store in scarce[:3]),
            private=True,
        )

    def answer(self, d: Draft[RivalsState], seat: int, value: dict[str, int]) -> None:
        taking = taking_of(d.state)
        for store in value:
            taking.into[store] = taking.into.get(store, 0) + 1
        if not value:
            d.goto("take.give")

    def resume(self, d: Draft[RivalsState]) -> None:
        d.goto("take.give")


class Wait(PickStep[RivalsState]):
    """3.4 3.6 Beside a taking, and wherever one could be played: let the opponent store first what is owed."""

    name = "take.wait"

    def ask(self, s: RivalsState, seat: int) -> Pick | None:
        is_offered = is_storing(s, 1 - seat) and not is_losing(s, 1 - seat)
        if not is_offered or (s.taking is None and s.mode not in WITH_TAKING):
            return None
        label = Text("rivals.option.take.wait", {"other": who(1 - seat)})
        return Pick(Text("rivals.ask.take.wait", {"other": who(1 - seat)}), (Option("wait", label, at=()),))

    def answer(self, d: Draft[RivalsState], seat: int, value: list[str]) -> None:
        d.call_in(1 - seat)


class Give(Step[RivalsState]):
    """3.6 The card is shown, then the victim chooses the stores that give."""

    name = "take.give"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        taking = taking_of(s)
        victim = 1 - taking.taker
        if s.players[victim].due and d.call_in(victim):
            return
        reveal(d)
        if s.rules < UNHURRIED or victim == s.active:
            d.goto("take.done")
            ask_payment(d, victim, by_resource(taking.into))
        else:
            s.players[victim].due = by_resource(taking.into)
            d.later("take.paid", (victim,))
            _hand_over(d, by_resource(taking.into))
            d.end()


class Done(Step[RivalsState]):
    """3.6 What was named changes hands."""

    name = "take.done"

    def resume(self, d: Draft[RivalsState]) -> None:
        _hand_over(d, settle_payment(d.state, 1 - taking_of(d.state).taker))
        d.end()


class Paid(Step[RivalsState]):
    """3.6 The victim chooses the stores that give, after what was owed before; nobody waits for it."""

    name = "take.paid"

    def resume(self, d: Draft[RivalsState]) -> None:
        seat = d.stack[-1].seat
        if d.state.players[seat].due:
            d.call("pay", seat)
        else:
            settle_payment(d.state, seat)
            d.end()


def _hand_over(d: Draft[RivalsState], taken: dict[str, int]) -> None:
    """3.6 What was named lies in the taker's stores."""
    s = d.state
    taking = taking_of(s)
    for store, number in taking.into.items():
        add(s.players[taking.taker], store, number)
    d.tell(
        "rivals.event.took",
        seat=who(taking.taker),
        other=who(1 - taking.taker),
        what=counted("resource", taken),
        reason=taking.reason,
    )
    s.taking = None

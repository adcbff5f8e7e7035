"""Chapter 11, the event cards: turned up, resolved by one small effect each, put under the stack."""

from __future__ import annotations

from collections.abc import Callable

from engines.kit import Draft, Step, ref
from engines.rivals import feuds, fortunes, riots
from engines.rivals.board import cities
from engines.rivals.labels import event_note
from engines.rivals.leisure import is_losing
from engines.rivals.state import Deed, Player, RivalsState

Effect = Callable[[Draft[RivalsState]], None]


class Turn(Step[RivalsState]):
    """7.8 Turn up the top event card and resolve it."""

    name = "event.turn"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        d.show(s.events, 0)
        d.take(s.events, 0, s.turned)
        kind = s.turned[-1].kind
        d.tell("rivals.event.event", because=event_note(s, kind), card=ref("card", kind))
        d.goto("event.resolve")


class Resolve(Step[RivalsState]):
    """7.8 What the card does; first all is stored that it counts, adds to or takes from."""

    name = "event.resolve"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        kind = s.turned[-1].kind
        if kind in TOUCHED and d.call_in(*[seat for seat in s.order if TOUCHED[kind](s.players[seat])]):
            return
        d.goto("event.done")
        EVENTS[kind](d)


class Done(Step[RivalsState]):
    """7.8 10.4 The event card goes under the event stack; Yule has been shuffled in already."""

    name = "event.done"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        if s.turned:
            d.take(s.turned, -1, s.events)
        s.spared, s.deed = [], Deed()
        if not is_losing(s, 1 - s.active):
            s.marked = []
        d.end()


EVENTS: dict[str, Effect] = {
    "feud": feuds.feud,
    "fraternal_feuds": feuds.fraternal_feuds,
    "invention": fortunes.invention,
    "trade_ships_race": fortunes.trade_ships_race,
    "traveling_merchant": fortunes.traveling_merchant,
    "year_of_plenty": fortunes.year_of_plenty,
    "yule": fortunes.yule,
    "gift_for_the_prince": fortunes.gift_for_the_prince,
    "riots": riots.riots,
    "plague": fortunes.plague,
}
"""One effect per event card."""
TOUCHED: dict[str, Callable[[Player], bool]] = {
    "plague": lambda player: bool(cities(player)),
    "year_of_plenty": lambda player: bool(fortunes.plentiful(player)),
}
"""Event cards that take from stores or fill them, and whose."""

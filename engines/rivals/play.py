"""Section 8.1, playing a card: it is shown, resolved and then laid on the discard pile."""

from __future__ import annotations

from engines.kit import Card, Draft, Step
from engines.rivals.labels import card_facts, who
from engines.rivals.state import Deed, RivalsState


def reveal(d: Draft[RivalsState]) -> None:
    """8.1 Show the action card that is being played, if it is still in the hand."""
    s = d.state
    if s.deed.place < 0:
        return
    hand = s.players[s.active].hand
    lay_open(d, hand, s.deed.place, s.laid)
    s.deed.place = -1
    card = s.laid[-1]
    d.tell("rivals.event.played", seat=who(s.active), **card_facts(s, card.kind, card.back))


def lay_open(d: Draft[RivalsState], hand: list[Card], place: int, target: list[Card], at: int | None = None) -> None:
    """Show a hand card and put it where all see it."""
    d.show(hand, place)
    d.take(hand, place, target, at)


class PlayDone(Step[RivalsState]):
    """8.1 A24 A27 The card goes to the discard pile only after its effect."""

    name = "card.done"

    def resume(self, d: Draft[RivalsState]) -> None:
        s = d.state
        reveal(d)
        d.take(s.laid, -1, s.discard)
        s.deed = Deed()
        d.end()

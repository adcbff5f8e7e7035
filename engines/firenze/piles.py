"""4.7 4.8 4.9 The draw pile, the discard pile, the bag and the refilling of the row."""

from __future__ import annotations

from engines.firenze.bricks import Bricks, in_order
from engines.firenze.labels import bricks_fact
from engines.firenze.state import FirenzeState, RowCard
from engines.kit import Draft, Step, deck, ref

BACK = "card"
START_BACK = "start"
"""2.8 The start cards lie on top of the first draw pile, as everybody knows."""


def draw_bricks(d: Draft[FirenzeState], number: int) -> Bricks:
    """4.7 1.2 Draw from the bag; one with fewer bricks gives what it has."""
    bag, drawn = d.state.bag, Bricks()
    for _ in range(min(number, sum(bag.values()))):
        colour = d.draw(bag)
        drawn[colour] = drawn.get(colour, 0) + 1
    return in_order(drawn)


def turn_up(d: Draft[FirenzeState]) -> str:
    """4.7 The top card of the draw pile, shown to all."""
    d.show(d.state.draw_pile, 0)
    return d.state.draw_pile.pop(0).kind


def discard(d: Draft[FirenzeState], card: str) -> None:
    """4.8 A31 Lay a card on the discard pile; while there is no draw pile it starts a new one."""
    s = d.state
    s.discard_pile.append(card)
    if not s.draw_pile:
        reshuffle(d)


def reshuffle(d: Draft[FirenzeState]) -> None:
    """4.8 4.9 A18 The discard pile becomes the new draw pile at once; an empty one stays empty."""
    s = d.state
    if s.discard_pile:
        s.draw_pile += deck(s.discard_pile, BACK)
        s.discard_pile = []
        d.shuffle(s.draw_pile)
        d.tell("firenze.event.reshuffled", cards=len(s.draw_pile))


def refill(d: Draft[FirenzeState]) -> None:
    """4.7 4.8 A28 Lay cards on the right until six lie there or none is left; the pile is checked before the bricks."""
    s = d.state
    while len(s.row) < s.tables.row.slots and s.draw_pile:
        card = turn_up(d)
        if not s.draw_pile:
            reshuffle(d)
        bricks = draw_bricks(d, s.tables.row.bricks_per_card)
        s.row.append(RowCard(card=card, bricks=bricks))
        if not d.quiet:
            d.tell("firenze.event.turned_up", card=ref("card", card), bricks=bricks_fact(bricks))


class Refill(Step[FirenzeState]):
    """4.7 A6 Once the card taken is completely finished the row is filled up."""

    name = "card.refill"

    def resume(self, d: Draft[FirenzeState]) -> None:
        refill(d)
        d.end()

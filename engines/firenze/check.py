"""13 What must hold in every position: nothing appears, nothing vanishes."""

from __future__ import annotations

from collections import Counter

from engines.firenze.bricks import COLOURS
from engines.firenze.state import NEUTRAL, FirenzeState
from engines.kit import EngineBug


def check(s: FirenzeState) -> None:
    """13 Bricks, cards and seals are all there; at most six cards in the row."""
    if not s.row and not s.draw_pile:
        return
    bricks = bricks_everywhere(s)
    if bricks != s.tables.bricks.counts:
        raise EngineBug(f"bricks appeared or vanished: {bricks}")
    cards, printed = cards_everywhere(s), cards_printed(s)
    if cards != printed:
        raise EngineBug(f"cards appeared or vanished: {cards - printed}, {printed - cards}")
    check_seals(s)
    if len(s.row) > s.tables.row.slots or len(s.church) > s.tables.limits.church_spaces:
        raise EngineBug("the row or the church is too full")
    if any(tower.height < 1 for player in s.players for tower in player.towers):
        raise EngineBug("a tower without storeys")
    if s.discard_pile and not s.draw_pile:
        raise EngineBug("the discard pile should have become the draw pile")


def bricks_everywhere(s: FirenzeState) -> dict[str, int]:
    """1.1 1.2 All bricks, wherever they lie."""
    found = dict.fromkeys(COLOURS, 0)
    heaps = [s.bag, s.turn.aside, *(card.bricks for card in s.row), *(player.warehouse for player in s.players)]
    for heap in heaps:
        for colour, count in heap.items():
            if count < 0:
                raise EngineBug(f"fewer than no {colour} bricks")
            found[colour] += count
    for player in s.players:
        for tower in player.towers:
            found[tower.colour] += tower.height
    return found


def cards_printed(s: FirenzeState) -> Counter[str]:
    """1.11 2.8 All 52 cards, or 51 without the Campanile."""
    return Counter({card.id: card.count for card in s.tables.card if card.id != "campanile" or s.options.campanile})


def cards_everywhere(s: FirenzeState) -> Counter[str]:
    """1.6 All cards, wherever they lie."""
    found = Counter(card.kind for card in s.draw_pile)
    found.update(s.discard_pile)
    found.update(card.card for card in s.row)
    found.update(s.church)
    for player in s.players:
        found.update(player.hand)
        found.update(player.buildings)
    if s.turn.event:
        found[s.turn.event] += 1
    return found


def check_seals(s: FirenzeState) -> None:
    """1.9 2.5 Seals on the board and left over are those dealt; a fulfilled balcony bears a player's seal."""
    laid = Counter(s.seals.values())
    for seat, player in enumerate(s.players):
        if laid[seat] + player.seals != s.tables.players.seals[s.seats]:
            raise EngineBug(f"seat {seat} has {player.seals} seals left and {laid[seat]} on the board")
    done = [s.seals.get(s.tables.balconies[id].key, NEUTRAL) != NEUTRAL for id in s.balconies]
    if done != [index < s.balconies_done for index in range(len(s.balconies))]:
        raise EngineBug(f"balconies out of order: {done}")

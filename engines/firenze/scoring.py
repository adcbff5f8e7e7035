"""12 Points: where they come from, and the final scoring."""

from __future__ import annotations

from engines.firenze.board import majority_leader, parts
from engines.firenze.bricks import COLOURS
from engines.firenze.state import FirenzeState
from engines.kit import Draft, Result, Text, ref, seat_ref

SOURCES = ("commission", "balcony", "storey", "privilege", "end_tile", "majority", "feast")
"""1.10 In the order of the breakdown."""

LOW_HEIGHTS = (3, 4)
"""9.1 What Recognition counts."""


def score(s: FirenzeState, seat: int, source: str, points: int) -> None:
    """1.10 A22 Points, kept by source; the sum may be negative."""
    earned = s.players[seat].points
    earned[source] = earned.get(source, 0) + points


def feast_points(s: FirenzeState, seat: int, card: str) -> int:
    """12.2 9.1 A13 What a feast in the hand is worth at the end; Recognition counts own seals on heights 3 and 4."""
    if card != "recognition":
        return s.tables.cards[card].final_points
    return len([key for key, owner in s.seals.items() if owner == seat and parts(key)[1] in LOW_HEIGHTS])


def score_majorities(d: Draft[FirenzeState]) -> None:
    """12.1 2.4 In each tower the leader scores the flag; a tower without a player's seal scores for nobody."""
    s = d.state
    for colour in COLOURS:
        leader = majority_leader(s, colour)
        if leader is not None:
            points = s.tables.majorities[colour]
            score(s, leader, "majority", points)
            laid = [owner for key, owner in s.seals.items() if parts(key)[0] == colour and owner >= 0]
            seals = {seat_ref(seat): laid.count(seat) for seat in range(s.seats)}
            because = Text("firenze.event.majority_counted", {"seals": seals})
            named = ref("coloured", colour)
            d.tell("firenze.event.majority", because=because, seat=seat_ref(leader), colour=named, points=points)


def score_feasts(d: Draft[FirenzeState]) -> None:
    """12.2 10.4 The feasts are revealed, each copy scores by itself."""
    s = d.state
    for seat in s.order_from(s.start_player):
        player = s.players[seat]
        player.feasts = sorted(card for card in player.hand if s.tables.cards[card].type == "feast")
        for card in player.feasts:
            points = feast_points(s, seat, card)
            score(s, seat, "feast", points)
            shown = ref("card", card)
            d.tell("firenze.event.feast", seat=seat_ref(seat), card=shown, points=points, gain=max(0, points))


def final_scoring(d: Draft[FirenzeState]) -> None:
    """12 12.3 Majorities and feasts; bricks, towers, persons, buildings and an unfinished Campanile count nothing."""
    score_majorities(d)
    score_feasts(d)


def result(s: FirenzeState) -> Result:
    """12.4 Most points win; equal points share the victory."""
    scores = tuple([player.score for player in s.players])
    best = max(scores)
    return Result(
        scores=scores,
        ranking=tuple(sorted(range(s.seats), key=lambda seat: -scores[seat])),
        winners=tuple([seat for seat in range(s.seats) if scores[seat] == best]),
        ending=s.ending,
        breakdown=tuple(
            [{source: player.points.get(source, 0) for source in SOURCES} for player in s.players],
        ),
    )

"""Chapter 4, points: commerce, strength, skill and progress, the advantages, points to win and the hand limit."""

from __future__ import annotations

from engines.kit import Result
from engines.rivals.board import trade_ships
from engines.rivals.state import Player, RivalsState


def points(s: RivalsState, player: Player, sort: str) -> int:
    """4.1 The sum of one sort of points over all visible cards of a principality."""
    shown, total = s.tables.shown(sort), 0
    for card in player.expansions:
        kind = card.pile[-1].kind
        if kind in shown:
            total += shown[kind]
    return total + extra_commerce(s, player) if sort == "commerce" else total


def extra_commerce(s: RivalsState, player: Player) -> int:
    """4.2 A Trading Base raises Marketplace and Harbor, a Salt Silo every trade ship."""
    raising = s.tables.raising_commerce
    for card in player.expansions:
        if card.pile[-1].kind in raising:
            break
    else:
        return 0
    shown = [s.tables.faces[card.kind] for card in player.expansions]
    return sum(
        source.commerce_for.get(face.id, 0) + source.commerce_for.get(face.kind, 0)
        for source in shown
        if source.commerce_for
        for face in shown
    )


def commerce(s: RivalsState, seat: int) -> int:
    return points(s, s.players[seat], "commerce")


def strength(s: RivalsState, seat: int) -> int:
    return points(s, s.players[seat], "strength")


def skill(s: RivalsState, seat: int) -> int:
    return points(s, s.players[seat], "skill")


def progress(s: RivalsState, seat: int) -> int:
    return points(s, s.players[seat], "progress")


def _holder(s: RivalsState, first: int, second: int) -> int | None:
    """4.3 19.5 An advantage needs three points and more than the opponent; on a tie nobody has it."""
    if max(first, second) < s.tables.constants.advantage_minimum or first == second:
        return None
    return 0 if first > second else 1


def strength_holder(s: RivalsState) -> int | None:
    """4.3 Who has the strength advantage now."""
    return _holder(s, strength(s, 0), strength(s, 1))


def trade_holder(s: RivalsState) -> int | None:
    """4.3 A33 Who has the trade advantage now."""
    return _holder(s, commerce(s, 0), commerce(s, 1))


def sources(s: RivalsState, seat: int) -> dict[str, int]:
    """4.4 Points to win by source: towns, advantages, expansions."""
    player, centre, constants = s.players[seat], s.tables.centre, s.tables.constants
    cities = sum(town.city for town in player.towns)
    return {
        "settlements": centre["settlement"].victory * (len(player.towns) - cities),
        "cities": centre["city"].victory * cities,
        "strength": constants.hero_token if strength_holder(s) == seat else 0,
        "trade": constants.trade_token if trade_holder(s) == seat else 0,
        "expansions": points(s, player, "victory") + harbors(s, player),
    }


def harbors(s: RivalsState, player: Player) -> int:
    """4.4 A Harbor scores 1 while its owner has three trade ships or more."""
    faces = s.tables.faces
    bounds = [bound for card in player.expansions if (bound := faces[card.pile[-1].kind].victory_if_ships)]
    return sum(len(trade_ships(s, player)) >= bound for bound in bounds) if bounds else 0


def scoring_cards(s: RivalsState, seat: int) -> list[str]:
    """4.4 The expansions that bring points to win now, as they lie."""
    player, faces = s.players[seat], s.tables.faces
    found = [faces[card.pile[-1].kind] for card in player.expansions]
    ships = len(trade_ships(s, player))
    return [
        face.id
        for face in found
        if face.points.get("victory") or (face.victory_if_ships and ships >= face.victory_if_ships)
    ]


def score(s: RivalsState, seat: int) -> int:
    """4.4 A32 The full total, tokens included."""
    return sum(sources(s, seat).values())


def hand_limit(s: RivalsState, seat: int) -> int:
    """4.5 Three cards, and one for each progress point."""
    return s.tables.constants.hand_limit + progress(s, seat)


def has_won(s: RivalsState, seat: int) -> bool:
    """6.5 Whether a player has the points to win."""
    return reaches(s, seat, s.target)


def reaches(s: RivalsState, seat: int, number: float) -> bool:
    """4.4 Whether a player has so many points; who has them by cards alone, or not even with both tokens, is known
    without counting for the advantages."""
    player, constants = s.players[seat], s.tables.constants
    alone = _towns(s, player) + points(s, player, "victory") + harbors(s, player)
    if alone >= number:
        return True
    return alone + constants.hero_token + constants.trade_token >= number and score(s, seat) >= number


def _towns(s: RivalsState, player: Player) -> int:
    settlement, city, total = s.tables.centre["settlement"].victory, s.tables.centre["city"].victory, 0
    for town in player.towns:
        total += city if town.city else settlement
    return total


def result(s: RivalsState) -> Result:
    """14.1 Who reached the target in the own turn has won, whatever the other one has; R1 else the higher score."""
    breakdown = tuple(sources(s, seat) for seat in range(2))
    scores = tuple(sum(parts.values()) for parts in breakdown)
    if s.winner >= 0:
        winners: tuple[int, ...] = (s.winner,)
    else:
        winners = tuple(seat for seat in range(2) if scores[seat] == max(scores))
    return Result(scores, (winners[0], 1 - winners[0]), winners, s.ending, breakdown)

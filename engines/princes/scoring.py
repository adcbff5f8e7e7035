"""Prestige cards and the final result (15.2, 15.3)."""

from engines.kit import Result, Text, seat_ref
from engines.princes.counts import quantity
from engines.princes.state import PrincesState


def prestige_points(s: PrincesState, seat: int, kind: str) -> int:
    """15.2 What a prestige card is worth to its owner.

    15.2 Most: full alone in front, the bracket when sharing the lead, nothing with none.
    A34 Fewest empty cells: a tie at 0 scores like any tie.
    """
    card = s.tables.prestige_cards[kind]
    player = s.players[seat]
    if card.kind == "needs":
        return card.full if all(quantity(s, player, name) >= n for name, n in card.requires.items()) else 0
    own = quantity(s, player, card.quantity)
    others = [quantity(s, other, card.quantity) for number, other in enumerate(s.players) if number != seat]
    if card.kind == "most":
        if own == 0 or max(others) > own:
            return 0
    elif min(others) < own:
        return 0
    return card.tie if own in others else card.full


def prestige_counted(s: PrincesState, seat: int, kind: str) -> Text:
    """15.2 What was counted for a prestige card: everybody's number, or what was wanted and what is there."""
    card = s.tables.prestige_cards[kind]
    if card.kind == "needs":
        wanted = {f"count/{name}": n for name, n in card.requires.items()}
        there = {f"count/{name}": quantity(s, s.players[seat], name) for name in card.requires}
        return Text("princes.event.end.prestige_wanted", {"wanted": wanted, "there": there})
    standing_ = {seat_ref(number): quantity(s, player, card.quantity) for number, player in enumerate(s.players)}
    return Text("princes.event.end.prestige_counted", {"quantity": f"many/{card.quantity}", "standing": standing_})


def result(s: PrincesState) -> Result:
    """15.3 Most points, then most florins, then a shared victory.

    A9 Further ties are shared.
    21.5 By an option the lowest profession number on the table breaks the last tie.
    A57 The places behind the winner are ranked in the same way.
    A59 Cards left in hand are worth nothing.
    """
    worth = {seat: standing(s, seat) for seat in range(s.seats)}
    ranking = tuple(sorted(worth, key=lambda seat: (worth[seat], -seat), reverse=True))
    winners = tuple(sorted(seat for seat in worth if worth[seat] == worth[ranking[0]]))
    scores = tuple(player.points for player in s.players)
    return Result(scores, ranking, winners, s.ending, tuple(dict(player.sources) for player in s.players))


def standing(s: PrincesState, seat: int) -> tuple[int, int, int]:
    """15.3 What players are compared by, one after the other."""
    player = s.players[seat]
    numbers = [s.tables.professions[card.kind].number for card in player.table]
    third = 0
    if s.options.third_tiebreak == "lowest_profession_number":
        third = -min(numbers, default=len(s.tables.profession) + 1)
    return player.points, player.cash, third

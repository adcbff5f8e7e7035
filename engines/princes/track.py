"""Money and points: prices, what a seat can pay, going back on the track (chapter 13)."""

from engines.kit import WORDLESS, Amount, AmountStep, Draft, EngineBug, Refusal, Text, seat_ref
from engines.princes.state import Player, PrincesState

"""What is not offered, and the rule that forbids it."""


def gain(player: Player, points: int, source: str) -> None:
    """1.4 Points have no upper limit; where they came from is kept for the final scoring."""
    if points:
        player.points += points
        player.sources[source] = player.sources.get(source, 0) + points


def bid_limit(s: PrincesState, seat: int) -> int:
    """4.5 A bid must be payable: cash, and 100 for each point while going back is allowed.

    A2 Money that would come from the track may be bid; only the missing part is sold on winning.
    """
    player = s.players[seat]
    return player.cash + (s.tables.money.per_field_back * player.points if s.going_back else 0)


def too_dear(section: str, price: int, there: int) -> Refusal | None:
    """Why something is not offered that costs more than there is."""
    return Refusal("princes.refusal.too_dear", section, price=price, there=there) if there < price else None


def too_poor(s: PrincesState, seat: int, section: str, price: int) -> Refusal | None:
    """13.4 Why an action is not offered: only cash counts, but points may be sold first."""
    player, each = s.players[seat], s.tables.money.per_field_back
    points = -((player.cash - price) // each)
    if s.going_back and player.cash < price and points <= player.points:
        return Refusal("princes.refusal.sell_first", section, price=price, there=player.cash, points=points)
    return too_dear(section, price, player.cash)


def pay_bid(d: Draft[PrincesState], seat: int, price: int) -> None:
    """13.4 Pay what was won by a bid; exactly the missing points are sold by themselves.

    A38 A winner can always pay.
    A39 Points from the bought object arrive later and cannot help.
    """
    player = d.state.players[seat]
    missing = price - player.cash
    d.act_for(seat)
    if missing > 0:
        if seat != d.actor:
            d.raise_barrier()  # who passed has learnt how little there is behind the screen
        if bid_limit(d.state, seat) < price:
            raise EngineBug(f"seat {seat} won a bid of {price} without being able to pay it")
        sell_points(d, seat, missing // d.state.tables.money.per_field_back, bid=1)
    player.cash -= price


def pay(player: Player, price: int) -> None:
    """A40 For everything but bids only cash counts; points are sold beforehand, by an own decision."""
    if player.cash < price:
        raise EngineBug(f"a price of {price} was offered to a player who has {player.cash}")
    player.cash -= price


def sell_points(d: Draft[PrincesState], seat: int, fields: int, bid: int = 0) -> None:
    """13.1 Points go to the bank for 100 florins each; `bid`: what a won bid lacks.

    A7 Never below 0.
    """
    player = d.state.players[seat]
    if not 0 < fields <= player.points:
        raise EngineBug(f"seat {seat} cannot go back {fields} of {player.points}")
    florins = fields * d.state.tables.money.per_field_back
    gain(player, -fields, "sold")
    player.cash += florins
    d.tell("princes.event.track.back", seat=seat_ref(seat), points=fields, florins=florins, bid=bid)


class GoBack(AmountStep[PrincesState]):
    """6.3 13.2 Beside whatever a seat is asked outside an action, purchase or look: go back on the track."""

    name = "track.back"

    def ask(self, s: PrincesState, seat: int) -> Amount | None:
        points = s.players[seat].points
        if not s.going_back or points < 1:
            return None
        if s.lean:
            return Amount(WORDLESS, 1, points, private=True)
        each = s.tables.money.per_field_back
        return Amount(Text("princes.ask.track.back", {"florins": each, "points": points}), 1, points, private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: int | str) -> None:
        sell_points(d, seat, int(value))

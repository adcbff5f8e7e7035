"""Planning ahead: the board as it lies with another seat on turn, and what a seat can spend."""

from engines.carrara.state import CarraraState, Choice
from engines.kit import Draft, counted


def give_turn(d: Draft[CarraraState], seat: int) -> None:
    """3.1 It is this seat's turn, all else lies as it is."""
    d.state.turn, d.state.choice = seat, Choice()
    d.only("turn.action", seat)


def purse(s: CarraraState, seat: int) -> dict[str, int]:
    """9.1 Coins and bricks."""
    player = s.players[seat]
    return {"money/coin": player.coins, **counted("brick", player.bricks)}

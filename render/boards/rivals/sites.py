"""Where a card of Rivals may be laid: numbered discs on the sites, and each site named by the regions beside it."""

from engines.kit import Place
from engines.rivals.view import RivalsView, SeatView
from render.sheet import Reader


def parted(key: str) -> tuple[int, str]:
    """Column and row of a spot."""
    x, row = key.split(":")
    return int(x), row


def is_outer(seat: SeatView, x: int, row: str, covers: bool = False) -> bool:
    """Whether the free site lies outside: the inner one of a town is taken. A card that `covers` lies on that one."""
    taken = any(card.x == x and card.row == row and card.slot == 1 for card in seat.expansions)
    return bool(x % 2) and taken and not covers


def covers(ask: Place, seat: SeatView) -> bool:
    """Whether the card goes on top of others: all its sites are taken already."""
    spots = [parted(spot.key) for spot in ask.spots]
    full = {(card.x, card.row) for card in seat.expansions if card.slot == 2}
    inner = {(card.x, card.row) for card in seat.expansions if card.slot == 1}
    towns = {town.x: town.city for town in seat.towns}
    return all(spot in inner and (spot in full or not towns.get(spot[0], False)) for spot in spots)


def where(reader: Reader, view: RivalsView, key: str) -> str:
    """`between Forest 3 and Gold Field 4`."""
    w, seat = reader.words, view.seats[view.seat if view.seat is not None else view.turn]
    x, row = parted(key)
    beside = [x] if x % 2 == 0 else [x - 1, x + 1]
    regions = sorted([each for each in seat.regions if each.row == row and each.x in beside], key=lambda each: each.x)
    names = [f"region/{each.id}" for each in regions]
    if not names:
        return ""
    if x % 2 == 0:
        return w.own("where", "at", {"first": names[0]})
    if len(names) == 1:
        return w.own("where", "beside", {"first": names[0]})
    return w.own("where", "between", {"first": names[0], "second": names[1]})

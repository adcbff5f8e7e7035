"""The conservation laws of the game: what may never appear, vanish or overlap."""

from engines.kit import EngineBug
from engines.princes.counts import palazzo_of
from engines.princes.state import PrincesState
from engines.princes.tables import LANDSCAPES


def check(s: PrincesState) -> None:
    """Raise EngineBug if a law is broken."""
    _cards(s)
    _tiles(s)
    for seat, player in enumerate(s.players):
        if player.cash < 0 or player.cash % 100 or player.points < 0:
            raise EngineBug(f"seat {seat} has {player.cash} florins and {player.points} points")
        if sum(player.sources.values()) != player.points:
            raise EngineBug(f"the points of seat {seat} do not add up: {player.sources}")
        _no_overlap(s, seat)
    held = [player.character for player in s.players if player.character]
    if sorted(s.characters.display + s.characters.aside + held) != sorted(row.id for row in s.tables.character):
        raise EngineBug("characters appeared or vanished")


def _cards(s: PrincesState) -> None:
    """Every card is in exactly one place; five recruiting cards in supply, hands and on tables."""
    looking = {name: s.looking if s.looked_at == name else [] for name in ("professions", "bonus", "prestige")}
    places = {
        "profession": s.professions + looking["professions"] + [c for p in s.players for c in p.hand + p.table],
        "bonus": s.bonus + looking["bonus"] + s.spent_bonus + [card for p in s.players for card in p.bonus],
        "prestige": s.prestige + looking["prestige"] + [card for p in s.players for card in p.prestige],
    }
    printed = {
        "profession": list(s.tables.professions),
        "bonus": list(s.tables.bonus_terms),
        "prestige": list(s.tables.prestige_cards),
    }
    for back, cards in places.items():
        if sorted(card.kind for card in cards) != sorted(printed[back]):
            raise EngineBug(f"{back} cards appeared or vanished")
    recruiting = s.piles["recruiting_card"] + sum(p.recruiting + p.table_recruiting for p in s.players)
    if recruiting != s.tables.supply.recruiting_card:
        raise EngineBug("recruiting cards appeared or vanished")


def _tiles(s: PrincesState) -> None:
    """The number of tiles of each kind is constant, a common building counted once."""
    supply = s.tables.supply
    for kind in LANDSCAPES:
        placed = sum(1 for player in s.players for tile in player.landscapes if tile.kind == kind)
        if s.piles[kind] + placed != getattr(supply, kind):
            raise EngineBug(f"tiles of {kind} appeared or vanished")
    for kind, left in s.buildings.items():
        halves = sum(
            2 if tile.partner < 0 else 1 for player in s.players for tile in player.buildings if tile.kind == kind
        )
        if 2 * left + halves != 2 * supply.buildings_per_type:
            raise EngineBug(f"tiles of {kind} appeared or vanished")
    if s.piles["jester"] + sum(player.jesters for player in s.players) != supply.jester:
        raise EngineBug("jesters appeared or vanished")
    if s.piles["builder"] + sum(player.builders for player in s.players) != supply.builder:
        raise EngineBug("builders appeared or vanished")


def _no_overlap(s: PrincesState, seat: int) -> None:
    """8.2 Nothing overlaps, each building stands once, nobody has more than three builders."""
    player = s.players[seat]
    mask = palazzo_of(s)
    for tile in player.landscapes + player.buildings:
        if not tile.mask or mask & tile.mask:
            raise EngineBug(f"tiles of seat {seat} overlap")
        mask |= tile.mask
    kinds = [tile.kind for tile in player.buildings]
    if len(set(kinds)) != len(kinds) or len(set(player.freedoms)) != len(player.freedoms):
        raise EngineBug(f"seat {seat} has something twice")
    if player.builders > s.tables.supply.builders_per_player:
        raise EngineBug(f"seat {seat} has too many builders")

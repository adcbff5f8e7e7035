"""Chapter 2, the board: which sites, regions and towns touch each other, and where the row may grow."""

from __future__ import annotations

from engines.rivals.state import Expansion, Player, Region, RivalsState, Town
from engines.rivals.tables import CACHE, ROWS


def town_at(player: Player, x: int) -> Town:
    return next(town for town in player.towns if town.x == x)


def expansions_at(player: Player, x: int, row: str) -> list[Expansion]:
    """The cards on one side of a town."""
    return [card for card in player.expansions if card.x == x and card.row == row]


def slots_of(town: Town) -> int:
    """2.4 A settlement has one site on each side, a city two, for green and red cards alike."""
    return 2 if town.city else 1


def free_slot(player: Player, town: Town, row: str) -> int | None:
    """2.6 The slot on one side means nothing: the innermost free one is used."""
    taken = {card.slot for card in expansions_at(player, town.x, row)}
    return next((slot for slot in range(1, slots_of(town) + 1) if slot not in taken), None)


def free_sites(player: Player, *, cities_only: bool) -> list[tuple[int, str]]:
    """2.4 Sides of own towns with an empty site, from left to right."""
    taken: dict[tuple[int, str], int] = {}
    for card in player.expansions:
        side = (card.x, card.row)
        taken[side] = taken.get(side, 0) + 1
    return [
        (town.x, row)
        for town in player.towns
        if town.city or not cities_only
        for row in ROWS
        if taken.get((town.x, row), 0) < (2 if town.city else 1)
    ]


def free_region_sites(player: Player) -> list[tuple[int, str]]:
    """2.7 Regions without a region expansion on their outer side, from left to right."""
    taken = {(card.x, card.row) for card in player.expansions if card.slot == 0}
    places = sorted((region.x, region.row) for region in player.regions)
    return [place for place in places if place not in taken]


def regions_beside(player: Player, x: int, row: str) -> list[Region]:
    """2.5 A site is adjacent to the regions left and right of it in its row, whatever its slot."""
    return [region for region in player.regions if region.row == row and abs(region.x - x) == 1]


def regions_of_town(player: Player, x: int) -> list[Region]:
    """2.3 A town touches four regions: left and right, above and below."""
    return [region for region in player.regions if abs(region.x - x) == 1]


def beside(player: Player, region: Region) -> list[Expansion]:
    """2.5 The expansions on sites of towns that are adjacent to a region."""
    return [
        card for card in player.expansions if card.slot > 0 and card.row == region.row and abs(card.x - region.x) == 1
    ]


def has(player: Player, *kinds: str) -> bool:
    """Whether one of these cards lies open in the principality."""
    for card in player.expansions:
        if card.pile[-1].kind in kinds:
            return True
    return False


def count(player: Player, *kinds: str) -> int:
    """How many of these cards lie open in the principality."""
    return sum(card.pile[-1].kind in kinds for card in player.expansions)


def owns_copy(s: RivalsState, player: Player, kind: str) -> bool:
    """1.9 8.2 A copy from any set counts, and so does a covered Parish Hall."""
    faces = s.tables.faces
    name = faces[kind].name
    return any(faces[card.kind].name == name for expansion in player.expansions for card in expansion.pile)


def buildings(s: RivalsState, player: Player) -> list[Expansion]:
    """1.5 A12 The visible buildings: a Town Hall with the Parish Hall below is one."""
    return [card for card in in_order(player) if s.tables.faces[card.kind].is_building]


def units(s: RivalsState, player: Player) -> list[Expansion]:
    """1.5 Heroes, ships and the units that are neither."""
    return [card for card in in_order(player) if s.tables.faces[card.kind].is_unit]


def heroes(s: RivalsState, player: Player) -> list[Expansion]:
    return [card for card in player.expansions if s.tables.faces[card.kind].kind == "hero"]


def trade_ships(s: RivalsState, player: Player) -> list[Expansion]:
    """1.5 Large Trade Ships are trade ships, Pirate Ships are not."""
    return [card for card in in_order(player) if s.tables.faces[card.kind].kind == "trade_ship"]


def fighters(s: RivalsState, player: Player) -> list[Expansion]:
    """Units that show strength: not the buildings that do."""
    return [card for card in units(s, player) if s.tables.faces[card.kind].points.get("strength", 0)]


def cache_of(player: Player) -> Expansion | None:
    for card in player.expansions:
        if card.slot == 0 and card.pile[-1].kind == CACHE:
            return card
    return None


def cities(player: Player) -> list[Town]:
    return [town for town in player.towns if town.city]


def in_order(player: Player) -> list[Expansion]:
    """All expansions from left to right, above before below, inner site first."""
    return sorted(player.expansions, key=lambda card: (card.x, card.row, card.slot))


def ends(player: Player) -> dict[str, tuple[int, int]]:
    """2.8 The two ends of the row: the place of the next road and that of the settlement behind it."""
    left, right = player.towns[0].x, player.towns[-1].x
    return {"left": (left - 1, left - 2), "right": (right + 1, right + 2)}


def road_ends(player: Player) -> list[str]:
    """2.8 A road goes beside the outermost town of an end that has none; two in a row are impossible."""
    left, right, roads = player.towns[0].x - 1, player.towns[-1].x + 1, player.roads
    return [side for side, road in (("left", left), ("right", right)) if road not in roads]


def settlement_ends(player: Player) -> list[str]:
    """2.8 A settlement goes to the free end of a road."""
    left, right, roads = player.towns[0].x - 1, player.towns[-1].x + 1, player.roads
    return [side for side, road in (("left", left), ("right", right)) if road in roads]


def town_number(player: Player, x: int) -> int:
    """Towns are counted from the left, as they lie on the picture."""
    return 1 + sum(town.x < x for town in player.towns)


def site_number(player: Player, x: int, row: str) -> int:
    """Sides of towns (or regions, for region expansions) are counted from the left, above before below."""
    if x % 2:
        column = town_number(player, x)
    else:
        column = 1 + len({region.x for region in player.regions if region.x < x})
    return 2 * column - (row == "above")


def spot_key(x: int, row: str) -> str:
    return f"{x}:{row}"


def spot_of(key: str) -> tuple[int, str]:
    x, row = key.split(":")
    return int(x), row

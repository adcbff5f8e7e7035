"""What cards count: the quantities that bonus cards, prestige cards and the Princess speak of."""

from collections.abc import Mapping

from engines.princes.state import Player, PrincesState


def quantity(s: PrincesState, player: Player, name: str, at_work: bool = False) -> int:
    """7.4 How many of something a player has; `at_work` counts one person of the hand as already moved to the table.

    8.4 The palazzo counts for no card.
    12.5 A recruiting card counts where it is: in hand unused, on a table used.
    """
    moved = int(at_work and bool(player.hand))
    match name:
        case "buildings":
            return len(player.buildings)
        case "large_buildings" | "medium_buildings" | "small_buildings":
            size, rows = name.removesuffix("_buildings"), s.tables.buildings
            return sum(1 for tile in player.buildings if rows[tile.kind].size == size)
        case "building_sizes":
            return len({s.tables.buildings[tile.kind].size for tile in player.buildings})
        case "landscapes":
            return len(player.landscapes)
        case "forests" | "lakes" | "parks":
            return sum(1 for tile in player.landscapes if tile.kind == name[:-1])
        case "landscape_types":
            return len({tile.kind for tile in player.landscapes})
        case "freedoms":
            return len(player.freedoms)
        case "jesters":
            return player.jesters
        case "builders":
            return player.builders
        case "prestige_cards":
            return len(player.prestige)
        case "categories":
            types = len({tile.kind for tile in player.landscapes})
            return types + sum(map(bool, (player.jesters, player.builders, player.prestige, player.freedoms)))
        case "hand_people":
            return len(player.hand) + player.recruiting - moved
        case "table_people":
            return len(player.table) + player.table_recruiting + moved
        case "people_total":
            return len(player.hand) + player.recruiting + len(player.table) + player.table_recruiting
        case "empty_cells":
            return empty_cells(s, player)
    raise KeyError(name)


def value_of_terms(s: PrincesState, player: Player, terms: Mapping[str, int], at_work: bool = False) -> int:
    """The sum of points times quantity."""
    return sum(points * quantity(s, player, name, at_work) for name, points in terms.items())


def covered(s: PrincesState, player: Player) -> int:
    """The cells that are not empty, the palazzo's included.

    A28 Jesters lie on the palazzo and cover no cell.
    """
    mask = palazzo_of(s)
    for tile in player.landscapes:
        mask |= tile.mask
    for tile in player.buildings:
        mask |= tile.mask
    return mask


def built(s: PrincesState, player: Player) -> int:
    """8.2c The cells that keep others at a distance: buildings and the palazzo."""
    mask = palazzo_of(s)
    for tile in player.buildings:
        mask |= tile.mask
    return mask


def palazzo_of(s: PrincesState) -> int:
    """18.2 Cooperative building uses the back side of the boards."""
    return s.tables.palazzo_back if s.options.coop else s.tables.palazzo_front


def empty_cells(s: PrincesState, player: Player) -> int:
    """18.6 Cells covered by nothing, in this principality alone; palazzo cells are not empty."""
    return 49 - covered(s, player).bit_count()

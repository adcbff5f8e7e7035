"""The conservation laws of the game: what may never appear or vanish."""

from engines.carrara.ids import COLOURS, OBJECTS
from engines.carrara.state import CarraraState
from engines.kit import EngineBug


def check(s: CarraraState) -> None:
    """1.1, 1.4, 1.5 Bricks, tiles, objects and upgraders neither appear nor vanish; nothing is negative."""
    t = s.tables
    for colour in COLOURS:
        held = sum(player.bricks[colour] for player in s.players)
        _require(
            held + s.bag[colour] + sum(segment.count(colour) for segment in s.wheel) == t.constants.bricks_per_colour
        )
    for kind in OBJECTS:
        held = sum(player.objects[kind] for player in s.players)
        in_all = t.constants.objects_in_field + t.constants.objects_in_supply
        _require(held + s.supply[kind] + s.object_field.count(kind) == in_all)
    standing = [building.tile for player in s.players for building in player.buildings]
    tiles = [*standing, *filter(None, s.display), *(card.kind for card in s.pile), *s.value_eight]
    _require(len(tiles) == len(set(tiles)) and set(tiles) <= set(t.tile))
    _require(sum(len(player.upgraders) for player in s.players) + len(s.upgraders) in (0, len(t.upgraded)))
    _require(all(player.coins >= 0 and min(player.bricks.values()) >= 0 for player in s.players))
    _require(all(player.scorings <= t.constants.scoring_markers for player in s.players))
    _require(not s.pile or all(s.display))


def _require(holds: bool) -> None:
    if not holds:
        raise EngineBug("a conservation law of Carrara is broken")

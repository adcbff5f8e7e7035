"""7 Phase 4: towers without a new brick fall."""

from __future__ import annotations

from engines.firenze.bricks import add
from engines.firenze.state import FirenzeState, Player, Tower
from engines.kit import Draft, ref, seat_ref


def falling_bricks(height: int) -> tuple[int, int]:
    """7.1 Of a falling tower half the bricks, rounded up, go to the bag, the others to the warehouse."""
    return (height + 1) // 2, height // 2


def tear_down(d: Draft[FirenzeState], seat: int, tower: Tower) -> None:
    """7.1 The tower falls."""
    s = d.state
    player = s.players[seat]
    lost, kept = falling_bricks(tower.height)
    player.towers.remove(tower)
    add(s.bag, {tower.colour: lost})
    add(player.warehouse, {tower.colour: kept})
    d.tell(
        "firenze.event.fell",
        seat=seat_ref(seat),
        colour=ref("coloured", tower.colour),
        height=tower.height,
        lost=lost,
        kept=kept,
        site=ref("site", tower.colour),
    )


def take_storey(d: Draft[FirenzeState], seat: int, tower: Tower) -> None:
    """9.2 9.3 Botch and Saboteur: one brick of the tower goes to the bag; a tower of one storey disappears."""
    s = d.state
    tower.height -= 1
    add(s.bag, {tower.colour: 1})
    if not tower.height:
        s.players[seat].towers.remove(tower)


def is_old(s: FirenzeState, tower: Tower) -> bool:
    """3.3 7.2 It stood when the turn began, so it needs a brick this turn; newer ones are exempt."""
    return tower.id in s.turn.old_towers


def doomed_towers(s: FirenzeState) -> list[Tower]:
    """7.1 7.2 A25 A26 A34 The towers that fall in phase 4 as things stand, whatever else happened to them."""
    raised = {*s.turn.raised, *(piece.tower for piece in s.turn.plan)}
    return [tower for tower in s.player.towers if is_old(s, tower) and tower.id not in raised]


def lowest_first(player: Player) -> list[Tower]:
    """The own towers, from the one missed least."""
    return sorted(player.towers, key=lambda tower: (tower.height, tower.id))


def let_ruins_fall(d: Draft[FirenzeState]) -> None:
    """7 7.1 6.6 Phase 4 needs no decision; what comes back is too late for building."""
    for tower in doomed_towers(d.state):
        tear_down(d, d.state.active, tower)

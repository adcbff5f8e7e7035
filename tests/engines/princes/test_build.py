"""Chapter 8: where buildings may stand, and what they cost."""

import pytest

from engines.kit import Place
from engines.princes import ENGINE
from engines.princes.principality import cells_of, orientations, palazzo, spot_at, spots
from engines.princes.tables import PrincesTables
from tests.engines.princes.builder import Table, all_but, princes

TABLES = PrincesTables.current()


def _building(kind: str, **owned: object) -> Table:
    return princes().with_player(0, **owned).at_turn(0).answer(0, f"build:{kind}")


def test_the_palazzo_covers_six_cells_in_the_lower_left_corner() -> None:
    """1.3 43 cells are free at the start."""
    assert cells_of(palazzo(TABLES.grid.front)) == [(0, 5), (1, 5), (2, 5), (0, 6), (1, 6), (2, 6)]
    assert ENGINE.view(princes().state, None).players[0].empty_cells == 43


def test_a_spot_is_named_by_its_first_cell_turn_and_face() -> None:
    """8.2 C4 r90 flip: the cell a person would name."""
    spot = spot_at(TABLES.shapes["lake"], "C4 r90 flip")
    assert (2, 3) in cells_of(spot.mask)
    assert (spot.offered.cell, spot.offered.turn, spot.offered.flip) == ("C4", 1, True)


@pytest.mark.parametrize("kind", sorted(TABLES.shapes))
def test_every_spot_of_a_piece_is_different_and_inside(kind: str) -> None:
    """8.2 Each look once: quarter turns and either face."""
    found = spots(TABLES.shapes[kind])
    assert len({spot.mask for spot in found}) == len(found) == len({spot.offered.key for spot in found})
    assert len({cells for _, _, cells in orientations(TABLES.shapes[kind])}) == len(orientations(TABLES.shapes[kind]))


def test_building_costs_700_without_a_builder_and_gives_three_points() -> None:
    """8.1 Pay, place, 3 points, one tile fewer in supply."""
    table = _building("tower").answer(0, "A1")
    assert (table.player(0).cash, table.player(0).points) == (2800, 3)
    assert table.state.buildings["tower"] == 2


@pytest.mark.parametrize(("builders", "price"), [(0, 700), (1, 300), (2, 300), (3, 0)])
def test_builders_make_building_cheaper(builders: int, price: int) -> None:
    """5.4 8.1 700, 300, 300, 0."""
    table = _building("tower", builders=builders).answer(0, "A1")
    assert table.player(0).cash == 3500 - price


def test_without_two_builders_no_wall_may_touch() -> None:
    """8.2 Not another building, not the palazzo; corners are fine."""
    keys = _building("chapel", buildings=[("tower", "A1")]).keys(0)
    assert "A2" not in keys
    assert "D1" not in keys
    assert "D2" in keys
    assert "A5" not in keys


def test_the_palazzo_keeps_its_distance_too() -> None:
    """8.2 8.4 It counts as a building for this alone."""
    keys = _building("tower").keys(0)
    assert "A5" not in keys
    assert "D6" not in keys
    assert "A4" in keys
    assert "D5" in keys


@pytest.mark.parametrize("builders", [2, 3])
def test_with_two_builders_walls_may_touch(builders: int) -> None:
    """8.3 The palazzo's as well."""
    keys = _building("chapel", builders=builders, buildings=[("tower", "A1")]).keys(0)
    assert "A2" in keys
    assert "D6" in keys


def test_one_builder_does_not_allow_wall_to_wall() -> None:
    """5.4 Only the second one does."""
    assert "A2" not in _building("chapel", builders=1, buildings=[("tower", "A1")]).keys(0)


def test_landscapes_may_always_touch() -> None:
    """8.2 Contact with a landscape is fine."""
    keys = _building("tower", landscapes=[("park", "A1")]).keys(0)
    assert "C1" in keys


def test_nothing_may_overlap() -> None:
    """8.2 Neither landscapes nor the palazzo nor buildings."""
    table = _building("tower", builders=2, landscapes=[("park", "A1")])
    keys = table.keys(0)
    assert "A1" not in keys
    assert "A6" not in keys
    assert "B2" in keys


def test_a_second_building_of_the_same_type_is_not_offered() -> None:
    """8.2 Each type at most once in a principality."""
    table = princes().with_player(0, buildings=[("tower", "A1")]).at_turn(0)
    assert "build:tower" not in table.keys(0)


def test_a_building_that_is_sold_out_is_not_offered() -> None:
    """8.1 There must be a tile in supply."""
    table = princes(4).with_player(1, buildings=["tower"]).with_player(2, buildings=["tower"])
    assert "build:tower" not in table.with_player(3, buildings=["tower"]).at_turn(0).keys(0)


def test_a_building_without_a_place_is_not_offered() -> None:
    """8.5 Only the small ones fit."""
    full = [("university", all_but("G5", "G6", "F7", "G7"))]
    table = princes().with_player(0, builders=2, buildings=full).at_turn(0)
    assert [key for key in table.keys(0) if key.startswith("build")] == ["build:tower", "build:chapel"]


def test_two_buildings_may_be_built_in_a_turn() -> None:
    """6.2 As often as there are actions."""
    table = _building("tower").answer(0, "A1").answer(0, "build:chapel").answer(0, "E1")
    assert table.player(0).points == 6


def test_building_can_be_taken_back() -> None:
    """8.2 Nothing hidden is shown, so no barrier is raised."""
    table = _building("tower").answer(0, "A1")
    assert not table.barrier


def test_the_smartest_spots_are_suggested() -> None:
    """8.1 Those that waste the least room."""
    ask = _building("tower").asked(0)
    assert isinstance(ask, Place)
    assert len(ask.suggested) == 3
    assert set(ask.suggested) <= {spot.key for spot in ask.spots}


def test_the_published_puzzle_can_be_solved() -> None:
    """24 University, laboratory, workshop, forest and lake fit with no two buildings touching."""
    free = (1 << 49) - 1 & ~palazzo(TABLES.grid.front)
    assert _fits(["university", "laboratory", "workshop"], ["forest", "lake"], free, palazzo(TABLES.grid.front))


def _fits(buildings: list[str], landscapes: list[str], free: int, built: int) -> bool:
    from engines.princes.principality import beside

    if buildings:
        near = beside(built)
        return any(
            _fits(buildings[1:], landscapes, free & ~spot.mask, built | spot.mask)
            for spot in spots(TABLES.shapes[buildings[0]])
            if spot.mask & free == spot.mask and not spot.mask & near
        )
    if landscapes:
        return any(
            _fits([], landscapes[1:], free & ~spot.mask, built)
            for spot in spots(TABLES.shapes[landscapes[0]])
            if spot.mask & free == spot.mask
        )
    return True

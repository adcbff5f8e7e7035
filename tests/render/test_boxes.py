"""Boxes: pure rectangles."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from render.boxes import Box, contour, spread

sizes = st.floats(40, 2000)
counts = st.integers(1, 12)


@settings(deadline=None)
@given(sizes, sizes, counts, counts, st.floats(0, 3))
def test_cells_of_a_grid_lie_inside_and_never_overlap(w: float, h: float, columns: int, rows: int, gap: float) -> None:
    box = Box(10, 20, w, h)
    cells = list(box.grid(columns, rows, gap))
    assert len(cells) == columns * rows
    assert all(box.holds(cell) for cell in cells)
    for i, a in enumerate(cells):
        assert all(a.overlap(b) < 1e-3 for b in cells[i + 1 :])


@settings(deadline=None)
@given(sizes, sizes, st.floats(1, 39))
def test_cutting_a_strip_off_loses_nothing(w: float, h: float, strip: float) -> None:
    box = Box(0, 0, w, h)
    assert abs(box.top(strip).h + box.below(strip).h - h) < 1e-6
    assert abs(box.left(strip).w + box.after(strip).w - w) < 1e-6


def test_the_box_around_boxes_holds_them_all() -> None:
    boxes = [Box(5, 5, 10, 10), Box(50, 0, 4, 40), Box(0, 30, 2, 2)]
    assert all(Box.around(boxes).holds(box, 0) for box in boxes)


@settings(deadline=None)
@given(st.lists(st.floats(0, 400), min_size=1, max_size=5))
def test_spread_labels_keep_their_distance_and_their_order(wanted: list[float]) -> None:
    placed = spread(wanted, 54, 0, 400)
    pairs = sorted(zip(wanted, placed, strict=True))
    assert all(b[1] - a[1] >= 53.9 for a, b in itertools.pairwise(pairs))
    assert min(placed) >= -0.1


def test_only_labels_that_meet_make_room() -> None:
    assert spread([100.0, 104.0, 300.0], 54, 0, 400) == [75.0, 129.0, 300.0]


def test_a_way_goes_round_all_cells_and_round_the_hole_between_them() -> None:
    ring = [Box(x, y, 1, 1) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert contour(ring[:3]) == "M0 0L0 1L0 2L0 3L1 3L1 2L1 1L1 0Z"
    assert sorted(contour(ring).removeprefix("M").split("M")) == [
        "0 0L0 1L0 2L0 3L1 3L2 3L3 3L3 2L3 1L3 0L2 0L1 0Z",
        "1 1L1 2L2 2L2 1Z",
    ]

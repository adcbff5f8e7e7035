"""Chips on the wheel of Carrara: all six colours fit every segment at every size the board uses."""

import math

import pytest

from render.boards.carrara import LOW, STEP, TALL
from render.boards.carrara.wheel import hub, rim, slots

RADII = sorted({high / 2 - (14 if high > 420 else 10) for high in (*range(LOW, TALL + 1, STEP), 506)})


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("segment", range(6))
def test_up_to_six_chips_lie_inside_their_segment_side_by_side(segment: int, radius: float) -> None:
    for count in range(1, 7):
        chips = slots(segment, count, radius)
        assert len(chips) == count
        assert all(a.overlap(b) == 0 for i, a in enumerate(chips) for b in chips[i + 1 :])
        for chip in chips:
            for x, y in ((chip.x, chip.y), (chip.right, chip.y), (chip.x, chip.bottom), (chip.right, chip.bottom)):
                assert hub(radius) <= math.hypot(x, y) <= radius - rim(radius)
                turn = math.degrees(math.atan2(y, x)) - (-90 + segment * 60)
                assert abs((turn + 180) % 360 - 180) <= 30

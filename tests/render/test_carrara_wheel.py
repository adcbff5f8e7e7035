"""Chips on the wheel of Carrara: all six colours fit every segment at every size the board uses."""

import math

import pytest
from PIL import ImageChops

from render.boards.carrara import LOW, STEP, TALL
from render.boards.carrara.wheel import READABLE, _chip, hub, rim, slots, wedge
from render.picture import Picture
from render.sheet import Sheet

RADII = sorted({high / 2 - (14 if high > 420 else 10) for high in (*range(LOW, TALL + 1, STEP), 506)})


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("segment", range(6))
@pytest.mark.parametrize("heaps", [False, True])
def test_up_to_six_chips_and_heaps_lie_inside_their_segment_side_by_side(
    heaps: bool, segment: int, radius: float
) -> None:
    for count in range(1, 7):
        chips = slots(segment, count, radius, heaps)
        assert len(chips) == count
        assert all(a.overlap(b) == 0 for i, a in enumerate(chips) for b in chips[i + 1 :])
        for chip in chips:
            for x, y in ((chip.x, chip.y), (chip.right, chip.y), (chip.x, chip.bottom), (chip.right, chip.bottom)):
                assert hub(radius) <= math.hypot(x, y) <= radius - rim(radius)
                turn = math.degrees(math.atan2(y, x)) - (-90 + segment * 60)
                assert abs((turn + 180) % 360 - 180) <= 30


def test_nothing_of_a_heap_leaves_its_room() -> None:
    """Neither the chip behind it nor its figure."""
    radius, lying = RADII[0], {"white": 3, "yellow": 2, "red": 1, "green": 3}
    sheet = Sheet(Picture("carrara", None, lambda key, facts: "", ("A", "B")))
    before = sheet.c.image.copy()
    spots, (_, room) = slots(0, 4, radius, True), wedge(False, 4, radius, True)
    for (colour, count), spot in zip(lying.items(), spots, strict=True):
        _chip(sheet, spot.move(500, 500), room, colour, count, 2)
    changed = ImageChops.difference(before.convert("RGB"), sheet.c.image.convert("RGB"))
    for spot in spots:
        box = spot.move(500, 500)
        changed.paste((0, 0, 0), (int(box.x) - 1, int(box.y) - 1, int(box.right) + 2, int(box.bottom) + 2))
    assert changed.getbbox() is None


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("colours", range(1, 7))
@pytest.mark.parametrize("slanted", [False, True])
def test_the_figure_of_a_heap_covers_no_price(slanted: bool, colours: int, radius: float) -> None:
    """It lay over half of it in a full segment. Where there is no room for it there are pips."""
    spots, room = wedge(slanted, colours, radius, True)
    for theme in ("light", "large"):
        sheet = Sheet(Picture("carrara", None, lambda key, facts: "", ("A", "B"), theme=theme))
        for spot in spots:
            before = len(sheet.c.written)
            _chip(sheet, spot.move(500, 500), room, "white", 4, 6)
            price, *figures = [one for one in sheet.c.written[before:] if one.text]
            assert price.text == "6"
            assert all(price.box.overlap(figure.box) == 0 for figure in figures)
            assert price.box.x >= spot.x + 500
            assert price.box.right <= spot.right + 500


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("colours", range(1, 5))
@pytest.mark.parametrize("slanted", [False, True])
def test_up_to_four_colours_tell_their_heaps_in_figures(slanted: bool, colours: int, radius: float) -> None:
    spots, _ = wedge(slanted, colours, radius, True)
    assert spots[0].w >= READABLE

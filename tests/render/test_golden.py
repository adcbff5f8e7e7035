"""Golden pictures: the same view gives the same picture, up to what an eye does not see."""

import pytest
from PIL import Image, ImageChops

from render import Picture
from render.dispatch import paint
from tests.render.goldens import FOLDER, every, small

VISIBLE = 48
MOST_VISIBLE = 0.0003
MOST_ON_AVERAGE = 2.5
PICTURES = dict(every())


def difference(first: Image.Image, second: Image.Image) -> tuple[float, float]:
    """The part of pixels that differ visibly, and the mean difference of all."""
    histogram = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).convert("L").histogram()
    count = sum(histogram)
    mean = sum(value * number for value, number in enumerate(histogram)) / count
    return sum(histogram[VISIBLE:]) / count, mean


@pytest.mark.parametrize("name", PICTURES)
def test_a_stored_view_gives_its_golden_picture(name: str) -> None:
    picture: Picture = PICTURES[name]
    golden, drawn = Image.open(FOLDER / f"{name}.png"), small(paint(picture))
    assert drawn.size == golden.size
    visible, mean = difference(golden, drawn)
    assert visible <= MOST_VISIBLE, "look at it, then write it anew: python -m tests.render.goldens --pictures"
    assert mean <= MOST_ON_AVERAGE


def test_a_moved_figure_would_be_seen() -> None:
    name, picture = next(iter(PICTURES.items()))
    sheet = paint(picture)
    sheet.c.text(300, 300, "17", "x", 48)
    visible, _ = difference(Image.open(FOLDER / f"{name}.png"), small(sheet))
    assert visible > MOST_VISIBLE

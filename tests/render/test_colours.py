"""Colours of a set stay apart for every eye, and text stands out from its ground."""

import pytest

from render.theme import THEMES, pigments, theme
from tests.render.vision import SIGHT, closest, contrast, distance, lab

MARBLE = pigments().sets["marble"]
SETS = {
    "seats": [seat.colour for seat in pigments().seats],
    "carrara": [MARBLE[k].colour for k in ("white", "yellow", "red", "green", "blue", "black")],
    "firenze": [MARBLE[k].colour for k in ("white", "yellow", "red", "green", "blue", "purple")],
    "resources": [pigment.colour for pigment in pigments().sets["resource"].values()],
}


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("name", SETS)
def test_any_two_colours_of_a_set_are_told_apart_by_every_eye(name: str, sight: str) -> None:
    assert closest(SETS[name], sight) >= 18


def test_the_measure_agrees_with_the_published_test_pairs() -> None:
    pairs = [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ]
    for first, second, wanted in pairs:
        assert distance(first, second) == pytest.approx(wanted, abs=1e-4)
    assert lab("#FFFFFF", "normal")[0] == pytest.approx(100, abs=0.01)


def test_marbles_carry_six_different_hatchings_and_one_plain() -> None:
    hatchings = [pigment.hatch for pigment in MARBLE.values()]
    assert len(set(hatchings)) == len(hatchings) == 7


def test_seats_differ_in_shape_as_well_as_colour() -> None:
    shapes = [seat.shape for seat in pigments().seats]
    assert len(set(shapes)) == len(shapes) == 5


@pytest.mark.parametrize("name", THEMES)
def test_text_stands_out_from_every_stone(name: str) -> None:
    t = theme(name)
    for ground in (t.page, t.slab, t.slab2, t.tint(), t.zebra, t.strip):
        assert contrast(t.ink, ground) >= 7
        assert contrast(t.mute, ground) >= 4.5
    for text in (t.good, t.bad, t.leafink):
        assert contrast(text, t.slab) >= 4.5


def test_the_high_contrast_theme_lifts_every_secondary_text_over_twelve_to_one() -> None:
    t = theme("contrast")
    assert contrast(t.mute, t.slab) >= 12


def test_figures_are_readable_on_every_pigment() -> None:
    for group in pigments().sets.values():
        for pigment in group.values():
            assert contrast(pigment.ink, pigment.colour) >= 3
    for seat in pigments().seats:
        assert contrast(seat.ink, seat.colour) >= 3


def test_a_theme_of_no_name_is_refused() -> None:
    with pytest.raises(ValueError, match="no such theme"):
        theme("sepia")

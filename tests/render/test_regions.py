"""Regions: boxes for fingers, their form for the page, and the sizes in which a picture is delivered."""

import io
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.cli import demo
from bot.cli.demo import Demo
from bot.language.speaker import Speaker
from engines.kit.events import seen
from render import Box, Region, as_json, draw, hit_boxes
from render.boards.carrara.wheel import slots
from render.cache import key
from render.dispatch import paint, regions
from render.regions import least
from tests.render.positions import POSITIONS, Position
from tests.thorough import amount

PAGE = Box(0, 0, 1080, 1000)
CARRARA = Position("carrara", 2, 120)


def piece(x: float, y: float, w: float, h: float, kind: str = "piece") -> Region:
    return Region((f"tile/{x}-{y}",), Box(x, y, w, h), kind=kind)


def test_a_finger_of_24_pixels_is_67_units_on_a_phone_and_fewer_on_a_wider_screen() -> None:
    assert (least(), least(390), least(1080)) == (67, 67, 24)


def test_a_small_piece_is_grown_around_its_middle() -> None:
    assert hit_boxes([piece(500, 500, 27, 47)], page=PAGE) == [Box(480, 490, 67, 67)]


def test_a_piece_at_the_edge_grows_inwards() -> None:
    assert hit_boxes([piece(0, 990, 10, 10)], page=PAGE) == [Box(0, 933, 67, 67)]


def test_neighbours_are_cut_at_the_middle_line() -> None:
    left, right = hit_boxes([piece(100, 500, 40, 80), piece(150, 500, 40, 80)], page=PAGE)
    assert (left.right, right.x) == (145, 145)
    upper, lower = hit_boxes([piece(100, 500, 80, 30), piece(100, 540, 80, 30)], page=PAGE)
    assert (upper.bottom, lower.y) == (535, 535)


def test_a_large_piece_keeps_its_box() -> None:
    assert hit_boxes([piece(10, 10, 200, 90), piece(220, 10, 200, 90)], page=PAGE) == [
        Box(10, 10, 200, 90), Box(220, 10, 200, 90)
    ]  # fmt: skip


def test_a_piece_does_not_cut_the_slot_that_it_lies_in() -> None:
    slot, inside = hit_boxes([piece(100, 100, 150, 95, "slot"), piece(140, 120, 60, 40)], page=PAGE)
    assert slot == Box(100, 100, 150, 95)
    assert inside.w == 67


def test_a_wedge_is_hit_by_its_path_and_an_area_is_never_grown() -> None:
    wedge = Region(("segment/1",), Box(100, 100, 30, 30), "M0 0L9 9Z")
    assert hit_boxes([wedge, piece(110, 110, 20, 20), piece(0, 0, 20, 20, "area")], page=PAGE)[::2] == [
        Box(100, 100, 30, 30), Box(0, 0, 20, 20)
    ]  # fmt: skip


def test_the_page_gets_references_box_kind_panel_and_path() -> None:
    tile = Region(("tile/villa_2",), Box(882.2, 250, 151.4, 95), panel="display")
    assert as_json(tile) == ["tile/villa_2", "882 250 151 95", "piece", "display"]
    chip = Region(("segment/3",), Box(1, 2, 3, 4), "M0 0Z", "area", "wheel")
    assert as_json(chip) == ["segment/3", "1 2 3 4", "area", "wheel", "M0 0Z"]
    assert as_json(Region(("city/lucca", "seat/0"), Box(1, 2, 3, 4)))[0] == "city/lucca seat/0"


def test_the_wheel_has_six_wedges_with_their_chips_inside() -> None:
    found = draw(demo.picture(CARRARA.table(), "all", 0)).regions
    wedges = {region.refs[0]: region for region in found if region.path}
    assert sorted(wedges) == [f"segment/{number}" for number in range(1, 7)]
    chips = [region for region in found if region.refs[0].startswith("brick/")]
    assert chips
    assert all(wedges[chip.refs[1]].box.holds(chip.box, 1) for chip in chips)
    assert len(slots(0, 1, 200)) == 1


def test_areas_come_first_so_that_pieces_lie_over_them() -> None:
    layers = [region.layer for region in draw(demo.picture(CARRARA.table(), "all", 0)).regions]
    assert layers == sorted(layers)


def opened(raw: bytes) -> Image.Image:
    return Image.open(io.BytesIO(raw)).convert("RGB")


LARGE = [each for each in POSITIONS if each.answers in (120, 130, 150, 200)]


@pytest.mark.parametrize("position", amount(LARGE[::2], LARGE), ids=str)
def test_a_picture_of_twice_the_size_is_the_same_picture_with_the_same_regions(position: Position) -> None:
    table = position.table()
    small, large = (draw(demo.picture(table, "all", 0, scale=scale)) for scale in (1, 2))
    assert (large.width, large.height) == (2 * small.width, 2 * small.height) == opened(large.png).size
    assert (large.regions, large.measure, large.alt) == (small.regions, small.measure, small.alt)
    reduced = opened(large.png).resize((360, round(small.height / 3)), Image.Resampling.BOX)
    plain = opened(small.png).resize((360, round(small.height / 3)), Image.Resampling.BOX)
    histogram = ImageChops.difference(reduced, plain).convert("L").histogram()
    assert sum(histogram[64:]) / sum(histogram) < 0.02


def test_a_picture_of_720_pixels_keeps_its_regions() -> None:
    table = CARRARA.table()
    whole, narrow = (draw(demo.picture(table, "all", 0, width=width)) for width in (1080, 720))
    assert opened(narrow.png).size == (720, round(whole.height * 720 / 1080)) == (narrow.width, narrow.height)
    assert narrow.regions == whole.regions


def gold(table: Demo, **more: bool) -> int:
    sheet = paint(demo.picture(table, "all", 0, **more))
    leaf = tuple(int(sheet.t.leaf[n : n + 2], 16) for n in (1, 3, 5))
    return sum(count for count, colour in sheet.c.image.getcolors(1 << 24) or () if colour == leaf)


def test_a_picture_without_rings_tells_where_they_would_be_and_without_lines_is_lower() -> None:
    table = CARRARA.table()
    with_rings, without = (paint(demo.picture(table, "all", 0, rings=rings)) for rings in (True, False))
    ringed = [region for region in regions(with_rings) if region.refs[0].startswith("line/") and region.kind == "area"]
    assert ringed
    assert set(ringed) <= set(regions(without)), "for the page, which draws them itself"
    assert gold(table, rings=False) < gold(table)
    bare = paint(demo.picture(table, "all", 0, chronicle=False))
    assert not [region for region in regions(bare) if region.panel == "chronicle"]
    assert not [one for one in bare.c.written if any(line.text == one.text for line in bare.p.lines)]


@pytest.mark.parametrize(("game", "event", "thing"), [("rivals", "built", "card"), ("carrara", "built", "tile")])
def test_what_a_rival_has_built_is_ringed(game: str, event: str, thing: str) -> None:
    key, speaker = f"{game}.event.{event}", Speaker("en", game, demo.NAMES[:2])
    for table in demo.play(game, 2, seed="rings"):
        built = [text for text in seen(table.told[-1:], 0) if text.key == key and text.facts["seat"] == "seat/1"]
        if built:
            break
    sheet = paint(demo.picture(table, "all", 0, lines=(demo.line(speaker, built[0]),)))
    ring = next(region.box for region in regions(sheet) if region.refs == ("line/line-1",) and region.kind == "area")
    there = [region.box for region in regions(sheet) if {str(built[0].facts[thing]), "seat/1"} <= set(region.refs)]
    assert any(ring.overlap(box) > 0.5 * min(ring.w * ring.h, box.w * box.h) for box in there)


@pytest.mark.parametrize(
    ("event", "figure"),
    [("freedom", "freedoms"), ("work.completed", "works"), ("object.jester", "jesters")],
)
def test_what_changes_a_figure_of_princes_rings_it(event: str, figure: str) -> None:
    key, speaker = f"princes.event.{event}", Speaker("en", "princes", demo.NAMES[:2])
    told, table = next(
        (text, table)
        for table in demo.play("princes", 2, seed="rings")
        for text in seen(table.told[-1:], 0)
        if text.key == key
    )
    sheet = paint(demo.picture(table, "all", 0, lines=(demo.line(speaker, told),)))
    rings = [region.box for region in regions(sheet) if region.refs == ("line/line-1",) and region.kind == "area"]
    assert rings == [region.box for region in regions(sheet) if region.refs == (f"figure/{figure}", told.facts["seat"])]


def test_each_of_these_is_a_picture_of_its_own_in_the_cache() -> None:
    table = CARRARA.table()
    asked = ({}, {"rings": False}, {"chronicle": False}, {"scale": 2}, {"width": 720})
    assert len({key(demo.picture(table, "all", 0, **more)) for more in asked}) == 5


def test_outer_sites_to_choose_from_are_as_high_as_a_finger() -> None:
    for table in demo.play("rivals", 2, {"mode": "gold"}, "sites"):
        seat = next(iter(table.engine.owed(table.state)), 0)
        ask = demo.placing(table, seat)
        if ask is None or not table.engine.view(table.state, seat).seats[seat].towns:  # type: ignore[attr-defined]
            continue
        found = draw(demo.picture(table, "place", seat)).regions
        mine = [each for each in found if each.panel == "principality" and each.kind == "slot"]
        assert mine
        assert min(region.box.h for region in mine) >= least()
        assert any(region.refs[0].startswith("edge/") for region in mine)
        return
    pytest.fail("nobody builds")


def test_the_supply_strip_keeps_a_finger_between_its_things_and_breaks_with_more_of_them() -> None:
    picture = demo.picture(Position("princes", 3, 40).table(), "all", 0, chronicle=False)
    in_one_row = [each for each in draw(picture).regions if each.panel == "supply" and each.layer]
    middles = sorted(region.box.cx for region in in_one_row)
    assert min(b - a for a, b in pairwise(middles)) >= least()
    picture.view.freedoms |= {"muse": 1, "banker": 1}
    broken = [each for each in regions(paint(picture)) if each.panel == "supply" and each.layer]
    assert len({region.box.y for region in in_one_row}) == 1
    assert len({region.box.y for region in broken}) == 2
    lines = [sorted(each.box.cx for each in broken if each.box.y == y) for y in {each.box.y for each in broken}]
    assert all(b - a >= least() for line in lines for a, b in pairwise(line))

"""Every board in every state: nothing is cut, too small, outside or over other things; the twin tells it all."""

import pytest

from bot.cli import demo
from config.languages import languages
from render import THEMES, Picture, draw, twin
from render.dispatch import paint
from render.paint.layers import LAYERS
from render.picture import TALLEST
from tests.render.faults import faults, figures, told_figures
from tests.render.positions import POSITIONS, Position
from tests.thorough import amount


def assert_sound(picture: Picture) -> None:
    sheet = paint(picture)
    assert faults(sheet) == [], f"{picture.part} in {picture.theme}, {picture.language}"
    assert sheet.height <= TALLEST
    missing = figures(sheet) - told_figures(twin(picture)) - told_figures(picture.code)
    told = {figure for line in picture.lines for figure in told_figures(line.text)}
    names = {figure for name in picture.names for figure in told_figures(name)}
    assert missing - told - names == set(), f"{picture.part}: the text twin does not tell {missing}"


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_a_board_is_sound_for_a_player_and_an_onlooker(position: Position) -> None:
    for viewer in (0, None):
        for picture in position.pictures(viewer):
            assert_sound(picture)


EVERY = [(position, language) for position in POSITIONS for language in languages()[1:]]
BY_TURNS = [(position, languages()[1:][number % 2]) for number, position in enumerate(POSITIONS)]


@pytest.mark.parametrize(("position", "language"), amount(BY_TURNS, EVERY), ids=str)
def test_a_board_with_names_of_32_letters_is_sound_in_every_language(position: Position, language: str) -> None:
    for picture in position.pictures(position.seats - 1, names=demo.LONG_NAMES, language=language):
        assert_sound(picture)


@pytest.mark.parametrize("theme", [name for name in THEMES if name != "light"])
@pytest.mark.parametrize("position", POSITIONS[::3], ids=str)
def test_a_board_is_sound_in_every_theme(position: Position, theme: str) -> None:
    for picture in position.pictures(0, theme=theme):
        assert_sound(picture)


@pytest.mark.parametrize("position", POSITIONS[::2], ids=str)
def test_a_bare_board_is_the_same_without_header_and_chronicle(position: Position) -> None:
    full = paint(demo.picture(position.table(), "all", 0))
    bare = paint(demo.picture(position.table(), "all", 0, bare=True))
    assert faults(bare) == []
    assert bare.height < full.height
    assert not any(one.text == "#K7QF" for one in bare.c.written)


@pytest.mark.parametrize("position", POSITIONS[1::4], ids=str)
def test_a_picture_drawn_again_from_kept_layers_is_the_same_to_the_byte(position: Position) -> None:
    for picture in position.pictures(0, theme="contrast", code="AGAIN"):
        LAYERS.kept.clear()
        assert draw(picture) == draw(picture)


@pytest.mark.parametrize("coop", [False, True])
def test_every_place_of_the_shown_turn_is_numbered_and_mapped(coop: bool) -> None:
    table, seat = demo.placed("princes", 3, {"coop": coop})
    ask = demo.placing(table, seat)
    assert ask is not None
    looks = list(dict.fromkeys((spot.turn, spot.flip) for spot in ask.spots))
    seen: set[str] = set()
    for turn, look in enumerate(looks):
        picture = demo.picture(table, "place", seat, turn=turn)
        sheet = paint(picture)
        wanted = {spot.key for spot in ask.spots if (spot.turn, spot.flip) == look}
        assert set(sheet.spots) == wanted
        numbers = {one.text for one in sheet.c.written if one.over}
        assert {str(n) for n in range(1, len(wanted) + 1)} <= numbers
        assert_sound(picture)
        seen |= wanted
    assert seen == {spot.key for spot in ask.spots}


def test_who_may_take_the_last_object_opens_no_auction_and_nobody_has_passed_one_that_is_over() -> None:
    told = dict[str, str]()
    for table in demo.play("princes", 3):
        asked = next((each for each in table.engine.pending(table.state) if each.owed), None)
        if asked is not None and asked.step in ("auction.open", "auction.last") and any(table.state.auction.passed):
            told[asked.step] = twin(demo.picture(table, "all", asked.seat)).casefold()
        if len(told) == 2:
            break
    assert "opens an auction" in told["auction.open"]
    assert "takes an object, or none" in told["auction.last"]
    assert "opens an auction" not in told["auction.last"]
    assert not [said for said in told.values() if "passed:" in said]

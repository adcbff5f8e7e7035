"""Text that fits: shrunk to the floor, then cut; every glyph from the fonts we ship."""

import pytest

from render.boxes import Box
from render.paint import fonts, icons
from render.paint.canvas import FLOOR, Canvas
from render.paint.lines import divisions
from render.theme import THEMES, theme


@pytest.fixture
def canvas() -> Canvas:
    return Canvas(600, 200, theme("light"))


def test_a_line_that_fits_keeps_its_size(canvas: Canvas) -> None:
    assert canvas.fitted("Marta", "b", 40, 400) == ("Marta", 40)


def test_a_line_that_is_too_long_shrinks_to_the_floor_and_no_further(canvas: Canvas) -> None:
    text, size = canvas.fitted("A name of thirty-two characters.", "b", 40, 200)
    assert size == FLOOR
    assert text.endswith("…")
    assert canvas.measure(text, "b", size) <= 200


def written(canvas: Canvas, width: float, text: str, most: int = 3) -> list[str]:
    canvas.written.clear()
    canvas.paragraph(Box(0, 0, width, 90), text, "b", 26, most=most)
    return [one.text for one in canvas.written]


def test_a_word_that_nobody_knows_is_broken_with_a_hyphen_where_there_is_a_second_line(canvas: Canvas) -> None:
    first, second = written(canvas, 120, "Baumeisterinnung", 2)
    assert first.endswith("-")
    assert first[:-1] + second == "Baumeisterinnung"


def test_a_long_word_is_divided_where_its_language_allows_it_in_few_and_even_lines(canvas: Canvas) -> None:
    canvas.divisions = divisions("Bau-meister-innung Handels-schiff")
    assert written(canvas, 140, "Baumeisterinnung") == ["Baumeister-", "innung"]
    assert written(canvas, 100, "Baumeisterinnung") == ["Bau-", "meister-", "innung"]
    assert written(canvas, 110, "Holz-Handelsschiff") == ["Holz-", "Handels-", "schiff"]
    assert written(canvas, 170, "Holz-Handelsschiff") == ["Holz-", "Handelsschiff"]
    assert written(canvas, 400, "Baumeisterinnung") == ["Baumeisterinnung"]


def test_large_text_is_larger_where_there_is_room() -> None:
    wide = Canvas(600, 200, theme("large"))
    assert wide.fitted("Marta", "b", 28, 400)[1] > 28


def test_figures_are_as_wide_as_each_other_so_that_columns_stand(canvas: Canvas) -> None:
    widths = {canvas.measure(str(digit), "x", 32) for digit in range(10)}
    assert len(widths) == 1


@pytest.mark.parametrize("text", ["Łódź Čapek Ğüşö", "Ελληνικά", "Кириллица", "Zoë Ångström 123 (×2) – − …"])
def test_names_of_many_alphabets_have_glyphs_in_the_shipped_fonts(text: str) -> None:
    assert all(fonts.file_for("b", character) for character in text)


def test_a_character_without_glyph_is_left_out_and_never_a_box() -> None:
    assert fonts.file_for("b", "漢") is None
    assert fonts.runs("b", "a漢b") == (("fira-sans-condensed-latin-600-normal.woff2", "ab"),)


def test_a_letter_whose_mark_no_font_has_stands_without_it() -> None:
    assert fonts.readable("b", "Đặng Thị Ngọc") == "Đang Thị Ngọc"
    assert fonts.readable("b", "Zoë Łukasz") == "Zoë Łukasz"


def test_every_shipped_icon_is_a_drawing() -> None:
    for name in icons.names():
        assert icons.mask(name, 64).getbbox() is not None, name


def test_every_theme_loads() -> None:
    assert [theme(name).name for name in THEMES] == list(THEMES)

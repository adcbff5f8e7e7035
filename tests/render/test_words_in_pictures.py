"""Letters of seats, numbers and numerals as readers of each language expect them."""

from render.words import Words, letters, roman, shown
from tests.render.goldens import say


def words(language: str) -> Words:
    return Words(say("princes", (), language), "princes")


def test_each_seat_gets_the_first_letter_that_no_earlier_seat_has() -> None:
    assert letters(("Marta", "Max", "Anna", "Adam")) == ("M", "A", "N", "D")


def test_a_seat_whose_letters_are_all_taken_gets_its_number() -> None:
    assert letters(("Ab", "Ba", "AB")) == ("A", "B", "3")


def test_letters_come_from_greek_and_cyrillic_names_too() -> None:
    assert letters(("Ελένη", "Жанна", "日本")) == ("Ε", "Ж", "3")


def test_a_name_loses_only_the_characters_that_no_font_has() -> None:
    assert shown("Zoë 🎲 Łódź") == "Zoë  Łódź"


def test_numbers_carry_the_readers_separator_and_a_true_minus() -> None:
    assert words("en").number(1700) == "1,700"
    assert words("de").number(1700) == "1.700"
    assert words("nl").number(-3) == "−3"
    assert words("en").gain(3) == "+3"
    assert words("en").figure(0) == "–"


def test_roman_numerals() -> None:
    assert [roman(n) for n in (1, 2, 4, 6, 9)] == ["I", "II", "IV", "VI", "IX"]

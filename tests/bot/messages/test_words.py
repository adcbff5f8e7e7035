"""Words on small surfaces: labels with their notes, lock screens, whom a line is about."""

from __future__ import annotations

import pytest

from bot.choices.controls import DISCORD, TELEGRAM, Choice, Limits, labelled, shortened
from bot.language.speaker import Speaker
from bot.messages.picture_request import subject
from engines.kit import Text

SEGMENT = Choice("x", "III", "2 red, 1 green, 1 blue", aside="2 red, 1 green, 1 blue")


def test_a_button_says_its_note_behind_its_label() -> None:
    assert labelled(SEGMENT, DISCORD) == "III: 2 red, 1 green, 1 blue"
    assert labelled(Choice("x", "Build"), DISCORD) == "Build"
    assert labelled(Choice("x", "Stack 2: Basic Set", "9 left"), DISCORD) == "Stack 2: Basic Set · 9 left"


@pytest.mark.parametrize("limits", [DISCORD, TELEGRAM])
def test_a_note_is_shortened_at_a_word_and_never_dropped(limits: Limits) -> None:
    label, note = "The long name of a building " * 9, "costs three white and two yellow bricks " * 9
    said = labelled(Choice("x", label.strip(), note.strip()), limits)
    assert len(said) <= limits.label
    assert "costs" in said
    assert said.endswith("…")
    assert said[:-1].split()[-1] in note.split(), "the last word is whole"


def test_one_long_word_is_cut_all_the_same() -> None:
    assert shortened("x" * 90, 80) == "x" * 79 + "…"


@pytest.mark.parametrize(
    ("language", "key", "said"),
    [
        ("en", "carrara.ask.turn.action", "One action"),
        ("en", "carrara.ask.build.tile", "Which building?"),
        ("de", "carrara.ask.buy.segment", "Welches Segment des Rades?"),
        ("en", "carrara.ask.build.place", "Where does the …"),
        ("en", "rivals.ask.build.discount", "It costs one less. Which resource do you drop?"),
    ],
)
def test_the_opening_of_a_question_tells_no_fact(language: str, key: str, said: str) -> None:
    assert Speaker(language, key.split(".")[0]).opening(Text(key, {})) == said


def test_a_line_is_about_the_seat_that_it_names() -> None:
    assert subject(Text("carrara.event.turned", {"seat": "seat/2", "bricks": {}}), 0) == 2
    assert subject(Text("carrara.event.revealed", {"tile": "tile/villa"}), 0) == 0
    assert subject(Text("firenze.event.saboteur", {"who": "seat/1", "seat": "seat/0"}), None) == 0

"""Words on small surfaces: labels with their notes, lock screens, whom a line is about."""

from __future__ import annotations

import re

import pytest

from bot.choices.controls import DISCORD, TELEGRAM, Choice, Limits, labelled, shortened
from bot.language.speaker import Gap, Speaker, own_texts, parse
from bot.messages.picture_request import subject
from config import languages
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


@pytest.mark.parametrize(
    ("language", "bid", "built"),
    [
        ("en", "You bid 700 for a lake.", "You built villa 3 in Lucca with 3 red."),
        ("nl", "Je biedt 700 op een meer.", "Je bouwde villa 3 in Lucca met 3 rood."),
        ("de", "Du bietest 700 auf einen See.", "Du baust Villa 3 in Lucca, mit 3 Rot."),
    ],
)
def test_a_receipt_says_you_to_the_one_who_did_it(language: str, bid: str, built: str) -> None:
    names = ("Ann", "Bob")
    lot = {"en": "a lake", "nl": "een meer", "de": "einen See"}[language]
    told = Text("princes.event.auction.bid", {"seat": "seat/1", "price": 700, "lot": lot})
    assert Speaker(language, "princes", names, 1).say(told) == bid
    assert Speaker(language, "princes", names, 0).say(told) == Speaker(language, "princes", names).say(told)
    assert Speaker(language, "princes", names).say(told).startswith("Bob ")
    facts = {"seat": "seat/0", "tile": "tile/villa_3", "city": "city/lucca", "bricks": {"brick/red": 3}}
    assert Speaker(language, "carrara", names, 0).say(Text("carrara.event.built", facts)) == built


@pytest.mark.parametrize("language", languages.languages())
def test_a_verb_bends_only_for_the_subject_of_its_sentence(language: str) -> None:
    """`{seat!bids|bid}` stands only where the sentence begins with the seat, and has both forms."""
    for key, text in own_texts(language).items():
        if ".noun." in key or "!" not in text:
            continue
        parts = parse(text)
        bent = [part.persons for part in parts if isinstance(part, Gap) and part.persons is not None]
        if bent:
            assert isinstance(parts[0], Gap), key
            assert parts[0].name == "seat", key
            assert all(all(forms) for forms in bent), key


def test_no_line_tells_its_reader_that_you_does_something() -> None:
    """In English a third person shows by its ending; a sentence that begins with the seat bends such a verb."""
    stiff = [
        key
        for key, text in own_texts("en").items()
        if ".event." in key and text.startswith("{seat} ") and re.match(r"[a-z]+s\b", text.removeprefix("{seat} "))
    ]
    assert stiff == []

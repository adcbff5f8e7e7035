"""The cards in words, in every language."""

import re

import pytest

from bot.language.speaker import Speaker
from config.languages import languages
from engines.carrara import ENGINE
from engines.carrara.card_texts import condition_text, rate_text, scoring_text
from engines.carrara.tables import CarraraTables
from engines.kit import Text
from tests.test_words import assert_is_sentence

TABLES: CarraraTables = ENGINE.tables.current()  # type: ignore[assignment]


@pytest.mark.parametrize("language", languages())
def test_every_card_can_be_said(language: str) -> None:
    """11.1, 11.2, 11.3, 11.4"""
    say = Speaker(language, "carrara").say
    for card in (*TABLES.top_card, *TABLES.object_card, *TABLES.building_card):
        for seats in (2, 3, 4):
            assert_is_sentence(say(condition_text(card.condition, seats)), card.condition.kind)
    for scored in (*TABLES.object_card, *TABLES.building_card, *TABLES.extra_card):
        assert_is_sentence(say(scoring_text(scored.scoring)), scored.scoring.kind)
    rate = rate_text(TABLES.top_card[5])
    assert rate is not None
    assert_is_sentence(say(rate), "rate")


@pytest.mark.parametrize("language", languages())
def test_every_thing_has_a_name(language: str) -> None:
    """1.2, 1.3, 1.5"""
    noun = Speaker(language, "carrara").noun
    for tile in TABLES.tile:
        assert noun(f"tile/{tile}")
    for colour in TABLES.allowed["lerici"]:
        assert all(noun(f"priced/{colour}_{price}") for price in range(7))
    for colour, (first, last) in (("top", (1, 6)), ("object", (1, 8)), ("building", (1, 9)), ("extra", (2, 9))):
        assert all(noun(f"card/{colour}_{number}") for number in range(first, last + 1))
    assert all(noun(f"place/{place}") for place in TABLES.upgraded)


def test_cards_read_well_in_english() -> None:
    """11.2, 11.3"""
    say = Speaker("en", "carrara").say
    assert say(condition_text(TABLES.object_card[3].condition, 2)) == "4 equal objects of one kind and 3 of another"
    assert say(scoring_text(TABLES.object_card[1].scoring)) == "Sets of 2 equal objects: 5 points"
    assert say(condition_text(TABLES.building_card[5].condition, 4)) == "3 country buildings"


@pytest.mark.parametrize("language", languages())
def test_no_two_things_share_a_name(language: str) -> None:
    """1.3, 1.5, 11.4: Four cards score two cities; a gate is built, a little gate is won."""
    noun = Speaker(language, "carrara").noun
    ranges = (("top", 1, 6), ("object", 1, 8), ("building", 1, 9), ("extra", 2, 9))
    cards = [noun(f"card/{colour}_{n}") for colour, first, last in ranges for n in range(first, last + 1)]
    assert len(set(cards)) == len(cards)
    things = [noun(f"type/{row.id}") for row in TABLES.building_type]
    things += [noun(f"object/{row.object}") for row in TABLES.building_type]
    assert len(set(things)) == len(things)


SCORED = {
    "en": ("Ann scored 2 libraries: 12 points.", "Ann scored the city buildings: 12 points."),
    "nl": ("Ann waardeerde 2 bibliotheken: 12 punten.", "Ann waardeerde de stadsgebouwen: 12 punten."),
    "de": ("Ann wertet 2 Bibliotheken: 12 Punkte.", "Ann wertet die Stadtgebäude: 12 Punkte."),
}


@pytest.mark.parametrize("language", sorted(SCORED))
def test_what_was_scored_is_said_as_people_say_it(language: str) -> None:
    """7.1 Not "scored the type library" or "the field city buildings"."""
    speaker = Speaker(language, "carrara", ("Ann",))
    facts = {"seat": "seat/0", "gain": {"gain/point": 12}}
    of_type = Text("carrara.event.scored_type", {**facts, "what": {"type/library": 2}})
    of_field = Text("carrara.event.scored_field", {**facts, "what": "field/city_buildings"})
    assert (speaker.say(of_type), speaker.say(of_field)) == SCORED[language]


@pytest.mark.parametrize("language", languages())
def test_a_card_names_what_it_asks_for_and_gives_each_figure_its_place(language: str) -> None:
    """11.1, 11.4: The kinds of scorings of top card 5; "9 and 9 points" says nothing of where."""
    say = Speaker(language, "carrara").say
    each_kind = say(condition_text(TABLES.top_card[4].condition, 2)).lower()
    kinds = {"en": ("type", "city", "field"), "nl": ("soort", "stad", "veld"), "de": ("art", "stadt", "feld")}
    assert all(kind in each_kind for kind in kinds[language])
    regions = say(scoring_text(next(card.scoring for card in TABLES.extra_card if card.scoring.kind == "majorities")))
    assert len(re.findall(r"9 pun|9 poi|9 Pun", regions)) == 2

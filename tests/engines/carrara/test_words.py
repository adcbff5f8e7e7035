"""The cards in words, in every language."""

import pytest

from bot.language.speaker import Speaker
from config.languages import languages
from engines.carrara import ENGINE
from engines.carrara.card_texts import condition_text, rate_text, scoring_text
from engines.carrara.tables import CarraraTables
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

"""What the log says aloud: every public fact, in every language, in words that cannot be taken for something else."""

from __future__ import annotations

import re

import pytest

from bot.language.speaker import Speaker
from config.languages import languages
from engines.firenze.labels import bricks_fact, say
from engines.kit import Text, ref
from tests.engines.firenze.builder import Table, table

NAMES = ("Anna", "Bram")
GAINS = ("fulfilled", "storey", "privilege", "end_tile", "majority", "feast")


def told(t: Table, name: str) -> Text:
    return next(each for each in t.events if each.key == f"firenze.event.{name}")


@pytest.mark.parametrize("language", languages())
def test_the_bricks_laid_for_a_card_are_named_in_the_order_of_the_cards(language: str) -> None:
    """4.3 Later prices depend on them, and they lie open."""
    t = table().player(0, warehouse={"white": 1, "red": 1}).at("card.choose")
    t.answer("card.choose", "slot:2").answer("card.order", ["red", "white"])
    event, speaker = told(t, "took"), Speaker(language, "firenze", NAMES)
    assert event.because is not None
    laid = speaker.say(event.because).lower()
    red, white = (speaker.noun(ref("brick", colour)).lower() for colour in ("red", "white"))
    assert re.search(rf"{red}\b.*\b{white}", laid), laid


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", GAINS)
def test_a_gain_has_its_plus(language: str, name: str) -> None:
    """Beside "-2" a bare 3 looks odd."""
    card = "card/small_privilege" if name == "privilege" else "card/fame"
    facts = {"seat": "seat/0", "colour": "brick/red", "height": 4, "points": 3, "card": card, "gain": 1, "balcony": ""}
    assert "+3" in Speaker(language, "firenze", NAMES).say(say(f"event.{name}", **facts))


@pytest.mark.parametrize("language", languages())
def test_a_loss_has_no_plus(language: str) -> None:
    """12.2"""
    facts = {"seat": "seat/0", "card": "card/scandal", "points": -2, "gain": 0}
    assert "+" not in Speaker(language, "firenze", NAMES).say(say("event.feast", **facts))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["saboteur", "botch"])
def test_a_tower_that_is_gone_is_said_to_be(language: str, name: str) -> None:
    """9.2 9.3"""
    speaker = Speaker(language, "firenze", NAMES)
    facts = {"seat": "seat/0", "who": "seat/1", "tower": "tower/blue-1"}
    gone, left = [speaker.say(say(f"event.{name}", **facts, gone=each)) for each in (1, 0)]
    assert len(gone) > len(left)


@pytest.mark.parametrize(
    ("language", "card"), [("en", "the card Alchemist"), ("nl", "de kaart Alchemist"), ("de", "„Alchemist“")]
)
def test_a_card_is_never_taken_for_a_player_or_a_number(language: str, card: str) -> None:
    """5.1 9.2 "Alchemist now has 2 yellow" looks like a player, "from 1 Architect" like a number."""
    speaker = Speaker(language, "firenze", NAMES)
    bricks = bricks_fact({"yellow": 2})
    facts = {"seat": "seat/0", "card": "card/alchemist", "bricks": bricks, "given": bricks, "colour": "brick/white"}
    assert card in speaker.say(say("event.wholesaler", **facts))
    assert card in speaker.say(say("event.exchanged", **facts))


@pytest.mark.parametrize(
    ("language", "own"), [("en", "their last seal"), ("nl", "laatste eigen zegel"), ("de", "letzte eigene Siegel")]
)
def test_the_last_seal_is_the_own_one(language: str, own: str) -> None:
    """11.1 Not the last of the table."""
    assert own in Speaker(language, "firenze", NAMES).say(say("event.end_tile", seat="seat/0", points=5))

"""Labels in the middle of a line."""

from __future__ import annotations

import pytest

from bot.language.labels import counts_label, shown_orientation
from bot.language.speaker import Speaker, own_texts
from config.languages import languages
from engines.kit import Bundle, Place, Text, ref
from engines.kit.asks import Spot

ON_A_TOWER = Text("firenze.option.raising", {"colour": ref("brick", "red"), "height": 3, "copy": ""})


@pytest.mark.parametrize(("language", "said"), [("en", "2 on red 3"), ("de", "2 auf Rot 3"), ("nl", "2 op rood 3")])
def test_pieces_behind_a_number_have_no_capital_of_their_own(language: str, said: str) -> None:
    ask = Bundle(Text("firenze.ask.build.apart"), {"raise": 3}, {"raise": ON_A_TOWER}, 0, 3)
    assert counts_label(ask, {"raise": 2}, Speaker(language, "firenze", ("Marta",))) == said


def test_a_new_table_and_the_way_to_one_that_is_open_are_not_called_the_same() -> None:
    for language in languages():
        said = own_texts(language)
        way = said["chat.button.open_page"]
        assert way not in (said["chat.button.open_table"], said["club.button.open"])
        assert way in said["web.door.closed"], "who is sent back to the chat is told what to tap there"


def test_a_piece_lies_as_the_button_that_places_it_says() -> None:
    """The first of what is suggested, wherever it stands among the spots: the button plays it, the picture shows it."""
    spots = (Spot("A1", "A1"), Spot("A1-3", "A1", 3), Spot("B2-3", "B2", 3))
    ask = Place(Text("princes.ask.object.place"), "pile/park", spots, suggested=("A1-3", "A1"))
    assert shown_orientation(ask) == (3, False)

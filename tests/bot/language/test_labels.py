"""Labels in the middle of a line."""

from __future__ import annotations

import pytest

from bot.language.labels import counts_label
from bot.language.speaker import Speaker
from engines.kit import Bundle, Text, ref

ON_A_TOWER = Text("firenze.option.raising", {"colour": ref("brick", "red"), "height": 3, "copy": ""})


@pytest.mark.parametrize(("language", "said"), [("en", "2 on red 3"), ("de", "2 auf Rot 3"), ("nl", "2 op rood 3")])
def test_pieces_behind_a_number_have_no_capital_of_their_own(language: str, said: str) -> None:
    ask = Bundle(Text("firenze.ask.build.apart"), {"raise": 3}, {"raise": ON_A_TOWER}, 0, 3)
    assert counts_label(ask, {"raise": 2}, Speaker(language, "firenze", ("Marta",))) == said

"""One rule for when a press acts: not final, shown or composed it acts; a final tap that spends or gives up asks."""

from __future__ import annotations

from typing import Any

import pytest

from bot.table.press import Press, press
from engines.kit import Amount, Bundle, Option, Pick, PickStep, Text, Value

TEXT = Text("toy.ask.round.peek")


class Plain(PickStep[Any]):
    name = "plain"


class Grave(PickStep[Any]):
    name = "grave"
    grave = True


def pick(*keys: str, most: int = 1) -> Pick:
    return Pick(TEXT, tuple(Option(key, TEXT) for key in keys), 1, most)


BUNDLE = Bundle(TEXT, {"red": 2}, {"red": TEXT}, 1, 2)
AMOUNT = Amount(TEXT, 1, 5, instead=(Option("pass", TEXT),))


@pytest.mark.parametrize("value", [["a"], ["none"], ["end"]])
@pytest.mark.parametrize("step", [Plain(), Grave()])
def test_what_can_be_taken_back_acts_at_once(step: PickStep[Any], value: list[str]) -> None:
    assert press(step, pick("a", "none", "end"), value, is_final=False) is Press.ACTS


def test_what_gives_nothing_away_acts_and_shows_something_new() -> None:
    assert press(Plain(), pick("wheel", "build"), ["wheel"], is_final=True) is Press.SHOWS


def test_a_tap_that_spends_for_good_asks_first_though_it_is_the_only_way() -> None:
    assert press(Grave(), pick("abbey"), ["abbey"], is_final=True) is Press.ASKS


@pytest.mark.parametrize(("ask", "value"), [(BUNDLE, {"red": 1}), (AMOUNT, 3), (pick("a", "b", most=2), ["a", "b"])])
def test_what_was_put_together_by_hand_acts(ask: Any, value: Value) -> None:
    assert press(Grave(), ask, value, is_final=True) is Press.SHOWS


@pytest.mark.parametrize("key", ["pass", "decline", "none", "refuse", "end"])
def test_a_way_out_asks_while_other_things_are_open(key: str) -> None:
    assert press(Plain(), pick("a", key), [key], is_final=True) is Press.ASKS
    assert press(Plain(), pick(key), [key], is_final=True) is Press.SHOWS
    assert press(Plain(), AMOUNT, "pass", is_final=True) is Press.ASKS

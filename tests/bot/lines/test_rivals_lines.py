"""Rivals: roads and towns are offered without the verb that cards have, and are typed with it all the same."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language.speaker import Speaker
from bot.lines.move_parser import MoveParser
from engines.kit import Dice, Refusal
from engines.kit.outcome import Answer
from engines.rivals import ENGINE

pytestmark = pytest.mark.no_server


def with_two_roads() -> tuple[Any, int]:
    """A position in which a road may be built at both ends."""
    state: Any = ENGINE.setup(2, seed="a").state
    chance = Dice("road")
    for _ in range(120):
        pending = next(each for each in ENGINE.pending(state) if each.owed)
        keys = [option.label.key for option in getattr(pending.ask, "options", ())]
        if keys.count("rivals.option.action.road") == 2:
            return state, pending.seat
        value = ENGINE.policy(state, pending.seat, pending.step, pending.ask, chance.below)
        state = ENGINE.submit(state, Answer(pending.seat, pending.ask_id, value)).state
    raise AssertionError("never two roads")


@pytest.mark.parametrize(
    ("language", "line", "left"),
    [
        ("en", "build road", "build road left"),
        ("en", "road", "road left"),
        ("nl", "bouw straat", "bouw straat links"),
        ("de", "baue straße", "baue straße links"),
    ],
)
def test_a_road_may_be_typed_with_the_verb_of_cards_and_which_one_is_asked(language: str, line: str, left: str) -> None:
    state, seat = with_two_roads()
    speaker = Speaker(language, "rivals", ("Ann", "Ben"))
    with pytest.raises(Refusal) as caught:
        MoveParser(ENGINE, state, seat, speaker).read(line)
    assert caught.value.code == "menu.refusal.unclear", speaker.refusal(caught.value)
    assert len(MoveParser(ENGINE, state, seat, speaker).read(left).parts) == 1

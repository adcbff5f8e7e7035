"""Contract 9: every ask fits every platform and comes back as the same answer, tapped and typed, in three languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from bot.choices.controls import PLATFORMS
from bot.choices.menus import build
from bot.language.labels import describe
from bot.language.speaker import Speaker
from bot.lines.move_parser import MoveParser
from config.languages import languages
from engines.kit.answers import default_of
from engines.kit.dice import Dice
from engines.kit.engine import Pending
from tests.bot.choices.thumb import TABLE, require_fit, tap_to
from tests.bot.toy_words import toy_spoken
from tests.contract.cases import Case, cases, is_outermost, replayable
from tests.thorough import amount

NAMES = ("Marta", "Joost", "Lena", "Piet", "Sofia")
ASKS_OF_A_STEP = amount(4, 5)
"""So many different asks of one step are tried in each game, the longest among them."""


@pytest.fixture(autouse=True)
def _toy_words() -> Iterator[None]:
    with toy_spoken():
        yield


def asks_met(case: Case, seed: str) -> list[tuple[Any, Pending]]:
    """The asks of a random game: of each step the longest ones and a few others."""
    met: dict[str, dict[str, tuple[Any, Pending]]] = {}
    for position in case.walk(seed).positions():
        for pending in case.engine.pending(position.state):
            met.setdefault(pending.step, {}).setdefault(pending.ask.offered(), (position.state, pending))
    chosen = []
    for offers in met.values():
        longest = sorted(offers, key=len, reverse=True)
        few = longest[:2] + longest[2 :: max(1, len(longest) // (ASKS_OF_A_STEP - 2))]
        chosen += [offers[key] for key in few]
    return chosen


def by_turns(turn: int) -> Sequence[str]:
    """The languages in which this ask is tried: one, by turns; all of them where all is tried."""
    return amount(languages()[turn % len(languages()) :][:1], languages())


def values(pending: Pending) -> list[Any]:
    """Some answers: the default, the suggestions, a few by chance."""
    ask, chance = pending.ask, Dice(pending.ask_id)
    found = [ask.check(default_of(ask)), *[ask.check(value) for value in ask.suggested[:3]]]
    found += [ask.sample(chance.below) for _ in range(3)]
    return [value for index, value in enumerate(found) if value not in found[:index]]


@pytest.mark.parametrize("case", [case for case in cases() if is_outermost(case)], ids=str)
def test_every_ask_fits_every_platform_and_every_answer_can_be_tapped(case: Case) -> None:
    seed = "menus"
    with replayable(case, seed):
        for turn, (_, pending) in enumerate(asks_met(case, seed)):
            for language, limits in product(by_turns(turn), PLATFORMS):
                require_fit(build(TABLE, pending, limits, Speaker(language, case.game, NAMES)), limits)
            for (number, value), limits in product(enumerate(values(pending)), PLATFORMS):
                language = languages()[number % 3]
                speaker = Speaker(language, case.game, NAMES)
                assert tap_to(pending, value, limits, speaker), (limits.name, language, pending, value)


@pytest.mark.parametrize("case", [case for case in cases() if is_outermost(case)], ids=str)
def test_every_answer_can_be_typed_as_it_is_read_back(case: Case) -> None:
    seed = "phrases"
    with replayable(case, seed):
        for turn, (state, pending) in enumerate(asks_met(case, seed)):
            for language in by_turns(turn):
                speaker = Speaker(language, case.game, NAMES)
                reader = MoveParser(case.engine, state, pending.seat, speaker)
                for value in values(pending):
                    line = describe(pending, value, speaker)
                    (answer,) = reader.read(line).answers
                    assert (answer.ask_id, answer.value) == (pending.ask_id, value), (language, line, pending)

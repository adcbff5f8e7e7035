"""Nobody learns by what is asked, told, refused or foreseen what is hidden: every game, and oracles planted in them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from engines import ENGINES
from engines.carrara import turn as carrara_turn
from engines.firenze import hand as firenze_hand
from engines.kit import Dice, Draft, Engine
from engines.kit.play import Position, Walk
from tests import toy as game
from tests.contract.cases import Case, few, replayable, spread
from tests.contract.properties import viewers
from tests.contract.twins import Twins
from tests.thorough import amount
from tests.toy import ToyOptions, ToyState, toy

GAMES = 12
LOOKS = amount(12, 60)
"""Positions of a game of which twins are made."""


def compare(engine: Engine[Any], positions: Iterable[Position[Any]], every: int, twins: Twins, seed: str) -> None:
    """Twins of an even spread of positions, for every viewer: looked at, and answered in."""
    before, chance = None, Dice(f"{seed}/twins")
    for position in positions:
        if position.number % every == 0:
            for viewer in viewers(position.state):
                if not position.state.ending:
                    for twin in twins.screened(position.state, viewer, chance):
                        twins.look(position.state, viewer, twin)
                    twins.look(position.state, viewer, twins.redealt(position.state, viewer, f"{seed}/{viewer}"))
                if before is not None:
                    for twin in twins.screened(before, viewer, chance):
                        twins.answer(before, position, viewer, twin, exact=True)
                    redealt = twins.redealt(before, viewer, f"{seed}/{viewer}/{position.number}")
                    twins.answer(before, position, viewer, redealt, exact=False)
        before = position.state


def is_open(case: Case) -> bool:
    """Whether these options leave nothing behind a screen."""
    chosen = json.loads(case.options)
    shown = getattr(spread(case.game), "OPEN", {}) if case.game in ENGINES else {}
    return any(chosen.get(name) == value for name, value in shown.items())


def reveals(key: str) -> frozenset[str]:
    return frozenset(getattr(spread(key), "REVEALS", ())) if key in ENGINES else frozenset()


@pytest.mark.parametrize("case", few(), ids=str)
def test_twins_show_every_viewer_the_same(case: Case) -> None:
    seed = "twins"
    twins = Twins(case.engine, reveals(case.game), has_screens=not is_open(case))
    with replayable(case, seed):
        positions = list(case.walk(seed).positions())
        compare(case.engine, positions, max(1, len(positions) // LOOKS), twins, seed)
    assert twins.compared > 2 * LOOKS


# --- planted oracles ---


def _play(engine: Engine[Any], options: Any, seats: int, key: str = "", first: int = 0) -> None:
    """Games in turn, beginning with the one that is known to come to the question soon."""
    twins = Twins(engine, reveals(key))
    for number in [(first + each) % GAMES for each in range(GAMES)]:
        walk = Walk(engine, seats, options, f"oracle {number}", wild=50)
        compare(engine, walk.positions(), 1, twins, f"oracle {number}")


@pytest.mark.parametrize(
    ("key", "step", "first"),
    [
        ("carrara", "turn.action", 0),
        ("carrara", "turn.object", 0),
        ("carrara", "turn.announce", 8),
        ("carrara", "buy.segment", 0),
        ("carrara", "build.place", 0),
        ("carrara", "build.pay", 0),
        ("firenze", "card.choose", 3),
        ("firenze", "limits.close", 0),
        ("firenze", "event.ward", 0),
    ],
)
def test_a_question_that_the_kit_answers_by_hidden_things_is_caught(
    key: str, step: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = ENGINES[key]
    assert engine.steps[step].bluff
    monkeypatch.setattr(type(engine.steps[step]), "bluff", False)
    # Untuned scripts come to every one of these questions within a few games; tuned ones hardly announce the end.
    monkeypatch.setattr(engine, "policy", lambda *asked: engine.script.choose(*asked, engine.script.base))
    with pytest.raises(AssertionError, match="secret"):
        _play(engine, engine.info.options(), engine.info.seats[0], key, first)


def test_an_object_asked_for_only_with_coins_enough_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrara_turn, "SCREENED", 99)
    engine = ENGINES["carrara"]
    with pytest.raises(AssertionError, match="secret"):
        _play(engine, engine.info.options(), 2, "carrara")


def test_a_moment_for_persons_that_comes_only_with_one_in_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firenze_hand, "SCREENED", 99)
    engine = ENGINES["firenze"]
    with pytest.raises(AssertionError, match="secret"):
        _play(engine, engine.info.options(), 2, "firenze")


def test_a_dry_run_that_foresees_the_answer_of_another_is_caught() -> None:
    """Who cannot bid passes by himself, and a die is thrown for him: the one before is told so by the confirmation."""

    class Passes(game.Bid):
        bluff = False
        sides = ()

        def answer(self, d: Draft[ToyState], seat: int, value: int | str) -> None:
            if not d.state.players[seat].coins:
                d.roll()
            super().answer(d, seat, value)

    with pytest.raises(AssertionError, match="secret"):
        _play(toy([Passes()]), ToyOptions(rounds=4), 3)

"""What a game counts as the use of a card, and the fuzzing that counts it."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from bot.cli import fuzz
from bot.texts import catalogue
from engines import ENGINES
from engines.kit.play import Walk

SETS = [(game, name) for game, engine in ENGINES.items() for name in ("", *engine.info.variants)]


def _options(game: str, variant: str) -> dict[str, Any]:
    return dict(ENGINES[game].info.variants[variant]) if variant else {}


@pytest.mark.parametrize(("game", "variant"), SETS)
def test_every_card_of_a_game_has_a_name_and_only_such_cards_are_used(game: str, variant: str) -> None:
    engine = ENGINES[game]
    walk = Walk(engine, engine.info.seats[0], engine.info.options.model_validate(_options(game, variant)), "used")
    used: set[str] = set()
    for position in walk.positions():
        for event in position.outcome.events:
            used.update(engine.used(position.state, event))
    cards = list(engine.cards(position.state))
    assert len(cards) == len(set(cards))
    assert used <= set(cards)
    assert used
    words = catalogue("en")
    assert not [card for card in cards if f"{game}.noun.{card.replace('/', '.')}" not in words]


def test_a_card_that_is_only_seen_is_not_used() -> None:
    engine = ENGINES["rivals"]
    walk = Walk(engine, 2, engine.info.options.model_validate({"mode": "gold"}), "seen", wild=0)
    named: set[str] = set()
    used: set[str] = set()
    for position in walk.positions():
        for event in position.outcome.events:
            used.update(engine.used(position.state, event))
            named.update(str(facts["card"]) for facts in event.private.values() if "card" in facts)
    assert named - used


def test_the_least_tried_option_comes_first_and_the_same_seed_gives_the_same_game() -> None:
    engine = ENGINES["carrara"]
    games = [Walk(engine, 2, engine.info.options(), "curious", wild=10, curious=40) for _ in range(2)]
    for walk in games:
        assert list(walk.positions())[-1].state.ending
    assert games[0].answers == games[1].answers


def test_fuzzing_says_which_cards_were_never_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = {"seats": 2, "options": {}, "seed": None, "wild": 15, "curious": 15, "jobs": 1, "replays": str(tmp_path)}
    assert fuzz.run(Namespace(game="rivals", games=1, variant="gold", **chosen)) == 0
    told = capsys.readouterr().out
    assert "0 failures" in told
    assert " of 50 used; never " in told
    assert fuzz.run(Namespace(game="rivals", games=1, variant="silver", **chosen)) == 2
    assert "gold, turmoil, progress, duel" in capsys.readouterr().out


def test_a_report_of_cards_that_were_all_used_names_the_rarest() -> None:
    tally = fuzz.Tally(games=1, answers=1, cards={"card/a", "card/b"})
    tally.used.update({"card/a": 3, "card/b": 1})
    assert "card: all 2 used, b least often (1)" in list(fuzz.report("rivals", tally, 1.0))

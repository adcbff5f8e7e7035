"""What a game counts as the use of a card, and the fuzzing that counts it."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from bot.cli import fuzz
from bot.language.speaker import catalogue
from engines import ENGINES
from engines.kit import Engine, Options
from engines.kit.play import Walk
from tests.toy import ToyOptions, toy

SETS = [(game, name) for game, engine in ENGINES.items() for name in ("", *engine.info.variants)]


def _options(game: str, variant: str) -> dict[str, Any]:
    return dict(ENGINES[game].info.variants[variant]) if variant else {}


def _cards_and_uses(engine: Engine[Any], options: Options) -> tuple[list[str], set[str]]:
    """The cards of a game by chance, and those that were used in it."""
    walk = Walk(engine, engine.info.seats[0], options, "used")
    used: set[str] = set()
    for position in walk.positions():
        for event in position.outcome.events:
            used.update(engine.used(position.state, event))
    return list(engine.cards(position.state)), used


def _require_sound(cards: list[str], used: set[str]) -> None:
    """No card is listed twice, only listed ones are used, and of a game with cards some are; one without has none."""
    assert len(cards) == len(set(cards))
    assert used <= set(cards)
    assert bool(used) == bool(cards)


@pytest.mark.parametrize(("game", "variant"), SETS)
def test_every_card_of_a_game_has_a_name_and_only_such_cards_are_used(game: str, variant: str) -> None:
    engine = ENGINES[game]
    cards, used = _cards_and_uses(engine, engine.info.options.model_validate(_options(game, variant)))
    _require_sound(cards, used)
    words = catalogue("en")
    assert not [card for card in cards if f"{game}.noun.{card.replace('/', '.')}" not in words]


def test_a_game_without_cards_lists_none_and_uses_none() -> None:
    cards, used = _cards_and_uses(toy(), ToyOptions())
    _require_sound(cards, used)
    assert (cards, used) == ([], set())


def test_cards_that_are_listed_but_never_used_are_caught() -> None:
    with pytest.raises(AssertionError):
        _require_sound(["card/ant"], set())


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
    assert fuzz.run(Namespace(game="princes", games=1, variant=None, **chosen)) == 0
    assert "not played: muse, coop, both" in capsys.readouterr().out


def test_a_report_of_cards_that_were_all_used_names_the_rarest() -> None:
    tally = fuzz.Tally(games=1, answers=1, cards={"card/a", "card/b"})
    tally.used.update({"card/a": 3, "card/b": 1})
    assert "card: all 2 used, b least often (1)" in list(fuzz.report("rivals", tally, 1.0))

"""Scripts and their weights: the base plays as ever, and what is shipped was confirmed for that way to play."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from engines import ENGINES
from engines.kit import PLAIN, Dice, Engine, TableError, Weights
from engines.kit.scripted import Style, play_out, shipped, untuned
from tests.engines.scripted import digest, options_of, ways

RULES = {"firenze": 3, "rivals": 4}
"""The rules_version by which games were first written down, where more is asked at once since."""
GAMES, PART = 3, 0.25
KNOWN = json.loads((Path(__file__).parent / "base_games.json").read_text("utf-8"))


def by_base(engine: Engine[Any], *asked: Any) -> Any:
    assert engine.script is not None
    return engine.script.choose(*asked, engine.script.base)


@pytest.mark.parametrize(("game", "variant", "seats"), list(ways()))
def test_the_base_weights_play_the_games_that_the_scripts_played_before_they_had_weights(
    game: str, variant: str, seats: int
) -> None:
    engine = ENGINES[game]
    played = digest(engine, variant, seats, partial(by_base, engine), RULES.get(game, 0))
    assert played == KNOWN[f"{game} {variant} {seats}"]


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_tuned_weights_are_named_for_ways_to_play_that_exist(game: str) -> None:
    script = ENGINES[game].script
    assert script is not None
    assert set(script.tuned) <= {f"{variant} {seats}" for each, variant, seats in ways() if each == game}


@pytest.mark.parametrize(("game", "variant", "seats"), list(ways()))
def test_a_state_is_played_with_the_weights_of_its_variant_and_seats(game: str, variant: str, seats: int) -> None:
    engine = ENGINES[game]
    state = engine.setup(seats, options_of(engine, variant), "weights").state
    assert engine.variant(state) == variant
    assert engine.script is not None
    assert engine.weights(state) == engine.script.weights(variant, seats)


def losers(engine: Engine[Any], variant: str, seats: int, style: Callable[[Engine[Any], Any], Style]) -> float:
    """What the last of some games has on the average, all seats playing alike."""
    found = []
    for game in range(GAMES):
        state = engine.setup(seats, options_of(engine, variant), f"losers {game}").state
        result = play_out(engine, engine.rollout(state), [style(engine, state)] * seats, Dice(f"luck {game}").below)
        assert result is not None
        found.append(min(result.scores))
    return fmean(found)


@pytest.mark.parametrize(("game", "variant", "seats"), list(ways()))
def test_steady_seats_among_themselves_ruin_nobody(game: str, variant: str, seats: int) -> None:
    """Weights that only beat the untuned script once bid all their money away against their like."""
    engine = ENGINES[game]
    assert losers(engine, variant, seats, shipped) >= PART * losers(engine, variant, seats, lambda e, _: untuned(e))


class Few(Weights):
    one: float
    row: tuple[float, float]
    named: dict[str, float]


def test_weights_are_named_by_paths_and_changed_by_them() -> None:
    few = Few(one=1, row=(2, 3), named={"a": 4})
    assert few.flat() == {"one": 1, "row.0": 2, "row.1": 3, "named.a": 4}
    assert few.changed({"row.1": 5, "named.a": 6}) == Few(one=1, row=(2, 5), named={"a": 6})
    assert few.flat()["row.1"] == 3


def test_an_unknown_weight_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from engines.kit import weights

    sheet = {"base": {"one": 1, "row": [2, 3], "named": {}}, "tuned": [{"for": [f"{PLAIN} 2"], "two": 2}]}
    monkeypatch.setattr(weights.rooms, "read", lambda game, file: sheet)
    with pytest.raises(TableError, match="there is no weight two"):
        _ = weights.Script("some", Few, by_base).tuned

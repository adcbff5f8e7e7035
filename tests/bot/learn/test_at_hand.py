"""Things at hand: those of the question first, then what lies open to the reader; each leads to its entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.cli.transcript import read
from bot.learn.at_hand import things_asked, things_at_hand
from bot.learn.reference import entry, references
from bot.messages.post import Button
from bot.messages.what_is import ON_A_PAGE, page_of
from config.languages import languages
from engines import ENGINES
from engines.kit.play import replay

GOLDEN = Path(__file__).parents[2] / "golden"


def moments(game: str) -> list[Any]:
    """The beginning, the middle and one moment towards the end of a game."""
    file = sorted(GOLDEN.glob(f"{game}-*.txt"))[0]
    states = [position.state for position in replay(ENGINES[game], read(file.read_text("utf-8")))]
    return [states[0], states[len(states) // 2], states[-2]]


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_the_things_of_the_question_come_first_and_all_have_entries(game: str) -> None:
    engine = ENGINES[game]
    for state in moments(game):
        tables = engine.tables_of(state)
        for seat in range(state.seats):
            view = engine.view_json(state, seat)
            mine = [each for each in engine.pending(state) if each.seat == seat]
            asked, found = things_asked(game, tables, mine), things_at_hand(game, tables, view, mine)
            assert found[: len(asked)] == asked
            assert len(found) == len(set(found))
            assert all(entry(game, tables, view, each, "en") is not None for each in found)
            again = engine.resample(state, seat, "dealt anew")
            assert things_at_hand(game, tables, engine.view_json(again, seat), mine) == found
    assert len(found) > len(asked)


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_pages_of_names_hold_every_thing_once_and_lead_to_each_other(game: str) -> None:
    every = references(game, ENGINES[game].tables.current())
    for language in languages():
        pages = [page_of(every, game, "K7QF", language, number) for number in range(len(every) // ON_A_PAGE + 1)]
        taps = [button for page in pages for row in page if isinstance(row, tuple) for button in row]
        assert all(isinstance(each, Button) and len(each.id.encode()) <= 64 for each in taps)
        names = [each.id for each in taps if "+" not in each.id]
        assert names == [f"c:what:K7QF:{game}.{each}" for each in every]
        assert next(each.label for each in taps if each.id.endswith(":+1")) == "»"
        assert page_of(every, game, "K7QF", language, 99) == pages[-1]

"""The rulebook index: every section of our summary is carried by code, a table or a reading."""

from __future__ import annotations

import re

import pytest

from bot.service import own_box
from engines import ENGINES
from engines.kit.rulebook import ROOT, cited, index
from engines.kit.tables import doubts


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_section_is_found_in_the_code(game: str) -> None:
    assert [number for number, section in index(game).items() if not section.code] == []


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_the_index_leads_to_tests(game: str) -> None:
    """Not every fact needs a test of its own; most sections have one."""
    found = index(game)
    tested = [section for section in found.values() if section.tests]
    assert len(tested) * 2 >= len(found)


def test_citations_are_read_from_the_start_of_a_line() -> None:
    assert cited("4.4.5 In turn, raise by 100.") == ["4.4.5"]
    assert cited("4.1, 4.6 and A8 Turn the wheel.") == ["4.1", "4.6", "A8"]
    assert cited("9.4g The order.") == ["9.4g"]
    assert cited("Five cards, see 4.2") == []


def test_the_readme_counts_the_doubts_as_they_are_listed() -> None:
    said = (ROOT / "README.md").read_text("utf-8")
    for game, engine in ENGINES.items():
        assert re.search(rf"\b{len(doubts(engine.tables.current()))} (lines )?for {game.title()}", said), game
    *others, last = [str(len(own_box.in_doubt(game))) for game in own_box.games()]
    assert f"Figure by figure the first three are {', '.join(others)} and {last}." in said

"""1 The printed numbers, and what a correction of them may not break."""

from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from config.rooms import folder
from engines.firenze.tables import FirenzeTables
from engines.kit import TableError
from engines.kit.tables import doubts
from tests.corrections import corrected

TABLES = FirenzeTables.current()


def test_there_are_88_bricks_in_six_colours() -> None:
    """1.1 Common to rare."""
    assert list(TABLES.bricks.counts.values()) == [25, 18, 15, 12, 10, 8]
    assert sum(TABLES.bricks.counts.values()) == 88


def test_there_are_36_commissions_worth_more_the_higher_and_the_rarer() -> None:
    """1.7 Heights 3 to 8 in every colour."""
    assert len(TABLES.points) == 36
    assert TABLES.heights == (3, 4, 5, 6, 7, 8)
    for row in TABLES.tower:
        assert list(row.points.values()) == sorted(set(row.points.values()))
    for height in TABLES.heights:
        across = [row.points[height] for row in TABLES.tower]
        assert across == sorted(across)


def test_storey_tokens_lie_beside_five_to_eight() -> None:
    """1.8 One to four points."""
    assert TABLES.storey_points == {5: 1, 6: 2, 7: 3, 8: 4}


def test_there_are_52_cards_with_27_names() -> None:
    """1.11 By type."""
    assert len(TABLES.card) == 27
    totals: Counter[str] = Counter()
    for card in TABLES.card:
        totals[card.type] += card.count
    assert totals == {"event": 9, "person": 21, "feast": 10, "building": 8, "church": 4}


def test_there_are_ten_start_cards() -> None:
    """2.8 One of each harmless person and of each building."""
    assert sum(card.start for card in TABLES.card) == 10
    assert all(card.type in ("person", "building") for card in TABLES.card if card.start)


def test_no_two_balconies_name_the_same_commission() -> None:
    """2.2 Nineteen tiles, worth 3 to 6 more than printed."""
    assert len(TABLES.balcony) == len({tile.key for tile in TABLES.balcony}) == 19
    for tile in TABLES.balcony:
        assert tile.points == TABLES.points[tile.key] + 2 + tile.numeral


def test_what_is_printed_for_certain() -> None:
    """15 The anchors that the rulebook or a player's report gives."""
    assert (TABLES.points["green-5"], TABLES.points["green-6"], TABLES.points["red-7"]) == (4, 5, 8)
    assert TABLES.majorities["white"] == 2
    assert (TABLES.balconies["b01"].points, TABLES.balconies["b18"].points) == (7, 14)


def test_reconstructed_figures_are_marked() -> None:
    """15 33 of 36 commissions, five of six flags, three of four tokens."""
    marked = [place for place, _, _ in doubts(TABLES)]
    assert len([place for place in marked if place.startswith("tower.") and ".points." in place]) == 33
    assert len([place for place in marked if place.startswith("tower.") and place.endswith(".majority")]) == 5
    assert len([place for place in marked if place.startswith("storey_token.")]) == 3


def _without_colour(raw: dict[str, Any]) -> None:
    del raw["bricks"]["counts"]["red"]


def _stray_balcony(raw: dict[str, Any]) -> None:
    raw["balcony"][0]["height"] = 9


def _numeral_missing(raw: dict[str, Any]) -> None:
    for tile in raw["balcony"]:
        tile["numeral"] = max(2, tile["numeral"])


def _one_coloured_numeral(raw: dict[str, Any]) -> None:
    raw["balcony"] = [tile for tile in raw["balcony"] if tile["numeral"] != 4 or tile["id"] == "b17"]


def _unknown_layout(raw: dict[str, Any]) -> None:
    raw["first_game"]["neutral_seals"] = ["pink-3"]


@pytest.mark.parametrize(
    "spoil", [_without_colour, _stray_balcony, _numeral_missing, _one_coloured_numeral, _unknown_layout]
)
def test_a_correction_that_does_not_fit_is_refused(spoil: Any) -> None:
    """15 A host may correct the tables, but they must fit together."""
    raw = copy.deepcopy(TABLES.raw)
    spoil(raw)
    with pytest.raises(TableError):
        FirenzeTables.from_raw(raw)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"alchemist"\ntype = "person"\ncount = 4\nstart = 1', '"alchemist"\ntype = "person"\ncount = 4\nstart = 9',
         r"card\.alchemist\.start: 9 of 4 cards cannot be start cards"),
        ('id = "alchemist"\ntype = "person"\ncount = 4', 'id = "alchemist"\ntype = "person"\ncount = 5',
         r"card: there are 53 cards, it should be 52"),
    ],
)  # fmt: skip
def test_a_correction_of_the_cards_keeps_the_known_sums(tmp_path: Path, old: str, new: str, said: str) -> None:
    """1.11 2.8 Else every new game would fail later."""
    text = (folder("firenze") / "cards.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "firenze").mkdir()
    (tmp_path / "firenze" / "cards.toml").write_text(text.replace(old, new, 1))
    with corrected(tmp_path), pytest.raises(TableError, match=rf"cards\.toml.*{said}"):
        FirenzeTables.current()

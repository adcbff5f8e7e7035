"""Chapter 4: points, advantages, victory points, hand limit."""

import pytest

from engines.rivals.scoring import (
    commerce,
    hand_limit,
    progress,
    skill,
    sources,
    strength,
    strength_holder,
    trade_holder,
)
from tests.engines.rivals.table import Table


def test_points_are_summed_over_all_cards() -> None:
    """4.1 Inga and Harald: strength 3, skill 4."""
    table = Table().built(0, "inga").built(0, "harald", 1)
    assert (strength(table.state, 0), skill(table.state, 0)) == (3, 4)


def test_a_trading_base_raises_marketplace_and_harbor() -> None:
    """4.2 E36 Trading Base 1, Marketplace 2: built later, it counts at once."""
    table = Table("gold").city(0, 1).built(0, "trading_base", 1)
    assert commerce(table.state, 0) == 1
    table.hand(0, "marketplace").stores(0, grain=1, wool=1).play("build:marketplace", "-1:above")
    assert commerce(table.state, 0) == 3
    table.built(0, "harbor", 1)
    assert commerce(table.state, 0) == 5


def test_a_salt_silo_raises_every_trade_ship_but_no_pirate_ship() -> None:
    """4.2 The Large Trade Ship included."""
    table = Table("gold").city(0, 1).built(0, "ore_ship").built(0, "large_trade_ship", -1, "below")
    table.built(0, "pirate_ship", 1).built(0, "salt_silo", 1, "below")
    assert commerce(table.state, 0) == 4


@pytest.mark.parametrize(("mine", "theirs", "holder"), [
    ((), (), None),
    (("harald",), (), None),
    (("harald", "austin"), (), 0),
    (("candamir",), ("siglind", "osmund"), None),
    (("candamir",), ("siglind", "osmund", "inga"), 1),
])  # fmt: skip
def test_the_strength_advantage_needs_three_and_more_than_the_other(
    mine: tuple[str, ...], theirs: tuple[str, ...], holder: int | None
) -> None:
    """4.3 19.5 Nobody has it on a tie or below three."""
    table = Table()
    for seat, kinds in enumerate((mine, theirs)):
        for kind, (x, row) in zip(kinds, ((-1, "above"), (-1, "below"), (1, "above")), strict=False):
            table.built(seat, kind, x, row)
    assert strength_holder(table.state) == holder


def test_a_token_passes_over_at_once_when_the_points_change() -> None:
    """4.3 4.4 Also in the opponent's turn."""
    table = Table().built(1, "harald").built(1, "austin", 1)
    assert (table.points(0), table.points(1)) == (2, 3)
    table.hand(0, "candamir").rich(0).play("build:candamir", "-1:above")
    assert (table.points(0), table.points(1)) == (3, 2)


def test_a_harbor_scores_while_there_are_three_trade_ships() -> None:
    """4.4 15.16 Pirate Ships do not count."""
    table = Table("gold").city(0, 1).built(0, "harbor", 1).built(0, "ore_ship").built(0, "wool_ship", -1, "below")
    table.built(0, "pirate_ship", 1)
    assert sources(table.state, 0)["expansions"] == 0
    table.built(0, "gold_ship", 1, "below")
    assert sources(table.state, 0)["expansions"] == 1


def test_two_cities_a_settlement_and_both_tokens_are_seven_points() -> None:
    """4.4 6.5 E11 The win is found at the end of the own turn."""
    table = Table().settlement(0, 3, "hills_5", "fields_3").city(0, -1).city(0, 1)
    table.built(0, "candamir", -1).built(0, "marketplace", -1).built(0, "toll_bridge", 1).built(0, "ore_ship", 1)
    assert (strength_holder(table.state), trade_holder(table.state), table.points()) == (0, 0, 7)
    while not table.state.ending:
        assert table.state.active == 0
        table.answer({"action": "end", "exchange.card": "none"}.get(table.asked(0).step, "1"))
    assert table.state.winner == 0


def test_the_hand_limit_grows_with_progress() -> None:
    """4.5 15.6 15.36 Abbey and University give one each."""
    table = Table("progress").city(0, 1).built(0, "abbey").built(0, "university", 1)
    assert (progress(table.state, 0), hand_limit(table.state, 0)) == (2, 5)

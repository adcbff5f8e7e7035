"""7.4 and 15.2: every bonus card and every prestige card on the common situations of the books."""

import pytest

from engines.princes import ENGINE
from engines.princes.counts import quantity, value_of_terms
from engines.princes.scoring import prestige_points
from engines.princes.state import PrincesState
from engines.princes.tables import PrincesTables
from tests.engines.princes.builder import Table, princes

BUILDINGS = ["university", "workshop", "opera", "tower", "chapel"]


def _situation(table_recruiting: int, recruiting: int, prestige: str = "r10_most_jesters") -> Table:
    """Two forests, a lake, two builders, two freedoms, three works, one person in hand, five buildings."""
    return princes().with_player(
        0,
        landscapes=["forest", "forest", "lake"],
        builders=2,
        freedoms=["travel", "religion"],
        table=["poet", "painter", "lawyer"],
        hand=["physician"],
        recruiting=recruiting,
        table_recruiting=table_recruiting,
        buildings=BUILDINGS,
        prestige=[prestige],
    )


BONUS = {
    "b01_buildings": 5,
    "b02_large_buildings": 4,
    "b03_medium_buildings_and_forests": 3,
    "b04_small_buildings_and_landscapes": 5,
    "b05_building_sizes": 6,
    "b06_landscapes": 3,
    "b07_forests": 4,
    "b08_lakes": 2,
    "b09_parks": 0,
    "b10_freedoms": 4,
    "b11_jesters": 0,
    "b12_jesters_and_freedoms": 2,
    "b13_builders": 4,
    "b14_builders_and_lakes": 3,
    "b15_prestige_cards": 2,
    "b16_prestige_cards_and_freedoms": 3,
    "b17_landscape_types": 4,
    "b18_categories": 5,
    "b19_people_in_hand": 2,
    "b20_people_on_table": 3,
}


@pytest.mark.parametrize(("card", "value"), sorted(BONUS.items()))
def test_a_bonus_card_in_the_common_situation(card: str, value: int) -> None:
    """7.4 The person just played is already counted to the table."""
    state = _situation(table_recruiting=0, recruiting=1).state
    assert value_of_terms(state, state.players[0], state.tables.bonus_terms[card]) == value


def test_every_bonus_card_is_in_the_list() -> None:
    """2.5 Twenty different cards."""
    assert set(BONUS) == set(PrincesTables.current().bonus_terms)


def _prestige(card: str, **opponents: object) -> int:
    table = _situation(table_recruiting=1, recruiting=0, prestige=card)
    for seat in (1, 2):
        table.with_player(seat, **{key: value[seat - 1] for key, value in opponents.items()})  # type: ignore[index]
    return prestige_points(table.state, 0, card)


def test_two_large_buildings_score_five() -> None:
    """15.2 Whatever the others have."""
    assert _prestige("r02_two_large_buildings") == 5


def test_somebody_with_fewer_empty_cells_takes_the_card_away() -> None:
    """15.2 The owner has 43 - 39 = 4 empty cells, an opponent 2."""
    table = _situation(1, 0, "r03_fewest_empty_cells")
    assert quantity(table.state, table.player(0), "empty_cells") == 4
    tiles = ["university", "laboratory", "workshop", "library", "opera", "studio", "hospital"]
    table.with_player(1, buildings=tiles)
    assert quantity(table.state, table.player(1), "empty_cells") == 2
    assert prestige_points(table.state, 0, "r03_fewest_empty_cells") == 0


def test_most_forests_alone_score_seven() -> None:
    """15.2 Both opponents have one."""
    assert _prestige("r06_most_forests", landscapes=(["forest"], ["forest"])) == 7


@pytest.mark.parametrize("others", [(["lake"], []), (["lake"], ["lake"])])
def test_sharing_the_most_lakes_scores_three(others: tuple[list[str], list[str]]) -> None:
    """15.2 With one player or with several."""
    assert _prestige("r07_most_lakes", landscapes=others) == 3


def test_four_buildings_two_freedoms_four_works_score_six() -> None:
    """15.2 A recruiting card left on the table counts as a work."""
    assert _prestige("r09_buildings_freedoms_works") == 6


def test_a_missing_jester_spoils_the_card() -> None:
    """15.2 Every part must be met."""
    assert _prestige("r13_builder_jester_landscapes") == 0


def test_somebody_with_more_works_takes_the_card_away() -> None:
    """15.2 Five against four."""
    five = ["mathematician", "physicist", "alchemist", "botanist", "composer"]
    assert _prestige("r14_most_works", table=(five, [])) == 0


def test_most_builders_alone_and_shared() -> None:
    """15.2 Six alone, three when tied: both books are right."""
    assert _prestige("r11_most_builders") == 6
    assert _prestige("r11_most_builders", builders=(2, 0)) == 3


def test_a_tie_at_zero_never_scores() -> None:
    """15.2 Nobody has a park or a jester."""
    assert _prestige("r12_most_parks") == 0
    assert _prestige("r10_most_jesters") == 0


def test_a_tie_at_no_empty_cells_scores_the_bracket() -> None:
    """A34 The zero rule is only for "most"."""
    tiles = [("university", 2**49 - 1 & ~_palazzo())]
    table = princes().with_player(0, buildings=tiles).with_player(1, buildings=tiles)
    assert prestige_points(table.state, 0, "r03_fewest_empty_cells") == 4
    assert prestige_points(table.state, 2, "r03_fewest_empty_cells") == 0


def _palazzo() -> int:
    from engines.princes.principality import palazzo

    return palazzo(PrincesTables.current().grid.front)


def test_fewest_empty_cells_alone_scores_eight() -> None:
    """15.2 Palazzo cells are not empty."""
    assert prestige_points(princes().with_player(0, buildings=["tower"]).state, 0, "r03_fewest_empty_cells") == 8


def _end(table: Table) -> PrincesState:
    table.with_game(round=7).at_end_of_round()
    assert table.state.ending == "rounds"
    ENGINE.check(table.state)
    return table.state


def test_all_prestige_cards_are_revealed_and_scored_for_their_owner() -> None:
    """15.1 A35 A58 On the same final position."""
    state = _end(_situation(1, 0, "r06_most_forests").with_player(1, prestige=["r10_most_jesters"]))
    assert state.players[0].points == 7
    assert state.players[0].sources == {"r06_most_forests": 7}
    assert ENGINE.view(state, 2).players[0].prestige == ("r06_most_forests",)


def test_most_points_win() -> None:
    """15.3 The ranking follows points."""
    state = _end(princes().with_player(0, points=5).with_player(1, points=9).with_player(2, points=7))
    result = ENGINE.result(state)
    assert result is not None
    assert (result.winners, result.ranking, result.scores) == ((1,), (1, 2, 0), (5, 9, 7))


def test_cash_breaks_a_tie() -> None:
    """15.3 A57 Behind the winner too."""
    table = princes().with_player(0, points=9, cash=100).with_player(1, points=9, cash=300)
    result = ENGINE.result(_end(table.with_player(2, points=9, cash=200)))
    assert result is not None
    assert (result.winners, result.ranking) == ((1,), (1, 2, 0))


def test_equal_points_and_cash_share_the_victory() -> None:
    """15.3 A9 Left-over cards are worth nothing (A59)."""
    table = princes().with_player(0, points=9, cash=300, bonus=["b01_buildings"]).with_player(1, points=9, cash=300)
    result = ENGINE.result(_end(table.with_player(2, points=9, cash=200)))
    assert result is not None
    assert result.winners == (0, 1)


def test_an_option_breaks_the_last_tie_by_the_lowest_profession_number() -> None:
    """21.5 On the table."""
    table = princes(third_tiebreak="lowest_profession_number").with_player(0, points=9, table=["poet"])
    result = ENGINE.result(_end(table.with_player(1, points=9, table=["lawyer"])))
    assert result is not None
    assert result.winners == (1,)

"""Chapter 8 and section 10.9: the final scoring."""

from engines.carrara import ENGINE
from engines.kit import Result

from .table import Game, Table, table

COSTS = [
    "villa 2 pisa", "villa 4 pisa", "castle 4 pisa", "castle 3 pisa",
    "gate 5 pisa", "gate 1 pisa", "palace 2 pisa", "library 4 pisa",
]  # fmt: skip


def result(game: Game) -> Result:
    found = ENGINE.result(game.state)
    assert found is not None
    return found


def ended(position: Table) -> Result:
    return result(position.set(announcer=0).over())


def test_six_objects_eight_buildings_and_thirty_one_coins_make_forty_nine_points() -> None:
    """8.2"""
    position = table(4).player(1, coins=31, objects={"book": 3, "cup": 3}, buildings=COSTS)
    scored = ended(position)
    parts = scored.breakdown[1]
    assert (parts["objects"], parts["buildings"], parts["coins"], scored.scores[1]) == (18, 25, 6, 49)


def test_five_scorings_and_cost_twenty_five_are_not_enough_with_six_objects() -> None:
    """7.2"""
    from engines.carrara.cards import is_fulfilled

    scored = ["villa", "castle", "gate", "palace", "library"]
    game = table(4).player(0, coins=31, objects={"book": 3, "cup": 3}, buildings=COSTS, types_scored=scored).at()
    conditions = game.state.conditions()
    assert [is_fulfilled(game.state.tables, game.me, condition, 4) for condition in conditions] == [True, False, True]


def test_everybody_scores_whoever_ended_the_game() -> None:
    """8.1"""
    scored = ended(table(3).player(0, coins=10).player(1, coins=0, objects={"cup": 1}).player(2, coins=4))
    assert scored.scores == (2, 3, 0)


def test_what_was_scored_during_the_game_counts_too() -> None:
    """8.2"""
    scored = ended(table(2).player(0, coins=5, points={"types": 12, "cities": 9, "announcement": 5}))
    assert scored.scores[0] == 27
    assert scored.breakdown[0]["announcement"] == 5


def test_most_points_win() -> None:
    """8.3"""
    scored = ended(table(3).player(0, coins=0).player(1, coins=50).player(2, coins=25))
    assert (scored.ranking, scored.winners) == ((1, 2, 0), (1,))


def test_a_tie_goes_to_the_most_bricks_left_whatever_their_colour() -> None:
    """8.3"""
    position = table(2).player(0, coins=5, bricks={"white": 2}).player(1, coins=5, bricks={"black": 3})
    assert ended(position).winners == (1,)


def test_a_tie_in_bricks_too_is_a_shared_victory() -> None:
    """8.3"""
    position = (
        table(3).player(0, coins=5, bricks={"white": 2}).player(1, coins=5, bricks={"black": 2}).player(2, coins=0)
    )
    assert set(ended(position).winners) == {0, 1}


def test_the_result_says_how_the_game_ended() -> None:
    """7.1, 7.4"""
    assert ended(table(2)).ending == "announced"
    assert result(table(2).display("").over()).ending == "exhausted"


def test_the_base_game_shows_no_sources_of_the_expansion() -> None:
    """8.2"""
    assert list(ended(table(2)).breakdown[0]) == ["types", "cities", "announcement", "objects", "buildings", "coins"]


def test_the_extra_cards_coins_join_the_stock_before_the_coins_are_counted() -> None:
    """10.9, A23"""
    scored = ended(table(2, cards=(1, 1, 1, 2)).player(0, coins=1, buildings=["villa 3 pisa"]))
    parts = scored.breakdown[0]
    assert (parts["extra_card"], parts["coins"]) == (0, (1 + 9) // 5)


def test_with_top_card_six_two_coins_are_a_point_for_everybody() -> None:
    """11.1, 10.9"""
    scored = ended(table(2, cards=(6, 1, 1, 6)).player(0, coins=9).player(1, coins=7))
    assert scored.scores == (4, 3)


def test_objects_the_card_did_not_use_bring_a_point_each() -> None:
    """10.9, 11.2"""
    position = table(2, cards=(1, 2, 1, 6)).player(
        0, coins=0, objects={"gate": 2, "flag": 2, "book": 2, "cup": 1, "crown": 1}
    )
    parts = ended(position).breakdown[0]
    assert (parts["objects"], parts["left_over"]) == (15, 2)


def test_the_points_of_a_card_are_scored_also_by_who_misses_its_condition() -> None:
    """8.1, 10.8"""
    position = table(2, cards=(1, 2, 1, 6)).player(0, coins=0, objects={"gate": 2})
    assert ended(position).breakdown[0]["objects"] == 5

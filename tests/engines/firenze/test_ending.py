"""11 and 12 The end and the final scoring."""

from __future__ import annotations

from engines.firenze import ENGINE
from engines.firenze.board import majority_leader
from engines.firenze.scoring import feast_points
from engines.firenze.state import NEUTRAL
from tests.engines.firenze.builder import Table, table


def last_seal(seats: int = 2, **player: object) -> Table:
    t = table(seats).player(0, towers=[("red", 3), ("blue", 3)], seals=1, **player)  # type: ignore[arg-type]
    return t.at("fulfil.choose").answer("fulfil.choose", "red-3")


def pass_turn(t: Table) -> Table:
    """The owed seat takes the free card and does nothing more."""
    t.answer("card.choose", "slot:0")
    while not t.state.ending:
        step = next(step for step in t.steps() if step != "person.play")
        if step == "card.choose":
            return t
        ask = t.ask(step)
        t.answer(step, ask.default)
    return t


def test_the_first_to_lay_the_last_seal_scores_five_more() -> None:
    """11.1 8.5 On top of the commission, and owns the end tile."""
    t = last_seal()
    assert t[0].points == {"commission": 2, "end_tile": 5}
    assert t.state.end_tile == 0


def test_without_a_seal_nothing_more_is_fulfilled_but_the_turn_runs_on() -> None:
    """11.1 8.7 Phase 6 still comes; which bricks are over the limit is asked of nobody who will not build again."""
    t = last_seal(warehouse={"white": 9, "green": 4})
    assert t.owed() == [1]
    assert sum(t[0].warehouse.values()) == 10
    assert t.towers(0) == [("blue", 3)]


def test_bonuses_of_the_last_commission_count_as_usual() -> None:
    """11.1 8.3 Storey token and privilege."""
    t = table().player(0, towers=[("yellow", 5)], seals=1).church("small_privilege").at("fulfil.choose")
    t.answer("fulfil.choose", "yellow-5")
    assert t[0].points == {"commission": 3, "storey": 1, "privilege": 2, "end_tile": 5}


def test_each_other_player_has_one_last_turn() -> None:
    """11.2 A21 Clockwise from the owner of the end tile, who has none."""
    t = last_seal(3)
    assert t.owed() == [1]
    pass_turn(t)
    assert t.owed() == [2]
    pass_turn(t)
    assert t.state.ending == "last_seal"


def test_a_last_seal_laid_later_earns_nothing_more() -> None:
    """11.2 It changes nothing about the end."""
    t = table(3).ended_by(0).player(1, towers=[("red", 3)], seals=1).at("fulfil.choose", seat=1)
    t.answer("fulfil.choose", "red-3")
    assert t[1].points == {"commission": 2}
    assert t.state.end_tile == 0
    assert t.owed() == [2]


def test_a_player_without_seals_still_has_the_last_turns_of_others_ahead() -> None:
    """11.2 The end tile stays where it is."""
    t = table().ended_by(1).player(0, towers=[("red", 3)], seals=1).at("fulfil.choose").answer("fulfil.choose", "red-3")
    assert t.state.ending == "last_seal"
    assert ENGINE.result(t.state) is not None


def test_the_block_of_the_campanile_holds_in_the_last_round() -> None:
    """A30 12.3 There is no way round it and no penalty."""
    t = (
        table(campanile=True)
        .ended_by(1)
        .church("campanile")
        .player(0, towers=[("red", 3)], seals=3)
        .at("fulfil.choose")
    )
    assert t.state.ending == "last_seal"
    assert t[0].points.get("commission", 0) == 0


def test_a_game_that_nobody_finishes_is_scored_at_the_cap() -> None:
    """A23 After 100 rounds."""
    t = table().player(0, warehouse={"white": 1}).at("limits.check")
    t.state.turn.number = 199
    assert pass_turn(t).state.ending == ""
    assert pass_turn(t).state.ending == "cap"


# --- majorities -------------------------------------------------------------------------------------------------------


def test_most_seals_in_a_tower_score_its_flag() -> None:
    """12.1 Balconies count, neutral seals do not."""
    t = table().sealed(white_3=NEUTRAL, white_4=NEUTRAL, white_6=0, white_5=1, white_7=1)
    assert majority_leader(t.state, "white") == 1


def test_in_a_tie_the_higher_seal_decides() -> None:
    """12.1 Among the tied players only."""
    t = table(3).sealed(yellow_3=0, yellow_5=0, yellow_4=1, yellow_6=1, yellow_8=2)
    assert majority_leader(t.state, "yellow") == 1


def test_a_tower_without_a_players_seal_scores_for_nobody() -> None:
    """12.1 2.4 Neutral seals alone, as with a dead colour."""
    t = table(dead_colour="red")
    assert majority_leader(t.state, "red") is None
    assert majority_leader(t.state, "blue") is None


def end(t: Table) -> Table:
    """Seat 1 plays the last turn of the game."""
    return t.ended_by(0).at("limits.check", seat=1)


def test_flags_are_added_at_the_end() -> None:
    """12.1 White 2 and purple 5."""
    t = end(table().sealed(white_3=0, purple_3=1, purple_4=0, purple_5=1))
    assert t[0].points["majority"] == 2
    assert t[1].points["majority"] == 5


# --- feasts -----------------------------------------------------------------------------------------------------------


def test_feasts_are_scored_at_the_end() -> None:
    """12.2 A22 Each copy by itself; a total may be negative."""
    t = end(table().player(0, hand=["fame", "monument", "mason"]).player(1, hand=["disgrace", "scandal", "scandal"]))
    assert t[0].score == 6
    assert t[1].score == -8


def test_recognition_counts_own_low_seals() -> None:
    """9.1 12.2 A13 Heights 3 and 4 of any colour, balconies included, each copy separately."""
    t = table().balconies("b04", "b08", "b14", "b17", done=1).sealed(red_4=0, white_3=0, blue_5=0, green_3=1)
    assert feast_points(t.state, 0, "recognition") == 2
    t.player(0, hand=["recognition", "recognition"])
    assert end(t)[0].points["feast"] == 4


def test_leftovers_count_nothing() -> None:
    """12.3 Bricks, towers, persons and buildings."""
    t = table().player(0, warehouse={"purple": 8}, towers=[("red", 8)], hand=["mason"], buildings=["bridge"])
    assert end(t)[0].score == 0


def test_feasts_are_revealed_at_the_end() -> None:
    """10.4 Persons stay hidden."""
    t = end(table().player(0, hand=["fame", "mason"]))
    shown = ENGINE.view_json(t.state, 1)["players"][0]
    assert (shown["feasts"], shown["hand"]) == (["fame"], None)


# --- the winner -------------------------------------------------------------------------------------------------------


def test_most_points_win() -> None:
    """12.4 The ranking names all."""
    result = ENGINE.result(end(table(2).player(1, hand=["fame"])).state)
    assert result is not None
    assert (result.scores, result.ranking, result.winners) == ((0, 3), (1, 0), (1,))


def test_equal_points_share_the_victory() -> None:
    """12.4 No further tie-break."""
    result = ENGINE.result(end(table(2).player(0, hand=["fame"]).player(1, hand=["monument"])).state)
    assert result is not None
    assert result.winners == (0, 1)


def test_the_breakdown_adds_up_by_source() -> None:
    """1.10 12.4 Every point has a source."""
    t = end(table().player(0, hand=["fame"]).sealed(white_3=0))
    result = ENGINE.result(t.state)
    assert result is not None
    assert result.breakdown[0] == {
        "commission": 0, "balcony": 0, "storey": 0, "privilege": 0, "end_tile": 0, "majority": 2, "feast": 3,
    }  # fmt: skip

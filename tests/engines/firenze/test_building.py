"""6 and 7 Phases 3 and 4: build, and what falls."""

from __future__ import annotations

import pytest

from engines.firenze.building import building_cost
from engines.firenze.ruins import falling_bricks
from engines.kit import Refusal
from tests.engines.firenze.builder import table


def test_bricks_start_new_towers_and_raise_own_ones() -> None:
    """6.1 1.4 Any mix; new towers of one colour are separate."""
    t = table().player(0, warehouse={"red": 3, "blue": 1}, towers=[("red", 2)]).at("build.choose")
    t.answer("build.choose", "raise:red-2").answer("build.count", 1)
    t.answer("build.choose", "new:red").answer("build.count", 1)
    t.answer("build.choose", "done")
    assert t.towers(0) == [("red", 3), ("red", 1)]
    assert t[0].warehouse == {"red": 1, "blue": 1}


def test_two_new_towers_of_one_colour_stay_two() -> None:
    """6.5 1.4 Towers are never joined."""
    t = table().player(0, warehouse={"red": 4}).at("build.choose").build(("new:red", 1), ("new:red", 1))
    assert t.towers(0) == [("red", 1), ("red", 1)]


@pytest.mark.parametrize(
    ("built", "plain", "workshop", "mason", "both"),
    [
        (0, 0, 0, 0, 0),
        (1, 0, 0, 0, 0),
        (2, 0, 0, 0, 0),
        (3, 1, 0, 0, 0),
        (4, 3, 2, 0, 0),
        (5, 6, 5, 3, 2),
        (6, 10, 9, 7, 6),
    ],
)
def test_the_price_depends_on_the_total_and_never_falls_below_zero(
    built: int, plain: int, workshop: int, mason: int, both: int
) -> None:
    """6.3 9.1 9.2 Workshop 1 and Mason 3 add up."""
    t = table().player(1, buildings=["workshop"])
    assert (building_cost(t.state, 0, built), building_cost(t.state, 1, built)) == (plain, workshop)
    t.state.turn.played = ["mason"]
    assert (building_cost(t.state, 0, built), building_cost(t.state, 1, built)) == (mason, both)


def test_built_and_paid_bricks_come_from_the_same_warehouse() -> None:
    """6.4 With eight bricks four can be built, for five would cost six more."""
    t = table().player(0, warehouse={"red": 8}).at("build.choose").answer("build.choose", "new:red")
    assert t.ask("build.count").high == 4


def test_at_most_six_bricks_a_turn() -> None:
    """6.2 Whatever the warehouse holds."""
    t = table().player(0, warehouse={"white": 22}).at("build.choose").answer("build.choose", "new:white")
    assert t.ask("build.count").high == 6


def test_the_limit_counts_over_all_towers_of_the_plan() -> None:
    """6.2 6.3 Four on one tower leave two for another."""
    t = table().player(0, warehouse={"white": 10, "red": 10}).at("build.choose")
    t.answer("build.choose", "new:white").answer("build.count", 4).answer("build.choose", "new:red")
    assert t.ask("build.count").high == 2
    t.answer("build.count", 2)
    assert t.steps() == ["build.pay"]


def test_the_colour_must_be_there() -> None:
    """6.4 One blue brick raises blue by one."""
    t = table().player(0, warehouse={"white": 9, "blue": 1}, towers=[("blue", 2)]).at("build.choose")
    assert "raise:blue-2" in t.offers("build.choose")
    t.answer("build.choose", "raise:blue-2")
    assert t.steps() == ["build.choose"]
    assert "new:blue" not in t.offers("build.choose")


def test_the_price_goes_into_the_bag() -> None:
    """6.4 Any colours that were not built."""
    t = table().player(0, warehouse={"red": 4, "blue": 1}).at("build.choose")
    before = dict(t.state.bag)
    t.build(("new:red", 3), pay={"blue": 1})
    assert t[0].warehouse == {"red": 1}
    assert t.state.bag["blue"] == before["blue"] + 1


def test_the_table_changes_only_when_the_plan_is_paid() -> None:
    """6.5 One plan a turn, carried out as a whole."""
    t = table().player(0, warehouse={"red": 4, "blue": 1}).at("build.choose")
    t.answer("build.choose", "new:red").answer("build.count", 3)
    assert t.steps() == ["build.pay"]
    assert t.towers(0) == []
    assert t.told() == []
    t.answer("build.pay", {"red": 1})
    assert t.towers(0) == [("red", 3)]


def test_a_plan_of_nothing_is_a_pass() -> None:
    """6.5 Phase 3 is over."""
    t = table().player(0, warehouse={"red": 4}).player(1, warehouse={"red": 1}).at("build.choose").build()
    assert t.owed() == [1]


def test_wrong_plans_are_refused() -> None:
    """6.5 What is not offered cannot be built."""
    t = table().player(0, warehouse={"red": 2}, towers=[("blue", 2)]).at("build.choose")
    for wrong in ("raise:blue-2", "new:blue", "raise:red-1"):
        with pytest.raises(Refusal):
            t.answer("build.choose", wrong)


def test_a_mason_makes_the_plan_cheaper() -> None:
    """9.2 6.3 Four bricks for nothing."""
    t = table().player(0, warehouse={"red": 4}, hand=["mason"]).at("build.choose").play("mason").build(("new:red", 4))
    assert t.towers(0) == [("red", 4)]
    assert t[0].warehouse == {}
    assert t.state.discard_pile == ["mason"]


def test_a_mason_may_be_played_though_it_saves_nothing() -> None:
    """3.4 Like the Princess."""
    t = table().player(0, warehouse={"red": 1}, hand=["mason"]).at("build.choose")
    assert t.offers("person.play") == ["mason"]


def test_only_the_mason_may_come_into_a_plan_already_begun() -> None:
    """6.5 Persons come before it; the price falls due at its end."""
    t = table().player(0, warehouse={"red": 5}, hand=["mason", "alchemist"]).at("build.choose")
    assert t.offers("person.play") == ["mason", "alchemist"]
    t.answer("build.choose", "new:red").answer("build.count", 2)
    assert t.offers("person.play") == ["mason"]


def test_the_question_says_what_would_fall_and_what_it_costs() -> None:
    """6.3 7.1 The price before it is paid, the ruins before the turn ends."""
    t = table().player(0, warehouse={"red": 8}, towers=[("red", 2), ("blue", 2)]).at("build.choose")
    assert t.ask("build.choose").prompt.facts["falling"] == ["tower/red-2", "tower/blue-2"]
    t.answer("build.choose", "raise:red-2").answer("build.count", 2)
    done = next(option for option in t.ask("build.choose").options if option.key == "done")
    assert (done.label.facts["built"], done.label.facts["cost"]) == (2, 0)
    assert done.label.facts["falling"] == ["tower/blue-2"]
    t.answer("build.choose", "new:red").answer("build.count", 1)
    done = next(option for option in t.ask("build.choose").options if option.key == "done")
    assert (done.label.facts["built"], done.label.facts["cost"]) == (3, 1)


# --- ruins ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "lost", "kept"), [(1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 3), (7, 4, 3), (8, 4, 4)]
)
def test_half_of_a_ruin_comes_back(height: int, lost: int, kept: int) -> None:
    """7.1 Rounded up into the bag, rounded down into the warehouse."""
    assert falling_bricks(height) == (lost, kept)


def test_a_tower_without_a_new_brick_falls() -> None:
    """7.1 Others stand."""
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 3), ("blue", 5)]).at("build.choose")
    before = t.state.bag["blue"]
    t.build(("raise:red-3", 1)).answer("fulfil.choose", "done")
    assert t.towers(0) == [("red", 4)]
    assert t[0].warehouse == {"blue": 2}
    assert t.state.bag["blue"] == before + 3


def test_a_tower_started_this_turn_is_safe() -> None:
    """7.2 It was not there when the turn began."""
    t = table().player(0, warehouse={"red": 1}).at("build.choose").build(("new:red", 1))
    assert t.towers(0) == [("red", 1)]


def test_of_two_equal_towers_the_one_not_raised_falls() -> None:
    """7.1 Each tower needs a brick of its own."""
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 1), ("red", 1)]).at("build.choose")
    t.build(("raise:red-1", 1))
    assert t.towers(0) == [("red", 2)]


def test_rubble_is_too_late_for_building() -> None:
    """6.6 What comes back lies in the warehouse for the next turn."""
    t = table().player(0, warehouse={"red": 1}, towers=[("blue", 2)]).at("build.choose").build(("new:red", 1))
    assert t[0].warehouse == {"blue": 1}
    assert t.owed() == [1]


def test_towers_of_other_players_do_not_fall() -> None:
    """7.1 Only own towers are looked at."""
    t = table().player(1, towers=[("blue", 2)]).player(0, warehouse={"red": 1}).at("build.choose").build()
    assert t.towers(1) == [("blue", 2)]


def test_a_tower_that_lost_a_brick_still_needs_one() -> None:
    """A25 A34 7.2 Botch in phase 1 exempts from nothing."""
    t = table().player(0, warehouse={"white": 1}, towers=[("red", 3)]).row("botch", "fame").at("card.choose")
    t.answer("card.choose", "slot:0")
    assert t.towers(0) == [("red", 2)]
    t.build()
    assert t.towers(0) == []


def test_a_tower_that_lost_a_brick_stands_with_a_new_one() -> None:
    """7.2 Raised means at least one brick in phase 3."""
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 3)]).row("botch", "fame").at("card.choose")
    t.answer("card.choose", "slot:0").build(("raise:red-2", 1))
    assert t.towers(0) == [("red", 3)]


def test_a_tower_of_the_plan_may_get_more_bricks() -> None:
    """6.2 6.3 After a Mason a fifth brick can be paid for, on the same tower."""
    t = table().player(0, warehouse={"red": 9}, towers=[("red", 1)], hand=["mason"]).at("build.choose")
    t.answer("build.choose", "raise:red-1").answer("build.count", 4)
    t.answer("person.play", "mason")
    assert t.offers("build.choose") == ["new:red", "more:0", "done"]
    t.answer("build.choose", "more:0")
    assert t.towers(0) == [("red", 6)]
    assert t[0].warehouse == {"red": 1}


def test_a_new_tower_of_the_plan_grows_and_stays_one() -> None:
    """6.1 1.4 More bricks begin no second tower."""
    t = table().player(0, warehouse={"red": 4, "blue": 3}, buildings=["workshop"]).at("build.choose")
    t.answer("build.choose", "new:red").answer("build.count", 1)
    t.answer("build.choose", "new:blue").answer("build.count", 1)
    t.answer("build.choose", "more:0").answer("build.count", 1)
    t.answer("build.choose", "done")
    assert sorted(t.towers(0)) == [("blue", 1), ("red", 2)]


def test_a_game_begun_before_keeps_its_questions() -> None:
    """6.5 By the rules it began with a planned tower is not offered again."""
    t = table().player(0, warehouse={"red": 4})
    t.state.rules = 2
    t.at("build.choose").answer("build.choose", "new:red").answer("build.count", 1)
    assert t.offers("build.choose") == ["new:red", "done"]

"""6 and 7 Phases 3 and 4: build, and what falls."""

from __future__ import annotations

from typing import Any

import pytest

from engines.firenze import ENGINE
from engines.firenze.cost import building_cost
from engines.firenze.ruins import falling_bricks
from engines.kit import Answer, Refusal
from tests.engines.firenze.builder import table


def test_bricks_start_new_towers_and_raise_own_ones() -> None:
    """6.1 1.4 Any mix in one answer; new towers of one colour are separate from those that stand."""
    t = table().player(0, warehouse={"red": 3, "blue": 1}, towers=[("red", 2)]).at("build.bricks")
    t.answer("build.bricks", {"raise:red-2": 1, "new:red": 1})
    assert t.towers(0) == [("red", 3), ("red", 1)]
    assert t[0].warehouse == {"red": 1, "blue": 1}


def test_two_new_towers_of_one_colour_stay_two() -> None:
    """6.5 1.4 Towers are never joined."""
    t = table().player(0, warehouse={"red": 4}).at("build.bricks").build(("new:red", 1), ("new:red", 1))
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
    t = table().player(0, warehouse={"red": 8}).at("build.bricks")
    assert t.ask("build.bricks").most == 4
    assert t.ask("build.bricks").available == {"new:red": 4}


def test_at_most_six_bricks_a_turn() -> None:
    """6.2 Whatever the warehouse holds."""
    assert table().player(0, warehouse={"white": 22}).at("build.bricks").ask("build.bricks").most == 6


def test_the_limit_counts_over_all_towers_of_the_plan() -> None:
    """6.2 6.3 Four on one tower leave two for another."""
    t = table().player(0, warehouse={"white": 10, "red": 10}).at("build.bricks")
    with pytest.raises(Refusal):
        t.answer("build.bricks", {"new:white": 4, "new:red": 3})
    t.answer("build.bricks", {"new:white": 4, "new:red": 2})
    assert t.steps() == ["build.pay"]


def test_the_colour_must_be_there() -> None:
    """6.4 One blue brick raises blue by one, or begins a tower: not both."""
    t = table().player(0, warehouse={"white": 9, "blue": 1}, towers=[("blue", 2)]).at("build.bricks")
    assert t.ask("build.bricks").available["raise:blue-2"] == 1
    with pytest.raises(Refusal) as refused:
        t.answer("build.bricks", {"raise:blue-2": 1, "new:blue": 1})
    assert (refused.value.code, refused.value.facts) == ("kit.refusal.too_many", {"number": 2, "there": 1})


def test_equal_towers_are_raised_each_by_itself() -> None:
    """6.1 9.4 Two white towers of two: one grows by two, the other by one."""
    t = table().player(0, warehouse={"white": 5}, towers=[("white", 2), ("white", 2)]).at("build.bricks")
    assert list(t.ask("build.bricks").available) == ["raise:white-2", "raise:white-2#2", "new:white"]
    t.build(("raise:white-2", 2), ("raise:white-2", 1))
    assert t.towers(0) == [("white", 4), ("white", 3)]


def test_another_new_tower_of_a_colour_is_asked_for_beside() -> None:
    """6.5 1.4 As many as there are bricks, within what the turn allows."""
    t = table().player(0, warehouse={"red": 3, "blue": 1}).at("build.bricks")
    assert t.offers("build.apart") == ["red"]
    t.answer("build.apart", "red").answer("build.apart", "red")
    assert "build.apart" not in t.steps()
    assert list(t.ask("build.bricks").available) == ["new:red", "new:red#2", "new:red#3", "new:blue"]
    t.answer("build.bricks", {"new:red": 1, "new:red#3": 1})
    assert t.towers(0) == [("red", 1), ("red", 1)]


def test_a_tower_asked_for_goes_with_its_bricks() -> None:
    """6.5 5.1 Whoever gives the colour away in an exchange can begin no second tower of it."""
    t = table().player(0, warehouse={"red": 2, "blue": 2}).row(("bridge", {"white": 1}), "mason").at("build.bricks")
    t.answer("build.apart", "red").answer("exchange.choose", "0:white").answer("exchange.give", {"red": 2, "blue": 1})
    assert list(t.ask("build.bricks").available) == ["new:white", "new:blue"]


def test_the_price_goes_into_the_bag() -> None:
    """6.4 Any colours that were not built."""
    t = table().player(0, warehouse={"red": 4, "blue": 1}).at("build.bricks")
    before = dict(t.state.bag)
    t.build(("new:red", 3), pay={"blue": 1})
    assert t[0].warehouse == {"red": 1}
    assert t.state.bag["blue"] == before["blue"] + 1


def test_the_table_changes_only_when_the_plan_is_paid() -> None:
    """6.5 One plan a turn, carried out as a whole."""
    t = table().player(0, warehouse={"red": 4, "blue": 1}).at("build.bricks")
    t.answer("build.bricks", {"new:red": 3})
    assert t.steps() == ["build.pay"]
    assert t.towers(0) == []
    assert t.told() == []
    t.answer("build.pay", {"red": 1})
    assert t.towers(0) == [("red", 3)]


def test_a_plan_of_nothing_is_a_pass() -> None:
    """6.5 Phase 3 is over."""
    t = table().player(0, warehouse={"red": 4}).player(1, warehouse={"red": 1}).at("build.bricks").build()
    assert t.owed() == [1]


def test_wrong_plans_are_refused() -> None:
    """6.5 What is not offered cannot be built."""
    t = table().player(0, warehouse={"red": 2}, towers=[("blue", 2)]).at("build.bricks")
    for wrong in ("raise:blue-2", "new:blue", "raise:red-1", "new:red#2"):
        with pytest.raises(Refusal):
            t.answer("build.bricks", {wrong: 1})


def test_a_mason_makes_the_plan_cheaper() -> None:
    """9.2 6.3 Four bricks for nothing."""
    t = table().player(0, warehouse={"red": 4}, hand=["mason"]).at("build.bricks").play("mason").build(("new:red", 4))
    assert t.towers(0) == [("red", 4)]
    assert t[0].warehouse == {}
    assert t.state.discard_pile == ["mason"]


def test_a_mason_may_be_played_though_it_saves_nothing() -> None:
    """3.4 Like the Princess."""
    t = table().player(0, warehouse={"red": 1}, hand=["mason"]).at("build.bricks")
    assert t.offers("person.play") == ["mason"]


def test_a_mason_before_the_plan_allows_a_larger_one() -> None:
    """6.2 6.3 9.2 With nine bricks four can be built, then five."""
    t = table().player(0, warehouse={"red": 9}, towers=[("red", 1)], hand=["mason"]).at("build.bricks")
    assert t.ask("build.bricks").most == 4
    assert t.play("mason").ask("build.bricks").most == 5
    t.build(("raise:red-1", 5))
    assert t.towers(0) == [("red", 6)]
    assert t[0].warehouse == {"red": 1}


def test_the_question_says_what_would_fall_and_what_it_costs() -> None:
    """6.3 7.1 The price before it is paid, the ruins before the turn ends."""
    t = table().player(0, warehouse={"red": 8}, towers=[("red", 2), ("blue", 2)]).at("build.bricks")
    asked = t.pending("build.bricks")
    assert asked.ask.prompt.facts == {"costs": [0, 0, 1, 3], "falling": ["tower/red-2", "tower/blue-2"]}

    def said(value: dict[str, int]) -> list[tuple[str, Any]]:
        texts = ENGINE.preview(t.state, Answer(0, asked.ask_id, value))
        return [(text.key.rpartition(".")[2], *text.facts.values()) for text in texts]

    assert said({"raise:red-2": 2}) == [("height", 4), ("falling", ["tower/blue-2"])]
    assert said({"raise:red-2": 2, "new:red": 1}) == [("cost", 1), ("falling", ["tower/blue-2"])]


def test_what_suggests_itself_can_be_built_and_hands_in_what_it_can() -> None:
    """6 8.1 A tower that reaches a commission first, then a brick for each that would fall."""
    t = table().player(0, warehouse={"red": 3, "blue": 1}, towers=[("red", 2), ("blue", 1)]).at("build.bricks")
    asked = t.ask("build.bricks")
    assert asked.suggested[0] == {"raise:red-2": 1, "raise:blue-1": 1}
    for each in asked.suggested:
        assert asked.check(each) == each


# --- ruins ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "lost", "kept"), [(1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 3), (7, 4, 3), (8, 4, 4)]
)
def test_half_of_a_ruin_comes_back(height: int, lost: int, kept: int) -> None:
    """7.1 Rounded up into the bag, rounded down into the warehouse."""
    assert falling_bricks(height) == (lost, kept)


def test_a_tower_without_a_new_brick_falls() -> None:
    """7.1 Others stand."""
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 3), ("blue", 5)]).at("build.bricks")
    before = t.state.bag["blue"]
    t.build(("raise:red-3", 1)).answer("fulfil.choose", "done")
    assert t.towers(0) == [("red", 4)]
    assert t[0].warehouse == {"blue": 2}
    assert t.state.bag["blue"] == before + 3


def test_a_tower_started_this_turn_is_safe() -> None:
    """7.2 It was not there when the turn began."""
    t = table().player(0, warehouse={"red": 1}).at("build.bricks").build(("new:red", 1))
    assert t.towers(0) == [("red", 1)]


def test_of_two_equal_towers_the_one_not_raised_falls() -> None:
    """7.1 Each tower needs a brick of its own."""
    t = table().player(0, warehouse={"red": 1}, towers=[("red", 1), ("red", 1)]).at("build.bricks")
    t.build(("raise:red-1", 1))
    assert t.towers(0) == [("red", 2)]


def test_rubble_is_too_late_for_building() -> None:
    """6.6 What comes back lies in the warehouse for the next turn."""
    t = table().player(0, warehouse={"red": 1}, towers=[("blue", 2)]).at("build.bricks").build(("new:red", 1))
    assert t[0].warehouse == {"blue": 1}
    assert t.owed() == [1]


def test_towers_of_other_players_do_not_fall() -> None:
    """7.1 Only own towers are looked at."""
    t = table().player(1, towers=[("blue", 2)]).player(0, warehouse={"red": 1}).at("build.bricks").build()
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

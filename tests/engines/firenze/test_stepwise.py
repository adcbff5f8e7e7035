"""6.5 Building tower by tower: how games go on that were begun by earlier rules."""

from __future__ import annotations

import pytest

from engines.firenze import ENGINE
from engines.kit import Refusal
from engines.kit.play import Walk
from tests.engines.firenze.builder import Table, table


def earlier(version: int = 3) -> Table:
    return table().by_rules(version)


def test_bricks_start_new_towers_and_raise_own_ones() -> None:
    """6.1 1.4 Any mix; new towers of one colour are separate."""
    t = earlier().player(0, warehouse={"red": 3, "blue": 1}, towers=[("red", 2)]).at("build.choose")
    t.answer("build.choose", "raise:red-2").answer("build.count", 1)
    t.answer("build.choose", "new:red").answer("build.count", 1)
    t.answer("build.choose", "done")
    assert t.towers(0) == [("red", 3), ("red", 1)]
    assert t[0].warehouse == {"red": 1, "blue": 1}


def test_the_limit_counts_over_all_towers_of_the_plan() -> None:
    """6.2 6.3 Four on one tower leave two for another."""
    t = earlier().player(0, warehouse={"white": 10, "red": 10}).at("build.choose")
    t.answer("build.choose", "new:white").answer("build.count", 4).answer("build.choose", "new:red")
    assert t.ask("build.count").high == 2
    t.answer("build.count", 2)
    assert t.steps() == ["build.pay"]


def test_the_colour_must_be_there() -> None:
    """6.4 One blue brick raises blue by one."""
    t = earlier().player(0, warehouse={"white": 9, "blue": 1}, towers=[("blue", 2)]).at("build.choose")
    assert "raise:blue-2" in t.offers("build.choose")
    t.answer("build.choose", "raise:blue-2")
    assert t.steps() == ["build.choose"]
    assert "new:blue" not in t.offers("build.choose")


def test_the_table_changes_only_when_the_plan_is_paid() -> None:
    """6.5 One plan a turn, carried out as a whole."""
    t = earlier().player(0, warehouse={"red": 4, "blue": 1}).at("build.choose")
    t.answer("build.choose", "new:red").answer("build.count", 3)
    assert t.steps() == ["build.pay"]
    assert t.towers(0) == []
    assert t.told() == []
    t.answer("build.pay", {"red": 1})
    assert t.towers(0) == [("red", 3)]


def test_wrong_plans_are_refused() -> None:
    """6.5 What is not offered cannot be built."""
    t = earlier().player(0, warehouse={"red": 2}, towers=[("blue", 2)]).at("build.choose")
    for wrong in ("raise:blue-2", "new:blue", "raise:red-1"):
        with pytest.raises(Refusal):
            t.answer("build.choose", wrong)


def test_only_the_mason_may_come_into_a_plan_already_begun() -> None:
    """6.5 Persons come before it; the price falls due at its end."""
    t = earlier().player(0, warehouse={"red": 5}, hand=["mason", "alchemist"]).at("build.choose")
    assert t.offers("person.play") == ["mason", "alchemist"]
    t.answer("build.choose", "new:red").answer("build.count", 2)
    assert t.offers("person.play") == ["mason"]


def test_the_question_says_what_would_fall_and_what_it_costs() -> None:
    """6.3 7.1 The price before it is paid, the ruins before the turn ends."""
    t = earlier().player(0, warehouse={"red": 8}, towers=[("red", 2), ("blue", 2)]).at("build.choose")
    assert t.ask("build.choose").prompt.facts["falling"] == ["tower/red-2", "tower/blue-2"]
    t.answer("build.choose", "raise:red-2").answer("build.count", 2)
    done = next(option for option in t.ask("build.choose").options if option.key == "done")
    assert (done.label.facts["built"], done.label.facts["cost"]) == (2, 0)
    assert done.label.facts["falling"] == ["tower/blue-2"]
    t.answer("build.choose", "new:red").answer("build.count", 1)
    done = next(option for option in t.ask("build.choose").options if option.key == "done")
    assert (done.label.facts["built"], done.label.facts["cost"]) == (3, 1)


def test_a_tower_of_the_plan_may_get_more_bricks() -> None:
    """6.2 6.3 After a Mason a fifth brick can be paid for, on the same tower."""
    t = earlier().player(0, warehouse={"red": 9}, towers=[("red", 1)], hand=["mason"]).at("build.choose")
    t.answer("build.choose", "raise:red-1").answer("build.count", 4)
    t.answer("person.play", "mason")
    assert t.offers("build.choose") == ["new:red", "more:0", "done"]
    t.answer("build.choose", "more:0")
    assert t.towers(0) == [("red", 6)]
    assert t[0].warehouse == {"red": 1}


def test_a_new_tower_of_the_plan_grows_and_stays_one() -> None:
    """6.1 1.4 More bricks begin no second tower."""
    t = earlier().player(0, warehouse={"red": 4, "blue": 3}, buildings=["workshop"]).at("build.choose")
    t.answer("build.choose", "new:red").answer("build.count", 1)
    t.answer("build.choose", "new:blue").answer("build.count", 1)
    t.answer("build.choose", "more:0").answer("build.count", 1)
    t.answer("build.choose", "done")
    assert sorted(t.towers(0)) == [("blue", 1), ("red", 2)]


def test_a_game_begun_before_that_offers_a_planned_tower_only_once() -> None:
    """6.5 By the rules it began with."""
    t = earlier(2).player(0, warehouse={"red": 4})
    t.at("build.choose").answer("build.choose", "new:red").answer("build.count", 1)
    assert t.offers("build.choose") == ["new:red", "done"]


def test_who_may_hold_a_person_is_asked_before_the_turn_ends() -> None:
    """3.5 8.9 Nothing is said beside the building there."""
    t = earlier().player(0, warehouse={"red": 2}, hand=["alchemist"]).at("build.choose", alone=True)
    assert "turn.stay" not in t.steps()
    t.answer("build.choose", "done", alone=True)
    assert t.steps() == ["limits.close"]


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_whole_game_goes_on_by_its_rules(version: int) -> None:
    """3.1 To the end, tower by tower."""
    walk = Walk(ENGINE, 3, ENGINE.info.options(), "earlier", wild=10, rules=version)
    *_, last = walk.positions()
    assert last.state.ending
    assert walk.steps["build.count"] > 0
    assert walk.steps["build.bricks"] == walk.steps["turn.stay"] == 0

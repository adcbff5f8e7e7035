"""5 Phase 2: exchange."""

from __future__ import annotations

import pytest

from engines.kit import Refusal
from tests.engines.firenze.builder import Table, table


def at_exchange(**player: object) -> Table:
    t = table().row(("alchemist", {"blue": 1, "white": 2}), ("bridge", {"red": 1}), "fame")
    return t.player(0, **player).at("exchange.choose")  # type: ignore[arg-type]


def test_three_bricks_go_on_the_card_for_the_one_taken() -> None:
    """5.1 Of any colours, on that same card."""
    t = at_exchange(warehouse={"white": 2, "green": 2})
    t.answer("exchange.choose", "0:blue").answer("exchange.give", {"white": 1, "green": 2})
    assert t.state.row[0].bricks == {"white": 3, "green": 2}
    assert t[0].warehouse == {"white": 1, "blue": 1}


def test_with_the_bridge_it_is_two_bricks() -> None:
    """5.1 9.1 Two instead of three, not by choice."""
    t = at_exchange(warehouse={"white": 3, "green": 1}, buildings=["bridge"]).answer("exchange.choose", "1:red")
    assert (t.ask("exchange.give").least, t.ask("exchange.give").most) == (2, 2)


def test_at_most_one_exchange_a_turn() -> None:
    """5.2 With the Bridge too: the next question is about building."""
    t = at_exchange(warehouse={"white": 4, "green": 4}, buildings=["bridge"])
    t.answer("exchange.choose", "1:red").answer("exchange.give", {"white": 2})
    assert t.steps() == ["build.bricks", "build.apart"]


def test_too_few_bricks_allow_no_exchange() -> None:
    """5.1 Two bricks without the Bridge."""
    assert at_exchange(warehouse={"white": 1, "green": 1}).steps() == ["build.bricks"]


def test_only_bricks_that_already_lie_there_can_be_taken() -> None:
    """A35 Every colour on every card, nothing else."""
    t = at_exchange(warehouse={"white": 4})
    assert t.offers("exchange.choose") == ["none", "0:white", "0:blue", "1:red"]
    with pytest.raises(Refusal):
        t.answer("exchange.choose", "1:blue")


def test_the_wholesaler_may_come_after_the_exchange() -> None:
    """5.3 The question stays open for it alone."""
    t = at_exchange(warehouse={"white": 3, "green": 1}, hand=["wholesaler"])
    t.answer("exchange.choose", "1:red").answer("exchange.give", {"white": 3})
    assert t.offers("exchange.choose") == ["none"]
    assert t.offers("person.play") == ["wholesaler"]


def test_the_wholesaler_may_come_without_an_exchange() -> None:
    """5.3 A9 Phase 2 is asked for its sake even if nothing can be exchanged."""
    t = at_exchange(hand=["wholesaler"])
    assert t.offers("person.play") == ["wholesaler"]
    t.play("wholesaler").answer("wholesaler.card", "slot:1")
    assert sum(t.state.row[1].bricks.values()) == 1
    assert t.steps() != ["exchange.choose"]


def test_persons_for_any_time_may_come_before_and_after() -> None:
    """5.3 3.5 Beside the exchange and beside building."""
    t = at_exchange(warehouse={"white": 4, "green": 1}, hand=["alchemist"])
    assert t.offers("person.play") == ["alchemist"]
    t.answer("exchange.choose", "1:red").answer("exchange.give", {"white": 3})
    assert t.offers("person.play") == ["alchemist"]


def test_no_person_comes_between_taking_and_giving() -> None:
    """3.5 Half an exchange is a payment half made."""
    t = at_exchange(warehouse={"white": 3, "green": 1}, hand=["alchemist"]).answer("exchange.choose", "1:red")
    assert t.steps() == ["exchange.give"]


def test_the_exchange_can_be_left() -> None:
    """5.1 It is optional: it stands beside the building."""
    t = at_exchange(warehouse={"white": 4}).at("build.bricks")
    assert t.steps() == ["build.bricks", "exchange.choose", "build.apart"]
    assert "none" not in t.offers("exchange.choose")
    assert t.build(("new:white", 1)).owed() == [1]

"""What simulated people plan is what anybody could: lines that are read, with other ways, and limits they keep to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.cli.foresight import limits_for, plan_for
from bot.language.speaker import Speaker
from bot.lines.plan_parser import read_move
from bot.table.change import Loaded
from bot.table.model import Seat, Status, Table
from engines import ENGINES
from engines.kit import Amount
from engines.kit.errors import Refusal
from engines.kit.play import Walk

NAMES = ["Lena", "Piet", "Ana"]


def loaded(game: str, state: Any) -> Loaded:
    seats = [Seat(kind="person", user=f"local:{name}", name=name) for name in NAMES[: state.seats]]
    table = Table(code="K7QF", game=game, room="local:1", host=seats[0].user, seats=seats, status=Status.RUNNING)
    return Loaded(1, table, ENGINES[game], state)


@pytest.mark.parametrize("game", list(ENGINES))
def test_every_way_of_a_plan_is_read_and_some_plans_have_several(game: str) -> None:
    engine = ENGINES[game]
    walk, several = Walk(engine, min(3, engine.info.seats[1]), engine.info.options(), "plans", wild=0), 0
    for number, position in enumerate(walk.positions()):
        if number % 35 != 20 or number > 130 or position.state.ending:
            continue
        here = loaded(game, position.state)
        for seat in range(position.state.seats):
            try:
                plan = plan_for(here, seat, f"chance {number}")
            except Refusal:
                continue  # it is this seat's turn
            speaker, board = Speaker("en", game, tuple(here.table.names), seat), engine.as_if(position.state, seat)
            for way in plan.each_way() if plan else ():
                assert read_move(engine, board, seat, way.line, speaker)[0].answers, way.line
            several += plan is not None and bool(plan.ways)
    assert several > 2


def zero(below: int) -> int:
    return 0


def test_limits_are_what_their_owner_would_go_up_to_and_are_known_a_round_before() -> None:
    engine = ENGINES["princes"]
    checked = beyond = 0
    limits: dict[int, dict[str, int]] = {}
    at = 0
    for position in Walk(engine, 3, engine.info.options(), "limits", wild=0).positions():
        owed = next((each for each in engine.pending(position.state) if each.owed), None)
        if owed is None or checked > 11:
            break
        if position.state.round != at:
            limits, at = {}, position.state.round
        if owed.step == "turn.action" and owed.seat not in limits:
            found = limits_for(loaded("princes", position.state), (owed.seat + 1) % 3, "chance")
            assert all(limit.early for limit in found), "for the auctions of the round to come"
            assert found
            limits[owed.seat] = {}
        if owed.step == "auction.open":
            found = limits_for(loaded("princes", position.state), owed.seat, "chance")
            limits[owed.seat] = {str(limit.facts["lot"]): limit.limit for limit in found}
        if owed.step == "auction.bid" and limits.get(owed.seat) and isinstance(owed.ask, Amount):
            most = limits[owed.seat].get(str(owed.ask.prompt.facts["lot"]))
            if most is not None and most >= owed.ask.low:
                at_most, above = [
                    engine.policy(position.state, owed.seat, owed.step, replace(owed.ask, low=low, default=None), zero)
                    for low in (most, most + owed.ask.step)
                ]
                assert isinstance(at_most, int)
                checked, beyond = checked + 1, beyond + (above == "pass")
    assert checked > 3
    assert beyond > 3, "it is the most, but where all others stop before"

"""What an answer is said to bring is what it brings: previews held against the events of the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from bot.cli import demo
from engines import ENGINES
from engines.kit import Answer, Pending

Facts = Mapping[str, Any]
Check = Callable[[Any, Any, Pending, dict[str, Facts], dict[str, Facts]], None]
"""States before and after, the question, previews by their names, events by theirs."""


def scored(before: Any, after: Any, pending: Pending, told: dict[str, Facts], events: dict[str, Facts]) -> None:
    gain = next(events[name]["gain"] for name in events if name.startswith("scored_"))
    assert told["scored"]["gain"] == gain if gain else "scored" not in told
    assert told["markers"]["left"] == 6 - after.players[pending.seat].scorings


def bought(before: Any, after: Any, pending: Pending, told: dict[str, Facts], events: dict[str, Facts]) -> None:
    assert told["price"] == {"price": events["bought"]["price"], "left": after.players[pending.seat].coins}


def fulfilled(before: Any, after: Any, pending: Pending, told: dict[str, Facts], events: dict[str, Facts]) -> None:
    if told:
        ours = before.players[pending.seat], after.players[pending.seat]
        assert told["points"]["points"] == ours[1].score - ours[0].score
        assert told["seals"]["left"] == ours[1].seals


def worked(before: Any, after: Any, pending: Pending, told: dict[str, Facts], events: dict[str, Facts]) -> None:
    done = events["completed"]
    assert told["convert"] == {"points": done["points"], "florins": done["florins"]}


def built(before: Any, after: Any, pending: Pending, told: dict[str, Facts], events: dict[str, Facts]) -> None:
    assert told["built"] == {"points": events["built"]["points"], "left": after.players[pending.seat].cash}


def traded(before: Any, after: Any, pending: Pending, told: dict[str, Facts], events: dict[str, Facts]) -> None:
    assert told["trade"] == {"given": events["traded"]["given"], "got": events["traded"]["what"]}


CHECKS: dict[tuple[str, str], Check] = {
    ("carrara", "score.choose"): scored,
    ("carrara", "buy.bricks"): bought,
    ("firenze", "fulfil.choose"): fulfilled,
    ("princes", "work.convert"): worked,
    ("princes", "build.place"): built,
    ("rivals", "trade.get"): traded,
}


@pytest.mark.parametrize(("game", "step"), CHECKS, ids=lambda name: str(name))
def test_an_answer_brings_what_its_preview_said(game: str, step: str) -> None:
    engine, seats, met = ENGINES[game], min(3, ENGINES[game].info.seats[1]), 0
    for number in range(16):
        for table in demo.play(game, seats, {}, f"previews {number}"):
            pending = next((each for each in engine.pending(table.state) if each.owed), None)
            if pending is None or pending.step != step or pending.ask.default is None:
                continue
            value = pending.ask.suggested[0] if pending.ask.suggested else pending.ask.default
            answer = Answer(pending.seat, pending.ask_id, value)
            told = {text.key.rsplit(".", 1)[-1]: text.facts for text in engine.preview(table.state, answer)}
            outcome = engine.submit(table.state, answer)
            events = {event.key.rsplit(".", 1)[-1]: event.facts for event in outcome.events}
            CHECKS[game, step](table.state, outcome.state, pending, told, events)
            met += bool(told)
        if met >= 3:
            return
    pytest.fail(f"{step} was met {met} times")


def test_a_place_to_build_tells_worth_and_how_far_the_city_is() -> None:
    for table in demo.play("carrara", 2, {}, "previews"):
        engine, state = ENGINES["carrara"], table.state
        pending = next((each for each in engine.pending(state) if each.step == "build.place"), None)
        if pending is None:
            continue
        city = state.tables.city[-1]
        before = [each for each in state.players[pending.seat].buildings if each.city == city.id]
        answer = Answer(pending.seat, pending.ask_id, [f"city:{city.id}"])
        told = {text.key.rsplit(".", 1)[-1]: text.facts for text in engine.preview(state, answer)}
        worth = state.tables.values[city.id]
        cost = state.tables.tile[state.choice.tile].cost
        assert told["worth"]["gain"] == type(worth)(worth.points * cost, worth.coins * cost).facts()
        assert told["houses"] == {"there": len(before) + 1, "needs": city.needs, "city": f"city/{city.id}"}
        return
    pytest.fail("nobody builds")

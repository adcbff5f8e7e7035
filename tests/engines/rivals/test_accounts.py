"""Whoever follows the log knows every store: each answer moves just what it tells."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines.kit.play import Walk
from engines.rivals import ENGINE
from engines.rivals.stores import amounts, there

GAINS = ("produced", "gained")
LOSSES = ("paid", "gave", "brigands")
BUILT = ("built", "road", "settlement", "city")


def told(events: Any) -> tuple[list[Counter[str]], list[int]]:
    """3, 7, 8, 11, 15 What the log says each seat gained and lost by type; of the Plague (11.10) only how much."""
    moved: list[Counter[str]] = [Counter(), Counter()]
    plague = [0, 0]

    def add(seat: str, what: Any, sign: int) -> None:
        for resource, number in what.items():
            moved[int(seat[5:])][resource.removeprefix("resource/")] += sign * number

    for event in events:
        name, facts = event.key.removeprefix("rivals.event."), event.facts
        if name in GAINS or name == "took":
            add(facts["seat"], facts["what"], 1)
        if name in LOSSES:
            add(facts["seat"], facts["what"], -1)
        if name == "took":
            add(facts["other"], facts["what"], -1)
        if name == "traded":
            add(facts["seat"], facts["given"], -1)
            add(facts["seat"], facts["what"], 1)
        if name in BUILT:
            add(facts["seat"], facts["cost"], -1)
        if name == "plague":
            plague[int(facts["seat"][5:])] += facts["n"]
    return moved, plague


def left_to(s: Any, seat: int) -> dict[str, int]:
    """3.6 What was taken is told at once, though its owner may still choose the stores that give it."""
    frames = [*s.later.get(seat, ()), *[f for frame in s.stack for f in (frame.branches or {}).get(seat, ())]]
    is_giving = any(frame.step == "take.paid" for frame in frames)
    return there(s.players[seat]) if is_giving else amounts(s.players[seat])


@pytest.mark.parametrize("mode", ["basic", "gold", "turmoil", "progress", "duel"])
def test_every_resource_that_moves_is_told(mode: str) -> None:
    before: Any = None
    options = ENGINE.info.options.model_validate({"mode": mode})
    for position in Walk(ENGINE, 2, options, "accounts", wild=20, curious=20).positions():
        if before is not None:
            moved, plague = told(position.outcome.events)
            for seat in range(2):
                had, has = left_to(before, seat), left_to(position.state, seat)
                untold = {kind: has[kind] - had[kind] - moved[seat][kind] for kind in had}
                assert sum(untold.values()) == -plague[seat]
                assert plague[seat] or not any(untold.values())
        before = position.state

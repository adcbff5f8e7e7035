"""Chapters 5, 12, 13 and 19: setting up every mode."""

from collections import Counter
from typing import Any

import pytest

from engines.kit import Answer
from engines.rivals import ENGINE
from engines.rivals.options import RivalsOptions
from engines.rivals.state import RivalsState
from engines.rivals.tables import RivalsTables


def start(mode: str, seed: str = "set-up", **options: Any) -> RivalsState:
    return ENGINE.setup(2, RivalsOptions.model_validate({"mode": mode} | options), seed).state


def through(state: RivalsState, *steps: str) -> RivalsState:
    """Answer plainly while the game stands at these steps."""
    while pending := [each for each in ENGINE.pending(state) if each.step in steps and each.owed]:
        first = pending[0]
        state = ENGINE.submit(state, Answer(first.seat, first.ask_id, first.ask.fallback())).state
    return state


@pytest.mark.parametrize(("mode", "sizes", "events", "face_up"), [
    ("basic", [9, 9, 9, 9], 9, []),
    ("gold", [12, 12, 12, 11, 11], 12, ["merchant_guild"] * 2),
    ("turmoil", [12, 12, 12, 11, 11], 13, ["hedge_tavern"] * 2),
    ("progress", [12, 12, 12, 12, 12], 14, ["university"] * 2),
    ("duel", [12, 12, 12, 12, 12, 14], 12, []),
])  # fmt: skip
def test_stacks_events_and_face_up_cards_of_each_mode(
    mode: str, sizes: list[int], events: int, face_up: list[str]
) -> None:
    """5.3 12.2 12.3 12.4 13.1 19.3 E14 E58 Draw stacks, event stack, face-up stack."""
    state = start(mode)
    assert [len(stack.cards) for stack in state.stacks] == sizes
    assert len(state.events) == events
    assert [card.kind for card in state.face_up] == face_up


@pytest.mark.parametrize("mode", ["basic", "gold", "turmoil", "progress", "duel"])
def test_yule_has_exactly_three_events_below_it(mode: str) -> None:
    """5.4 17.3 Everybody knows where it lies, and nothing else of the stack."""
    events = start(mode).events
    assert [card.kind for card in events].index("yule") == len(events) - 4
    assert [card.kind for card in events if card.known_to(None)] == ["yule"]


def test_there_are_180_cards() -> None:
    """19.1 By set and category."""
    tables = RivalsTables.current()
    counts = Counter(
        (back, face.category == "event") for face in tables.card for back, n in face.copies.items() for _ in range(n)
    )
    assert counts["basic", False] == 36
    assert counts["basic", True] == 9
    assert [counts[back, False] + counts[back, True] for back in ("gold", "turmoil", "progress")] == [27, 28, 31]
    centre = sum(row.stack for row in tables.centre.values()) + 2 + 4
    assert len(tables.regions) == 24
    assert centre + 24 + 36 + 9 + 27 + 28 + 31 == 180


def test_the_higher_roll_starts_and_ties_are_rolled_again() -> None:
    """5.5 A5 The last roll decides."""
    for seed in range(30):
        outcome = ENGINE.setup(2, seed=f"start {seed}")
        rolls = [event.facts for event in outcome.events if event.key == "rivals.event.start_roll"]
        assert all(facts["first"] == facts["second"] for facts in rolls[:-1])
        assert outcome.state.starter == int(rolls[-1]["second"] > rolls[-1]["first"])  # type: ignore[operator]


def test_the_colours_can_be_chosen() -> None:
    """5.1 The colour decides only the region numbers."""
    assert [player.colour for player in start("basic", red="second").players] == ["blue", "red"]
    lots = {start("basic", f"lot {n}", red="lot").players[0].colour for n in range(20)}
    assert lots == {"red", "blue"}


def test_basic_hands_are_the_top_three_of_two_different_stacks() -> None:
    """5.6 16.3 The starting player first; the other one is not offered the same stack."""
    state = start("basic")
    first = ENGINE.pending(state)[0]
    assert (first.seat, first.step) == (state.starter, "setup.stack")
    top = [card.kind for card in state.stacks[1].cards[:3]]
    state = ENGINE.submit(state, Answer(first.seat, first.ask_id, ["2"])).state
    assert [card.kind for card in state.players[first.seat].hand] == top
    second = ENGINE.pending(state)[0]
    assert second.seat == 1 - first.seat
    assert [option.key for option in second.ask.options] == ["1", "3", "4"]  # type: ignore[union-attr]


def test_era_hands_are_chosen_from_a_searched_stack_whose_order_stays() -> None:
    """12.5 A3 16.1 17.6 What was seen stays known to the searcher alone."""
    state = start("gold")
    seat = state.starter
    pending = ENGINE.pending(state)[0]
    assert [option.key for option in pending.ask.options] == ["1", "2", "3"]  # type: ignore[union-attr]
    outcome = ENGINE.submit(state, Answer(seat, pending.ask_id, ["1"]))
    assert outcome.barrier
    state = outcome.state
    before = [card.kind for card in state.stacks[0].cards]
    pending = ENGINE.pending(state)[0]
    keys = [option.key for option in pending.ask.options][3:6]  # type: ignore[union-attr]
    state = ENGINE.submit(state, Answer(seat, pending.ask_id, keys)).state
    assert len(state.players[seat].hand) == 3
    after = [card.kind for card in state.stacks[0].cards]
    assert after == [kind for place, kind in enumerate(before) if place not in (3, 4, 5)]
    assert all(card.known_to(seat) and not card.known_to(1 - seat) for card in state.stacks[0].cards)
    second = ENGINE.pending(state)[0]
    assert [option.key for option in second.ask.options] == ["2", "3"]  # type: ignore[union-attr]


def test_regions_are_arranged_by_both_at_once() -> None:
    """12.6 A4 16.2 E16 The pasture goes to an outer column; stored resources go with the cards."""
    state = through(start("gold", red="first"), "setup.stack", "setup.hand")
    assert {pending.seat for pending in ENGINE.pending(state)} == {0, 1}
    order = ["pasture_4", "gold_field_1", "fields_6", "hills_3", "forest_2", "mountains_5"]
    mine = next(pending for pending in ENGINE.pending(state) if pending.seat == 0)
    state = ENGINE.submit(state, Answer(0, mine.ask_id, order)).state
    assert state.players[0].regions[0].kind == "forest_2"
    theirs = next(pending for pending in ENGINE.pending(state) if pending.seat == 1)
    outcome = ENGINE.submit(state, Answer(1, theirs.ask_id, theirs.ask.fallback()))
    assert outcome.barrier
    state = outcome.state
    assert [region.kind for region in state.players[0].regions] == order
    assert [region.stored for region in state.players[0].regions] == [1, 0, 1, 1, 1, 1]
    assert state.turn == 1


def test_the_basic_game_leaves_the_regions_as_they_lie() -> None:
    """12.6 Only the eras and the Duel (A39) let players rearrange."""
    assert through(start("basic"), "setup.stack").turn == 1
    duel = through(start("duel"), "setup.stack", "setup.hand")
    assert {pending.step for pending in ENGINE.pending(duel)} == {"setup.regions"}


def test_the_duel_puts_half_moons_away() -> None:
    """13.1 13.3 13.5 A57 One stack per set; guild, tavern and university are inside."""
    state = start("duel")
    kinds = Counter(card.kind for stack in state.stacks for card in stack.cards)
    missing = ["reiner", "harbor", "trading_base", "sebastian", "drill_ground", "carl_forkbeard", "irmgard"]
    assert [kinds[kind] for kind in [*missing, "fairgrounds", "tithe_barn", "parliament"]] == [0] * 10
    assert [kinds[kind] for kind in ("merchant_guild", "hedge_tavern", "university")] == [1, 1, 1]
    assert (kinds["goldsmith"], kinds["brigitta"], kinds["relocation"], kinds["brigands"]) == (2, 2, 1, 1)
    assert [stack.back for stack in state.stacks] == ["basic"] * 3 + ["gold", "turmoil", "progress"]


def test_the_duel_draws_six_of_fifteen_events_unseen() -> None:
    """13.2 17.5 A49 The six without half moon are always there."""
    state = start("duel")
    kinds = Counter(card.kind for card in state.events)
    for kind in ("yule", "invention", "year_of_plenty", "traveling_merchant", "riots", "plague"):
        assert kinds[kind] >= 1
    assert len(state.put_away) == 9
    assert not any(card.known for card in state.put_away)


def test_everybody_starts_with_two_points_and_three_cards() -> None:
    """19.2 No tokens."""
    state = through(start("turmoil"), "setup.stack", "setup.hand", "setup.regions")
    view = ENGINE.view_json(state, None)
    assert [(seat["points"], len(seat["hand"])) for seat in view["seats"]] == [(2, 3), (2, 3)]
    assert not any(seat["has_trade_advantage"] or seat["has_strength_advantage"] for seat in view["seats"])


@pytest.mark.parametrize(("mode", "target"), [("basic", 7), ("gold", 12), ("duel", 13)])
def test_the_target_is_that_of_the_mode(mode: str, target: int) -> None:
    """12.7 13.1 6.5 Unless the table chose another."""
    assert start(mode).target == target
    assert start(mode, target=9).target == 9

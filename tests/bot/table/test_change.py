"""A table as it was loaded, and the change that a use case makes of it."""

from __future__ import annotations

import pytest

from bot.table.change import Change, Committed, Undo
from bot.table.model import Status
from tests.bot.table.builders import game, refused

pytestmark = pytest.mark.no_server


def test_a_game_that_goes_on_gives_its_state() -> None:
    loaded = game()
    assert loaded.running() is loaded.state


def test_another_says_why_not() -> None:
    loaded = game()
    loaded.table.status = Status.FROZEN
    with refused("table.refusal.frozen"):
        loaded.running()
    for status in (Status.LOBBY, Status.FINISHED, Status.CANCELLED):
        loaded.table.status = status
        with refused("table.refusal.not_running"):
            loaded.running()
    loaded.table.status, loaded.state = Status.RUNNING, None
    with refused("table.refusal.not_running"):
        loaded.running()


def test_a_bare_change_is_somebodys_hand_and_leaves_the_pile_alone() -> None:
    change = Change("spoke")
    assert (change.events, change.user, change.seat, change.by) == ((), "", None, "hand")
    assert (change.moves, change.state, change.undo, change.to, change.facts) == ([], None, Undo.KEEP, None, {})
    assert not Committed(game().table, 1, []).repeated


def test_the_store_knows_what_to_do_with_the_pile_by_these_words() -> None:
    assert [each.value for each in Undo] == ["keep", "clear", "pop", "push", "only"]

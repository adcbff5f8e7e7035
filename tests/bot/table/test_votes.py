"""Votes: who decides, and when a wish is carried."""

from __future__ import annotations

import pytest

from bot.table.model import Vote
from bot.table.votes import ends_with_move_of, lapses, outcome, voters
from tests.bot.table.builders import NOW, computer, running

pytestmark = pytest.mark.no_server


def kick(agreed: list[int], refused: list[int], seat: int | None = 3) -> Vote:
    return Vote(by=0, asked=NOW, kind="kick", seat=seat, agreed=agreed, refused=refused)


def test_everybody_who_is_there_decides_but_not_whom_it_is_about() -> None:
    table = running(4, computer())
    table.seats[2].absent = NOW
    assert voters(table, kick([0], [])) == [0, 1]
    assert voters(table, kick([0], [], seat=None)) == [0, 1, 3]


def test_more_than_half_carry_a_wish_and_half_are_enough_to_stop_it() -> None:
    table = running(4)
    everybody = {"seat": None}
    assert outcome(table, kick([0, 1], [], **everybody)) is None
    assert outcome(table, kick([0, 1, 2], [], **everybody)) is True
    assert outcome(table, kick([0], [1], **everybody)) is None
    assert outcome(table, kick([0], [1])) is None, "one of three who decide is not half of them"
    assert outcome(table, kick([0, 1], [2, 3], **everybody)) is False
    assert outcome(table, kick([0, 1], [2])) is True, "two of the three who decide"
    assert outcome(table, kick([0], [1, 2])) is False


def test_who_has_gone_since_no_longer_counts_but_who_asked_always_does() -> None:
    table = running(4)
    table.seats[1].absent = table.seats[2].absent = NOW
    assert outcome(table, kick([0, 1], [])) is True
    table.seats[0].absent = NOW
    assert outcome(table, kick([0], [])) is True
    assert outcome(table, kick([], [1, 2])) is None


def test_where_nobody_else_has_a_say_it_is_carried_at_once() -> None:
    assert outcome(running(2), kick([0], [], seat=1)) is True


def test_to_call_a_game_off_takes_all_and_one_against_it_is_enough() -> None:
    table = running(3)
    vote = Vote(by=0, asked=NOW, kind="cancel", agreed=[0, 1])
    assert outcome(table, vote) is None
    assert outcome(table, vote.model_copy(update={"agreed": [0, 1, 2]})) is True
    assert outcome(table, vote.model_copy(update={"refused": [2]})) is False
    table.seats[2].absent = NOW
    assert outcome(table, vote) is True, "who is away has no say"


def test_what_the_table_itself_asks_is_decided_by_the_others_alone() -> None:
    table = running(3)
    vote = Vote(by=None, asked=NOW, kind="computer", seat=2)
    assert outcome(table, vote) is None
    assert outcome(table, vote.model_copy(update={"agreed": [0]})) is None
    assert outcome(table, vote.model_copy(update={"agreed": [0, 1]})) is True
    assert outcome(table, vote.model_copy(update={"refused": [0]})) is False


def test_a_vote_lapses_with_the_next_move_but_one_about_a_seat_only_with_that_seats_move() -> None:
    table = running(3)
    assert not ends_with_move_of(table, 0)
    assert lapses(table) is None
    table.vote = Vote(by=0, asked=NOW, kind="pause")
    assert ends_with_move_of(table, 1)
    assert lapses(table) == NOW + 24 * 3600
    table.vote = kick([0], [], seat=2)
    assert [ends_with_move_of(table, seat) for seat in range(3)] == [False, False, True]

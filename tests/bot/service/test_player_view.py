"""What one viewer may see of a table, and when a panel has to be drawn again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.service.player_view import PlayerView, panel_fingerprint, panel_mark, player_view, read_log
from bot.table.change import Loaded
from bot.table.model import Entry, Status, Vote, Waiting, dump_events
from bot.table.standing_orders import Limit
from engines.kit import Event
from tests.bot.table.builders import NOW, at_bids, game, lobby_of, person, play, ref, running
from tests.toy import toy

pytestmark = pytest.mark.no_server


def test_a_lobby_shows_its_document_only() -> None:
    loaded = Loaded(3, lobby_of(person("Anna")), toy(), None)
    look = player_view(loaded, 0)
    assert look == PlayerView(loaded.table, 3, 0, None, (), (), False, None)
    assert (look.answered, look.recurring, look.points) == (0, (), ())


def test_a_seat_sees_its_own_view_and_its_own_questions() -> None:
    loaded = game(2)
    look = player_view(loaded, 1)
    assert look.view is not None
    assert (look.version, look.seat, look.view.seat, look.owed) == (5, 1, 1, (0, 1))
    assert [pending.seat for pending in look.pending] == [1]
    assert (look.can_undo, look.result, look.answered) == (False, None, 0)


def test_an_onlooker_has_no_questions_and_has_answered_nothing() -> None:
    loaded = at_bids()
    look = player_view(loaded, None)
    assert look.view is not None
    assert (look.seat, look.view.seat, look.pending, look.answered, look.can_undo) == (None, None, (), 0, False)
    assert player_view(loaded, 0).answered == 1


def test_only_whose_step_it_was_can_take_it_back_and_only_while_the_game_goes_on() -> None:
    loaded = at_bids()
    play(loaded, "round.bid", 2)
    assert [player_view(loaded, seat).can_undo for seat in (0, 1, None)] == [True, False, False]
    loaded.table.status = Status.FROZEN
    look = player_view(loaded, 0)
    assert (look.can_undo, look.pending, look.owed) == (False, (), ())


def test_a_finished_game_shows_its_result() -> None:
    loaded = at_bids(rounds=1)
    while loaded.table.status is Status.RUNNING:
        play(loaded, next(each.step for each in loaded.engine.pending(loaded.running()) if each.owed))
    look = player_view(loaded, 0)
    assert look.result is not None
    assert (look.pending, look.owed, look.can_undo) == ((), (), False)


def test_orders_of_others_and_recurring_steps_and_points() -> None:
    engine = toy()
    told = replace(
        engine,
        standing=lambda state: (state.round, (4, 5)),
        info=replace(engine.info, recurring=("round.bid",)),
    )
    loaded = game(2, engine=told)
    loaded.table.seats[1].orders = [Limit(step="x", limit=1)]
    look = player_view(loaded, 0)
    assert (look.points, look.recurring, look.table.seats[1].orders) == ((4, 5), ("round.bid",), [])
    assert player_view(loaded, 1).table.seats[1].orders
    assert loaded.table.seats[1].orders, "the table itself keeps them"


def entry(version: int, kind: str, seat: int | None, *events: Event, **more: Any) -> Entry:
    return Entry(version=version, time=NOW, kind=kind, seat=seat, events=dump_events(events), **more)


LOG = [
    entry(1, "started", None, Event("a", {})),
    entry(2, "answer", 0, by="order"),
    entry(3, "answer", 1, Event("b", {}, {1: {"card": "ant"}}), by="clock"),
    entry(4, "ordered", 1, Event("c", {}, only=(1,))),
]


def test_a_log_tells_each_what_is_theirs_and_of_anothers_silent_step_not_even_that_it_was() -> None:
    table = running()

    def read(seat: int | None) -> list[tuple[int, str | None, list[str]]]:
        return [(line.version, line.by, [text.key for text in line.texts]) for line in read_log(table, LOG, seat)]

    assert read(None) == [(1, None, ["a"]), (3, None, ["b"])]
    assert read(0) == [(1, None, ["a"]), (2, "order", []), (3, None, ["b"])]
    assert read(1) == [(1, None, ["a"]), (3, "clock", ["b"]), (4, "hand", ["c"])]
    first = read_log(table, LOG, 1)[1]
    assert (first.kind, first.seat, first.time, first.texts[0].facts) == ("answer", 1, NOW, {"card": "ant"})


def test_after_the_end_all_may_know_who_moved_for_whom() -> None:
    table = running()
    table.status = Status.FINISHED
    assert [line.by for line in read_log(table, LOG, None)] == ["hand", "clock"]


def test_what_was_taken_back_is_not_read() -> None:
    log = [*LOG[:3], entry(4, "undone", 1, Event("d", {}), to=2)]
    assert [line.version for line in read_log(running(), log, None)] == [1, 4]


def test_a_panel_stays_as_long_as_nothing_it_is_about_changes() -> None:
    loaded = at_bids()

    def mark(seat: int | None = 0) -> str:
        return panel_fingerprint(player_view(loaded, seat))

    before = mark()
    loaded.version += 1
    loaded.table.touched += 5
    loaded.table.seats[1].absent = NOW
    assert mark() == before
    assert len(before) == 18
    seen = {before}
    loaded.table.seats[0].acted = 99
    seen.add(calm := mark())
    loaded.table.vote = Vote(by=1, asked=NOW)
    assert mark() == calm, "a vote has a message of its own"
    loaded.table.seats[0].absent = NOW
    seen.add(mark())
    loaded.table.status = Status.FROZEN
    seen.add(mark())
    assert len(seen) == 4


def test_the_hosts_panel_knows_who_cannot_be_reached_and_no_other_does() -> None:
    loaded = at_bids(3)
    assert loaded.table.host == ref("Anna")
    before = [panel_fingerprint(player_view(loaded, seat)) for seat in (0, 1, None)]
    loaded.table.seats[2].is_unreached = True
    after = [panel_fingerprint(player_view(loaded, seat)) for seat in (0, 1, None)]
    assert after[0] != before[0]
    assert after[1:] == before[1:]


def test_a_panel_changes_with_its_questions() -> None:
    loaded = at_bids()
    before = panel_fingerprint(player_view(loaded, 1))
    play(loaded, "round.bid", 2)
    assert panel_fingerprint(player_view(loaded, 1)) != before


def test_marks_are_stored_so_another_build_writes_them_alike() -> None:
    table = running(2)
    table.seats[0].acted = 6
    assert panel_mark(table, 0, ["AAAA"]) == "running:6:AAAA:0::None:early"
    table.waiting = {0: Waiting(since=NOW)}
    assert panel_mark(table, 0, ["AAAA", "BBBB"]) == "running:6:AAAA.BBBB:0::None"
    assert panel_mark(table, None, [], "2") == "running:None::2::None"
    table.seats[0].absent = 5.0
    assert panel_mark(table, 0, ["AAAA"]) == "running:6::0::5.0"

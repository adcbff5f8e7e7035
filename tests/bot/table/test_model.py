"""Documents: what is stored, what each may read of it, codes and logs."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from bot.table.model import (
    ALPHABET,
    Absence,
    Entry,
    Level,
    Move,
    Seat,
    Status,
    Table,
    Vote,
    Waiting,
    as_code,
    code_for,
    dump_events,
    load_event,
    platform_of,
    require_running,
    standing,
    unreached_seats,
)
from bot.table.standing_orders import Limit, Pass, Prefer, Suggested
from bot.table.time_control import Pace
from engines.kit import Event, Text
from tests.bot.table.builders import computer, lobby_of, person, ref, refused, running

pytestmark = pytest.mark.no_server


def test_a_bare_table_is_a_lobby_of_a_day_a_move_in_english() -> None:
    table = Table(code="K7QF", game="toy", room="discord:77", host="local:anna")
    assert json.loads(table.dump()) == {"code": "K7QF", "game": "toy", "room": "discord:77", "host": "local:anna"}
    assert (table.status, table.pace, table.absence) == (Status.LOBBY, Pace.DAY, Absence.COMPUTER)
    assert (table.language, table.moves, table.rules_version, table.created, table.touched) == ("en", 0, 0, 0, 0)
    assert (table.tables, table.commitment, table.seed, table.request) == ("", "", "", "")


def test_a_bare_seat_is_free_and_a_computer_there_would_play_steadily() -> None:
    assert json.loads(Seat().dump()) == {}
    seat = Seat()
    assert (seat.kind, seat.user, seat.name, seat.language, seat.level) == ("free", "", "", "en", "steady")
    assert (seat.acted, seat.points, seat.bank, seat.absent) == (0, (), None, None)
    assert not seat.is_unreached
    assert not seat.is_open


def test_the_words_that_are_stored_never_change() -> None:
    assert [each.value for each in Status] == ["lobby", "running", "finished", "frozen", "cancelled"]
    assert [each.value for each in Absence] == ["default", "computer", "vote", "wait"]
    assert [each.value for each in Level] == ["gentle", "steady", "sharp", "master"]


def test_a_vote_is_to_go_back_unless_it_says_more() -> None:
    vote = Vote(by=1, asked=5.0)
    assert (vote.kind, vote.to, vote.seat, vote.value, vote.agreed, vote.refused) == ("back", 0, None, "", [], [])
    assert Waiting(since=1.0).extended == 0


def test_a_document_of_a_newer_release_is_an_error_and_not_a_loss() -> None:
    for kind in (Seat, Table, Entry, Move, Vote, Waiting):
        with pytest.raises(ValidationError, match="extra_forbidden"):
            kind.model_validate({"unheard_of": 1})


def test_every_kind_of_standing_order_survives_the_document() -> None:
    orders = [
        Limit(step="round.bid", limit=3),
        Prefer(step="harvest", keys=("ore",)),
        Pass(step="", passing=True),
        Suggested(step="x"),
    ]
    seat = person("Anna", orders=orders)
    assert Seat.model_validate_json(seat.dump()).orders == orders


def test_a_seat_is_found_by_its_person_only() -> None:
    table = lobby_of(Seat(), computer(), person("Anna"))
    assert table.seat_of(ref("Anna")) == 2
    assert table.seat_of("") is None
    assert (table.people, table.users, table.names) == ([2], [ref("Anna")], ["", "Lorenzo", "Anna"])


def test_a_person_who_is_absent_does_not_play_and_a_computer_never_does() -> None:
    table = lobby_of(person("Anna"), person("Bram", absent=5.0), computer())
    assert [table.plays(seat) for seat in range(3)] == [True, False, False]


def test_a_table_stands_in_its_room_and_in_further_ones() -> None:
    assert lobby_of(person("Anna"), also=["telegram:5"]).rooms == ["discord:77", "telegram:5"]


def test_orders_are_for_the_eyes_of_their_own_seat() -> None:
    order = Limit(step="round.bid", limit=3)
    table = lobby_of(person("Anna", orders=[order]), person("Bram"))
    assert table.seen_by(0) is table
    for viewer in (1, None):
        assert [seat.orders for seat in table.seen_by(viewer).seats] == [[], []]
    assert table.seats[0].orders == [order], "the table itself keeps them"
    both = lobby_of(person("Anna", orders=[order]), person("Bram", orders=[order]))
    assert [seat.orders for seat in both.seen_by(1).seats] == [[], [order]]


@pytest.mark.parametrize(("status", "over"), [(each, each in ("finished", "cancelled")) for each in Status])
def test_a_table_is_over_when_it_is_finished_or_called_off(status: Status, over: bool) -> None:
    assert lobby_of(status=status).is_over is over


def test_only_a_running_game_counts_as_running() -> None:
    require_running(running())
    for status in set(Status) - {Status.RUNNING}:
        with refused("table.refusal.not_running"):
            require_running(lobby_of(status=status))


def test_only_people_who_play_can_be_out_of_reach() -> None:
    seats = [
        person("Anna", is_unreached=True),
        person("Bram"),
        person("Caro", is_unreached=True, absent=1.0),
        Seat(kind="computer", is_unreached=True),
    ]
    assert unreached_seats(lobby_of(*seats)) == [0]


def entry(version: int, kind: str = "answer", to: int | None = None) -> Entry:
    return Entry(version=version, time=float(version), kind=kind, to=to)


def test_answers_that_were_taken_back_no_longer_stand_but_what_else_happened_does() -> None:
    log = [entry(1, "started"), entry(2), entry(3), entry(4, "joined"), entry(5), entry(6, "undone", to=2), entry(7)]
    assert [each.version for each in standing(log)] == [1, 2, 4, 6, 7]
    assert [each.version for each in standing(log[:-2])] == [1, 2, 3, 4, 5]


def test_events_are_stored_without_their_empty_parts_and_come_back_whole() -> None:
    plain = Event("a", {"n": 1})
    rich = Event("b", {}, {2: {"card": "animal/ant"}}, only=(0, 2))
    told = Event("d", {}, because=Text("e", {"n": 2}))
    raw = json.loads(json.dumps(dump_events([plain, rich])))
    assert raw[0] == {"key": "a", "facts": {"n": 1}}
    assert raw[1] == {"key": "b", "facts": {}, "private": {"2": {"card": "animal/ant"}}, "only": [0, 2]}
    assert [load_event(each) for each in raw] == [plain, rich]
    assert Entry(version=1, time=0.0, kind="answer", events=raw).happened() == [plain, rich]
    assert [load_event(each) for each in dump_events([told])] == [told], "and why it came about"
    assert dump_events([Event("c", {}, only=())])[0]["only"] == [], "told to nobody at all"


def test_an_entry_is_by_hand_of_nobody_unless_it_says_so() -> None:
    assert json.loads(entry(1, "joined").dump()) == {"version": 1, "time": 1.0, "kind": "joined"}
    assert (entry(1).by, entry(1).user) == ("hand", "")


def test_codes_have_six_plain_signs_and_follow_from_the_request() -> None:
    assert ALPHABET == "23456789BCDFGHJKMNPQRSTVWXZ"
    assert (code_for("update 1", 0), code_for("update 1", 1)) == ("8CRQVP", "RZCXW3")
    assert {len(code_for(str(number), 0)) for number in range(300)} == {6}
    assert set("".join(code_for(str(number), 0) for number in range(300))) == set(ALPHABET)


def test_a_code_may_be_typed_carelessly() -> None:
    assert as_code(" #k7qf ") == "K7QF"


def test_a_platform_stands_before_the_colon() -> None:
    assert platform_of("discord:123:4") == "discord"

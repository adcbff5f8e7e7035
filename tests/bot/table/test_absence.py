"""Those who do not come: a computer, a substitute, the drop rule, and how they return."""

from __future__ import annotations

import pytest

from bot.table import absence
from bot.table.calendar import Calendar
from bot.table.model import Absence, Seat, Status
from bot.table.standing_orders import Limit
from bot.table.time_control import DAY
from tests.bot.table.builders import NOW, computer, lobby_of, person, ref, refused, running, told, waited

pytestmark = pytest.mark.no_server
ALWAYS = {0: Calendar(), 1: Calendar()}


def test_the_rule_for_absence_can_change_until_the_end() -> None:
    table = running()
    assert told(absence.set_absence(table, Absence.WAIT)) == ("table.event.absence", {"absence": "absence/wait"})
    assert table.absence is Absence.WAIT
    with refused("table.refusal.over"):
        absence.set_absence(lobby_of(status=Status.FINISHED), Absence.WAIT)


def test_a_seat_has_lapsed_when_all_its_counted_time_is_gone() -> None:
    table = waited(allowed=100.0)
    assert absence.lapsed(table, ALWAYS, NOW + 99) == []
    assert absence.lapsed(table, ALWAYS, NOW + 100) == [0, 1]
    stands = {0: Calendar(None, ((NOW, NOW + 50),)), 1: Calendar()}
    assert absence.lapsed(table, stands, NOW + 120) == [1]
    assert absence.lapsed(table, {1: Calendar()}, NOW + 120) == [1], "whose hours are unknown is not judged"


def test_who_is_absent_already_does_not_lapse_again() -> None:
    table = waited(allowed=100.0)
    table.seats[0].absent = NOW
    assert absence.lapsed(table, ALWAYS, NOW + 500) == [1]


def test_it_matters_whether_anybody_is_left_to_play_with() -> None:
    both = running(2, computer())
    assert (absence.anybody_plays(both), absence.others_play(both)) == (True, True)
    both.seats[0].absent = NOW
    assert (absence.anybody_plays(both), absence.others_play(both)) == (True, False)
    both.seats[1].absent = NOW
    assert (absence.anybody_plays(both), absence.others_play(both)) == (False, False)


def test_a_computer_steps_in_without_a_clock() -> None:
    table = waited()
    table.seats[1].is_open = True
    assert told(absence.step_in(table, 1, NOW + 5)) == ("table.event.stepped_in", {"seat": "seat/1"})
    assert (table.seats[1].absent, table.seats[1].is_open, table.waiting[1].allowed) == (NOW + 5, False, None)
    assert table.waiting[0].allowed == 100.0
    asleep = running()
    absence.step_in(asleep, 0, NOW)
    assert (asleep.seats[0].absent, asleep.waiting) == (NOW, {})


def test_who_comes_back_has_fresh_time() -> None:
    table = waited()
    absence.step_in(table, 1, NOW)
    table.seats[1].is_open = True
    event = absence.come_back(table, 1, NOW + 500, 250.0)
    assert told(event) == ("table.event.came_back", {"seat": "seat/1"})
    assert (table.seats[1].absent, table.seats[1].is_open) == (None, False)
    assert (table.waiting[1].since, table.waiting[1].allowed) == (NOW + 500, 250.0)
    assert table.waiting[0].since == NOW
    with refused("table.refusal.not_absent"):
        absence.come_back(table, 1, NOW + 501, 250.0)
    away = running()
    away.seats[0].absent = NOW
    absence.come_back(away, 0, NOW + 1, None)
    assert away.waiting == {}


def test_the_seat_of_somebody_absent_may_be_opened_and_no_other() -> None:
    table = running(2, computer("Cosimo"))
    table.seats[0].absent = NOW
    event = absence.open_seat(table, 0)
    assert told(event) == ("table.event.seat_open", {"seat": "seat/0", "code": "K7QF"})
    assert table.seats[0].is_open
    with refused("table.refusal.within_time", seat="Bram"):
        absence.open_seat(table, 1)
    for wrong, number in ((-1, 0), (3, 4)):
        with refused("kit.refusal.no_such_seat", number=number):
            absence.open_seat(table, wrong)
    absence.open_seat(table, 2)
    assert table.seats[2].is_open, "a computer's seat may be taken as well"
    with refused("table.refusal.not_running"):
        absence.open_seat(lobby_of(computer()), 0)


def test_a_new_way_is_given_to_a_persons_seat() -> None:
    table = running(2, computer())
    assert told(absence.renew(table, 0)) == ("table.event.renewed", {"seat": "seat/0"})
    with refused("table.refusal.no_person"):
        absence.renew(table, 2)
    for wrong, number in ((-1, 0), (3, 4)):
        with refused("kit.refusal.no_such_seat", number=number):
            absence.renew(table, wrong)
    with refused("table.refusal.not_running"):
        absence.renew(lobby_of(person("Anna")), 0)


def test_the_same_person_plays_on_under_another_account() -> None:
    order = Limit(step="x", limit=3)
    table = running(2, computer())
    table.seats[0] = person("Anna", absent=NOW, is_open=True, is_unreached=True, orders=[order], bank=5.0)
    event = absence.hand_over(table, 0, "web:new", "nl")
    assert told(event) == ("table.event.handed_over", {"seat": "seat/0"})
    assert table.seats[0] == Seat(
        kind="person", user="web:new", name="Anna", language="nl", orders=[order], bank=5.0
    )  # fmt: skip
    with refused("table.refusal.already_in"):
        absence.hand_over(table, 0, ref("Bram"), "nl")
    with refused("table.refusal.no_person"):
        absence.hand_over(table, 2, "web:other", "nl")
    with refused("table.refusal.not_running"):
        absence.hand_over(lobby_of(person("Anna")), 0, "web:new", "nl")


def test_a_dropped_seat_is_the_computers_and_open() -> None:
    table = running()
    table.seats[1] = person("Bram", absent=NOW, orders=[Limit(step="x", limit=3)], bank=5.0)
    assert told(absence.drop(table, 1)) == ("table.event.dropped", {"seat": "seat/1"})
    assert table.seats[1] == Seat(kind="computer", name="Bram", is_open=True, bank=5.0)


def test_the_ladder_opens_after_a_day_and_drops_after_a_fortnight() -> None:
    table = running(2, computer())
    assert (absence.step(table, NOW), absence.next_step(table)) == (None, None)
    table.seats[1].absent = NOW
    assert absence.next_step(table) == NOW + DAY
    assert absence.step(table, NOW + DAY - 1) is None
    assert absence.step(table, NOW + DAY) == ("open", 1)
    table.seats[1].is_open = True
    assert absence.step(table, NOW + DAY) is None
    assert absence.next_step(table) == NOW + 14 * DAY
    assert absence.step(table, NOW + 14 * DAY - 1) is None
    assert absence.step(table, NOW + 14 * DAY) == ("drop", 1)
    table.seats[1].is_open = False
    assert absence.step(table, NOW + 14 * DAY) == ("drop", 1)


def test_the_ladder_has_an_eye_on_everybody_who_is_away() -> None:
    table = running(3)
    table.seats[0].absent, table.seats[0].is_open = NOW, True
    table.seats[2].absent = NOW + 5
    assert absence.next_step(table) == NOW + 5 + DAY
    assert absence.step(table, NOW + 5 + DAY) == ("open", 2)


def test_a_computers_seat_is_no_longer_on_the_ladder() -> None:
    table = running(1, Seat(kind="computer", absent=NOW))
    assert (absence.step(table, NOW + 99 * DAY), absence.next_step(table)) == (None, None)

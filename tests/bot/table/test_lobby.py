"""Before the game: sitting down, getting up, options, the order of play."""

from __future__ import annotations

import pytest

from bot.table import lobby
from bot.table.lobby import User
from bot.table.model import Seat, Status
from bot.table.time_control import Pace
from engines import firenze
from tests.bot.table.builders import computer, lobby_of, person, ref, refused, running, told
from tests.toy import toy

pytestmark = pytest.mark.no_server
BRAM = User("discord:2", "Bram", "nl")


def test_a_name_is_made_harmless() -> None:
    assert lobby.clean("  Anna\n\u202eB/C  ") == "Anna B⁄C"
    assert lobby.clean("x" * 99) == "x" * 32
    assert lobby.clean("x" * 31 + " yz") == "x" * 31, "no blank at the end where it was cut"
    assert lobby.clean("\u200b") == "?"


def test_an_account_speaks_english_unless_it_says_so() -> None:
    assert User("discord:1", "Anna").language == "en"


def test_who_sits_down_gets_the_first_free_seat() -> None:
    table = lobby_of(person("Anna"), Seat(), Seat())
    assert told(lobby.sit(table, BRAM)) == ("table.event.joined", {"name": "Bram"})
    assert table.seats[1] == Seat(kind="person", user="discord:2", name="Bram", language="nl")
    assert table.seats[2].kind == "free"


def test_or_the_wanted_seat_if_it_is_free() -> None:
    table = lobby_of(person("Anna"), Seat(), Seat())
    with refused("table.refusal.taken"):
        lobby.sit(table, BRAM, 0)
    with refused("table.refusal.taken"):
        lobby.sit(table, BRAM, 9)
    lobby.sit(table, BRAM, 2)
    assert table.names == ["Anna", "", "Bram"]
    early = lobby_of(Seat(), person("Anna"))
    lobby.sit(early, BRAM, 0)
    assert early.names == ["Bram", "Anna"]


def test_nobody_sits_twice_or_at_a_full_table_or_at_one_that_has_begun() -> None:
    with refused("table.refusal.already_in"):
        lobby.sit(lobby_of(person("Anna"), Seat()), User(ref("Anna"), "Anna"))
    with refused("table.refusal.full"):
        lobby.sit(lobby_of(person("Anna"), computer()), BRAM)
    with refused("table.refusal.begun"):
        lobby.sit(running(1, Seat()), BRAM)


def test_equal_names_are_told_apart_by_a_number() -> None:
    table = lobby_of(person("bram"), person("Bram 2"), Seat())
    assert lobby.seat_for(table, BRAM).name == "Bram 3"
    assert lobby.seat_for(lobby_of(person("bram")), BRAM).name == "Bram 2"
    mine = lobby_of(Seat(kind="person", user="discord:2", name="Bram"))
    assert lobby.seat_for(mine, BRAM).name == "Bram", "one's own name is not in one's way"


def test_a_long_name_stays_within_its_length_with_its_number() -> None:
    long = "x" * 32
    table = lobby_of(person(long))
    assert lobby.seat_for(table, User("discord:2", long)).name == "x" * 29 + " 2"


def test_who_rises_leaves_a_free_seat() -> None:
    table = lobby_of(person("Anna"), person("Bram"))
    assert told(lobby.rise(table, ref("Bram"))) == ("table.event.left", {"name": "Bram"})
    assert (table.seats[1], table.host, table.status) == (Seat(), ref("Anna"), Status.LOBBY)


def test_when_the_host_rises_the_next_person_is_host() -> None:
    table = lobby_of(person("Anna"), computer(), person("Bram"))
    lobby.rise(table, ref("Anna"))
    assert (table.host, table.status) == (ref("Bram"), Status.LOBBY)


def test_with_the_last_person_the_lobby_closes() -> None:
    table = lobby_of(person("Anna"), computer())
    lobby.rise(table, ref("Anna"))
    assert table.status is Status.CANCELLED


def test_only_who_sits_can_rise_and_only_before_the_game() -> None:
    with refused("table.refusal.not_in"):
        lobby.rise(lobby_of(person("Anna")), "discord:2")
    with refused("table.refusal.begun"):
        lobby.rise(running(), ref("Anna"))


def test_only_the_host_is_the_host() -> None:
    lobby.require_host(running(), ref("Anna"))
    with refused("table.refusal.host_only"):
        lobby.require_host(running(), ref("Bram"))


def test_computers_take_free_seats_and_have_names_of_their_own() -> None:
    table = lobby_of(person("Lorenzo"), Seat(), Seat(), Seat())
    event = lobby.add_computer(table, " Lorenzo\n", "sharp")
    assert told(event) == ("table.event.computer_added", {"name": "Lorenzo 2"})
    lobby.add_computer(table, "Lorenzo", "gentle")
    assert table.seats[1] == Seat(kind="computer", name="Lorenzo 2", level="sharp")
    assert table.seats[2] == Seat(kind="computer", name="Lorenzo 3", level="gentle")
    lobby.add_computer(table, "Cosimo", "steady")
    assert table.names[3] == "Cosimo"
    with refused("table.refusal.full"):
        lobby.add_computer(table, "Piero", "steady")
    with refused("table.refusal.begun"):
        lobby.add_computer(running(1, Seat()), "Piero", "steady")


def test_a_computer_is_sent_away_and_nobody_else() -> None:
    table = lobby_of(computer("Cosimo"), person("Anna"), computer("Piero"))
    for wrong in (-1, 1, 3):
        with refused("table.refusal.no_computer"):
            lobby.remove_computer(table, wrong)
    assert told(lobby.remove_computer(table, 2)) == ("table.event.computer_removed", {"name": "Piero"})
    lobby.remove_computer(table, 0)
    assert [seat.kind for seat in table.seats] == ["free", "person", "free"]
    with refused("table.refusal.begun"):
        lobby.remove_computer(running(1, computer()), 1)


def test_a_table_has_as_many_seats_as_the_game_allows_and_people_need() -> None:
    table = lobby_of(person("Anna"), Seat(), person("Bram"), person("Caro"))
    lobby.resize(table, toy(), 3)
    assert table.names == ["Anna", "Bram", "Caro"]
    lobby.resize(table, toy(), 4)
    assert [seat.kind for seat in table.seats] == ["person", "person", "person", "free"]
    with refused("table.refusal.seats", number=2, least=3, most=4):
        lobby.resize(table, toy(), 2)
    with refused("table.refusal.seats", number=5):
        lobby.resize(table, toy(), 5)
    alone = lobby_of(person("Anna"))
    with refused("table.refusal.seats", number=1, least=2):
        lobby.resize(alone, toy(), 1)
    lobby.resize(alone, toy(), 2)
    assert len(alone.seats) == 2


def test_the_host_changes_what_is_named_and_nothing_else() -> None:
    table = lobby_of(person("Anna"), options={"rounds": 2})
    assert told(lobby.configure(table, toy(), {"rounds": 5}, None, None, None)) == ("table.event.configured", {})
    assert (table.options, table.pace, table.language, len(table.seats)) == ({"rounds": 5}, Pace.DAY, "en", 1)
    lobby.configure(table, toy(), None, Pace.BLITZ, 3, "de")
    assert (table.options, table.pace, table.language, len(table.seats)) == ({"rounds": 5}, Pace.BLITZ, "de", 3)
    with refused("table.refusal.begun"):
        lobby.configure(running(), toy(), None, None, None, None)


def test_an_option_that_makes_no_sense_is_named() -> None:
    with refused("table.refusal.option", option="rounds"):
        lobby.checked(toy(), {"rounds": "many"})
    with refused("table.refusal.option", option="a⁄b"):
        lobby.checked(toy(), {"a/b": 1})
    assert lobby.checked(toy(), {"rounds": 4}).model_dump() == {"rounds": 4}


def test_people_are_seated_as_they_came_or_as_the_host_says() -> None:
    table = lobby_of(person("Anna"), Seat(), person("Bram"), computer())
    lobby.arrange(table, toy(), "joined", "seed")
    assert table.names == ["Anna", "Bram", "Lorenzo"]
    lobby.arrange(table, toy(), [2, 0, 1], "seed")
    assert table.names == ["Lorenzo", "Anna", "Bram"]
    for wrong in ([0, 1], [0, 1, 1], [0, 1, 2, 3]):
        with refused("table.refusal.order"):
            lobby.arrange(table, toy(), wrong, "seed")


def test_or_by_chance_which_follows_from_the_seed() -> None:
    def order(seed: str) -> list[str]:
        table = lobby_of(person("Anna"), person("Bram"), Seat(), person("Caro"))
        lobby.arrange(table, toy(), "random", seed)
        return table.names

    assert order("seed") == order("seed") == ["Caro", "Anna", "Bram"]
    assert len({tuple(order(f"seed {number}")) for number in range(40)}) == 6


def test_where_the_host_decides_the_circle_begins_with_the_host() -> None:
    """The first seat of Firenze lays the neutral seals *by choice of the host*: it is the host's, however all sit."""
    chosen = {"placement": "chosen"}
    for number in range(12):
        table = lobby_of(person("Anna"), person("Bram"), computer())
        table.host, table.options = table.seats[1].user or "", chosen
        lobby.arrange(table, firenze.ENGINE, "random", f"seed {number}")
        assert table.names[0] == "Bram"
    lobby.arrange(table, firenze.ENGINE, [2, 0, 1], "seed")
    assert table.names[0] == "Bram"


def test_a_game_begins_with_as_many_as_it_needs_and_not_more() -> None:
    with refused("table.refusal.too_few", number=1, least=2):
        lobby.arrange(lobby_of(person("Anna"), Seat()), toy(), "joined", "seed")
    lobby.arrange(lobby_of(person("Anna"), person("Bram")), toy(), "joined", "seed")
    four = lobby_of(person("Anna"), person("Bram"), computer("A"), computer("B"))
    lobby.arrange(four, toy(), "joined", "seed")
    assert len(four.seats) == 4
    with refused("table.refusal.too_few", number=5):
        lobby.arrange(lobby_of(*four.seats, computer("C")), toy(), "joined", "seed")
    with refused("table.refusal.begun"):
        lobby.arrange(running(), toy(), "joined", "seed")

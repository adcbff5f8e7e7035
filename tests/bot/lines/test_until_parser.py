"""How long an order holds, in the words of three languages and the wall clock of the reader."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.language.dates import absolute
from bot.language.speaker import Speaker
from bot.lines.until_parser import read_ending, said
from bot.table.standing_orders import Pass
from engines import ENGINES
from engines.kit import Event, Refusal

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
PRINCES = ENGINES["princes"].info


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=AMSTERDAM).timestamp()


NOW = at("2026-11-17 12:00")
"""A Tuesday."""


def read(line: str, language: str = "en", now: float = NOW) -> tuple[str, str]:
    """What is left of a line, and its moment or the name of its stop."""
    rest, ending = read_ending(line, PRINCES, Speaker(language, "princes"), AMSTERDAM, now)
    moment = "" if ending.until is None else datetime.fromtimestamp(ending.until, AMSTERDAM).strftime("%d %b %H:%M")
    return rest, " / ".join([part for part in (moment, ending.stop.name if ending.stop else "") if part])


@pytest.mark.parametrize(
    ("language", "line", "rest", "end"),
    [
        ("en", "jester 700 until tomorrow 18:00", "jester 700", "18 Nov 18:00"),
        ("nl", "nar tot 700 tot morgen 18:00", "nar tot 700", "18 Nov 18:00"),
        ("de", "Gaukler bis 700, bis morgen um 18 Uhr", "Gaukler bis 700", "18 Nov 18:00"),
        ("en", "700 for 2 days", "700", "19 Nov 12:00"),
        ("nl", "700 voor 2 dagen", "700", "19 Nov 12:00"),
        ("de", "700 für 2 Tage", "700", "19 Nov 12:00"),
        ("de", "2 Tage lang passen", "passen", "19 Nov 12:00"),
        ("en", "700 for 6 hours", "700", "17 Nov 18:00"),
        ("nl", "700 een week lang", "700", "24 Nov 12:00"),
        ("en", "until 6pm pass", "pass", "17 Nov 18:00"),
        ("en", "700 until 9:30", "700", "18 Nov 09:30"),
        ("de", "700 bis morgen 18 Uhr 30", "700", "18 Nov 18:30"),
        ("nl", "700 tot 18 uur 30", "700", "17 Nov 18:30"),
        ("en", "700 until 18h30", "700", "17 Nov 18:30"),
        ("de", "Gaukler bis morgen 18 Uhr 700", "Gaukler  700", "18 Nov 18:00"),
        ("en", "700 until tomorrow", "700", "19 Nov 00:00"),
        ("en", "700 until the day after tomorrow", "700", "20 Nov 00:00"),
        ("en", "700 until the day after tomorrow at 8:00", "700", "19 Nov 08:00"),
        ("en", "700 until Friday", "700", "21 Nov 00:00"),
        ("nl", "700 tot vrijdag 8 uur", "700", "20 Nov 08:00"),
        ("de", "700 bis Dienstag", "700", "25 Nov 00:00"),
        ("de", "700 bis 24.12.", "700", "25 Dec 00:00"),
        ("en", "700 until 24 Dec 18:00", "700", "24 Dec 18:00"),
        ("en", "pass until the next round", "pass", "round"),
        ("nl", "passen tot de volgende ronde begint", "passen", "round"),
        ("de", "passen bis zur nächsten Runde", "passen", "round"),
        ("en", "pass everything this round", "pass everything", "round"),
        ("de", "diese Runde alles passen", "alles passen", "round"),
        ("en", "pass until my turn comes", "pass", "turn"),
        ("nl", "passen tot ik aan zet ben", "passen", "turn"),
        ("de", "passen, bis ich dran bin", "passen", "turn"),
        ("en", "jester 700, stop when I have bought something", "jester 700", "bought"),
        ("de", "Gaukler 700 stopp sobald ich etwas ersteigert habe", "Gaukler 700", "bought"),
        ("en", "jester 700 until my turn or until tomorrow 8:00", "jester 700", "18 Nov 08:00 / turn"),
        ("en", "jester to 1,000, builder 500", "jester to 1,000, builder 500", ""),
        ("de", "Gaukler bis 1.000; Baumeister 500", "Gaukler bis 1.000; Baumeister 500", ""),
        ("nl", "voor de nar tot 700", "voor de nar tot 700", ""),
    ],
)
def test_an_end_is_read_from_words(language: str, line: str, rest: str, end: str) -> None:
    assert read(line, language) == (rest, end)


def test_an_end_that_nobody_knows_is_refused_with_what_could_be_said() -> None:
    with pytest.raises(Refusal, match="ending") as refused:
        read("jester 700 until pigs fly")
    said = Speaker("en", "princes").refusal(refused.value)
    assert "pigs fly" in said
    assert "the next round" in said
    with pytest.raises(Refusal, match="past"):
        read("700 until today 9:00")


def test_two_days_are_two_days_by_the_wall_clock_across_a_change_of_the_clocks() -> None:
    autumn, spring = at("2026-10-24 18:00"), at("2027-03-27 18:00")
    assert read("700 for 2 days", now=autumn)[1] == "26 Oct 18:00"
    assert read("700 for 1 days", now=spring)[1] == "28 Mar 18:00"
    _, ending = read_ending("700 until tomorrow 2:30", PRINCES, Speaker("en", "princes"), AMSTERDAM, spring)
    assert ending.until is not None
    assert absolute(ending.until, "en", AMSTERDAM) == "Sun 28 Mar, 03:30", "an hour that does not exist"


def test_an_order_ends_when_its_owners_turn_comes_or_its_owner_buys() -> None:
    _, ending = read_ending("pass until my turn", PRINCES, Speaker("en", "princes"), AMSTERDAM, NOW)
    order = Pass(step="", passing=True).model_copy(update=ending.fields())
    assert order.is_stopped_by([], 1, ["turn.action"])
    assert not order.is_stopped_by([], 1, ["auction.bid"])
    _, ending = read_ending("pass until I have bought", PRINCES, Speaker("en", "princes"), AMSTERDAM, NOW)
    order = Pass(step="", passing=True).model_copy(update=ending.fields())
    bought = [Event("princes.event.auction.bought", {"seat": "seat/1"})]
    assert order.is_stopped_by(bought, 1)
    assert not order.is_stopped_by(bought, 0)


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_stop_of_every_game_can_be_said_and_names_something_real(game: str) -> None:
    engine = ENGINES[game]
    for stop in engine.info.stops:
        assert bool(stop.event) != bool(stop.step)
        assert not stop.step or stop.step in engine.steps
        for language, word in (("en", "until"), ("nl", "tot"), ("de", "bis")):
            speaker = Speaker(language, game)
            rest, ending = read_ending(f"x {word} {said(stop, speaker)}", engine.info, speaker, AMSTERDAM, NOW)
            assert (rest, ending.stop) == ("x", stop)
    assert set(engine.info.recurring) <= set(engine.steps)

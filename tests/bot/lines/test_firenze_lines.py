"""Typed lines of Firenze, as the chat's description of the game gives them, in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language.labels import describe
from bot.language.speaker import Speaker
from bot.lines.move_parser import MoveParser
from engines.firenze import ENGINE
from tests.engines.firenze.builder import Table, table

BRICKS = {"white": 2, "yellow": 1, "red": 3}


def read(t: Table, language: str, line: str) -> list[Any]:
    reader = MoveParser(ENGINE, t.state, 0, Speaker(language, "firenze", ("Marta", "Joost")))
    return [answer.value for answer in reader.read(line).answers]


@pytest.mark.parametrize(("language", "line"), [("en", "3 white yellow"), ("nl", "3 wit geel"), ("de", "3 weiß gelb")])
def test_a_card_by_its_number_and_what_pays_for_it(language: str, line: str) -> None:
    t = table().player(0, warehouse=BRICKS, towers=[("red", 3)]).at("card.choose")
    assert read(t, language, line) == [["slot:2"], {"white": 1, "yellow": 1}]


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "raise red 3 by 2 done"), ("nl", "verhoog rood 3 met 2 klaar"), ("de", "erhöhe rot 3 um 2 fertig")],
)
def test_a_plan_in_one_line_with_the_verb_first(language: str, line: str) -> None:
    t = table().player(0, warehouse=BRICKS, towers=[("red", 3), ("white", 2)]).at("build.bricks")
    assert read(t, language, line) == [{"raise:red-3": 2}]


@pytest.mark.parametrize(
    ("language", "line"), [("en", "fulfil red 5"), ("nl", "vervul rood 5"), ("de", "erfülle rot 5")]
)
def test_a_commission_by_colour_and_height(language: str, line: str) -> None:
    t = table().player(0, towers=[("red", 5), ("red", 6)]).balconies("b01", "b09", "b14", "b17").at("fulfil.choose")
    assert read(t, language, line) == [["red-5"]]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "play alchemist red blue"),
        ("nl", "speel alchemist rood blauw"),
        ("de", "spiele Alchemist rot blau"),
    ],
)
def test_a_person_with_its_choices(language: str, line: str) -> None:
    t = table().player(0, warehouse=BRICKS, hand=["alchemist", "smuggler"]).at("card.choose")
    assert read(t, language, line) == [["alchemist"], ["red"], ["blue"]]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "new red tower 2 done"),
        ("nl", "nieuwe rode toren 2 klaar"),
        ("nl", "2 rode toren klaar"),
        ("nl", "2 rood klaar"),
        ("de", "neuer Turm rot 2 fertig"),
        ("de", "2 roter fertig"),
    ],
)
def test_a_new_tower_by_its_colour_in_any_form(language: str, line: str) -> None:
    t = table().player(0, warehouse=BRICKS).at("build.bricks")
    assert read(t, language, line) == [{"new:red": 2}]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "2 on a new white tower"),
        ("nl", "2 op een nieuwe witte toren"),
        ("de", "2 auf einen neuen Turm in Weiß"),
    ],
)
def test_bricks_of_a_new_tower_are_counted_not_towers(language: str, said: str) -> None:
    """`2 new white tower` told of neither; what is told is read again."""
    t = table().player(0, warehouse={"white": 2}).at("build.bricks")
    pending = next(each for each in ENGINE.pending(t.state) if each.step == "build.bricks")
    assert describe(pending, {"new:white": 2}, Speaker(language, "firenze", ("Marta", "Joost"))) == said
    assert read(t, language, said)[0] == {"new:white": 2}


@pytest.mark.parametrize(("language", "line"), [("en", "red"), ("nl", "rood"), ("nl", "rode"), ("de", "rot")])
def test_a_colour_alone_begins_a_tower(language: str, line: str) -> None:
    t = table().player(0, warehouse=BRICKS).at("build.bricks")
    assert read(t, language, line) == [{"new:red": 1}]


@pytest.mark.parametrize(
    ("language", "line"),
    [("nl", "3 witte gele"), ("nl", "3 1 witte 1 gele"), ("de", "3 weißen gelben"), ("de", "3 1 weisser 1 gelber")],
)
def test_inflected_colours_pay_like_plain_ones(language: str, line: str) -> None:
    t = table().player(0, warehouse=BRICKS, towers=[("red", 3)]).at("card.choose")
    assert read(t, language, line) == [["slot:2"], {"white": 1, "yellow": 1}]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "2 red 3, 1 white 2"),
        ("en", "raise red 3 by 2, raise white 2"),
        ("nl", "verhoog rood 3 met 2 en wit 2 met 1"),
        ("de", "erhöhe Rot 3 um 2, Weiß 2 um 1"),
    ],
)
def test_several_towers_in_one_line_with_their_numbers_before_or_behind(language: str, line: str) -> None:
    t = table().player(0, warehouse=BRICKS, towers=[("red", 3), ("white", 2)]).at("build.bricks")
    assert read(t, language, line)[0] == {"raise:red-3": 2, "raise:white-2": 1}

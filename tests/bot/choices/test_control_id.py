"""Ids of controls: what is written is read again, and what was posted long ago still is."""

from __future__ import annotations

import pytest

from bot.choices.control_id import LONGEST, ControlId, Kind


@pytest.mark.parametrize(
    ("written", "control"),
    [
        ("a:K7QF:3x:=o1", ControlId(Kind.ASK, "K7QF", "3x", "=o1")),
        ("a:K7QF:3x:", ControlId.ask("K7QF", "3x")),
        ("c:undo:K7QF:", ControlId.command("undo", "K7QF")),
        ("c:table pace::day", ControlId.command("table pace", "", "day")),
        ("m:c:type:K7QF:", ControlId.command("type", "K7QF").dialogue()),
        ("m:a:K7QF:3x:", ControlId.ask("K7QF", "3x").dialogue()),
        ("s::new", ControlId.list("", "new")),
        ("t:K7QF:0", ControlId.list("K7QF", 0, ticks=True)),
    ],
)
def test_an_id_is_read_as_it_was_written(written: str, control: ControlId) -> None:
    assert ControlId.parse(written) == control
    assert str(control) == written


@pytest.mark.parametrize("written", ["", "a:", "a:K7QF", "c:undo", "x:undo:K7QF:", "m:s:K7QF:0", "m:", "c:a:b:c:d"])
def test_what_is_none_of_ours_is_nothing(written: str) -> None:
    assert ControlId.parse(written) is None


def test_only_a_control_that_answers_at_once_is_one_of_an_ask() -> None:
    assert ControlId.parse_ask("a:K7QF:3x:=o1") is not None
    assert ControlId.parse_ask("m:a:K7QF:3x:") is None
    assert ControlId.parse_ask("c:undo:K7QF:") is None


def test_a_dialogue_knows_what_it_asks_for() -> None:
    asked = {"m:c:type:K7QF:": "type", "m:c:limit:K7QF:": "limit", "m:c:away::": "away", "m:a:K7QF:3x:": "number"}
    for written, kind in asked.items():
        control = ControlId.parse(written)
        assert control is not None
        assert control.asked == kind


def test_the_longest_id_fits_every_platform() -> None:
    assert len(str(ControlId.ask("K7QF", "x" * 12, "=" + "o" * 40).dialogue())) <= LONGEST

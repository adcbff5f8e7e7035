"""What commands may be told: names and values that cannot be are refused in words, never a traceback."""

from __future__ import annotations

import pytest

from bot.choices.control_id import ControlId
from bot.commands.arguments import Arguments, AtTable, Move, New, Preferred, Remind, Settings, ToPace, Unorder
from bot.commands.dispatcher import VERBS
from bot.language.speaker import Speaker
from bot.lines.command_parser import read_command
from bot.lines.command_spec import ABOUT_TABLE, commands
from bot.table.time_control import Pace
from config.languages import languages
from engines.kit.errors import Refusal


def test_every_command_has_a_model_with_its_arguments() -> None:
    for name, command in commands().items():
        fields = set(VERBS[name].arguments.model_fields) - {"tapped"}
        named = {argument.name for argument in command.arguments}
        assert named <= fields, f"{name} cannot be told {named - fields}"
        only_by_buttons = {VERBS[name].arguments.BUTTON, "table"}
        assert fields - named <= only_by_buttons, f"nobody can say {fields - named} to {name}"
    assert VERBS[ABOUT_TABLE.name].arguments is Settings


def test_a_name_that_is_no_argument_is_an_error() -> None:
    with pytest.raises(ValueError, match="txt"):
        Move(txt="build")  # type: ignore[call-arg]
    with pytest.raises(Refusal) as refused:
        Move.typed({"txt": "build"}, "en")
    assert refused.value.code == "chat.refusal.argument"


@pytest.mark.parametrize("language", languages())
def test_a_value_that_cannot_be_is_told_in_the_words_of_the_reader(language: str) -> None:
    typed = read_command("/new carrara computer=many")
    assert typed is not None
    with pytest.raises(Refusal) as refused:
        New.typed(typed.given, language)
    assert "many" in Speaker(language).refusal(refused.value)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        VERBS["whyline"].arguments.typed({}, "nl")
    assert refused.value.code == "chat.refusal.argument_missing"
    assert "tekst" in Speaker("nl").refusal(refused.value)


def test_a_button_fills_its_own_field() -> None:
    assert ToPace.tapped_on(ControlId.command("table pace", "K7QF", "relaxed")).pace is Pace.RELAXED
    entries = [ControlId.command("prefer", "K7QF", number) for number in ("2", "0")]
    assert Preferred.tapped_on(*entries).numbers == (2, 0)
    assert AtTable.tapped_on(ControlId.command("undo", "K7QF")) == AtTable(table="K7QF", tapped=True)


@pytest.mark.parametrize("argument", ["", "x", "99999", "-1"])
def test_a_forged_button_is_none_of_ours(argument: str) -> None:
    with pytest.raises(Refusal) as refused:
        Unorder.tapped_on(ControlId.command("unorder", "K7QF", argument))
    assert refused.value.code == "chat.refusal.unknown_button"


def test_a_line_is_read_into_its_arguments() -> None:
    typed = read_command("/remind quiet=22-8 zone=Amsterdam")
    assert typed is not None
    assert Remind.typed(typed.given, "en") == Remind(quiet="22-8", zone="Amsterdam")
    bare = read_command("/undo")
    assert bare is not None
    assert bare.at("K7QF") == {"table": "K7QF"}
    assert Arguments.typed({}, "en") == Arguments()

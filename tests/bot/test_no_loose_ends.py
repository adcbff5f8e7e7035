"""Nothing hangs loose: commands and handlers, buttons, settings, preferences, texts."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bot.commands.arguments import AtTable
from bot.commands.dispatcher import VERBS
from bot.language.speaker import catalogue
from bot.lines.command_spec import ABOUT_TABLE, argument_about, argument_name, commands
from bot.table.model import Seat, Table, Vote, Waiting
from bot.table.preferences import Person
from config.languages import fallback
from config.settings import Settings

pytestmark = pytest.mark.no_server
ROOT = Path(__file__).parents[2]
DISPATCHER = "bot/commands/dispatcher.py"
SPEC = "bot/lines/command_spec.py"
GAP = "\0"


@cache
def trees() -> dict[str, ast.Module]:
    """Every source file that may show or read something."""
    files = [file for folder in ("bot", "render", "config", "engines") for file in (ROOT / folder).rglob("*.py")]
    return {str(file.relative_to(ROOT)): ast.parse(file.read_text("utf-8")) for file in files}


@cache
def constants(*but: str) -> frozenset[str]:
    """All strings that stand in the code."""
    return frozenset(
        node.value
        for name, tree in trees().items()
        if name not in but
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def patterns() -> list[re.Pattern[str]]:
    """All strings with gaps that could be the key of a text."""
    found = set()
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else GAP for part in node.values]
                said = "".join(map(str, parts))
                if re.fullmatch(rf"[a-z_.{GAP}]+", said) and re.search("[a-z]", said):
                    found.add("".join(["(.+)" if sign == GAP else re.escape(sign) for sign in said]))
    return [re.compile(each) for each in sorted(found)]


@cache
def read() -> frozenset[str]:
    """All names that are read as attributes somewhere."""
    return frozenset(
        node.attr
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    )


def test_every_command_has_a_handler_that_takes_its_arguments() -> None:
    for name, command in {**commands(), ABOUT_TABLE.name: ABOUT_TABLE}.items():
        assert name in VERBS
        taken = VERBS[name].arguments.model_fields
        for argument in command.arguments:
            assert argument.name in taken, (name, argument.name)
            assert argument_name(argument, fallback())
            assert argument_about(argument, fallback())


def test_every_handler_is_a_command_or_has_a_button() -> None:
    shown = constants(DISPATCHER, SPEC)
    typed = {*commands(), ABOUT_TABLE.name}
    assert [verb for verb in VERBS if verb not in typed and verb not in shown] == []


def test_every_argument_of_a_handler_is_read() -> None:
    own = set(AtTable.model_fields)
    fields = {field for verb in VERBS.values() for field in verb.arguments.model_fields} - own
    assert sorted(fields - read()) == []


@pytest.mark.parametrize("model", [Settings, Person, Table, Seat, Waiting, Vote])
def test_every_setting_has_an_effect(model: type) -> None:
    fields = model.model_fields  # type: ignore[attr-defined]
    assert sorted(set(fields) - read()) == []


def is_shown(key: str) -> bool:
    """Whether a text is named in the code: whole, without its first part, or with gaps that the code fills."""
    known = constants()
    for name in (key, key.partition(".")[2]):
        if name in known:
            return True
        for pattern in patterns():
            if (found := pattern.fullmatch(name)) and all(part in known or is_part(part) for part in found.groups()):
                return True
    return False


def is_part(text: str) -> bool:
    """Made of what the code names: `name.table pace`, `day`."""
    return all(word in constants() for word in re.split(r"[. ]", text))


@pytest.mark.parametrize("file", ["table", "commands", "chat", "bot", "menu"])
def test_every_text_has_a_place_where_it_is_shown(file: str) -> None:
    keys = [key for key in catalogue(fallback()) if key.startswith(f"{file}.")]
    assert keys
    assert [key for key in keys if not is_shown(key)] == []

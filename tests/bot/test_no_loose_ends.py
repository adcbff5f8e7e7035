"""Nothing hangs loose: commands and handlers, buttons, settings, preferences, texts."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic_core.core_schema import ErrorType

from bot.commands.arguments import AtTable
from bot.commands.dispatcher import VERBS
from bot.language.speaker import catalogue
from bot.lines.command_spec import ABOUT_TABLE, argument_about, argument_name, commands
from bot.table.model import Seat, Table, Vote, Waiting
from bot.table.preferences import Person
from config.languages import fallback
from config.settings import Settings
from engines import ENGINES

pytestmark = pytest.mark.no_server
ROOT = Path(__file__).parents[2]
DISPATCHER = "bot/commands/dispatcher.py"
SPEC = "bot/lines/command_spec.py"
PAGE, PAGE_ROOM = "web", "bot/platforms/web"
GAP = "\0"


@cache
def trees() -> dict[str, list[ast.AST]]:
    """Every node of every source file that may show or read something."""
    files = [file for folder in ("bot", "render", "config", "engines") for file in (ROOT / folder).rglob("*.py")]
    return {str(file.relative_to(ROOT)): [*ast.walk(ast.parse(file.read_text("utf-8")))] for file in files}


@cache
def constants(*but: str) -> frozenset[str]:
    """All strings that stand in the code."""
    return frozenset(
        node.value
        for name, tree in trees().items()
        if name not in but
        for node in tree
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def patterns() -> list[re.Pattern[str]]:
    """All strings with gaps that could be the key of a text."""
    found = set()
    for tree in trees().values():
        for node in tree:
            if isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else GAP for part in node.values]
                said = "".join(map(str, parts))
                if re.fullmatch(rf"[a-z_.{GAP}]+", said) and re.search("[a-z]", said):
                    found.add("".join(["(.+)" if sign == GAP else re.escape(sign) for sign in said]))
    return [re.compile(each) for each in sorted(found)]


@cache
def read(room: str = "") -> frozenset[str]:
    """All names that are read as attributes somewhere in this room."""
    return frozenset(
        node.attr
        for name, tree in trees().items()
        if name.startswith(room)
        for node in tree
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


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_option_of_a_game_has_an_effect(game: str) -> None:
    """Its own rules read it."""
    assert sorted(set(ENGINES[game].info.options.model_fields) - read(f"engines/{game}/")) == []


CALLED_BY_LIBRARIES = ("interaction_check", "on_guild_join", "on_interaction", "to_dict")
"""Named here, so that they are named."""
PLAIN = ("property", "cached_property", "classmethod", "staticmethod")


def defined(tree: list[ast.AST]) -> Iterator[str]:
    """Functions, classes and constants. What another decorator takes is called by what it belongs to."""
    for node in tree:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if all(isinstance(each, ast.Name) and each.id in PLAIN for each in node.decorator_list):
                yield node.name
        elif isinstance(node, ast.Assign):
            yield from [target.id for target in node.targets if isinstance(target, ast.Name)]


def test_nothing_is_defined_that_nothing_names() -> None:
    files = [file for folder in ("bot", "render", "config", "engines", "tests") for file in (ROOT / folder).rglob("*")]
    written = [file.read_text("utf-8") for file in files if file.suffix in (".py", ".toml")]
    counts = Counter([word for text in written for word in re.findall(r"\w+", text)])
    lonely = [(file, name) for file, tree in trees().items() for name in defined(tree) if counts[name] == 1]
    assert [each for each in lonely if not each[1].startswith("__")] == []


@cache
def named(file: str) -> frozenset[str]:
    """What may name a text of this file: the page's own are named in its room, by its script too."""
    if file != PAGE:
        return known()
    found = constants(*[name for name in trees() if not name.startswith(PAGE_ROOM)])
    scripts = "".join([each.read_text("utf-8") for each in (ROOT / PAGE_ROOM).rglob("*.js")])
    said = [f"script.{name}" for name in re.findall(r"\bsay\.(\w+)", scripts)]
    return frozenset([name for name in found if not name.startswith("script.")]) | frozenset(said)


@cache
def known() -> frozenset[str]:
    """Every word that the code or a table has for something."""
    return constants() | printed()


@cache
def printed() -> frozenset[str]:
    """Names in the tables of the games, of options, icons and errors: texts are named after them."""

    def names(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield key
                yield from names(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from names(inner)
        else:
            yield str(value)

    found = set[str](get_args(ErrorType))
    for file in (ROOT / "config").rglob("*.toml"):
        if "text" not in file.parts:
            found |= set(names(tomllib.loads(file.read_text("utf-8"))))
    found |= {file.stem for file in (ROOT / "config").rglob("*.svg")}
    for tree in trees().values():
        fields = [node.target for node in tree if isinstance(node, ast.AnnAssign)]
        found |= {target.id for target in fields if isinstance(target, ast.Name)}
    return frozenset(found)


def is_shown(key: str) -> bool:
    """Whether a text is named in the code: whole, without its first part, or with gaps that the code fills."""
    file, _, name = key.partition(".")
    if key in constants() or name in named(file):
        return True
    for pattern in patterns():
        if pattern.pattern in (rf"{file}\.(.+)", r"script\.(.+)"):
            continue  # it fits everything: what fills it must name the text
        for said in (key, name):
            if (found := pattern.fullmatch(said)) and all(is_part(part) for part in found.groups()):
                return True
    return False


def is_word(text: str) -> bool:
    """A name, a number, a name with spaces, or one with an ending: `start cards`, `place` and `_reconstructed`."""
    if text in known() or text.isdigit() or text.replace("_", " ") in known():
        return True
    stem, line, ending = text.rpartition("_")
    return stem in known() and line + ending in known()


def is_part(text: str, deep: int = 2) -> bool:
    """Made of what the code or a table names: `name.table pace`, `day`, `pile_forest`."""
    if text in known() or all(is_word(word) for word in re.split(r"[. ]", text)):
        return True
    found = [pattern.fullmatch(text) for pattern in patterns()] if deep else []
    return any(all(is_part(part, deep - 1) for part in each.groups()) for each in found if each)


@pytest.mark.parametrize("file", [file.stem for file in sorted((ROOT / "config/text" / fallback()).glob("*.toml"))])
def test_every_text_has_a_place_where_it_is_shown(file: str) -> None:
    keys = [key for key in catalogue(fallback()) if key.startswith(f"{file}.")]
    assert keys or file == "language"
    assert [key for key in keys if not is_shown(key)] == []


FROM_TEXT = ("hyphens", "icon", "noun", "now", "summary", "what")
"""Sections whose names are read from the texts themselves, or from the tables that are held against them elsewhere."""


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_text_of_a_game_is_named_by_its_rules_or_its_board(game: str) -> None:
    keys = [key for key in catalogue(fallback()) if key.startswith(f"{game}.") and key.split(".")[1] not in FROM_TEXT]
    assert keys
    assert [key for key in keys if not is_shown(key) and not is_part(key.partition(".")[2])] == []

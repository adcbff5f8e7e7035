"""The command parser: one line of words into a command and its arguments, in any of our languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.language.normalise import fold, spellings
from bot.lines.command_spec import (
    ABOUT_TABLE,
    TABLE,
    Argument,
    Command,
    Kind,
    about,
    argument_name,
    choice_name,
    commands,
    groups,
    offered,
    spoken,
)
from bot.lines.until_parser import days_apart
from config.languages import languages, understood

CODE = re.compile(r"^#?((?:[2-9BCDFGHJKMNPQRSTVWXZ]{4}|[2-9BCDFGHJKMNPQRSTVWXZ]{6}))$", re.IGNORECASE)
UNREAD = "?"
"""Among the arguments: words that are none of those that a command offers. No argument is called so."""
HOURS_AND_ZONE = re.compile(r"^(\d{1,2}(?::\d\d)?\s*[-–]\s*\d{1,2}(?::\d\d)?)\s+(\S.*)$")


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as somebody wrote it."""

    command: Command
    given: Mapping[str, Any]

    def at(self, table: str) -> Mapping[str, Any]:
        """Its arguments; no table named: this one, where the command is about one."""
        if not table or self.given.get("table") or TABLE not in self.command.arguments:
            return self.given
        return {**self.given, "table": table}


@lru_cache(256)
def read_command(text: str, bot: str = "") -> Typed | None:
    """What a line with a slash means; None if it is no command, an unknown one, or for another bot."""
    if not text.lstrip().startswith("/"):
        return None
    found = command_in(text, bot)
    return None if found is None else Typed(found[0], arguments_in(*found))


def command_named(name: str) -> Command | None:
    """A command that can be typed, by its own name."""
    return ABOUT_TABLE if name == ABOUT_TABLE.name else commands().get(name)


def command_in(text: str, bot: str) -> tuple[Command, str] | None:
    """The command that a line begins with, and the rest of it; None if it is for another bot or unknown."""
    head, _, rest = text.strip().partition(" ")
    name, _, addressed = head.removeprefix("/").partition("@")
    if addressed and addressed.casefold() != bot.casefold():
        return None
    known, words = spoken(), rest.split()
    if words and (found := known.get(f"{fold(name)} {fold(words[0])}")):
        return commands()[found], rest.partition(" ")[2].strip()
    if fold(name) in groups():
        return ABOUT_TABLE, rest.strip()
    found = known.get(fold(name)) or _tool(fold(name))
    return (commands()[found], rest.strip()) if found else None


def _tool(name: str) -> str | None:
    """The tool of a group that is called so, where nothing else is: `/pause` for `/table pause`."""
    return next((found for spelt, found in spoken().items() if name and spelt.partition(" ")[2] == name), None)


def arguments_in(command: Command, rest: str) -> dict[str, Any]:
    """The arguments of a command from the words behind it: `game seats=3 day`, `#K7QF build villa 3`."""
    given: dict[str, Any] = {}
    free: list[str] = []
    named = {spelt: each for each in command.arguments for spelt in _spelt(each)}
    has_table = any(each.name == "table" for each in command.arguments)
    for word in rest.split():
        key, equals, value = word.partition("=")
        code = CODE.match(word)
        if equals and fold(key) in named:
            argument = named[fold(key)]
            given[argument.name] = _value(argument, value)
        elif has_table and code and (word.startswith("#") or (word.isupper() and "table" not in given)):
            given["table"] = code.group(1).upper()
        else:
            free.append(word)
    for argument in sorted(command.arguments, key=lambda each: each.kind is not Kind.FLAG):
        if argument.name != "table" and argument.name not in given:
            _take(argument, free, given)
    if has_table and "table" not in given and len(free) == 1 and (code := CODE.match(free[0])):
        given["table"] = code.group(1).upper()
    if free and open_choices(command, given):
        given[UNREAD] = " ".join(free)
    if command.name == "remind":
        _hours_and_zone(given)
    if command.name == "away":
        _days(rest, given)
    if command.name == "season":
        _of_game(command, given)
    return given


def _spelt(argument: Argument) -> set[str]:
    """Every way to write the name of an argument."""
    said = {spelt for language in languages() for spelt in spellings(argument_name(argument, language))}
    return said | {argument.name}


def _take(argument: Argument, free: list[str], given: dict[str, Any]) -> None:
    """Let an argument take what fits it from the words that are left."""
    if argument.choices:
        for word in free:
            if (value := _chosen(argument, word)) is not None:
                given[argument.name] = value
                free.remove(word)
                return
    elif argument.kind is Kind.NUMBER:
        for word in free:
            if word.isdecimal():
                given[argument.name] = int(word)
                free.remove(word)
                return
    elif argument.kind is Kind.FLAG:
        names = _spelt(argument)
        for at, word in enumerate(free):
            if fold(word) in names:
                is_on = not any(is_off(after) for after in free[at + 1 : at + 2])  # `forecast off`
                given[argument.name] = is_on
                del free[at : at + (1 if is_on else 2)]
                return
    elif free:
        given[argument.name] = " ".join(free)
        free.clear()


def _chosen(argument: Argument, word: str) -> str | None:
    """The choice that a word names: its key, or the beginning of its name in any language."""
    folded = fold(word)
    for value in argument.choices:
        if folded == fold(value):
            return value
    if len(folded) >= 3:
        for value in argument.choices:
            for language in languages():
                called = " ".join(spellings(choice_name(argument, value, language)))
                if any(part.startswith(folded) for part in called.split()):
                    return value
    return None


def _value(argument: Argument, text: str) -> Any:
    if argument.choices:
        return _chosen(argument, text) or text
    if argument.kind is Kind.NUMBER:
        return int(text) if text.isdecimal() else text
    if argument.kind is Kind.FLAG:
        return not is_off(text)
    return text


def is_off(text: str) -> bool:
    """Whether a word switches something off: `off`, `nee`, `0`, nothing at all."""
    return fold(text.strip()) in {"", "-", "0", *[fold(word) for word in understood().off]}


def _hours_and_zone(given: dict[str, Any]) -> None:
    """`22-8 Berlin` is quiet hours and a zone."""
    found = HOURS_AND_ZONE.match(str(given.get("quiet", "")))
    if found is not None and "zone" not in given:
        given["quiet"], given["zone"] = found.groups()


def _of_game(command: Command, given: dict[str, Any]) -> None:
    """Only a season that begins has a name; a word for a game asks how that one stands in it."""
    game = next(each for each in command.arguments if each.name == "game")
    if "action" not in given and (found := _chosen(game, str(given.get("name", "")))) is not None:
        given["game"] = found
        del given["name"]


def _days(rest: str, given: dict[str, Any]) -> None:
    """`24 Dec to 2 Jan` is two days."""
    if "off" not in given and rest:
        first, *last = days_apart(rest)
        given["since"] = first
        given["until"] = last[0] if last else None


def open_choices(command: Command, given: Mapping[str, Any]) -> list[Argument]:
    """The arguments with fixed choices that were not given."""
    return [each for each in command.arguments if each.choices and each.name not in given]


def missing(command: Command, given: Mapping[str, Any]) -> Argument | None:
    """The first argument with fixed choices that a command cannot do without."""
    return next(
        (each for each in command.arguments if each.required and not given.get(each.name) and each.choices), None
    )


def listed(language: str, has_page: bool = False) -> list[tuple[str, str]]:
    """The commands as Telegram lists them: English names, descriptions in the reader's language."""
    found = [(each.name, about(each.name, language)) for each in offered(has_page) if not each.group]
    return [*found, ("table", about("table", language))]

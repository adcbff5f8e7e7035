"""Commands as Telegram has them: one line of words, read in any of our languages; and the lists that Telegram shows."""

from __future__ import annotations

import re
from typing import Any

from bot.commands.reminding import UNTIL
from bot.commands.spec import Argument, Command, Kind, about, argument_name, choice_name, commands, fold, spoken
from bot.texts import LANGUAGES

CODE = re.compile(r"^#?([2-9BCDFGHJKMNPQRSTVWXZ]{4})$", re.IGNORECASE)


def command_in(text: str, bot: str) -> tuple[Command, str] | None:
    """The command that a line begins with, and the rest of it; None if it is for another bot or unknown."""
    head, _, rest = text.strip().partition(" ")
    name, _, addressed = head.removeprefix("/").partition("@")
    if addressed and addressed.casefold() != bot.casefold():
        return None
    known, words = spoken(), rest.split()
    if words and (found := known.get(f"{fold(name)} {fold(words[0])}")):
        return commands()[found], rest.partition(" ")[2].strip()
    found = known.get(fold(name))
    return (commands()[found], rest.strip()) if found else None


def arguments_in(command: Command, rest: str) -> dict[str, Any]:
    """The arguments of a command from the words behind it: `princes seats=3 day`, `#K7QF build villa 3`."""
    given: dict[str, Any] = {}
    free: list[str] = []
    named = {fold(argument_name(each, language)): each for each in command.arguments for language in LANGUAGES}
    named |= {each.name: each for each in command.arguments}
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
    if command.name == "away":
        _days(rest, given)
    return given


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
            if word.isdigit():
                given[argument.name] = int(word)
                free.remove(word)
                return
    elif argument.kind is Kind.FLAG:
        names = {fold(argument_name(argument, language)) for language in LANGUAGES} | {argument.name}
        for word in free:
            if fold(word) in names:
                given[argument.name] = True
                free.remove(word)
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
            for language in LANGUAGES:
                if any(part.startswith(folded) for part in fold(choice_name(argument, value, language)).split()):
                    return value
    return None


def _value(argument: Argument, text: str) -> Any:
    if argument.choices:
        return _chosen(argument, text) or text
    if argument.kind is Kind.NUMBER:
        return int(text) if text.isdigit() else 0
    if argument.kind is Kind.FLAG:
        return fold(text) not in ("", "0", "no", "nee", "nein", "off", "false")
    return text


def _days(rest: str, given: dict[str, Any]) -> None:
    """`24 Dec to 2 Jan` is two days."""
    if "off" not in given and rest:
        first, *last = UNTIL.split(rest)
        given["since"] = first
        given["until"] = last[0] if last else None


def missing(command: Command, given: dict[str, Any]) -> Argument | None:
    """The first argument with fixed choices that a command cannot do without."""
    return next((each for each in command.arguments if each.required and each.name not in given and each.choices), None)


def listed(language: str) -> list[tuple[str, str]]:
    """The commands as Telegram lists them: English names, descriptions in the reader's language."""
    found = [(name, about(name, language)) for name, command in commands().items() if not command.group]
    return [*found, ("table", about("table", language))]

"""Slash commands out of the command table, named and described in every language."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.app_commands import Choice, Group, TranslationContextTypes, locale_str

from bot.lines import command_spec
from bot.lines.command_spec import Argument, Command, Kind
from config.languages import fallback, spoken

Interaction = discord.Interaction[Any]
Arguments = Mapping[str, Any]
PERSONAL = {
    "move", "undo", "hand", "board", "log", "orders", "next", "games", "rules", "why", "what", "history", "help",
    "away", "remind", "language", "stats",
}  # fmt: skip
"""What somebody does for themselves alone, wherever they are."""
ALONE = {"new"}
"""Where the bot is no member, a table is opened in the private chat."""
MOST_CHOICES = 25
LONGEST_CHOICE = 100
_TYPES: dict[Kind, Any] = {Kind.TEXT: str, Kind.NUMBER: int, Kind.FLAG: bool, Kind.USER: discord.User}


class Desk(Protocol):
    """Who carries a command out."""

    async def run(self, interaction: Interaction, command: Command, arguments: Arguments) -> None: ...

    async def complete(
        self, interaction: Interaction, command: Command, argument: Argument, typed: str
    ) -> list[str]: ...


class Words(app_commands.Translator):
    """The names and descriptions in the languages we speak; elsewhere those of the fallback stand."""

    def __init__(self) -> None:
        found = {locale: spoken(locale.value) for locale in discord.Locale}
        self._spoken = {locale: language for locale, language in found.items() if language not in (None, fallback())}

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        language = self._spoken.get(locale)
        word: Callable[[str], str] = string.extras["word"]
        return None if language is None else word(language)


def language_of(locale: discord.Locale | str) -> str:
    """The language of ours for a client's locale."""
    return spoken(str(locale.value if isinstance(locale, discord.Locale) else locale)) or fallback()


def _said(word: Callable[[str], str]) -> locale_str:
    return locale_str(word(fallback()), word=word)


def plant(tree: app_commands.CommandTree[Any], desk: Desk, has_page: bool = False) -> None:
    """Put every command into the tree that is offered."""
    groups: dict[str, Group] = {}
    for command in command_spec.offered(has_page):
        built = _command(command, desk)
        if not command.group:
            tree.add_command(built)
            continue
        if command.group not in groups:
            groups[command.group] = _group(command.group)
            tree.add_command(groups[command.group])
        groups[command.group].add_command(built)


def _group(name: str) -> Group:
    return Group(
        name=_said(lambda language: command_spec.name_of(name, language)),
        description=_said(lambda language: command_spec.about(name, language)),
        allowed_contexts=_contexts(name),
        allowed_installs=_installs(name),
    )


def _contexts(name: str) -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=name in PERSONAL)


def _installs(name: str) -> app_commands.AppInstallationType:
    """Whoever has installed the bot for themselves has it in every server and chat, and answers that they alone see."""
    return app_commands.AppInstallationType(guild=True, user=name in PERSONAL or name in ALONE)


def _command(command: Command, desk: Desk) -> app_commands.Command[Any, ..., None]:
    async def run(interaction: Interaction, **arguments: Any) -> None:
        given = {name: value for name, value in arguments.items() if value is not None}
        await desk.run(interaction, command, given)

    _sign(run, command)
    named = {argument.name: argument for argument in command.arguments}
    describe = {name: _said(_about(argument)) for name, argument in named.items()}
    rename = {name: _said(_name(argument)) for name, argument in named.items()}
    choices = {name: _choices(argument) for name, argument in named.items() if argument.choices}
    callback: Any = run
    for decorate, values in (
        (app_commands.describe, describe),
        (app_commands.rename, rename),
        (app_commands.choices, choices),
        (app_commands.autocomplete, {n: _completion(desk, command, a) for n, a in named.items() if a.completed}),
    ):
        if values:
            callback = decorate(**values)(callback)
    built: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=_said(lambda language: command_spec.name_of(command.name, language)),
        description=_said(lambda language: command_spec.about(command.name, language)),
        callback=callback,
    )
    if not command.group:
        built.allowed_contexts, built.allowed_installs = _contexts(command.name), _installs(command.name)
    return built


def _name(argument: Argument) -> Callable[[str], str]:
    return lambda language: command_spec.argument_name(argument, language)


def _about(argument: Argument) -> Callable[[str], str]:
    return lambda language: command_spec.argument_about(argument, language)


def _sign(run: Callable[..., Awaitable[None]], command: Command) -> None:
    """Give the callback the signature that the library reads the options from."""
    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("interaction", positional, annotation=discord.Interaction)]
    for argument in sorted(command.arguments, key=lambda each: not each.required):
        kind: Any = _TYPES[argument.kind]
        if argument.high:
            kind = app_commands.Range[int, argument.low, argument.high]
        if argument.required:
            parameters.append(inspect.Parameter(argument.name, positional, annotation=kind))
        else:
            parameters.append(inspect.Parameter(argument.name, positional, annotation=kind | None, default=None))
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]


def _choices(argument: Argument) -> list[Choice[str]]:
    def named(value: str) -> Callable[[str], str]:
        return lambda language: command_spec.choice_name(argument, value, language)

    return [Choice(name=_said(named(value)), value=value) for value in argument.choices]


def _completion(desk: Desk, command: Command, argument: Argument) -> Any:
    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        lines = await desk.complete(interaction, command, argument, typed)
        fitting = [line for line in dict.fromkeys(lines) if 0 < len(line) <= LONGEST_CHOICE]
        return [Choice(name=line, value=line) for line in fitting[:MOST_CHOICES]]

    return complete

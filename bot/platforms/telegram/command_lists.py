"""Command lists: what Telegram offers when somebody types a slash, in groups, for their admins, and in private."""

from __future__ import annotations

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)

from bot.lines.command_parser import listed
from config.languages import fallback, languages

LONGEST = 256
IN_GROUPS = (
    "new", "join", "leave", "start", "board", "log", "rules", "season", "league", "lfg", "records", "help"
)  # fmt: skip
"""What a whole room uses; all else is said in private, or by buttons."""
TOOLS = ("table", "cancel", "replace")
"""What whoever runs a group may want besides."""


async def register(bot: Bot, has_page: bool = False) -> None:
    """The lists of every scope in every language."""
    scopes: list[tuple[BotCommandScope, tuple[str, ...]]] = [
        (BotCommandScopeDefault(), ()),
        (BotCommandScopeAllPrivateChats(), ()),
        (BotCommandScopeAllGroupChats(), IN_GROUPS),
        (BotCommandScopeAllChatAdministrators(), (*IN_GROUPS, *TOOLS)),
    ]
    for scope, names in scopes:
        for language in languages():
            await bot.set_my_commands(
                _listed(language, names, has_page), scope, "" if language == fallback() else language
            )


def _listed(language: str, names: tuple[str, ...], has_page: bool) -> list[BotCommand]:
    """The commands by these names, in their order; no names: all."""
    every = dict(listed(language, has_page))
    return [BotCommand(name, every[name][:LONGEST]) for name in names or every]

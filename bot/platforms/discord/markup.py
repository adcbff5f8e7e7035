"""How Discord writes bold, names, times and mentions."""

from __future__ import annotations

import re

from discord.utils import escape_markdown, escape_mentions

from bot.table.model import platform_of
from bot.table.preferences import Person

NAME = "discord"


class DiscordMarkup:
    """Markdown; times are shown by each reader's client in the reader's own zone."""

    def plain(self, text: str) -> str:
        return escape_mentions(escape_markdown(text))

    def bold(self, text: str) -> str:
        return f"**{text}**"

    def time(self, moment: float, language: str) -> str:
        return f"<t:{int(moment)}:f>"

    def to(self, person: Person) -> DiscordMarkup:
        return self

    def mention(self, user: str, name: str) -> str:
        return f"<@{number_of(user)}>" if platform_of(user) == NAME else self.plain(name)


def bare(text: str) -> str:
    """Words without the signs that keep them from being taken for markup: buttons and lists know none."""
    return re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", text).replace("@\u200b", "@")


def number_of(ref: str) -> int:
    """The id of a channel or user from its reference `discord:<id>`."""
    return int(ref.partition(":")[2])

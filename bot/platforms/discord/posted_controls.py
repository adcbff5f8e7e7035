"""What stands on a message: which questions its controls answer, and whether a choice there is half made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import discord

from bot.choices.control_id import ControlId
from bot.messages.post import Listed, Post
from bot.platforms.discord.rendering import MOST_ENTRIES, MOST_ROWS


@dataclass(frozen=True, slots=True)
class PostedControls:
    """The controls of a message: by question, and those that stand for commands."""

    asks: dict[str, frozenset[str]]
    commands: frozenset[str]
    text: str = field(default="", compare=False)

    @classmethod
    def of(cls, ids: Iterable[str], text: str) -> PostedControls:
        asks: dict[str, set[str]] = {}
        commands = set[str]()
        for control in ids:
            parsed = ControlId.parse(control)
            if parsed is None or not parsed.is_ask:
                commands.add(control)
            else:
                asks.setdefault(parsed.name, set()).add(control)
        return cls({ask: frozenset(controls) for ask, controls in asks.items()}, frozenset(commands), text)

    @classmethod
    def on(cls, message: discord.Message) -> PostedControls:
        """As a message shows them now, whoever drew it."""
        return cls.of(_on(message), message.content)

    @classmethod
    def planned(cls, post: Post) -> PostedControls:
        """As a message would show them."""
        return cls.of(_planned(post), post.text)

    def is_half_made(self, fresh: PostedControls) -> bool:
        """Whether a question that is still open was begun to be answered here: the draft stands in the ids."""
        return any(self.asks[ask] != fresh.asks[ask] for ask in self.asks.keys() & fresh.asks.keys())


def _on(message: discord.Message) -> Iterator[str]:
    for row in message.components:
        for part in row.children if isinstance(row, discord.ActionRow) else ():
            if isinstance(part, discord.SelectMenu):
                yield from (option.value for option in part.options)
            elif part.custom_id:
                yield part.custom_id


def _planned(post: Post) -> Iterator[str]:
    for row in post.rows[:MOST_ROWS]:
        if isinstance(row, Listed):
            yield from (entry.id for entry in row.entries[:MOST_ENTRIES])
        else:
            yield from (button.id for button in row if button.id)

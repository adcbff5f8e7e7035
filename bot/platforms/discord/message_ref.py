"""Names of messages, as the store keeps them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord

from bot.messages.post import Post
from bot.platforms.discord.rendering import look_of, picture_key, standing_picture
from bot.workers.message_policy import MENTION

EARLIER_MENTION = "p"
"""Mentions that earlier releases have posted begin with this."""


@dataclass(frozen=True, slots=True)
class Name:
    """Message reference: channel, message, what it was posted for; its look, and the attachment that is its picture."""

    channel: int
    message: int
    what: str = ""
    look: str = ""
    """How it looks, where that is known: so any process spares what changes nothing."""
    attachment: int = 0

    @classmethod
    def parse(cls, text: str) -> Name | None:
        """None if there is no such message; names of earlier releases, without look and picture, are understood."""
        parts = text.split("/")
        if len(parts) not in (3, 5):
            return None
        what = parts[2]
        if what.startswith(EARLIER_MENTION):
            what = MENTION + what.removeprefix(EARLIER_MENTION)
        look, attachment = (parts[3], int(parts[4])) if len(parts) == 5 else ("", 0)
        return cls(int(parts[0]), int(parts[1]), what, look, attachment)

    def __str__(self) -> str:
        return f"{self.channel}/{self.message}/{self.what}/{self.look}/{self.attachment}"

    @property
    def posted(self) -> float:
        return discord.utils.snowflake_time(self.message).timestamp()

    @property
    def is_pinned(self) -> bool:
        return False

    def posted_for(self, what: str) -> Name:
        return replace(self, what=what)

    def looking(self, look: str) -> Name:
        return replace(self, look=look)

    def kept(self, post: Post) -> int:
        """The attachment that is the picture of this post already; 0: it must be sent."""
        is_there = post.picture is not None and self.look.endswith(f"-{picture_key(post.picture)}")
        return self.attachment if is_there else 0


def name_of(message: discord.Message, post: Post, what: str = "") -> Name:
    """The name of a message that shows a post."""
    return Name(message.channel.id, message.id, what, look_of(post), standing_picture(message, post))

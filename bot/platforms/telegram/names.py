"""Names of messages, as the store keeps them."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import Message


@dataclass(frozen=True, slots=True)
class Name:
    """Chat, message, photo or text, when it was posted and what for; in a room also its place among the messages."""

    chat: int
    message: int
    is_photo: bool
    posted: float
    what: str = ""
    place: int = 0

    @classmethod
    def parse(cls, text: str) -> Name | None:
        """None if there is no such message; names from before places were counted are understood."""
        parts = text.split("/")
        if len(parts) not in (5, 6):
            return None
        place = int(parts[5]) if len(parts) == 6 else 0
        return cls(int(parts[0]), int(parts[1]), parts[2] == "p", float(parts[3]), parts[4], place)

    def __str__(self) -> str:
        kind = "p" if self.is_photo else "t"
        return f"{self.chat}/{self.message}/{kind}/{self.posted:.0f}/{self.what}/{self.place}"


def name_of(message: Message) -> Name:
    """The name of a message that Telegram hands to us."""
    return Name(message.chat.id, message.message_id, bool(message.photo), message.date.timestamp())

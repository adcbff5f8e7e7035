"""Names of messages, as the store keeps them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from telegram import Message

PINNED = "!"


@dataclass(frozen=True, slots=True)
class MessageRef:
    """Chat, message, photo or text, when it was posted and what for; its place among a room's messages; its look."""

    chat: int
    message: int
    is_photo: bool
    posted: float
    what: str = ""
    place: int = 0
    look: str = ""
    """How it looks, where that is known: so any process spares what changes nothing."""
    is_pinned: bool = False

    @classmethod
    def parse(cls, text: str) -> MessageRef | None:
        """None if there is no such message; names of earlier releases, without place and look, are understood."""
        parts = text.split("/")
        if len(parts) not in (5, 7):
            return None
        place, look = (int(parts[5]), parts[6]) if len(parts) == 7 else (0, "")
        chat, message, kind = int(parts[0]), int(parts[1]), parts[2]
        return cls(chat, message, kind[:1] == "p", float(parts[3]), parts[4], place, look, kind.endswith(PINNED))

    def __str__(self) -> str:
        kind = ("p" if self.is_photo else "t") + PINNED * self.is_pinned
        return f"{self.chat}/{self.message}/{kind}/{self.posted:.0f}/{self.what}/{self.place}/{self.look}"

    def posted_for(self, what: str) -> MessageRef:
        return replace(self, what=what)

    def looking(self, look: str) -> MessageRef:
        return replace(self, look=look)


def name_of(message: Message) -> MessageRef:
    """The name of a message that Telegram hands to us."""
    return MessageRef(message.chat.id, message.message_id, bool(message.photo), message.date.timestamp())

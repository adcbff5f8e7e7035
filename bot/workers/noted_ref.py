"""What the name of a message must tell so that what it shows can be noted in the store."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar

from bot.workers.courier import Ref

UNSURE = "?"
"""The look of a message that may have been changed by somebody else at the same moment: it is drawn anew."""


class NotedRef(Ref, Protocol):
    """Message reference of a platform whose messages have rising numbers."""

    @property
    def message(self) -> int:
        """Newer messages of a chat have higher numbers."""

    @property
    def look(self) -> str:
        """How it looks, where that is known: so any process spares what changes nothing."""

    def looking(self, look: str) -> Self:
        """The same message with another look."""


N = TypeVar("N", bound=NotedRef)

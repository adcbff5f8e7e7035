"""What a platform is to the rest of the bot: something that can show a brief on a surface."""

from __future__ import annotations

from typing import Protocol

from bot.messages.brief import Brief

SOON = 0.3
"""Seconds until a panel is looked at again on which a tap is being answered."""
SERVER_FAULT = 15.0
"""Seconds until a platform that cannot be reached is tried again."""
REFUSED = 3600.0
"""Seconds until something that a platform refuses is tried again: somebody must first change its settings."""


class PlatformTrouble(Exception):
    """A platform did not show something. It is tried again after `retry_after` seconds; None: never, it is gone.

    With `keep` the platform is given that the next time, in place of the message's name.
    """

    def __init__(self, problem: str, retry_after: float | None = 30.0, keep: str | None = None) -> None:
        super().__init__(problem)
        self.retry_after = retry_after
        self.keep = keep


class NotNow(PlatformTrouble):
    """Nothing is wrong: there is a reason to show it later."""


class Platform(Protocol):
    """Discord, Telegram, the local table. For a chat platform `MessageLifecycle` is one, over its `Courier`."""

    @property
    def name(self) -> str:
        """The part of a room or user ref before the colon."""

    async def show(self, brief: Brief, before: str | None) -> str | None:
        """Post, or edit the message that this platform returned before; return its name (None: nothing is shown).

        May be called twice with the same brief after a crash. Raises PlatformTrouble, nothing else.
        """

    async def withdraw(self, address: str, message: str) -> None:
        """Take away a message whose surface is no more (a seat that changed hands, a room the table left)."""

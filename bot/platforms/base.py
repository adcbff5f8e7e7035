"""What a platform is to the rest of the bot: something that can show a brief on a surface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.clock import Stage
from bot.sight import LogLine, Look


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


@dataclass(frozen=True, slots=True)
class Brief:
    """All that one surface shows: the room (its address is the room), or the panel of one seat (address: its user).

    It holds nothing that this surface's reader may not know.
    """

    surface: str
    """Stable name of the surface at this table and version: a nonce may be made from it and the mark."""
    mark: str
    """Equal marks, equal content."""
    address: str
    look: Look
    lines: Sequence[LogLine]
    """The room: the last lines. A seat: what happened since its own last move."""
    language: str
    notice: Stage | None = None
    """The seat is owed a move and must be alerted: at once, at half, at nine tenths. None: an edit is enough."""
    number: int = 0
    """Which alert of this wait it is: another number, another message. -1: the seat is next, not yet asked."""
    digest: Sequence[str] = ()
    """The codes of all tables that wait for this person, oldest first, where one message a day is wished for."""
    tips: bool = False
    """It is a first game of somebody who likes a tip above the first questions."""
    silent: bool = False
    """These are the person's quiet hours: no sound."""
    deadlines: Mapping[int, float] | None = None
    """Until when each seat that is waited for must have moved, where a clock runs."""

    @property
    def seat(self) -> int | None:
        return self.look.seat


class Platform(Protocol):
    """Discord, Telegram, the local table."""

    @property
    def name(self) -> str:
        """The part of a room or user ref before the colon."""

    async def show(self, brief: Brief, before: str | None) -> str | None:
        """Post, or edit the message that this platform returned before; return its name (None: nothing is shown).

        May be called twice with the same brief after a crash. Raises PlatformTrouble, nothing else.
        """

    async def withdraw(self, address: str, message: str) -> None:
        """Take away a message whose surface is no more (a seat that changed hands, a room the table left)."""


def platform_of(ref: str) -> str:
    """`discord` of `discord:123`."""
    return ref.partition(":")[0]

"""What goes wrong at Discord, and what it means: one table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.workers.courier import Aged, MessageGone, PrivateClosed, RoomClosed, RoomGone
from bot.workers.platform import REFUSED, SERVER_FAULT, PlatformTrouble

__all__ = ["Limited", "MessageGone", "PrivateClosed", "RoomClosed", "RoomGone", "is_late", "understood"]
UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE = 10003, 10004, 10008
MISSING_ACCESS, MISSING_PERMISSIONS, DMS_CLOSED, ARCHIVED = 50001, 50013, 50007, 50083
NO_COMMON_SERVER, THREAD_LOCKED, PRIVATE_TOO_FAST = 50278, 160005, 40003
EDITED_TOO_OFTEN = 30046
"""Of a message older than an hour: another one takes its place."""
UNKNOWN_INTERACTION, ACKNOWLEDGED, TOKEN_OVER = 10062, 40060, 50027

LIMITED = 60.0

_MEANINGS: dict[int, type[Exception]] = {
    UNKNOWN_CHANNEL: RoomGone,
    UNKNOWN_GUILD: RoomGone,
    UNKNOWN_MESSAGE: MessageGone,
    ARCHIVED: MessageGone,
    EDITED_TOO_OFTEN: Aged,
    MISSING_ACCESS: RoomClosed,
    MISSING_PERMISSIONS: RoomClosed,
    THREAD_LOCKED: RoomClosed,
    DMS_CLOSED: PrivateClosed,
    NO_COMMON_SERVER: PrivateClosed,
}


class Limited(PlatformTrouble):
    """Discord asks us to wait; nothing was done."""


@contextmanager
def understood() -> Iterator[None]:
    """Library errors become what they mean here, or trouble that is tried again."""
    try:
        yield
    except discord.RateLimited as limited:
        raise Limited("Discord asks us to wait", limited.retry_after) from limited
    except discord.HTTPException as error:
        if meaning := _MEANINGS.get(error.code):
            raise meaning(str(error)) from error
        if error.status == 429 or error.code == PRIVATE_TOO_FAST:
            raise Limited("Discord asks us to wait", LIMITED) from error
        wait = SERVER_FAULT if error.status >= 500 else REFUSED
        raise PlatformTrouble(f"Discord answers {error.status} ({error.code}): {error.text}", wait) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise PlatformTrouble(f"Discord cannot be reached: {error!r}", SERVER_FAULT) from error


def is_late(error: discord.HTTPException) -> bool:
    """An answer that comes too late for its interaction, or twice: nobody waits for it."""
    return error.code in (UNKNOWN_INTERACTION, ACKNOWLEDGED, TOKEN_OVER, UNKNOWN_MESSAGE)

"""What goes wrong at Telegram, and what it means: one table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.workers.courier import MessageGone, PrivateClosed, RoomClosed
from bot.workers.platform import REFUSED, SERVER_FAULT, PlatformTrouble

__all__ = ["MessageGone", "Moved", "PrivateClosed", "RoomClosed", "Same", "understood"]


class Same(Exception):
    """The message looks like that already."""


class Moved(Exception):
    """The group has become a supergroup with another id."""

    def __init__(self, chat: int) -> None:
        super().__init__(str(chat))
        self.chat = chat


_BAD: tuple[tuple[str, type[Exception]], ...] = (
    ("message is not modified", Same),
    ("thread not found", RoomClosed),
    ("topic_closed", RoomClosed),
    ("topic_deleted", RoomClosed),
    ("not found", MessageGone),
    ("can't be edited", MessageGone),
    ("can't be deleted", MessageGone),
    ("no text in the message", MessageGone),
    ("no caption in the message", MessageGone),
    ("no rights to send", RoomClosed),
    ("not enough rights", RoomClosed),
    ("chat_write_forbidden", RoomClosed),
)


@contextmanager
def understood(is_private: bool = False) -> Iterator[None]:
    """Library errors become what they mean here, or trouble that is tried again."""
    try:
        yield
    except RetryAfter as limited:
        wait = limited.retry_after
        seconds = wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
        raise PlatformTrouble("Telegram asks us to wait", seconds) from limited
    except ChatMigrated as moved:
        raise Moved(moved.new_chat_id) from moved
    except Forbidden as error:
        raise (PrivateClosed if is_private else RoomClosed)(str(error)) from error
    except BadRequest as error:
        words = str(error).casefold()
        if "chat not found" in words:
            raise (PrivateClosed if is_private else RoomClosed)(str(error)) from error
        for sign, meaning in _BAD:
            if sign in words:
                raise meaning(str(error)) from error
        raise PlatformTrouble(f"Telegram refuses: {error}", REFUSED) from error
    except (NetworkError, TelegramError) as error:
        raise PlatformTrouble(f"Telegram cannot be reached: {error}", SERVER_FAULT) from error

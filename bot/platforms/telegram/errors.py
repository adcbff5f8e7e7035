"""What goes wrong at Telegram, and what it means: by the kind of error first, by its words only where there is no other
sign (Telegram has one code, 400, for everything that it refuses)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.workers.courier import MessageGone, PrivateClosed, RoomClosed
from bot.workers.platform import REFUSED, SERVER_FAULT, PlatformTrouble

__all__ = ["FileForgotten", "MessageGone", "Moved", "PrivateClosed", "RoomClosed", "Same", "Unconfirmed", "understood"]


class Same(Exception):
    """The message looks like that already."""


class FileForgotten(Exception):
    """Telegram does not know a file by the id that it gave."""


class Unconfirmed(PlatformTrouble):
    """No answer came, or too late: nobody knows whether Telegram has done it."""


class Moved(Exception):
    """The group has become a supergroup with another id."""

    def __init__(self, chat: int) -> None:
        super().__init__(str(chat))
        self.chat = chat


_BAD: tuple[tuple[str, type[Exception]], ...] = (
    ("message is not modified", Same),
    ("message thread not found", RoomClosed),
    ("topic_closed", RoomClosed),
    ("topic_deleted", RoomClosed),
    ("message to edit not found", MessageGone),
    ("message to delete not found", MessageGone),
    ("message_id_invalid", MessageGone),
    ("message can't be edited", MessageGone),
    ("message can't be deleted", MessageGone),
    ("no text in the message", MessageGone),
    ("no caption in the message", MessageGone),
    ("no rights to send", RoomClosed),
    ("not enough rights", RoomClosed),
    ("chat_write_forbidden", RoomClosed),
    ("wrong file identifier", FileForgotten),
    ("wrong remote file", FileForgotten),
)
"""What cannot be told but by words. All else that is refused is tried again later, and said in the log."""
_CHAT_GONE = ("chat not found", "peer_id_invalid", "user not found")


def seconds_to_wait(limited: RetryAfter) -> float:
    """How long Telegram asks us to wait."""
    wait = limited.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


@contextmanager
def understood(is_private: bool = False) -> Iterator[None]:
    """Library errors become what they mean here, or trouble that is tried again."""
    try:
        yield
    except RetryAfter as limited:
        raise PlatformTrouble("Telegram asks us to wait", seconds_to_wait(limited)) from limited
    except ChatMigrated as moved:
        raise Moved(moved.new_chat_id) from moved
    except Forbidden as error:
        raise (PrivateClosed if is_private else RoomClosed)(str(error)) from error
    except BadRequest as error:
        words = str(error).casefold()
        if any(sign in words for sign in _CHAT_GONE):
            raise (PrivateClosed if is_private else RoomClosed)(str(error)) from error
        for sign, meaning in _BAD:
            if sign in words:
                raise meaning(str(error)) from error
        raise PlatformTrouble(f"Telegram refuses: {error}", REFUSED) from error
    except (InvalidToken, EndPointNotFound, Conflict) as error:
        raise PlatformTrouble(f"Telegram refuses: {error}", REFUSED) from error
    except NetworkError as error:
        raise Unconfirmed(f"Telegram cannot be reached: {error}", SERVER_FAULT) from error
    except TelegramError as error:
        raise PlatformTrouble(f"Telegram refuses: {error}", SERVER_FAULT) from error

"""Where Telegram is, how long it may take, who hears it, and what its refusals mean."""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path

import pytest
from telegram.error import BadRequest, Conflict, Forbidden, RetryAfter, TelegramError, TimedOut

from bot.platforms.telegram.errors import MessageGone, PrivateClosed, RoomClosed, Same, Unconfirmed, understood
from bot.platforms.telegram.listening import LEASE
from bot.platforms.telegram.run import opened
from bot.store import Store
from bot.workers.leases import Lease
from bot.workers.platform import REFUSED, PlatformTrouble
from config.settings import Settings
from render import Studio
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram.stage import Stage, stage
from tests.bot.platforms.telegram.test_games import play
from tests.bot.store.servers import eventually
from tests.peers.telegram_people import PATIENCE
from tests.peers.telegram_server import TOKEN

__all__ = ["one", "single"]


async def test_the_operator_may_name_a_server_and_how_long_it_may_take(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        await s.stop()
        settings = Settings(
            telegram_token=TOKEN,  # type: ignore[arg-type]
            telegram_base_url=f"http://127.0.0.1:{s.api.port}/",
            telegram_patience=3.0,
        )
        studio = Studio()
        async with opened(settings, s.service, studio) as platform:
            assert platform is not None
            await s.users[0].until(lambda: s.api.is_polled)
            assert platform.bot.base_url == f"{s.api.base_url}{TOKEN}"
            assert platform.bot.base_file_url == f"{s.api.base_file_url}{TOKEN}"
            assert platform.bot.request.read_timeout == 3.0
        studio.close()
        await s.start()


async def test_another_process_hears_soon_after_one_has_died(one: Store) -> None:
    assert LEASE <= 6
    first, second = Lease(one, "telegram", 0.2), Lease(one, "telegram", LEASE)
    assert await first.take()
    assert not await second.take()
    await eventually(second.take, PATIENCE)
    assert not await first.take()


async def test_a_board_that_is_held_back_for_the_flood_limits_is_no_warning(
    one: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage(one, tmp_path, limits_floods=True) as s:
        code = await s.open_table("carrara", *s.users[:2])
        caplog.clear()
        held = await held_back(s, code)
        assert held
        assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


async def held_back(s: Stage, code: str) -> bool:
    """Play on until the pacing would have to wait."""
    for _ in range(12):
        await play(s, code, most=1)
        if s.platform.pacing._chats.wait(s.room.id) > 0:
            await play(s, code, most=1)
            return True
    return False


@pytest.mark.parametrize(
    ("error", "private", "meaning"),
    [
        (Forbidden("bot was blocked by the user"), True, PrivateClosed),
        (Forbidden("bot was kicked from the group chat"), False, RoomClosed),
        (BadRequest("Chat not found"), True, PrivateClosed),
        (BadRequest("Message to edit not found"), False, MessageGone),
        (BadRequest("message thread not found"), False, RoomClosed),
        (BadRequest("Message is not modified: exactly the same"), False, Same),
        (BadRequest("Sticker set not found"), False, PlatformTrouble),
        (TimedOut(), False, Unconfirmed),
    ],
)
def test_refusals_are_told_apart(error: TelegramError, private: bool, meaning: type[Exception]) -> None:
    with pytest.raises(Exception) as found, understood(private):
        raise error
    assert type(found.value) is meaning


def test_what_is_refused_is_tried_again_later_and_what_must_wait_waits() -> None:
    for error, wait in ((RetryAfter(timedelta(seconds=7)), 7.0), (Conflict("other getUpdates"), REFUSED)):
        with pytest.raises(PlatformTrouble) as found, understood():
            raise error
        assert found.value.retry_after == wait

"""Answers of Telegram that come late or never: what was delivered all the same does not stay twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.messages.post import Button, Post
from bot.platforms.telegram.errors import Unconfirmed
from bot.platforms.telegram.run import Door
from bot.platforms.telegram.sending import LONGEST
from bot.store import Store
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.stage import Stage, stage
from tests.bot.platforms.telegram.test_security import owed
from tests.bot.store.servers import eventually
from tests.peers.telegram_people import PATIENCE, Hand
from tests.peers.telegram_server import BotApi, Late
from tests.peers.telegram_world import BOT_ID, Message

__all__ = ["one", "single"]
PANEL = Post("Your move", ((Button("c:move:AAAA:", "My move"),),))


def impatient(api: BotApi) -> Door:
    return Door(api.base_url, api.base_file_url, poll_seconds=1, patience=0.5)


def of_the_bot(user: Hand, words: str) -> list[Message]:
    return [each for each in user.private.visible() if each.sender == BOT_ID and words in each.plain]


async def test_an_answer_whose_confirmation_is_late_stands_once(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, door=impatient) as s:
        lena = s.users[0]
        s.api.late.append(Late("sendMessage", 1, lena.human.id))
        await lena.write("/help")
        await lena.until(lambda: any(each.method == "deleteMessage" for each in s.api.world.record))
        assert len([each for each in s.api.world.sent_to(lena.human.id) if each.method == "sendMessage"]) == 2
        assert len(of_the_bot(lena, "Play: /move")) == 1


async def test_a_notice_whose_confirmation_is_late_stands_once(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, door=impatient) as s:
        lena, piet, _ = s.users
        code, lobby = await s.open_lobby("carrara", lena, piet)
        s.api.late += [Late("sendPhoto", 1, lena.human.id), Late("sendPhoto", 1, piet.human.id)]
        await lena.tap(lobby, "Start")

        def photos() -> list[Message]:
            return [each for user in (lena, piet) for each in user.private.visible() if each.photo]

        async def is_deleted() -> bool:
            s.skew += 16
            return s.api.world.chats[first.chat].messages[first.id].is_deleted

        first = (await lena.until(photos))[0]
        await eventually(is_deleted, PATIENCE)
        await s.until_shown(code)
        _, pending, panel = await owed(s, code)
        assert taps.asks(panel, pending)
        assert [each.id for each in photos()] == [panel.id]


async def unsaid(s: Stage, user: Hand) -> Message:
    """A message that was delivered, and whose sender died before it heard so."""
    s.api.late.append(Late("sendMessage", 1, user.human.id))
    sending = asyncio.create_task(s.platform.messages.post(f"telegram:{user.human.id}", PANEL, ""))
    message: Message = await user.wait_for("Your move")
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    return message


async def test_what_a_process_sent_before_it_died_goes_with_the_next_message(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        await lena.write("/help")
        await lena.wait_for("Play: /move")
        lost = await unsaid(s, lena)
        await s.stop()
        await s.start()
        await lena.write("Not a message of the bot")
        await lena.wait_for("No table here")
        assert not lost.is_deleted, "it may still be confirmed"
        s.skew += LONGEST + 1
        again = await s.platform.messages.post(f"telegram:{lena.human.id}", PANEL, "")
        assert [each.id for each in of_the_bot(lena, "Your move")] == [again.message]
        assert of_the_bot(lena, "Play: /move"), "what was confirmed stays"
        assert [each.plain for each in lena.private.visible() if each.sender != BOT_ID] == [
            "/help", "Not a message of the bot",
        ]  # fmt: skip


async def test_a_lost_message_that_somebody_used_stays(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        lost = await unsaid(s, lena)
        await lena.tap(lost, "My move")
        s.skew += LONGEST + 1
        await s.platform.messages.post(f"telegram:{lena.human.id}", PANEL, "")
        assert not lena.private.messages[lost.id].is_deleted


async def test_what_telegram_refuses_is_not_searched_for(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        lena.human.has_blocked = True
        with pytest.raises(Exception, match="blocked"):
            await s.platform.messages.post(f"telegram:{lena.human.id}", PANEL, "")
        lena.human.has_blocked = False
        s.api.break_next("sendMessage", 502, "Bad Gateway", 1, lena.human.id)
        with pytest.raises(Unconfirmed):
            await s.platform.messages.post(f"telegram:{lena.human.id}", PANEL, "")
        await s.platform.messages.post(f"telegram:{lena.human.id}", PANEL, "")
        await s.platform.messages.post(f"telegram:{lena.human.id}", PANEL, "")
        assert len(of_the_bot(lena, "Your move")) == 2
        assert not any(each.method == "deleteMessage" for each in s.api.world.record)

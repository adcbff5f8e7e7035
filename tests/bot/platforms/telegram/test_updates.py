"""What Telegram tells the bot: kept until it is handled, in order for each person, once, and never stopping others."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from telegram import Bot, CallbackQuery, Update, User

from bot.ops.cancellation import end
from bot.platforms.telegram import updates as module
from bot.platforms.telegram.handlers import TRIES, patient
from bot.platforms.telegram.updates import AT_A_TIME, Updates
from bot.platforms.telegram.webhook import PATH, SECRET, Webhook
from bot.store import Store, StoreAway
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram.stage import stage
from tests.bot.platforms.telegram.test_scenes import behind_a_secret, free_port
from tests.bot.store.servers import eventually
from tests.peers.telegram_people import Hand
from tests.peers.telegram_server import TOKEN, BotApi

__all__ = ["one", "single"]


class Work:
    """Handles updates; those of some people stay in hand until the gate opens."""

    def __init__(self, *held: int) -> None:
        self.begun: list[int] = []
        self.done: list[int] = []
        self.gate = asyncio.Event()
        self._held = held

    async def __call__(self, update: Update) -> None:
        self.begun.append(update.update_id)
        assert update.effective_user is not None
        if update.effective_user.id in self._held:
            await self.gate.wait()
        self.done.append(update.update_id)


@asynccontextmanager
async def polling(api: BotApi, work: Work) -> AsyncIterator[tuple[Updates, Bot]]:
    async with Bot(TOKEN, base_url=api.base_url, base_file_url=api.base_file_url) as bot:
        updates = Updates(work)
        task = asyncio.create_task(updates.poll(bot, 1))
        try:
            yield updates, bot
        finally:
            await end([task, *updates._in_hand.values()])


async def test_telegram_keeps_an_update_until_it_is_handled_and_brings_it_again_after_a_crash() -> None:
    async with BotApi(time.time) as api:
        lena = Hand(api, api.world.person("Lena", started=True))
        killed = Work(lena.human.id)
        async with polling(api, killed):
            await lena.write("/help")
            await eventually(lambda: killed.begun == [1])
            await asyncio.sleep(2 * module.AGAIN)
            assert (killed.begun, len(api.updates)) == ([1], 1)
        after = Work()
        async with polling(api, after):
            await eventually(lambda: after.done == [1] and not api.updates)


async def test_what_ends_well_is_not_brought_again() -> None:
    async with BotApi(time.time) as api:
        lena = Hand(api, api.world.person("Lena", started=True))
        work = Work(lena.human.id)
        async with Bot(TOKEN, base_url=api.base_url) as bot:
            updates = Updates(work)
            task = asyncio.create_task(updates.poll(bot, 1))
            await lena.write("/help")
            await eventually(lambda: work.begun == [1])
            await end([task])
            work.gate.set()
            await updates.finish(bot)
            assert (work.done, list(api.updates)) == ([1], [])


async def test_somebody_who_floods_the_bot_stops_nobody_else() -> None:
    async with BotApi(time.time) as api:
        lena, piet = [Hand(api, api.world.person(name, started=True)) for name in ("Lena", "Piet")]
        work = Work(lena.human.id)
        async with polling(api, work):
            for _ in range(AT_A_TIME + 5):
                await lena.write("/help")
            await piet.write("/help")
            await eventually(lambda: work.done == [AT_A_TIME + 6])
            work.gate.set()
            await eventually(lambda: len(work.done) == AT_A_TIME + 6 and not api.updates)


async def test_telegram_out_of_reach_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "SHORTEST_PAUSE", 0.05)
    async with BotApi(time.time) as api:
        lena, work = Hand(api, api.world.person("Lena", started=True)), Work()
        api.webhook = {"url": "elsewhere"}
        async with polling(api, work):
            await eventually(lambda: "does not say what is new" in caplog.text)
            api.webhook = {}
            await lena.write("/help")
            await eventually(lambda: work.done == [1])


def tap(number: int, person: int) -> Update:
    return Update(number, callback_query=CallbackQuery("1", User(person, "x", False), "1"))


async def test_what_one_person_does_is_handled_in_order_while_others_go_on() -> None:
    work = Work(1)
    updates = Updates(work)
    first, second, other = [updates.take(tap(number, person)) for number, person in ((1, 1), (2, 1), (3, 2))]
    assert first is not None
    assert second is not None
    assert other is not None
    await other
    assert (work.begun, work.done, updates.first) == ([1, 3], [3], 1)
    work.gate.set()
    await asyncio.gather(first, second)
    assert (work.done, updates.first) == ([3, 1, 2], 4)
    assert not len(updates._turns)


async def test_an_update_that_comes_twice_is_handled_once() -> None:
    work = Work(1)
    updates = Updates(work)
    first = updates.take(tap(1, 1))
    assert updates.take(tap(1, 1)) is first
    work.gate.set()
    assert first is not None
    await first
    assert updates.take(tap(1, 1)) is None
    assert work.begun == [1]


async def test_the_program_stops_with_something_in_hand_and_does_it_when_it_is_back(
    one: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "LAST", 0.1)
    async with stage(one, tmp_path) as s:
        lena, began = s.users[0], asyncio.Event()

        async def stuck(*_: Any, **__: Any) -> None:
            began.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(s.service.work, "fetch", stuck)
        await lena.write("/games")
        await began.wait()
        caplog.clear()
        await s.stop()
        assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
        await s.start()
        await lena.wait_for("No games yet.")


# --- the storage goes away while something is handled ---


@pytest.mark.parametrize("outages", range(TRIES + 1))
async def test_what_lost_the_storage_on_its_way_is_handled_once_more(outages: int) -> None:
    tries = []

    async def handle(update: Update, context: Any) -> None:
        tries.append(update)
        if len(tries) <= outages:
            raise StoreAway("away")

    if outages < TRIES:
        await patient(handle)(tap(1, 1), None)  # type: ignore[arg-type]
        assert len(tries) == outages + 1
        return
    with pytest.raises(StoreAway):
        await patient(handle)(tap(1, 1), None)  # type: ignore[arg-type]
    assert len(tries) == TRIES


# --- the webhook ---


async def test_the_webhook_says_that_an_update_is_handled_only_when_it_is() -> None:
    work, port = Work(7), free_port()
    updates = Updates(work)
    async with _bot() as bot:
        webhook = Webhook(bot, updates, "secret")
        await webhook.open("127.0.0.1", port)
        body = {"update_id": 1, "inline_query": {"id": "1", "from": _person(7), "query": "", "offset": ""}}
        headers, url = {SECRET: "secret"}, f"http://127.0.0.1:{port}{PATH}"
        async with ClientSession() as session:
            asked = asyncio.create_task(session.post(url, json=body, headers=headers))
            await eventually(lambda: work.begun == [1])
            assert not asked.done()
            work.gate.set()
            assert (await asked).status == 200
            async with session.post(url, json=body, headers=headers) as again:
                assert again.status == 200
            assert work.begun == [1]
            work.gate.clear()
            asked = asyncio.create_task(session.post(url, json={**body, "update_id": 2}, headers=headers))
            await eventually(lambda: work.begun == [1, 2])
            await end(list(updates._in_hand.values()))
            assert (await asked).status == 500, "whoever listens next is brought it"
            for bad in (b"[", b"7", b"{}", b'{"update_id": 3, "message": 4}'):
                async with session.post(url, data=bad, headers=headers) as refused:
                    assert refused.status == 400, bad
        await webhook.close()


def _person(number: int) -> dict[str, Any]:
    return {"id": number, "is_bot": False, "first_name": "Lena"}


@asynccontextmanager
async def _bot() -> AsyncIterator[Bot]:
    async with BotApi(time.time) as api, Bot(TOKEN, base_url=api.base_url) as bot:
        yield bot


async def test_a_port_that_is_taken_is_said_in_a_sentence(
    one: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage(one, tmp_path, door=behind_a_secret) as s:
        await s.stop()
        assert s.door is not None
        blocked = await asyncio.start_server(lambda *_: None, "127.0.0.1", s.door.port)
        s.api.webhook = {"url": "still the old one"}
        caplog.clear()
        await s.start()
        await eventually(lambda: "Telegram cannot be heard" in caplog.text)
        assert "Traceback" not in caplog.text
        blocked.close()
        await blocked.wait_closed()

"""Killed between sending and recording: on Discord no message comes twice; on Telegram a surplus one soon goes."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.service.table_service import TableService
from bot.store import Store, keys
from bot.table.lobby import User
from tests.bot.conftest import one, single
from tests.bot.platforms.killed_program import run
from tests.bot.store.servers import Single, eventually
from tests.peers.discord_people import sit_down
from tests.peers.discord_server import Server
from tests.peers.discord_world import World
from tests.peers.telegram_people import Hand
from tests.peers.telegram_server import BotApi, Late
from tests.peers.telegram_world import BOT_ID

__all__ = ["one", "single"]
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.bot.platforms.killed_program"])
A_MINUTE = 60.0
NOTICE = "Your move"


@asynccontextmanager
async def bot(*given: object) -> AsyncIterator[multiprocessing.process.BaseProcess]:
    process = CONTEXT.Process(target=run, args=given)
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()


async def begun(store: Store, folder: Path, room: str, *people: User) -> str:
    """A game that has just begun, and of which nobody has been told."""
    service = TableService(store, folder, seeds=lambda: "killed")
    done = await service.lobby.create("new", "carrara", people[0], room, {})
    await service.lobby.join("join", done.table.code, people[1])
    await service.lobby.start("start", done.table.code, people[0].ref, "joined")
    return done.table.code


@pytest.mark.timeout(180)
async def test_on_discord_nothing_stands_twice(single: Single, one: Store, tmp_path: Path) -> None:
    world = World()
    server = Server(world)
    users = sit_down(server, "Lena", "Piet")
    room = world.channel(world.guild("Friends", *[user.person for user in users]), "games")
    people = [User(f"discord:{user.person.id}", user.person.name, "en") for user in users]
    async with server.serve():
        await begun(one, tmp_path, f"discord:{room.id}", *people)
        faults = [
            server.fail("POST", f"/channels/{user.private.id}/messages$", 503, lost=True, is_hung=True)
            for user in users
        ]
        async with bot("discord", single.url, server.url, str(tmp_path), 0.0, 1.0):
            await server.until(lambda: any(not fault.times for fault in faults))
        server.faults.clear()
        server.forget()

        def notices() -> list[str]:
            return [m.text for user in users for m in user.dms() if NOTICE in f"{m.push}{m.text}"]

        assert len(notices()) == 1, "it was delivered, and nobody recorded it"
        async with bot("discord", single.url, server.url, str(tmp_path), A_MINUTE, 1.0):
            await eventually(lambda: is_at_rest(one, A_MINUTE))
            assert [m.is_layout for user in users for m in user.dms()] == [True]
            boards = [m for m in room.messages.values() if m.only is None and m.is_layout]
            assert len(boards) == 1


@pytest.mark.timeout(180)
async def test_on_telegram_what_is_too_much_goes_within_a_minute(single: Single, one: Store, tmp_path: Path) -> None:
    async with BotApi(time.time) as api:
        api.limits_floods = False
        hands = [Hand(api, api.world.person(name, started=True)) for name in ("Lena", "Piet")]
        group = api.world.group("Family", *[hand.human for hand in hands])
        people = [User(f"telegram:{hand.human.id}", hand.human.name, "en") for hand in hands]
        await begun(one, tmp_path, f"telegram:{group.id}", *people)
        api.late += [Late("sendPhoto", 1, hand.human.id) for hand in hands]

        def notices() -> list[int]:
            shown = [each for hand in hands for each in hand.private.visible()]
            return [each.id for each in shown if each.sender == BOT_ID and NOTICE in each.plain]

        peer = f"http://127.0.0.1:{api.port}"
        async with bot("telegram", single.url, peer, str(tmp_path), 0.0, 1.0):
            await hands[0].until(lambda: any(not each.times for each in api.late))
        api.late.clear()
        lost = notices()
        assert len(lost) == 1
        async with bot("telegram", single.url, peer, str(tmp_path), A_MINUTE, 5.0):
            await hands[0].until(lambda: len(notices()) == 1 and notices() != lost)


@pytest.mark.timeout(180)
async def test_on_telegram_what_was_in_hand_is_done_by_the_next(single: Single, one: Store, tmp_path: Path) -> None:
    async with BotApi(time.time) as api:
        api.limits_floods = False
        lena, piet = [Hand(api, api.world.person(name, started=True)) for name in ("Lena", "Piet")]
        group = api.world.group("Family", lena.human, piet.human)
        service = TableService(one, tmp_path)
        host = User(f"telegram:{lena.human.id}", "Lena", "en")
        code = (await service.lobby.create("new", "carrara", host, f"telegram:{group.id}", {})).table.code
        api.late.append(Late("sendChatAction"))
        peer = f"http://127.0.0.1:{api.port}"
        async with bot("telegram", single.url, peer, str(tmp_path), 0.0, 1.0):
            await piet.write(f"/join {code}", group)
            await piet.until(lambda: not api.late[0].times)
        assert len((await service.queries.table(code)).users) == 1
        async with bot("telegram", single.url, peer, str(tmp_path), 0.0, 1.0):

            async def sits() -> bool:
                return f"telegram:{piet.human.id}" in (await service.queries.table(code)).users

            await eventually(sits)


async def is_at_rest(store: Store, later: float) -> bool:
    """Whether no table is due by the clock of the bot, and none in its hands."""
    if min((await store.due_heads()).values(), default=0) <= time.time() + later:
        return False
    names = [keys.held(partition) for partition in range(keys.PARTITIONS)]
    return not any(await store.link.many([(name, ("HLEN", name)) for name in names]))

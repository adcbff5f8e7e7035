"""One game with a seat in Telegram's Mini App and one on Discord: each move is told to the page at once."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.store import Store
from tests.bot.conftest import one, single
from tests.bot.platforms.places import places
from tests.bot.platforms.web.public_house import ORIGIN, Phone, launch
from tests.peers.telegram_people import PATIENCE

__all__ = ["one", "single"]
MOVES = 16


@pytest.mark.timeout(300)
async def test_moves_of_a_seat_in_the_mini_app_and_one_on_discord_are_seen_live(one: Store, tmp_path: Path) -> None:
    async with places(one, tmp_path, "inside", ORIGIN) as p, Phone(p.page) as anna:
        assert await anna.sign_in(launch(p.telegram.users[0].human.id)) == 200
        code = await anna.open_table()
        await p.discord.users[0].slash(p.discord.room, "join", table=code)
        await anna.get(f"/t/{code}")
        assert await anna.post(f"/t/{code}/start") == 200

        await p.discord.begun(code)
        socket = await anna.listen(f"/t/{code}/state")
        shown, moved, pushed = json.loads((await socket.receive()).data)[code], set[str](), set[str]()
        for _ in range(MOVES):
            turn = await p.turn(code)
            if turn is None or moved == {"telegram", "discord"}:
                break
            if turn.place == "discord":
                await p.answer(code, turn)
            else:
                await anna.get(f"/t/{code}")
                assert await anna.post(f"/t/{code}/line", {"seat": turn.pending.seat, "text": turn.line}) == 200
                assert not anna.state["bad"], anna.state
            moved.add(turn.place)
            assert await anna.get(f"/t/{code}/state") == 200, anna.text
            async with asyncio.timeout(PATIENCE):
                while shown != anna.state["rev"]:
                    shown, pushed = json.loads((await socket.receive()).data)[code], pushed | {turn.place}
        assert pushed == moved, "the page was told of moves from both"
        assert moved == {"telegram", "discord"}
        await anna.get(f"/t/{code}/state")
        assert anna.state["name"] == code

"""What a tap is answered with where the finger is."""

from __future__ import annotations

import asyncio
from pathlib import Path

from telegram import CallbackQuery, User

from bot.platforms.telegram.acknowledgement import acknowledging
from bot.store import Store
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.stage import stage
from tests.bot.platforms.telegram.test_security import owed
from tests.peers.telegram_people import Hand

__all__ = ["one", "single"]


async def test_a_refusal_in_the_group_is_said_where_the_finger_is(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code, lobby = await s.open_lobby("carrara", lena, piet)
        for label in ("Start", "Options"):
            before = len(list(s.api.world.sent_to(piet.human.id)))
            said = (await piet.tap(lobby, label))["text"]
            assert "only the host can do that" in said
            assert len(list(s.api.world.sent_to(piet.human.id))) == before, "and nowhere else"
        left = (await piet.tap(lobby, "Leave"))["text"]
        assert f"#{code}" in left
        assert (await s.service.queries.table(code)).seat_of(f"telegram:{piet.human.id}") is None


async def test_a_double_tap_says_the_receipt_and_changes_nothing(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        while True:
            user, pending, panel = await owed(s, code)
            data = next(data for data in taps.ids(panel) if pending.ask_id in data)
            before = (await s.loaded(code)).table.moves
            first, second = await asyncio.gather(user.press(panel, data), user.press(panel, data))
            moves = (await s.loaded(code)).table.moves
            assert moves <= before + 1
            if "text" in first or "text" in second:
                break
        said = [each["text"] for each in (first, second) if "text" in each]
        assert len(said) == 1
        assert len(user.private.visible()) == len({each.id for each in user.private.visible()})
        assert not any("That choice is over" in each.plain for each in user.private.visible())


async def test_a_tap_whose_work_takes_long_is_acknowledged_in_time(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        s.api.queries["slow"] = (lena.human.id, False)
        query = CallbackQuery("slow", User(lena.human.id, "Lena", False), "1")
        query.set_bot(s.platform.bot)
        async with acknowledging(query, latest=0.01) as given:
            await lena.until(lambda: s.api.queries["slow"][1])
            assert not await given.say("too late for words")


# --- opening a table ---


async def test_the_lobby_takes_the_place_of_the_chooser(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        await lena.write("/new", s.room)
        chooser = await lena.wait_for("Which one?", s.room)
        await lena.tap(chooser, "The Palaces of Carrara")
        lobby = await lena.until(s._lobby)
        assert [each.id for each in s.room.visible() if each.sender != lena.human.id] == [lobby.id]


async def test_a_host_who_never_pressed_start_is_told_once_and_not_any_more_after_it(
    one: Store, tmp_path: Path
) -> None:
    async with stage(one, tmp_path) as s:
        marta = Hand(s.api, s.api.world.person("Marta"))
        s.room.members.add(marta.human.id)
        for game in ("carrara", "firenze"):
            await marta.write(f"/new {game}", s.room)
            told = await marta.until(lambda: [each for each in s.room.visible() if "press Start" in each.plain][-1:])
            await marta.until(lambda: len([each for each in s.room.visible() if "press Start" in each.plain]) == 1)
        assert "to sit down" not in told[0].plain
        (line,) = [each for each in s.room.visible() if "press Start" in each.plain]
        parameter = line.buttons()[0]["url"].partition("start=")[2]
        assert parameter.startswith("t_")
        await marta.start(parameter)
        await marta.wait_for(f"#{parameter.removeprefix('t_')}")
        await marta.until(lambda: s.room.messages[line.id].is_deleted)

"""Forged, stale and foreign taps, strangers' commands and inline queries: refused in private, and nothing changes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.store import Store
from engines.kit import Pending
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.stage import Stage, stage, texts
from tests.bot.platforms.telegram.test_games import panel_of, play
from tests.peers.telegram_people import Hand
from tests.peers.telegram_world import Message

__all__ = ["one", "single"]
STALE = "That choice is over."


async def owed(s: Stage, code: str) -> tuple[Hand, Pending, Message]:
    """Who is to move, what is asked, and the message that asks it."""
    loaded = await s.loaded(code)
    assert loaded.state is not None
    pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
    user = s.user_of(loaded, pending.seat)
    return user, pending, await panel_of(s, user, code, pending)


async def pressed(user: Hand, message: Message, data: str) -> str:
    """Press forged data; all that the bot then says to this person, in private or where the finger is."""
    before = len(list(user.api.world.sent_to(user.human.id)))
    said = (await user.press(message, data)).get("text", "")
    await user.until(lambda: said or len(list(user.api.world.sent_to(user.human.id))) > before)
    return said + texts([each.fields for each in list(user.api.world.sent_to(user.human.id))[before:]])


async def own_message(user: Hand) -> Message:
    """Some message of the bot in this person's private chat."""
    await user.start()
    return await user.wait_for("I am Signoria")


async def test_anothers_tap_moves_nothing(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet)
        user, pending, panel = await owed(s, code)
        stolen = next(data for data in taps.ids(panel) if pending.ask_id in data)
        version, board = (await s.loaded(code)).version, s.board(code)
        assert board is not None
        other = piet if user is lena else lena
        for thief in (other, onno):
            assert STALE in await pressed(thief, board, stolen)
            assert pending.ask_id not in await pressed(thief, await own_message(thief), stolen)
            edits = s.api.world.chats[panel.chat].messages[panel.id].edits
            await thief.press(panel, stolen)
            await thief.write("/help")
            await thief.wait_for("Play: /move")
            assert s.api.world.chats[panel.chat].messages[panel.id].edits == edits
        assert (await s.loaded(code)).version == version


FORGED = [
    "a:::", "a:ZZZZ:x:=o0", "c:nothing::", "c:set:{code}:9.9.9", "c:options:{code}:x", "c:", "q:1", "m:a:1:2:n",
    "c:gone:{code}:", "c:start:{code}:", "c:unorder:{code}:-1", "c:prefer:{code}:x", "t:{code}:0", "a:{code}:{ask}:=o9",
]  # fmt: skip


async def test_forged_data_are_refused(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet)
        _, pending, _ = await owed(s, code)
        version, board = (await s.loaded(code)).version, s.board(code)
        assert board is not None
        mine = await own_message(onno)
        for forged in FORGED:
            data = forged.replace("{code}", code).replace("{ask}", pending.ask_id)
            assert STALE in await pressed(onno, board, data)
            assert pending.ask_id not in await pressed(onno, mine, data)
        assert (await s.loaded(code)).version == version


async def test_a_stale_tap_shows_the_present_question(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        user, _, panel = await owed(s, code)
        build = next(button for button in panel.buttons() if button["text"] == "Build")
        await user.press(panel, build["callback_data"])
        after = await user.wait_for("Which building?")
        tile = next(button for button in after.buttons() if button["callback_data"].startswith("a:"))
        await user.press(after, next(each["callback_data"] for each in after.buttons() if each["text"] == "Undo"))
        again = await user.wait_for("Taken back")
        version = (await s.loaded(code)).version
        told = await pressed(user, again, tile["callback_data"])
        assert STALE in told
        assert "One action" in user.private.messages[again.id].plain, "the present question stands there already"
        assert (await s.loaded(code)).version == version


async def test_two_taps_at_once_move_once(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        user, _, panel = await owed(s, code)
        before = (await s.loaded(code)).table.moves
        await asyncio.gather(user.tap(panel, "Build"), user.tap(panel, "Build"))
        await user.wait_for("Which building?")
        await user.write("/help")
        await user.wait_for("Play: /move")
        assert (await s.loaded(code)).table.moves == before + 1


async def test_data_of_another_table_do_not_act_at_it(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, "Lena", "Piet", "Onno", "Sofia") as s:
        lena, piet, onno, sofia = s.users
        code = await s.open_table("carrara", lena, piet)
        s.room = s.api.world.group("Others", onno.human, sofia.human)
        other = await s.open_table("carrara", onno, sofia)
        _, pending, panel = await owed(s, code)
        version = (await s.loaded(code)).version
        thief, _, own = await owed(s, other)
        for data in [*taps.ids(panel), f"c:move:{code}:", f"c:resign:{code}:", f"c:join:{code}:"]:
            said = await pressed(thief, own, data)
            assert pending.ask_id not in said
        assert (await s.loaded(code)).version == version


async def test_another_group_knows_nothing_of_the_table(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        mallory = Hand(s.api, s.api.world.person("Mallory", started=True))
        elsewhere = s.api.world.group("Others", mallory.human)
        code, _ = await s.open_lobby("carrara", s.users[0], seats=2)
        version = (await s.loaded(code)).version
        for command in ("board", "log", "leave", "cancel", "table here", "export", "hand", "move"):
            before = len(s.api.world.record)
            await mallory.write(f"/{command} #{code}", elsewhere)
            said = await mallory.until(
                lambda at=before: texts([each.fields for each in s.api.world.record[at:]]).strip()
            )
            assert "there is no table" in said, command
        await mallory.write("/start", elsewhere)
        await mallory.until(lambda: "No table here" in str([each.fields for each in s.api.world.record[-2:]]))
        assert (await s.loaded(code)).version == version
        assert code not in texts([each.fields for each in s.api.world.record if each.method == "sendPhoto"][1:])


async def test_inline_queries_show_each_person_the_own_hand_alone(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("rivals", lena, piet)
        await play(s, code, most=12)
        assert await onno.ask_inline("") == []
        assert await onno.ask_inline(code) == []
        hands = []
        for user in (lena, piet):
            found = await user.ask_inline("")
            hand = next(each for each in found if each["id"] == f"h{code}")
            assert hand["input_message_content"]["message_text"] == hand["title"], "what is sent tells nothing"
            hands.append(hand["description"])
        assert hands[0] != hands[1]
        loaded = await s.loaded(code)
        assert loaded.state is not None
        waiting = {each.seat for each in loaded.engine.pending(loaded.state)}
        for user in (lena, piet):
            seat = loaded.table.seat_of(f"telegram:{user.human.id}")
            moves = [each for each in await user.ask_inline("") if each["id"].startswith("m")]
            assert bool(moves) == (seat in waiting)

"""Pictures that Telegram has are named, not sent again; boards are pinned where the bot may."""

from __future__ import annotations

from pathlib import Path

from bot.messages.post import Post
from bot.platforms.telegram.photo_ids import PhotoIds
from bot.store import Store
from render import Drawn
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram import taps
from tests.bot.platforms.telegram.stage import Stage, stage
from tests.bot.platforms.telegram.test_games import panel_of, play

__all__ = ["one", "single"]
BOARD = Post("A board", picture=Drawn(b"\x89PNG a board", 1, 1, "a board"))


def photos_of(s: Stage) -> list[object]:
    return [each.fields["photo"] for each in s.api.world.record if each.method == "sendPhoto" and each.ok]


async def test_a_picture_goes_up_once_whoever_sends_it(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        for user in (lena, piet):
            await s.platform.sending.send(user.human.id, None, BOARD)
        assert [type(each) for each in photos_of(s)] == [bytes, str]
        s.platform.sending.photos = PhotoIds(one)
        await s.platform.sending.send(lena.human.id, None, BOARD)
        assert [type(each) for each in photos_of(s)] == [bytes, str, str], "another process knows it too"


async def test_a_picture_that_telegram_has_forgotten_goes_up_again(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena = s.users[0]
        await s.platform.sending.send(lena.human.id, None, BOARD)
        s.api.world.photos.clear()
        await s.platform.sending.send(lena.human.id, None, BOARD)
        assert [type(each) for each in photos_of(s)] == [bytes, bytes]


async def test_the_board_is_pinned_where_the_bot_may_and_stays_there(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        s.room.may_pin = True
        code = await s.open_table("carrara", *s.users[:2])
        board = s.board(code)
        assert board is not None
        assert s.room.pinned == {board.id}
        for _ in range(12):
            await s.users[2].write("much to say", s.room)
        await s.until_shown(code)
        await s.later(7 * 3600)
        loaded = await s.loaded(code)
        assert loaded.state is not None
        seat = loaded.engine.owed(loaded.state)[0]
        while True:
            loaded = await s.loaded(code)
            assert loaded.state is not None
            if seat not in loaded.engine.owed(loaded.state):
                break
            await play(s, code, most=1, is_typed=False)
        await s.until_shown(code)
        assert s.room.pinned == {board.id}
        standing = s.board(code)
        assert standing is not None
        assert standing.id == board.id, "it is not posted anew"
        assert [each.method for each in s.api.world.record].count("pinChatMessage") == 1


async def test_who_may_not_pin_asks_once(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        for _ in range(2):
            await s.open_lobby("carrara", s.users[0], seats=2)
        await s.users[0].until(lambda: len([each for each in s.room.visible() if each.photo]) >= 2)
        assert [each.method for each in s.api.world.record].count("pinChatMessage") == 1


async def test_an_option_says_its_effect_above_its_button(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        code = await s.open_table("carrara", *s.users[:2])
        loaded = await s.loaded(code)
        assert loaded.state is not None
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        user = s.user_of(loaded, pending.seat)
        panel = await panel_of(s, user, code, pending)
        assert panel.plain.startswith(f"Your move: Carrara #{code}. One action")
        await taps.answer(user, panel, pending, ["buy"])
        segments = await user.until(lambda: (m := user.private.messages[panel.id]) and "Which segment" in m.plain and m)
        assert "<blockquote><b>I</b>: " in segments.text
        assert "I" in [button["text"] for button in segments.buttons()]

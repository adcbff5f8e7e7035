"""The board as a file, which Telegram does not make smaller, on request."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from bot.store import Store
from tests.bot.conftest import one, single
from tests.bot.platforms.telegram.stage import Stage, stage
from tests.bot.platforms.telegram.test_games import play
from tests.peers.telegram_people import Hand
from tests.peers.telegram_world import Message

__all__ = ["one", "single"]


async def file_for(user: Hand, known: int) -> Message:
    """The newest file in the private chat."""
    found: Message = await user.until(
        lambda: next((each for each in user.private.visible() if each.document and each.id > known), None)
    )
    return found


def newest(s: Stage) -> int:
    return max(each.id for chat in s.api.world.chats.values() for each in chat.messages.values())


def with_button(user: Hand, data: str) -> Message | None:
    """A message in the private chat with a button whose data end like this."""
    return next((each for each in user.private.visible() if f"{data}'" in str(each.markup)), None)


async def test_the_board_comes_as_a_file_to_whoever_asks(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, onno = s.users
        code = await s.open_table("carrara", lena, piet)
        await play(s, code, most=4)
        table = await s.service.queries.table(code)
        for user in (lena, piet, onno):
            viewer = table.seat_of(f"telegram:{user.human.id}")
            for words in ("/board file", "/bord bestand", "/brett datei"):
                at = newest(s)
                await user.write(f"{words} #{code}", s.room)
                sent = await file_for(user, at)
                assert sent.document is not None
                assert Image.open(io.BytesIO(sent.document)).width == 1080, "not made smaller"
                drawn_for = s.viewers[sent.document]
                assert viewer in drawn_for, "each sees the own view, the onlooker what all may see"
                assert None in drawn_for or drawn_for == {viewer}, "what only one may see is for nobody else"
        assert not any(each.document for each in s.room.messages.values())


async def test_words_and_file_are_a_tap_away_for_the_part_that_is_shown(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        board = s.board(code)
        assert board is not None
        await lena.tap(board, "More")
        await lena.tap(await lena.wait_for("More at"), "Board")
        shown = await lena.until(lambda: with_button(lena, ":file.all"))
        at = newest(s)
        await lena.tap(shown, "As a file")
        whole = (await file_for(lena, at)).document
        await lena.write(f"/board Piet #{code}")
        seat = (await s.service.queries.table(code)).seat_of(f"telegram:{piet.human.id}")
        part = await lena.until(lambda: with_button(lena, f":file.seat{seat}"))
        at = newest(s)
        await lena.tap(part, "As a file")
        assert (await file_for(lena, at)).document != whole
        await lena.tap(part, "In words")
        told = await lena.wait_for("Piet")
        assert not told.photo
        await lena.write(f"/board text #{code}")
        await lena.until(lambda: len([m for m in lena.private.visible() if not m.photo and "Lena" in m.plain]) > 1)

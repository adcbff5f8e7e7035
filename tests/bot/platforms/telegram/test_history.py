"""Looking back on Telegram: one private message that is edited, and a film that plays by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.messages import film
from bot.store import Store
from bot.table.model import Status
from render import movie
from tests.bot.platforms.telegram.stage import Stage, stage


async def play(scene: Stage, code: str, most: int) -> None:
    for number in range(most):
        loaded = await scene.loaded(code)
        if loaded.table.status is not Status.RUNNING:
            return
        pending = next(each for each in loaded.engine.pending(loaded.state) if each.owed)
        value = loaded.engine.policy(loaded.state, pending.seat, pending.step, pending.ask, lambda below: 0)
        user = loaded.table.seats[pending.seat].user
        await scene.service.moves.answer(f"play {number}", code, user, [(pending.ask_id, value)])


async def test_an_earlier_position_is_one_private_message_that_is_edited(one: Store, tmp_path: Path) -> None:
    async with stage(one, tmp_path, "Lena", "Piet") as scene:
        lena, piet = scene.users
        code = await scene.open_table("carrara", lena, piet)
        await play(scene, code, 6)
        await lena.write(f"/history {code}")
        message = await lena.wait_for("step ")
        assert message.photo
        assert [each["text"] for each in (message.markup or {})["inline_keyboard"][0]][:2] == ["«", "◀"]
        assert len((message.markup or {})["inline_keyboard"][0]) == 5, "the whole way in one row"
        before = message.plain
        await lena.tap(message, "◀")
        edited = await lena.until(lambda: (now := lena.private.messages[message.id]).plain != before and now)
        assert "step " in edited.plain


@pytest.mark.parametrize("has_extra", [False, True], ids=["gif", "mp4"])
async def test_a_film_is_an_animation(
    one: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_extra: bool
) -> None:
    monkeypatch.setattr(movie, "is_here", lambda: has_extra)
    begins = b"ftyp" if has_extra else b"GIF8"
    monkeypatch.setattr(film, "MOST_FRAMES", 3)
    async with stage(one, tmp_path, "Lena", "Piet") as scene:
        lena, piet = scene.users
        code = await scene.open_table("carrara", lena, piet)
        await play(scene, code, 10_000)
        await lena.write(f"/film {code}")
        found = await lena.until(
            lambda: next(
                (each for each in lena.private.visible() if begins in (each.document or b"")[:8]),
                None,
            )
        )
        assert f"#{code}" in found.plain

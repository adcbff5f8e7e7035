"""Scenes on the Discord of the tests: open a table, join, begin, move, look, in the right hands only."""

from __future__ import annotations

from pathlib import Path

from bot.store import Store
from tests.platforms.discord.stage import stage


async def test_a_table_is_opened_joined_and_begun(store: Store, tmp_path: Path) -> None:
    async with stage(store, tmp_path) as s:
        lena, piet, _ = s.users
        code = await s.open_table("carrara", lena, piet)
        board = await s.begun(code)
        assert "to move" in board.content
        assert board.alt()[0]
        first = s.user_of(await s.loaded(code), (await s.loaded(code)).engine.owed((await s.loaded(code)).state)[0])
        panel = await s.shown(lambda: first.dms() and first.dms()[-1])
        assert panel.content.startswith(f"Your move in Carrara #{code}")
        print(board.content, board.labels(), panel.content, panel.labels(), sep="\n")

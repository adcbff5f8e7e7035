"""After the end: what a room looks at together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.messages import film
from bot.store import Store
from engines.kit import Dice
from tests.bot.platforms.discord.stage import Stage, stage

PRESSES = 200
"""So often somebody asks for a film at the most until it is made."""


def is_film(attachment: dict[str, Any]) -> bool:
    return attachment["filename"].endswith((".gif", ".mp4"))


async def played_out(s: Stage, code: str) -> None:
    """The game is answered to its end without anybody's hands."""
    chance = Dice("people")
    while not (loaded := await s.loaded(code)).table.is_over:
        pending = next(each for each in loaded.engine.pending(loaded.running()) if each.owed)
        value = loaded.engine.policy(loaded.running(), pending.seat, pending.step, pending.ask, chance.below)
        user = loaded.table.seats[pending.seat].user
        await s.service.moves.answer(f"out {loaded.version}", code, user, [(pending.ask_id, value)])


async def test_a_film_stands_in_the_room_and_how_far_it_has_come_is_told_to_who_asked(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "MOST_FRAMES", 3)
    monkeypatch.setattr("bot.commands.history_commands.PATIENCE", 0.0)
    async with stage(store, tmp_path, seed="end") as s:
        lena, piet, onno = s.users
        code = await s.open_table("rivals", lena, piet)
        await played_out(s, code)
        board = await s.shown(lambda: (found := s.board(code)) and "c:film:" in str(found.parts()) and found)
        waiting = await onno.press_verb(board, "film")
        assert "is being made" in waiting.reply.text
        assert waiting.reply.only is onno.person
        for _ in range(PRESSES):
            await onno.press_verb(board, "film")
            if films := [each for each in piet.sees(s.room) if any(map(is_film, each.attachments))]:
                break
        assert len(films) == 1
        assert films[0].only is None

"""While the storage is away the bot goes on listening, to tell people so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.platforms.outage import outage
from tests.bot.platforms.telegram.stage import stage


async def test_while_the_storage_is_away_people_are_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with outage(monkeypatch) as storage, stage(storage.store, tmp_path) as s:
        lena = s.users[0]
        await storage.begin()
        await lena.write("/games")
        told = await lena.wait_for("I cannot reach my storage")
        await storage.end()
        await lena.write("/games")
        answer = await lena.wait_for("No games yet.")
        assert answer.id > told.id
